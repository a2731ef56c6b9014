import Database
import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("What people are told of messages that did not arrive", .timed, .timeLimit(.minutes(20)))
struct TestMessageTests {
  /// Reasons as channels give them, which operators see.
  private static let reasons = [
    "nas.example is at 10.0.0.5, which is no public address: private networks are not called",
    "no connection to nas.example: Failed to connect to 192.168.1.4 port 80: Connection refused",
    "nas.example has no address: the name is wrong, or the name server does not answer",
    "hooks.internal did not answer within 30.0 s", "no secure connection to 10.0.0.5: certificate has expired",
    "answered 500: upstream 172.16.0.9:8080 refused", "answered 404: no such topic at 10.0.0.5",
    "answered 403: 10.0.0.5 denies", "smtp.internal refused us with 535", "smtp.internal refused the mail with 550",
    "something else at 10.0.0.5",
  ]

  private static func isInnocent(_ text: String) -> Bool {
    !text.isEmpty && text.firstMatch(of: #/10\.0\.0|192\.168|172\.16|internal|nas\.example|port 80|535|550/#) == nil
  }

  @Test(
    "a test message that fails names no address of the operator's network, and speaks the user's language",
    arguments: reasons)
  func failed(reason: String) async throws {
    let desk = try await APIDesk()
    desk.messages.fail(("failed", reason))
    var told: Set<String> = []
    for (name, locale) in [("mei", "zh-Hant"), ("lin", "zh-Hans"), ("amy", "en")] {
      let user = try desk.user(name, [.init("locale", .text(locale))])
      let reply = try await desk.send("POST", "/api/user/test", [:], as: user.token)
      reply.expect(200)
      let text = try #require(reply.json["reason"].text)
      #expect(try reply.json["outcome"] == "failed" && Self.isInnocent(text), "\(text)")
      #expect(text.contains { ("\u{4E00}"..."\u{9FFF}").contains($0) } == (locale != "en"), "\(text)")
      told.insert(text)
      #expect(desk.messages.all.last?.contains(locale == "en" ? "A test message" : "测试") == (locale != "zh-Hant"))
      let session = try desk.store.startBrowserSession(userID: user.id, means: "link", browser: nil, now: APIDesk.noon)
      let page = try await desk.ask(
        "POST", "/settings/test",
        [
          ("Cookie", "__Host-folkcal=" + session), ("Sec-Fetch-Site", "same-origin"),
          ("Content-Type", "application/x-www-form-urlencoded"),
        ], body: [])
      page.expect(409)
      #expect(page.text.contains(text) && !page.text.contains("10.0.0.5") && !page.text.contains("internal"))
    }
    #expect(told.count == 3)
    // An operator sees it as it is.
    let admin = try await desk.send(
      "POST", "/api/admin/test-push", ["userId": "mei@example.org", "message": "x"], as: desk.token(.admin))
    #expect(try admin.json["reason"] == .text(reason))
  }

  @Test("the user's list of reminders says why in the same words, and the operator's as it is stored")
  func notifications() async throws {
    let desk = try await APIDesk()
    let mei = try desk.user("mei", [.init("locale", "en")])
    try await desk.edit(.user, mei.uuid, ["event_subscriptions": [["event": "mazu"]]])
    _ = try desk.store.plan(days: 20, desk.change)
    let reason = "no connection to nas.example: Failed to connect to 192.168.1.4 port 80: Connection refused"
    try desk.store.database.write {
      _ = try $0.execute("UPDATE notification_logs SET status = 'failed', error_message = $1", [.text(reason)])
    }
    let own = try await desk.get("/api/user/notifications?lang=en", as: mei.token).json.list
    #expect(!own.isEmpty)
    #expect(own.allSatisfy { $0["log"]["error_message"] == .text(FailureWords.forUser(reason, .english)) })
    let kept = try await desk.get("/api/admin/reminders", as: desk.token(.admin)).json.list
    #expect(kept.allSatisfy { $0["log"]["error_message"] == .text(reason) })
  }

  @Test("a page says that something was ended or removed only if it was")
  func ended() async throws {
    let desk = try await APIDesk()
    let (mei, lin) = (try desk.user("mei"), try desk.user("lin"))
    func session(_ user: DeskUser) throws -> String {
      try desk.store.startBrowserSession(userID: user.id, means: "link", browser: nil, now: APIDesk.noon)
    }
    let cookie = try session(mei)
    func post(_ path: String) async throws -> String? {
      try await desk.ask(
        "POST", path,
        [
          ("Cookie", "__Host-folkcal=" + cookie), ("Sec-Fetch-Site", "same-origin"),
          ("Content-Type", "application/x-www-form-urlencoded"),
        ], body: []
      ).header("Location")
    }
    func sessions(_ user: DeskUser) throws -> [BrowserSession] {
      try desk.store.browserSessions(ofUser: user.id, now: APIDesk.noon)
    }
    #expect(try await post("/account/sessions/end") == "/account")
    #expect(try await post("/account/sessions/999999/end") == "/account")
    _ = try session(lin)
    #expect(try await post("/account/sessions/\(sessions(lin)[0].id)/end") == "/account")
    #expect(try sessions(lin).count == 1)
    #expect(try await post("/account/passkeys/999999/remove") == "/account")
    #expect(try await post("/settings/devices/\(String(repeating: "a", count: 24))/remove") == "/settings/ways")
    _ = try session(mei)
    let other = try #require(sessions(mei).map(\.id).max())
    #expect(try await post("/account/sessions/\(other)/end") == "/account?done=ended")
    _ = try desk.store.startSession(userID: mei.id, now: APIDesk.noon, lifetimeSeconds: 60)
    #expect(try await post("/account/sessions/end") == "/account?done=ended")
    #expect(try await post("/account/sessions/end") == "/account")
  }
}
