import Addresses
import Folklore
import Foundation
import HTTPTypes
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

/// What counts up in the open tells strangers how many users there are and how much the server has to do.
@Suite("numbers that count up are not told", .timed, .timeLimit(.minutes(20)))
struct OpenNumberTests {
  @Test("the numbers of requests are random, also of what is no request")
  func requests() async throws {
    let desk = try await APIDesk.reading
    var seen: Set<String> = []
    for _ in 0..<20 {
      let id = try #require(try await desk.get("/api/groups").header("X-Request-Id"))
      #expect(id.wholeMatch(of: /[0-9a-f]{32}/) != nil)
      seen.insert(id)
      let broken = try Reply(try await desk.client.exchange(Array("get\r\n\r\n".utf8)))
      seen.insert(try #require(broken.header("X-Request-Id")))
    }
    #expect(seen.count == 40)
    // Nothing of one is in the next, as the digits of a counter would be.
    #expect(Set(seen.map { $0.prefix(8) }).count == 40 && Set(seen.map { $0.suffix(8) }).count == 40)
  }

  @Test("whatever a user is answered holds the UUID and not the number of the user")
  func users() async throws {
    let desk = try await APIDesk()
    // A number that stands nowhere else.
    for number in 0..<40 { _ = try desk.user("filler-\(number)") }
    let mei = try desk.user("mei", [.init("id", 987_654)])
    #expect(mei.id == 987_654)
    try await desk.edit(.user, mei.uuid, ["event_subscriptions": [["event": "mazu"]]])
    try await desk.send("POST", "/api/user/events", ["title": "x", "rule": "lunar 3/25"], as: mei.token).expect(201)
    try await desk.send("PUT", "/api/user/device-token", ["token": "x", "platform": "ios"], as: mei.token).expect(200)
    _ = try desk.store.plan(days: 30, desk.change)
    for endpoint in APIService.endpoints where endpoint.access == .user && endpoint.method == .get {
      let reply = try await desk.get(RouteWalk(endpoint).target, as: mei.token)
      #expect(!reply.text.contains("987654"), "\(endpoint.path)")
    }
    let reminders = try await desk.get("/api/user/notifications", as: mei.token).json.list
    #expect(!reminders.isEmpty)
    #expect(reminders.allSatisfy { $0["user"] == .text(mei.uuid) && $0["key"].text?.hasPrefix(mei.uuid + "/") == true })
    let feed = try #require(try await desk.ask("POST", "/api/user/feed", as: mei.token).json["url"].text)
    let path = feed.dropFirst(APIDesk.site.count)
    #expect(try await !desk.get(String(path)).text.contains("987654"))
  }

  private struct Claims: Decodable {
    let uid: Int

    init(of token: String) throws {
      let payload = Base64URL.decode(Array(token.utf8.split(separator: UInt8(ascii: "."))[1]))
      self = try JSONDecoder().decode(Claims.self, from: Data(payload ?? []))
    }
  }

  @Test("an access token hides the number, and still says whose it is")
  func tokens() async throws {
    let desk = try await APIDesk()
    let (mei, lin) = (try desk.user("mei"), try desk.user("lin"))
    #expect(lin.id == mei.id + 1)
    let (first, second) = (try Claims(of: mei.token).uid, try Claims(of: lin.token).uid)
    #expect(first > 1 << 61 && abs(first - second) > 1_000_000)
    for user in [mei, lin] {
      #expect(desk.service.user(ofAccessToken: user.token, now: APIDesk.noon)?.id == user.id)
      // What was given out by an older version is good until it ends.
      let old = try desk.service.sessions.make(userID: user.id, uuid: user.uuid, now: APIDesk.noon).token
      #expect(desk.service.user(ofAccessToken: old, now: APIDesk.noon)?.id == user.id)
    }
    try await desk.send("PUT", "/api/user/settings", ["digest": true], as: mei.token).expect(200)
    #expect(try desk.store.audit(.user, limit: 1).first?.actor == "u\(mei.id)")
  }
}
