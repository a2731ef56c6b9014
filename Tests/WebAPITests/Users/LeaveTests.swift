import Channels
import Database
import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("Leaving the mails and changing them", .timed, .timeLimit(.minutes(20)))
struct LeaveTests {
  private let desk: APIDesk
  private let mei: DeskUser
  private let secret: String

  init() async throws {
    desk = try await APIDesk()
    mei = try desk.user("mei", [.init("settings", ["channel": "mail"])])
    secret = MailSeal(secret: try desk.store.mailSecret()).leaveSecret(ofUser: mei.uuid)
  }

  private func channel() throws -> String? { try desk.store.record(.user, key: mei.uuid)["settings"]["channel"].text }

  private func post(_ path: String, _ form: String = "", _ headers: [(String, String)] = []) async throws -> Reply {
    try await desk.ask(
      "POST", path, as: nil, [("Content-Type", "application/x-www-form-urlencoded")] + headers, body: Array(form.utf8))
  }

  /// Headers of a form of ours.
  private static let own = [("Sec-Fetch-Site", "same-origin")]

  private func session() throws -> String {
    "__Host-folkcal="
      + (try desk.store.startBrowserSession(userID: mei.id, means: "link", browser: nil, now: Int(desk.clock.now)))
  }

  @Test("One click of a mail program leaves: 200 without a redirect and without a cookie, and again without harm")
  func oneClick() async throws {
    for _ in 0..<2 {
      let reply = try await post("/leave/\(secret)", "List-Unsubscribe=One-Click")
      reply.expect(200)
      #expect(reply.header("Set-Cookie") == nil && reply.header("Location") == nil)
      #expect(try channel() == "feed")
    }
  }

  @Test(
    "Whoever opens the link to change without a session is offered a link to the mailbox, and the page shows nothing of the account"
  )
  func change() async throws {
    let page = try await desk.get("/leave/\(secret)/change")
    page.expect(200)
    #expect(page.text.contains("/sign-in?to=/settings/ways") && page.text.contains("/leave/\(secret)"))
    #expect(!page.text.contains("mei@example.org"))
    #expect(try channel() == "mail")
    for name in ["nobody", "u\(mei.id)", "mei@example.org", "6f9619ff-8b86-d011-b42d-00c04fc964ff", mei.uuid] {
      #expect(try await desk.get("/leave/\(name)/change").status == 404, "\(name)")
      #expect(try await post("/leave/\(name)/sign-in", "", Self.own).status == 404, "\(name)")
    }
  }

  @Test("A user's UUID leaves nothing, nor does a secret that was changed or is of another server")
  func noSecret() async throws {
    let other = MailSeal(secret: Array(1...32)).leaveSecret(ofUser: mei.uuid)
    let changed = (secret.first == "A" ? "B" : "A") + secret.dropFirst()
    for name in [
      mei.uuid, mei.uuid.uppercased(), "u\(mei.id)", other, changed, String(secret.dropLast()), secret + "A",
    ] {
      try await desk.get("/leave/\(name)").expect(404)
      try await post("/leave/\(name)", "List-Unsubscribe=One-Click").expect(404)
      try await post("/leave/\(name)/back", "", Self.own).expect(404)
    }
    #expect(try channel() == "mail")
    #expect(!secret.contains(mei.uuid.prefix(8)))
  }

  @Test("A link from before links had secrets leaves for sixty days after the last mail, and does nothing else")
  func oldLink() async throws {
    let end = APIDesk.noon + 60 * 86_400
    try desk.store.database.write {
      _ = try $0.execute("INSERT INTO meta (name, value) VALUES ('leave_links_by_name_until', $1)", [.text("\(end)")])
    }
    try await desk.get("/leave/\(mei.uuid)").expect(200)
    try await post("/leave/\(mei.uuid)/back", "", Self.own).expect(404)
    try await desk.get("/leave/\(mei.uuid)/change").expect(404)
    let left = try await post("/leave/\(mei.uuid)", "List-Unsubscribe=One-Click")
    left.expect(200)
    #expect(!left.text.contains("/back"))
    #expect(try channel() == "feed")
    desk.clock.set(end)
    try await post("/leave/\(mei.uuid)", "List-Unsubscribe=One-Click").expect(404)
  }

  @Test("A server that sends no sign-in mails sends none from there either, and another site cannot ask for one")
  func noMail() async throws {
    #expect(try await post("/leave/\(secret)/sign-in", "", Self.own).status == 404)
    #expect(try await post("/leave/\(secret)/sign-in", "", [("Origin", "https://evil.example")]).status == 403)
  }

  @Test("Having the mails again ends the mark of a bounced address")
  func back() async throws {
    _ = try desk.store.markBounce(of: "mei@example.org", reason: "550 5.1.1 no such user", desk.change)
    try await post("/leave/\(secret)", "List-Unsubscribe=One-Click").expect(200)
    #expect(try desk.store.record(.user, key: mei.uuid).mailBounce != nil)
    let reply = try await post("/leave/\(secret)/back", "", Self.own)
    #expect(reply.status == 303)
    #expect(try channel() == "mail" && desk.store.record(.user, key: mei.uuid).mailBounce == nil)
  }

  @Test("The pages of the account and of the office say that mails come back and why, and a button ends that")
  func bounced() async throws {
    _ = try desk.store.markBounce(of: "mei@example.org", reason: "550 5.1.1 no such user", desk.change)
    let cookie = [("Cookie", try session())]
    let page = try await desk.get("/settings/ways", as: nil, cookie)
    page.expect(200)
    #expect(page.text.contains("550 5.1.1 no such user") && page.text.contains("/settings/mail-again"))
    #expect(try await desk.get("/settings", as: nil, cookie).text.contains("信寄不到"))
    #expect(try await desk.get("/leave/\(secret)/change", as: nil, cookie).header("Location") == "/settings/ways")
    #expect(try await post("/settings/mail-again", "", cookie + Self.own).status == 303)
    #expect(try desk.store.record(.user, key: mei.uuid).mailBounce == nil)
    #expect(try await !desk.get("/settings/ways", as: nil, cookie).text.contains("/settings/mail-again"))

    _ = try desk.store.markBounce(of: "mei@example.org", reason: "550 5.1.1 no such user", desk.change)
    #expect(try await post("/admin/users/\(mei.uuid)/mail-again", "", cookie + Self.own).status == 403)
    try await desk.edit(.user, mei.uuid, ["role": "admin"])
    let office = try await desk.get("/admin/users/\(mei.uuid)", as: nil, cookie)
    #expect(
      office.text.contains("550 5.1.1 no such user") && office.text.contains("/admin/users/\(mei.uuid)/mail-again"))
    #expect(try await post("/admin/users/\(mei.uuid)/mail-again", "", cookie + Self.own).status == 303)
    #expect(try desk.store.record(.user, key: mei.uuid).mailBounce == nil)
  }
}
