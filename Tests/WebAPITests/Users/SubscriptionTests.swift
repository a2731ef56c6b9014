import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("what a user follows", .timed, .timeLimit(.minutes(20)))
struct SubscriptionTests {
  private let desk: APIDesk
  private let mei: DeskUser

  init() async throws {
    desk = try await APIDesk()
    mei = try desk.user("mei")
    try await desk.send(
      "PUT", "/api/user/settings", ["newmoon_enabled": false, "fullmoon_enabled": false], as: mei.token
    )
    .expect(200)
    _ = try desk.store.plan(days: 60, desk.change)
  }

  private func put(_ kind: String, _ items: JSON) async throws -> Reply {
    try await desk.send("PUT", "/api/user/\(kind)-subscriptions", ["subscriptions": items], as: mei.token)
  }

  /// The keys of the events of which reminders are planned.
  private func planned() async throws -> Set<String> {
    Set(
      try await desk.get("/api/user/notifications?when=coming&limit=500", as: mei.token).json.list
        .compactMap { $0["event"]["key"].text })
  }

  @Test("events by number and by key: followed, switched off, forgotten")
  func events() async throws {
    let reply = try await put("event", [["event_id": 88], ["event": "qingming", "enabled": false]])
    reply.expect(200)
    let expected: JSON = [
      ["event_id": 88, "event": "mazu", "title": "媽祖聖誕", "enabled": true],
      ["event_id": 17, "event": "qingming", "title": "清明節", "enabled": false],
    ]
    #expect(try reply.json == expected || sorted(reply.json) == sorted(expected))
    #expect(try await sorted(desk.get("/api/user/event-subscriptions", as: mei.token).json) == sorted(expected))
    #expect(try await planned() == ["mazu"])
    // Those that are not named stay.
    let more = try await put("event", [["event": "guanyin", "enabled": true], ["event": "mazu", "enabled": false]]).json
    #expect(Set(more.list.compactMap { $0["event"].text }) == ["mazu", "qingming", "guanyin"])
    #expect(try await planned().isEmpty)
    let less = try await put("event", [["event_id": 88, "enabled": nil], ["event": "qingming", "enabled": nil]]).json
    #expect(less.list.map { $0["event"] } == ["guanyin"])
    #expect(try await put("event", []).json == less)
    #expect(try await put("event", [["event": "mazu", "enabled": nil]]).json == less)
  }

  private func sorted(_ list: JSON) -> [String] {
    list.list.map { item in
      ["event_id", "event", "title", "enabled"].map { item[$0].json() }.joined(separator: " ")
    }.sorted()
  }

  @Test("groups bring their events; an event that is switched off stays away; a group that is left takes them along")
  func groups() async throws {
    let id = try #require(try await desk.get("/api/groups/mazu").json["id"].integer)
    let reply = try await put("group", [["group_id": .integer(id)]])
    reply.expect(200)
    let line = try #require(try reply.json.list.first)
    #expect(
      line["group_id"] == .integer(id) && line["group"] == "mazu" && line["name"] == "媽祖信仰" && line["enabled"] == true)
    #expect(try await planned().contains("mazu"))
    try await put("event", [["event": "mazu", "enabled": false]]).expect(200)
    #expect(try await !planned().contains("mazu"))
    try await put("event", [["event": "mazu", "enabled": nil]]).expect(200)
    try await put("group", [["group": "mazu", "enabled": false]]).expect(200)
    #expect(try await planned().isEmpty)
    #expect(
      try await desk.get("/api/user/group-subscriptions", as: mei.token).json.list.map { $0["enabled"] } == [false])
    try await put("group", [["group": "mazu", "enabled": nil]]).expect(200)
    #expect(try await desk.get("/api/user/group-subscriptions", as: mei.token).json == [])
  }

  @Test("names are in the language that is asked for")
  func language() async throws {
    try await put("event", [["event": "mazu"]]).expect(200)
    let reply = try await desk.get("/api/user/event-subscriptions", as: mei.token, [("Accept-Language", "en")])
    #expect(try reply.json.list.map { $0["title"] } == ["Birthday of Mazu"])
  }

  @Test(
    "what cannot be followed is named by its place, and nothing of the request is done",
    arguments: [
      [:], ["event": "none"], ["event_id": 99_999], ["event_id": "88"], ["event": 88],
      ["event": "mazu", "event_id": 88],
      ["event": "mazu", "enabled": "yes"], ["event": "mazu", "since": 1], "mazu", 88, nil,
    ] as [JSON])
  func wrong(item: JSON) async throws {
    try await put("event", [["event": "qingming"], item]).expectProblem(422, field: "subscriptions[1]")
    #expect(try await desk.get("/api/user/event-subscriptions", as: mei.token).json == [])
  }

  @Test("a list is needed, of a thousand at most; and events and groups are not confounded")
  func lists() async throws {
    for body in [[:], ["subscriptions": nil], ["subscriptions": [:]], ["subscriptions": "mazu"]] as [JSON] {
      for kind in ["event", "group"] {
        try await desk.send("PUT", "/api/user/\(kind)-subscriptions", body, as: mei.token)
          .expectProblem(422, field: "subscriptions")
      }
    }
    try await put("event", .list(Array(repeating: ["event": "mazu"], count: 1_001))).expectProblem(
      422, field: "subscriptions")
    #expect(try await put("event", .list(Array(repeating: ["event": "mazu"], count: 1_000))).json.list.count == 1)
    try await put("group", [["event": "mazu"]]).expectProblem(422, field: "subscriptions[0]")
    try await put("group", [["group": "seasonal"], ["group": "none"]]).expectProblem(422, field: "subscriptions[1]")
  }

  @Test("an event or a group that is switched off for everybody cannot be followed anew")
  func disabled() async throws {
    try await put("group", [["group": "mazu"]]).expect(200)
    try await desk.edit(.event, "mazu", ["is_enabled": false])
    try await desk.edit(.group, "mazu", ["is_enabled": false])
    try await put("event", [["event": "mazu"]]).expectProblem(422, field: "subscriptions[0]")
    // Who follows it already still sees so.
    #expect(
      try await desk.get("/api/user/group-subscriptions", as: mei.token).json.list.map { $0["group"] } == ["mazu"])
    #expect(try await planned().isEmpty)
  }
}
