import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("a user's own feed, as it is served", .timed, .timeLimit(.minutes(20)))
struct PrivateFeedTests {
  private let desk: APIDesk
  private let mei: DeskUser

  init() async throws {
    desk = try await APIDesk()
    mei = try desk.user("mei")
    try await desk.edit(
      .user, mei.uuid,
      [
        "settings": ["newmoon_enabled": false, "fullmoon_enabled": false],
        "event_subscriptions": [["event": "mazu", "is_enabled": true]],
      ])
  }

  /// Makes the feed's address, and tells its path.
  private func make() async throws -> String {
    let reply = try await desk.ask("POST", "/api/user/feed", as: mei.token)
    reply.expect(201)
    // The address is a secret.
    #expect(reply.header("Cache-Control") == "no-store")
    let json = try reply.json
    let token = try #require(json["token"].text)
    #expect(token.hasPrefix("fcf_"))
    #expect(json["url"] == .text("\(APIDesk.site)/feeds/user/\(token).ics"))
    #expect(json["webcal_url"] == .text("webcal://days.example.org/feeds/user/\(token).ics"))
    #expect(
      json["google_url"]
        == .text(
          "https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Fdays.example.org%2Ffeeds%2Fuser%2F\(token).ics"))
    return "/feeds/user/\(token).ics"
  }

  private func titles(_ path: String) async throws -> Set<String> {
    let reply = try await desk.get(path)
    reply.expect(200)
    #expect(reply.header("Content-Type") == "text/calendar; charset=utf-8")
    #expect(reply.header("Cache-Control") == "private, no-cache")
    let linter = FeedLinter(reply.text)
    #expect(linter.faults.filter { $0 != "a calendar without a component" }.isEmpty, "\(linter.faults.prefix(5))")
    return Set(linter.events.compactMap { $0["SUMMARY"] })
  }

  @Test("made, read, changed by settings, subscriptions and own days at the next request")
  func changes() async throws {
    #expect(try await desk.get("/api/user/profile", as: mei.token).json["has_feed"] == false)
    let path = try await make()
    #expect(try await desk.get("/api/user/profile", as: mei.token).json["has_feed"] == true)
    var tag = try #require(try await desk.get(path).header("ETag"))
    var titles = try await titles(path)
    #expect(titles.count == 1 && titles.first?.contains("媽祖聖誕") == true)

    /// Does something, after which the feed has another tag and is sent again.
    func expectChange(_ what: String, _ body: () async throws -> Void) async throws {
      #expect(try await desk.get(path, [("If-None-Match", tag)]).status == 304, "before \(what)")
      try await body()
      let reply = try await desk.get(path, [("If-None-Match", tag)])
      #expect(reply.status == 200 && reply.header("ETag") != tag, "after \(what)")
      tag = reply.header("ETag") ?? ""
      titles = try await self.titles(path)
    }
    try await expectChange("a setting") {
      try await desk.send("PUT", "/api/user/settings", ["newmoon_enabled": true], as: mei.token).expect(200)
    }
    #expect(titles.contains { $0.contains("初一") })
    try await expectChange("a subscription") {
      try await desk.send(
        "PUT", "/api/user/event-subscriptions", ["subscriptions": [["event": "qingming"]]], as: mei.token
      )
      .expect(200)
    }
    #expect(titles.contains { $0.contains("清明") })
    var own = 0
    try await expectChange("a day of one's own") {
      let reply = try await desk.send(
        "POST", "/api/user/events", ["title": "阿嬤忌日", "rule": "lunar 4/2"], as: mei.token)
      own = try reply.json["id"].integer ?? 0
    }
    #expect(titles.contains { $0.contains("阿嬤忌日") })
    for (body, isThere) in [
      (["title": "外婆忌日"], true), (["rule": "lunar 4/3"], true), (["is_enabled": false], false),
      (["is_enabled": true], true),
      (["description": "三牲"], true),
    ] as [(JSON, Bool)] {
      try await expectChange("a change of it: \(body.json())") {
        try await desk.send("PUT", "/api/user/events/\(own)", body, as: mei.token).expect(200)
      }
      #expect(titles.contains { $0.contains("外婆忌日") } == isThere)
    }
    try await expectChange("its removal") {
      try await desk.ask("DELETE", "/api/user/events/\(own)", as: mei.token).expect(204)
    }
    #expect(!titles.contains { $0.contains("忌日") })
    try await expectChange("another language") {
      try await desk.send("PUT", "/api/user/profile", ["locale": "en"], as: mei.token).expect(200)
    }
    #expect(titles.contains { $0.contains("Birthday of Mazu") })
    try await expectChange("a change by an editor") {
      try await desk.edit(.event, "mazu", ["title_en": "Mazu's Day"])
    }
    #expect(titles.contains { $0.contains("Mazu's Day") })
    try await expectChange("the next day") { desk.clock.advance(seconds: 12 * 3_600) }
  }

  @Test("HEAD, gzip and If-None-Match as everywhere")
  func requests() async throws {
    let path = try await make()
    let get = try await desk.get(path)
    let head = try await desk.ask("HEAD", path)
    #expect(head.status == 200 && head.body.isEmpty && head.header("ETag") == get.header("ETag"))
    #expect(head.header("Content-Length") == "\(get.body.count)")
    try await desk.send("PUT", "/api/user/settings", ["newmoon_enabled": true], as: mei.token).expect(200)
    let packed = try await desk.get(path, [("Accept-Encoding", "gzip")])
    #expect(packed.header("Content-Encoding") == "gzip")
    #expect(Inflated(packed.body)?.bytes == (try await desk.get(path).body))
  }

  @Test("who cannot see the user's name sees none: the feed tells nothing of who it is")
  func silent() async throws {
    let text = try await desk.get(try await make()).text
    for secret in [mei.uuid, "mei@example.org", "SUMMARY:mei"] { #expect(!text.contains(secret)) }
  }

  @Test("a new address takes the place of the old one; revoked there is none")
  func rotation() async throws {
    let first = try await make()
    let second = try await make()
    #expect(first != second)
    try await desk.get(first).expectProblem(404)
    try await desk.get(second).expect(200)
    try await desk.ask("DELETE", "/api/user/feed", as: mei.token).expect(204)
    try await desk.get(second).expectProblem(404)
    try await desk.ask("DELETE", "/api/user/feed", as: mei.token).expect(204)
    #expect(try await desk.get("/api/user/profile", as: mei.token).json["has_feed"] == false)
  }

  @Test("only the address as it was told opens it")
  func addresses() async throws {
    let path = try await make()
    let token = String(path.dropFirst("/feeds/user/".count).dropLast(4))
    for other in [
      token, token + ".ICS", token.uppercased() + ".ics", token + "x.ics", String(token.dropLast()) + ".ics",
      "%20\(token).ics",
      token + "%00.ics", token + ".ics.ics", String(token.dropFirst(4)) + ".ics", Store.hash(ofToken: token) + ".ics",
    ] { #expect(try await desk.get("/feeds/user/" + other).status == 404, "\(other)") }
    try await desk.get(path + "?x=1").expectProblem(400, field: "x")
    // The database does not hold the token itself.
    let user = try desk.store.record(.user, key: mei.uuid)
    #expect(!user.json.json().contains(token))
  }
}
