import Addresses
import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

/// The back office over HTTP: what is refused is what the store refuses, and what is changed is seen at once.
@Suite("records of the back office", .timed, .timeLimit(.minutes(20)))
struct RecordTests {
  private let desk: APIDesk
  private let admin: String

  init() async throws {
    desk = try await APIDesk()
    admin = try desk.token(.admin)
  }

  private func path(_ entity: Entity, _ key: String? = nil) -> String {
    "/api/admin/\(entity.plural)" + (key.map { "/" + PercentEncoding.encode($0) } ?? "")
  }

  /// A record of each kind, a change of it, and how its key is called in the path.
  private static let kinds: [(entity: Entity, key: String, new: JSON, change: JSON)] = [
    (.source, "TEST-1", ["key": "TEST-1", "title": "一本書", "note": "1980"], ["title": "另一本書"]),
    (
      .deity, "new-god", ["key": "new-god", "name": "新神", "aliases": ["新爺"], "role": "保平安"],
      ["role": nil, "name_en": "New"]
    ),
    (
      .event, "new-day",
      ["key": "new-day", "type": "festival", "observance": "festival", "title": "新節", "rule": "lunar 3/22"],
      ["rule": "lunar 3/24", "description": "說明"]
    ),
    (
      .temple, "new-temple",
      ["key": "new-temple", "name": "新廟", "lat": .real(24.5), "lng": .real(120.5), "deity": "mazu"],
      ["phone": "04-777", "events": [["event": "mazu", "rule": "lunar 3/22"]]]
    ),
    (
      .activity, "new-rite", ["key": "new-rite", "temple": "longshan-mengjia", "title": "新法會", "rule": "lunar 4/8"],
      ["title": "法會"]
    ),
    (.group, "new-group", ["key": "new-group", "name": "新組", "events": ["mazu", "guanyin"]], ["events": ["guanyin"]]),
    (
      .user, "0b1c2d3e-0000-4000-8000-000000000001",
      ["uuid": "0b1c2d3e-0000-4000-8000-000000000001", "email": "new@example.org", "display_name": "新人"],
      ["locale": "en", "display_name": "New"]
    ),
  ]

  @Test("added, read, listed, changed, removed: each kind", arguments: Entity.allCases)
  func life(entity: Entity) async throws {
    let kind = try #require(Self.kinds.first { $0.entity == entity })
    let one = path(entity, kind.key)
    let total = try await desk.get(path(entity), as: admin).header("X-Total-Count").flatMap { Int($0) } ?? 0
    let added = try await desk.send("POST", path(entity), kind.new, as: admin)
    added.expect(201)
    #expect(added.header("Location") == one)
    let record = try added.json
    for member in kind.new.members { #expect(record[member.name] == member.value, "\(member.name)") }
    #expect(record["created_at"] == "2025-04-17T04:00:00Z" && record["updated_at"] == "2025-04-17T04:00:00Z")
    let id = try #require(record["id"].integer)
    for address in [one, path(entity, "\(id)")] { #expect(try await desk.get(address, as: admin).json == record) }
    let list = try await desk.get(path(entity) + "?limit=1000", as: admin)
    #expect(try list.json.list.contains(record))
    #expect(list.header("X-Total-Count") == "\(total + 1)")
    // A second one of that key is not added.
    try await desk.send("POST", path(entity), kind.new, as: admin).expectProblem(422, field: entity.keyName)

    desk.clock.advance(seconds: 60)
    let changed = try await desk.send("PUT", one, kind.change, as: admin)
    changed.expect(200)
    for member in kind.change.members { #expect(try changed.json[member.name] == member.value, "\(member.name)") }
    #expect(try changed.json["updated_at"] == "2025-04-17T04:01:00Z")
    let untouched = Set(kind.change.members.map(\.name) + ["updated_at", "revision"])
    for member in record.members where !untouched.contains(member.name) {
      #expect(try changed.json[member.name] == member.value, "\(member.name)")
    }
    // What was read can be sent back, and changes nothing.
    let same = try await desk.send("PUT", path(entity, "\(id)"), changed.json, as: admin)
    same.expect(200)
    #expect(try same.json == changed.json)

    let removed = try await desk.ask("DELETE", one, as: admin)
    removed.expect(204)
    for method in ["GET", "DELETE"] { try await desk.ask(method, one, as: admin).expectProblem(404) }
    try await desk.send("PUT", one, kind.change, as: admin).expectProblem(404)
    #expect(try await desk.get(path(entity), as: admin).header("X-Total-Count") == "\(total)")
    #expect(try desk.store.faults() == [])
    // All three are in the audit log, with who did it.
    let log = try await desk.get("/api/admin/audit?entity=\(entity.rawValue)&key=\(kind.key)", as: admin).json.list
    // Of a user who is gone the log keeps neither key nor values.
    #expect(log.map { $0["action"] } == (entity == .user ? [] : ["remove", "edit", "add"]))
    #expect(log.allSatisfy { $0["actor"].text?.hasPrefix("token admin") == true })
  }

  @Test("what the store does not take is refused with the same faults, by field")
  func faults() async throws {
    let wrong: [(Entity, JSON, [String])] = [
      (.event, [:], ["key", "title", "rule"]),
      (
        .event, ["key": "Bad Key", "title": "x", "rule": "lunar 13/1", "type": "festival", "observance": "festival"],
        ["key", "rule"]
      ),
      (
        .event, ["key": "a", "title": "x", "rule": "lunar 1/1", "type": "party", "observance": "x"],
        ["type", "observance"]
      ),
      (.event, ["key": "a", "title": "x", "rule": "lunar 1/1", "deity": "none"], ["deity"]),
      (.temple, ["key": "a", "name": "x", "lat": 91, "lng": 120], ["lat"]),
      (.temple, ["key": "a", "name": "x", "open_time": "whenever"], ["open_time"]),
      (.deity, ["key": "a", "name": "", "image_url": "ftp://x"], ["name", "image_url"]),
      (.activity, ["key": "a", "title": "x", "temple": "none", "rule": "lunar 1/1"], ["temple"]),
      (.group, ["key": "a", "name": "x", "events": ["none"]], ["events"]),
      (.user, ["email": "no address", "locale": "fr"], ["email", "locale"]),
      (.source, ["key": "A", "title": 5], ["title"]),
      (.source, ["key": "A", "title": "x", "colour": "red"], ["colour"]),
    ]
    for (entity, body, fields) in wrong {
      let reply = try await desk.send("POST", path(entity), body, as: admin)
      try reply.expectProblem(422)
      let draft = Draft(fields: body.members.map { Draft.Given($0.name, $0.value) })
      let faults = #expect(throws: RecordFaults.self) { try desk.store.add([draft], to: entity, desk.change) }
      #expect(reply.faultyFields.sorted() == faults?.faults.map(\.field).sorted(), "\(reply.text)")
      #expect(Set(fields).isSubset(of: reply.faultyFields), "\(reply.text)")
    }
    for body in [[], "x", 1, nil] as [JSON] {
      try await desk.send("POST", path(.event), body, as: admin).expectProblem(422)
      try await desk.send("PUT", path(.event, "mazu"), body, as: admin).expectProblem(422)
    }
    try await desk.send("PUT", path(.event, "mazu"), ["rule": "lunar 0/1"], as: admin).expectProblem(422, field: "rule")
  }

  @Test("what lets somebody in is neither shown nor written")
  func secrets() async throws {
    let user = try desk.user()
    _ = try desk.token(.user, of: user)
    _ = try desk.store.makeFeedToken(user: user.uuid, desk.change)
    let record = try await desk.get(path(.user, user.uuid), as: admin).json
    for name in ["google_id", "feed_token_hash", "tokens"] {
      #expect(!record.members.contains { $0.name == name })
      try await desk.send("PUT", path(.user, user.uuid), .object([.init(name, "x")]), as: admin)
        .expectProblem(422, field: name)
    }
    // Also by the other names of a user.
    for name in ["u\(user.id)", "mei@example.org", "\(user.id)"] {
      #expect(try await desk.get(path(.user, name), as: admin).json == record)
    }
  }

  @Test("what is still referred to stays, and the answer says by what")
  func referred() async throws {
    let reply = try await desk.ask("DELETE", path(.deity, "mazu"), as: admin)
    try reply.expectProblem(409)
    #expect(try reply.json["detail"].text?.contains("mazu") == true)
    try await desk.get("/api/deities/mazu").expect(200)
  }

  @Test("two who change the same: the second is told so")
  func precondition() async throws {
    let one = path(.event, "mazu")
    let tag = try #require(try await desk.get(one, as: admin).header("ETag"))
    #expect(try await desk.get(one, as: admin, [("If-None-Match", tag)]).status == 304)
    try await desk.send("PUT", one, ["title": "一"], as: admin, [("If-Match", tag)]).expect(200)
    try await desk.send("PUT", one, ["title": "二"], as: admin, [("If-Match", tag)]).expectProblem(412)
    #expect(try await desk.get(one, as: admin).json["title"] == "一")
    let next = try #require(try await desk.get(one, as: admin).header("ETag"))
    #expect(next != tag)
    try await desk.send("PUT", one, ["title": "三"], as: admin, [("If-Match", "\(tag), \(next)")]).expect(200)
    try await desk.send("PUT", one, ["title": "四"], as: admin, [("If-Match", "*")]).expect(200)
    try await desk.send("PUT", one, ["title": "五"], as: admin).expect(200)
    try await desk.send("PUT", path(.event, "none"), ["title": "x"], as: admin, [("If-Match", tag)]).expectProblem(404)
  }

  @Test("a key that is a number is a key")
  func numbers() async throws {
    try await desk.send("POST", path(.source), ["key": "3", "title": "three"], as: admin).expect(201)
    #expect(try await desk.get(path(.source, "3"), as: admin).json["title"] == "three")
    try await desk.send("PUT", path(.source, "3"), ["title": "drei"], as: admin).expect(200)
    #expect(try desk.store.record(.source, key: "3")["title"] == "drei")
    let other = try desk.store.record(.source, id: 4)
    try await desk.send("PUT", path(.source, "4"), ["note": "by number"], as: admin).expect(200)
    #expect(try desk.store.record(.source, key: other.key)["note"] == "by number")
  }

  @Test("lists: searched, sorted, by fields; what cannot be chosen by is named")
  func lists() async throws {
    func keys(_ target: String) async throws -> [String] {
      let reply = try await desk.get("/api/admin/" + target, as: admin)
      reply.expect(200)
      return try reply.json.list.compactMap { $0["key"].text }
    }
    #expect(
      try await keys("events?deity=mazu&limit=1000").sorted()
        == ["baishatun-mazu", "beigang-mazu", "dajia-mazu", "mazu", "mazu-fly"])
    #expect(try await keys("events?q=%E5%AA%BD%E7%A5%96&limit=1000").contains("mazu"))
    #expect(try await keys("events?type=custom").isEmpty)
    #expect(try await keys("temples?town=%E8%90%AC%E8%8F%AF%E5%8D%80").contains("longshan-mengjia"))
    let sorted = try await keys("deities?sort=key&limit=1000")
    #expect(sorted == sorted.sorted() && sorted.count > 100)
    try await desk.get("/api/admin/events?type=party", as: admin).expectProblem(400, field: "type")
    try await desk.get("/api/admin/events?sort=colour", as: admin).expectProblem(400, field: "sort")
    try await desk.get("/api/admin/events?county=x", as: admin).expectProblem(400, field: "county")
    try await desk.get("/api/admin/temples?coordinate_quality=x", as: admin).expectProblem(
      400, field: "coordinate_quality")
    try await desk.get("/api/admin/users?email=x", as: admin).expectProblem(400, field: "email")
  }

  @Test("what is changed is seen by everybody at the next request")
  func seen() async throws {
    try await desk.send(
      "POST", path(.event),
      ["key": "new", "type": "festival", "observance": "festival", "title": "新節", "rule": "lunar 3/21"],
      as: admin
    ).expect(201)
    // 3/21 is two days before 媽祖聖誕.
    let list = try await desk.get("/api/events?from=2025-04-18&to=2025-04-18").json.list
    #expect(list.contains { $0["key"] == "new" })
    #expect(try await desk.get("/api/day/2025-04-18").text.contains("新節"))
    #expect(try await desk.get("/feeds/events.ics").text.contains("新節"))
    try await desk.send("PUT", path(.event, "new"), ["is_enabled": false], as: admin).expect(200)
    try await desk.get("/api/events/new").expectProblem(404)
    #expect(try await !desk.get("/api/events?from=2025-04-18&to=2025-04-18").text.contains("新節"))
    try await desk.send("PUT", path(.group, "mazu"), ["is_enabled": false], as: admin).expect(200)
    for target in [
      "/api/groups/mazu", "/api/groups/mazu/items", "/api/events?group=mazu", "/feeds/events.ics?group=mazu",
      "/feeds/events.ics?groups=mazu",
    ] {
      try await desk.get(target).expectProblem(404)
    }
    #expect(try await !desk.get("/api/groups").json.list.contains { $0["key"] == "mazu" })
    #expect(try await !desk.get("/feeds").text.contains("groups=mazu"))
    try await desk.send("PUT", path(.temple, "longshan-mengjia"), ["lat": .real(23.1), "lng": .real(120.1)], as: admin)
      .expect(200)
    let near = try await desk.get("/api/temples?lat=23.1&lng=120.1&radius=0.1").json.list
    #expect(near.map { $0["key"] } == ["longshan-mengjia"])
  }
}
