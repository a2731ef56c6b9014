import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

/// One account that keeps as much as it can, and asks for more.
@Suite("how much one user may keep", .timed, .timeLimit(.minutes(20)))
struct OwnEventLimitTests {
  private let desk: APIDesk
  private let mei: DeskUser

  init() async throws {
    desk = try await APIDesk()
    mei = try desk.user("mei")
  }

  /// Days past the API, as an operator may add them.
  @discardableResult
  private func add(_ count: Int, characters: Int) throws -> [Record] {
    let drafts = (0..<count).map { number in
      Draft(fields: [
        .init("title", "\(number)"), .init("rule", "lunar 1/1"), .init("type", "custom"),
        .init("observance", "custom"), .init("owner", .text(mei.uuid)),
        .init("description", .text(String(repeating: "媽", count: characters))),
      ])
    }
    return try desk.store.add(drafts, to: .event, desk.change)
  }

  private func post(_ characters: Int) async throws -> Reply {
    let text = String(repeating: "媽", count: characters)
    return try await desk.send(
      "POST", "/api/user/events", ["title": "x", "rule": "lunar 1/1", "description": .text(text)], as: mei.token)
  }

  @Test("the texts of all days are bounded, whatever they stand in, and the answer says by what")
  func characters() async throws {
    for _ in 0..<14 { try await post(20_000).expect(201) }
    let reply = try await post(20_000)
    try reply.expectProblem(409)
    #expect(try reply.json["detail"].text?.contains("\(OwnEventLimits.characters) characters") == true)
    // What there still is room for is welcome.
    try await post(15_000).expect(201)
    let event = try #require(try await desk.get("/api/user/events?limit=1", as: mei.token).json.list.first)
    let path = "/api/user/events/\(event["id"].integer ?? 0)"
    for field in ["note", "worship_notes"] {
      try await desk.send("PUT", path, [field: .text(String(repeating: "x", count: 9_999))], as: mei.token)
        .expectProblem(409)
    }
    // A change that makes no text longer, or makes one shorter, is done.
    try await desk.send("PUT", path, ["rule": "lunar 2/2"], as: mei.token).expect(200)
    try await desk.send("PUT", path, ["description": "short"], as: mei.token).expect(200)
    try await post(19_000).expect(201)
    // Another user has the whole room.
    let lin = try desk.user("lin")
    try await desk.send("POST", "/api/user/events", ["title": "x", "rule": "lunar 1/1"], as: lin.token).expect(201)
  }

  @Test("who has more than that from before can read it, make it less, and add nothing")
  func older() async throws {
    let records = try add(20, characters: 20_000)
    try await post(1).expectProblem(409)
    #expect(try await desk.get("/api/user/events", as: mei.token).json.list.count == 20)
    let path = "/api/user/events/\(records[0].id ?? 0)"
    try await desk.send("PUT", path, ["description": .text(String(repeating: "x", count: 10_000))], as: mei.token)
      .expect(200)
    try await desk.send("PUT", path, ["description": .text(String(repeating: "x", count: 10_001))], as: mei.token)
      .expectProblem(409)
    try await desk.ask("DELETE", path, as: mei.token).expect(204)
  }

  @Test("the list has pages, by which all days are found once, and tells how many there are")
  func pages() async throws {
    let records = try add(250, characters: 1)
    let first = try await desk.get("/api/user/events", as: mei.token)
    #expect(try first.json.list.count == 100)
    #expect(first.header("X-Total-Count") == "250")
    let pages = try await desk.pages("/api/user/events?limit=60&lang=en&time_zone=UTC", as: mei.token)
    #expect(pages.map(\.count) == [60, 60, 60, 60, 10])
    #expect(pages.joined().map { $0["id"].integer } == records.map(\.id))
    // What has gone meanwhile stops nobody.
    let next = try #require(first.next)
    try desk.store.remove(.event, key: records[99].key, desk.change)
    #expect(try await desk.get(next, as: mei.token).json.list.first?["id"].integer == records[100].id)
    for query in ["limit=0", "limit=501", "limit=x"] {
      try await desk.get("/api/user/events?\(query)", as: mei.token).expectProblem(400, field: "limit")
    }
    for cursor in ["x", "-1", "1.5", "99999999999999999999"] {
      try await desk.get("/api/user/events?cursor=\(cursor)", as: mei.token).expectProblem(404, field: "cursor")
    }
    // Nobody pages through another's.
    #expect(try await desk.get("/api/user/events?cursor=1", as: desk.user("lin").token).json == [])
  }

  @Test("the audit log keeps what was changed, and of long texts of a user's own only the beginning")
  func audit() async throws {
    let id = try #require(try await post(20_000).json["id"].integer)
    let path = "/api/user/events/\(id)"
    try await desk.send("PUT", path, ["description": .text(String(repeating: "x", count: 20_000))], as: mei.token)
      .expect(200)
    try await desk.send("PUT", path, ["title": "y"], as: mei.token).expect(200)
    try await desk.ask("DELETE", path, as: mei.token).expect(204)
    let entries = try desk.store.audit(.event, limit: 4)
    #expect(entries.map(\.action) == ["remove", "edit", "edit", "add"])
    #expect(entries.allSatisfy { $0.before.json().utf8.count < 2_000 && $0.after.json().utf8.count < 2_000 })
    #expect(entries[1].before["title"] == "x" && entries[1].after["title"] == "y")
    #expect(entries[2].after["description"].text?.hasSuffix("… (20000 characters)") == true)
    // What everybody reads is an operator's to undo: it stays whole.
    try await desk.edit(.event, "mazu", ["description": .text(String(repeating: "x", count: 20_000))])
    let last = try #require(try desk.store.audit(.event, limit: 1).first)
    #expect(last.after["description"].text?.count == 20_000)
  }

  @Test("the private feed and the export of such an account are whole, and a feed of many days costs the limiter")
  func feed() async throws {
    try add(1_000, characters: 200)
    let feed = try desk.store.makeFeedToken(user: mei.uuid, desk.change)
    let reply = try await desk.get("/feeds/user/\(feed).ics")
    reply.expect(200)
    let tag = try #require(reply.header("ETag"))
    #expect(try await desk.get("/feeds/user/\(feed).ics", [("If-None-Match", tag)]).status == 304)
    let event = try #require(try await desk.get("/api/user/events?limit=1", as: mei.token).json.list.first)
    try await desk.send("PUT", "/api/user/events/\(event["id"].integer ?? 0)", ["title": "new"], as: mei.token)
      .expect(200)
    #expect(try await desk.get("/feeds/user/\(feed).ics", [("If-None-Match", tag)]).status == 200)
    #expect(try desk.store.export(.user).first { $0["uuid"] == .text(mei.uuid) }?["events"].list.count == 1_000)
    try await desk.get("/feeds/user/\(feed).ics").expect(200)

    let slow = try await APIDesk {
      $0.requestsPerSecond = 1
      $0.requestBurst = 12
    }
    let lin = try slow.user("lin")
    let drafts = (0..<500).map { number in
      Draft(fields: [
        .init("title", "\(number)"), .init("rule", "lunar 1/1"), .init("type", "custom"), .init("observance", "custom"),
        .init("owner", .text(lin.uuid)),
      ])
    }
    try slow.store.add(drafts, to: .event, slow.change)
    let address = "/feeds/user/\(try slow.store.makeFeedToken(user: lin.uuid, slow.change)).ics"
    for status in [200, 200, 429] { #expect(try await slow.get(address).status == status) }
  }
}
