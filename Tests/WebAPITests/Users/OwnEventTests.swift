import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("a user's own days and reminders", .timed, .timeLimit(.minutes(20)))
struct OwnEventTests {
  private let desk: APIDesk
  private let mei: DeskUser

  init() async throws {
    desk = try await APIDesk()
    mei = try desk.user("mei")
  }

  private func add(_ body: JSON) async throws -> Reply {
    try await desk.send("POST", "/api/user/events", body, as: mei.token)
  }

  private func reminders(_ query: String = "when=coming") async throws -> [JSON] {
    try await desk.get("/api/user/notifications?limit=500&" + query, as: mei.token).json.list
  }

  @Test("added, listed, read, changed, removed")
  func life() async throws {
    let reply = try await add(["title": "阿嬤忌日", "rule": "農曆三月廿五", "description": "三牲、水果"])
    reply.expect(201)
    let event = try reply.json
    let id = try #require(event["id"].integer)
    #expect(reply.header("Location") == "/api/user/events/\(id)")
    #expect(event["title"] == "阿嬤忌日" && event["type"] == "custom" && event["description"] == "三牲、水果")
    // The rule in its own form, and the next day: two days after 媽祖聖誕.
    #expect(event["rule"] == "lunar 3/25")
    #expect(event["solar_date"] == "2025-04-22" && event["countdown_days"] == 5)
    #expect(event["lunar"]["month"] == 3 && event["lunar"]["day"] == 25)
    #expect(try await desk.get("/api/user/events/\(id)", as: mei.token).json == event)
    #expect(try await desk.get("/api/user/events/\(event["key"].text ?? "")", as: mei.token).json == event)
    #expect(try await desk.get("/api/user/events", as: mei.token).json == [event])

    let changed = try await desk.send(
      "PUT", "/api/user/events/\(id)", ["rule": "lunar 4/2", "title": "外婆忌日"], as: mei.token)
    changed.expect(200)
    #expect(try changed.json["title"] == "外婆忌日")
    #expect(try changed.json["rule"] == "lunar 4/2")
    #expect(try changed.json["solar_date"] == "2025-04-29")
    #expect(try changed.json["description"] == "三牲、水果")
    #expect(try changed.json["id"] == .integer(id))
    #expect(
      try await desk.send("PUT", "/api/user/events/\(id)", ["description": nil], as: mei.token).json["description"]
        == .null)

    try await desk.ask("DELETE", "/api/user/events/\(id)", as: mei.token).expect(204)
    try await desk.get("/api/user/events/\(id)", as: mei.token).expectProblem(404)
    try await desk.ask("DELETE", "/api/user/events/\(id)", as: mei.token).expectProblem(404)
    #expect(try await desk.get("/api/user/events", as: mei.token).json == [])
  }

  @Test("a day of a leap month has its next day, however far off it is; one that is over has none")
  func far() async throws {
    // The leap months of 2025 and of 2033, in the calendar as issued.
    for (rule, day) in [("lunar 6L/15", "2025-08-08"), ("lunar 11L/1", "2033-12-22")] {
      let event = try await add(["title": "外婆生日", "rule": .text(rule)]).json
      #expect(event["solar_date"] == .text(day) && event["lunar"]["isLeap"] == true, "\(rule)")
    }
    let over = try await add(["title": "x", "rule": "solar 5/1 to=2020"]).json
    #expect(over["solar_date"] == .null && over["dates"] == [])
  }

  @Test("whether it is switched on is told")
  func isEnabled() async throws {
    let event = try await add(["title": "x", "rule": "lunar 3/25"]).json
    #expect(event["is_enabled"] == true)
    let path = "/api/user/events/\(event["id"].integer ?? 0)"
    #expect(try await desk.send("PUT", path, ["is_enabled": false], as: mei.token).json["is_enabled"] == false)
    #expect(try await desk.get(path, as: mei.token).json["is_enabled"] == false)
  }

  @Test("its reminders are planned, move with it, and go with it")
  func planned() async throws {
    _ = try desk.store.plan(days: 30, desk.change)
    let event = try await add(["title": "阿嬤忌日", "rule": "lunar 3/25"]).json
    let path = "/api/user/events/\(event["id"].integer ?? 0)"
    func dates() async throws -> [String] {
      try await reminders().filter { $0["event"]["id"] == event["id"] }.compactMap { $0["scheduled_at"].text }
    }
    // 22 April: three days before, the day before, the day itself, at eight in Taipei.
    #expect(try await dates() == ["2025-04-19T00:00:00Z", "2025-04-21T00:00:00Z", "2025-04-22T00:00:00Z"])
    try await desk.send("PUT", path, ["rule": "lunar 4/2"], as: mei.token).expect(200)
    #expect(try await dates() == ["2025-04-26T00:00:00Z", "2025-04-28T00:00:00Z", "2025-04-29T00:00:00Z"])
    try await desk.send("PUT", path, ["is_enabled": false], as: mei.token).expect(200)
    #expect(try await dates() == [])
    #expect(try await desk.get("/api/user/events", as: mei.token).json.list.count == 1)
    try await desk.send("PUT", path, ["is_enabled": true], as: mei.token).expect(200)
    #expect(try await dates().count == 3)
    try await desk.ask("DELETE", path, as: mei.token).expect(204)
    #expect(try await dates() == [])
  }

  @Test(
    "what is wrong is named, and nothing is added",
    arguments: [
      ("title", ["rule": "lunar 1/1"]), ("title", ["title": "", "rule": "lunar 1/1"]),
      ("title", ["title": 7, "rule": "lunar 1/1"]),
      ("rule", ["title": "x"]), ("rule", ["title": "x", "rule": "lunar 13/1"]),
      ("rule", ["title": "x", "rule": "soon"]),
      ("rule", ["title": "x", "rule": 5]), ("observance", ["title": "x", "rule": "lunar 1/1", "observance": "party"]),
      ("cover_url", ["title": "x", "rule": "lunar 1/1", "cover_url": "javascript:alert(1)"]),
      ("is_enabled", ["title": "x", "rule": "lunar 1/1", "is_enabled": "yes"]),
      ("type", ["title": "x", "rule": "lunar 1/1", "type": "deity"]),
      ("id", ["title": "x", "rule": "lunar 1/1", "id": 5]),
    ] as [(String, JSON)])
  func wrong(field: String, body: JSON) async throws {
    try await add(body).expectProblem(422, field: field)
    #expect(try await desk.get("/api/user/events", as: mei.token).json == [])
  }

  @Test("a user has a thousand days at most")
  func many() async throws {
    let drafts = (0..<1_000).map { number in
      Draft(fields: [
        .init("key", "own-\(number)"), .init("title", "x"), .init("rule", "lunar 1/1"), .init("type", "custom"),
        .init("observance", "custom"), .init("owner", .text(mei.uuid)),
      ])
    }
    try desk.store.add(drafts, to: .event, desk.change)
    try await add(["title": "x", "rule": "lunar 1/1"]).expectProblem(409)
  }

  // MARK: Notifications

  @Test("coming reminders by time, past ones the latest first, all from thirty days ago")
  func notifications() async throws {
    _ = try await add(["title": "阿嬤忌日", "rule": "lunar 3/25"])
    _ = try desk.store.plan(days: 30, desk.change)
    let planned = try await reminders()
    #expect(planned.contains { $0["title"].text?.contains("阿嬤忌日") == true })
    let first = try #require(planned.first)
    for name in ["key", "kind", "status", "body", "link", "scheduled_at"] {
      #expect(first[name].text?.isEmpty == false)
    }
    #expect(first["status"] == "queued" && first["occurrence"]["solar_date"].text != nil)
    let times = planned.compactMap { $0["scheduled_at"].text }
    #expect(times == times.sorted() && times.allSatisfy { $0 >= "2025-04-17T04:00:00Z" })
    #expect(try await reminders("when=past") == [])
    desk.clock.advance(seconds: 4 * 86_400)
    let past = try await reminders("when=past").compactMap { $0["scheduled_at"].text }
    #expect(!past.isEmpty && past == past.sorted().reversed() && past.allSatisfy { $0 < "2025-04-21T04:00:00Z" })
    let coming = try await reminders("when=coming").compactMap { $0["scheduled_at"].text }
    #expect(past.reversed() + coming == times)
    #expect(try await reminders("when=all").count == times.count)
    desk.clock.advance(seconds: 60 * 86_400)
    #expect(try await reminders("when=all") == [])
    #expect(try await reminders("when=past").count == times.count)
    #expect(try await reminders("when=past&status=sent") == [])
    #expect(try await reminders("when=past&status=queued").count == times.count)
    try await desk.get("/api/user/notifications?when=soon", as: mei.token).expectProblem(400, field: "when")
    try await desk.get("/api/user/notifications?status=lost", as: mei.token).expectProblem(400, field: "status")
  }

  @Test("scheduling plans what nobody has planned, and tells the next reminders")
  func schedule() async throws {
    _ = try await add(["title": "阿嬤忌日", "rule": "lunar 3/25"])
    #expect(try await reminders().isEmpty)
    let reply = try await desk.send("POST", "/api/notifications/schedule", [:], as: mei.token)
    reply.expect(200)
    let json = try reply.json
    let until = try CivilTime.parse(json["planned_until"].text ?? "").unixTime
    #expect(until > APIDesk.noon + 29 * 86_400)
    #expect(try desk.service.queue.plannedUntil() == until)
    let told = json["notifications"].list
    #expect(told.contains { $0["event"]["title"] == "阿嬤忌日" } && told.allSatisfy { $0["status"] == "queued" })
    #expect(told == Array(try await reminders().prefix(20)))
    // Again is no more.
    #expect(try await desk.send("POST", "/api/notifications/schedule", [:], as: mei.token).json == json)
    try await desk.send("POST", "/api/notifications/schedule", ["all": true], as: mei.token).expectProblem(
      422, field: "all")
  }
}
