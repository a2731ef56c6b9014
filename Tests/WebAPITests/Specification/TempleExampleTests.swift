import Addresses
import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

/// The example of the specification's section 5.4, field by field.
@Suite("the specification's example of temples", .timed, .timeLimit(.minutes(20)))
struct TempleExampleTests {
  /// The temple of the example, 1.2 km north of where its reader stands.
  private func desk() async throws -> APIDesk {
    let desk = try await APIDesk()
    try await desk.add(
      .temple,
      [
        "key": "example-tianhou", "name": "鹿港天后宮", "address": "彰化縣鹿港鎮中山路430號", "lat": .real(24.15849),
        "lng": .real(120.6736), "main_deity": "媽祖", "deity": "mazu", "rating": .real(4.8), "open_time": "05:00-22:00",
        "phone": "(04) 777-9899",
      ])
    try await desk.add(
      .activity,
      [
        "key": "example-rite", "temple": "example-tianhou", "event": "mazu", "title": "媽祖聖誕慶典法會",
        "start_at": "2025-04-20T09:00:00+08:00", "end_at": "2025-04-20T16:00:00+08:00",
      ])
    return desk
  }

  private let query = "/api/temples?lat=24.1477&lng=120.6736&radius=10&deity=\(PercentEncoding.encode("媽祖"))"

  @Test("GET /api/temples?lat&lng&radius&deity, with what is held there next")
  func nearby() async throws {
    let desk = try await desk()
    let reply = try await desk.get(query)
    reply.expect(200)
    let list = try reply.json.list
    let temple = try #require(list.first)
    #expect(temple["name"] == "鹿港天后宮")
    #expect(temple["id"].integer != nil)
    #expect(temple["address"] == "彰化縣鹿港鎮中山路430號")
    #expect(temple["lat"] == .real(24.15849))
    #expect(temple["lng"] == .real(120.6736))
    #expect(temple["main_deity"] == "媽祖")
    #expect(temple["rating"] == .real(4.8))
    // 0.01079 degrees of a great circle of 6,371,008.8 m.
    #expect(abs((temple["distance"].real ?? 0) - 1.2) < 0.001)
    #expect(temple["open_time"] == "05:00-22:00")
    #expect(temple["phone"] == "(04) 777-9899")
    #expect(temple["special_event"]["title"] == "媽祖聖誕慶典法會")
    #expect(temple["special_event"]["date"] == "2025-04-20")
    #expect(temple["special_event"]["time"] == "09:00-16:00")
    let distances = list.compactMap { $0["distance"].real }
    #expect(distances.count == list.count && distances == distances.sorted() && distances.allSatisfy { $0 <= 10 })
  }

  @Test("the temple by number and by key, and what it holds")
  func details() async throws {
    let desk = try await desk()
    let id = try #require(try await desk.get(query).json.list.first?["id"].integer)
    let temple = try await desk.get("/api/temples/\(id)").json
    #expect(temple["id"] == .integer(id))
    #expect(temple["name"] == "鹿港天后宮")
    #expect(temple["special_event"]["date"] == "2025-04-20")
    #expect(try await desk.get("/api/temples/example-tianhou").json == temple)

    let held = try await desk.get("/api/temples/\(id)/activities").json
    let line = try #require(held.list.first)
    #expect(held.list.count == 1)
    #expect(line["title"] == "媽祖聖誕慶典法會")
    #expect(line["temple_id"] == .integer(id))
    #expect(line["event_id"] == 88)
    #expect(line["date"] == "2025-04-20")
    #expect(line["start_at"] == "2025-04-20T09:00:00+08:00")
    #expect(line["end_at"] == "2025-04-20T16:00:00+08:00")
    for address in ["/api/activities?event_id=88", "/api/activities?event_id=mazu&temple_id=example-tianhou"] {
      #expect(try await desk.get(address).json == held)
    }
    #expect(try await desk.get("/api/activities?event_id=1").json == [])
    // It has been held by May, and is not held in April of the year before.
    #expect(try await desk.get("/api/activities?from=2025-05-01&to=2025-05-31").json == [])
    #expect(try await desk.get("/api/activities?from=2024-04-01&to=2024-04-30").json == [])
  }

  @Test("an activity of every year is told with its next day")
  func yearly() async throws {
    let desk = try await desk()
    try await desk.add(
      .activity, ["key": "yearly", "temple": "example-tianhou", "title": "秋祭", "rule": "lunar 9/9"])
    let line = try await desk.get("/api/temples/example-tianhou/activities").json.list.first { $0["key"] == "yearly" }
    // 重陽 of 2025 is 29 October.
    #expect(line?["date"] == "2025-10-29")
    #expect(line?["rule"] == "lunar 9/9")
    #expect(line?["start_at"] == .null)
  }

  @Test("filters of temples: religion, county, event, open now, something held")
  func filters() async throws {
    let desk = try await desk()
    func keys(_ more: String) async throws -> [String] {
      let reply = try await desk.get("/api/temples?lat=24.1477&lng=120.6736&radius=300&limit=1000" + more)
      reply.expect(200)
      return try reply.json.list.compactMap { $0["key"].text }
    }
    let all = try await keys("")
    #expect(all.count > 100)
    #expect(try await keys("&has_activity=4") == ["example-tianhou"])
    #expect(try await keys("&has_activity=3") == [])
    let keeping = try await keys("&event=mazu")
    #expect(keeping.contains("example-tianhou") && keeping.count < all.count)
    let buddhist = try await desk.get(
      "/api/temples?lat=24&lng=121&radius=500&limit=1000&religion=\(PercentEncoding.encode("佛教"))")
    #expect(try buddhist.json.list.allSatisfy { $0["religion"] == "佛教" } && !buddhist.json.list.isEmpty)
    let tainan = try await desk.get(
      "/api/temples?lat=23&lng=120.2&radius=500&limit=1000&county=\(PercentEncoding.encode("台南市"))")
    #expect(try tainan.json.list.allSatisfy { $0["county"] == "臺南市" } && !tainan.json.list.isEmpty)
    for (one, other) in [("台南市", "臺南市"), ("台中", "臺中"), ("彰化县", "彰化縣")] {
      func found(_ text: String) async throws -> [String] {
        let reply = try await desk.get("/api/temples?limit=1000&q=\(PercentEncoding.encode(text))")
        return try reply.json.list.compactMap { $0["key"].text }
      }
      let keys = try await found(other)
      #expect(try await found(one) == keys && !keys.isEmpty, "\(one)")
    }
    // At midnight the temple of the example is closed, and those that do not say stay.
    desk.clock.advance(seconds: 12 * 3_600)
    let open = try await keys("&open_now=true")
    #expect(!open.contains("example-tianhou") && open.count < all.count)
    #expect(try await keys("&open_now=false").count == all.count)
    try await desk.edit(.temple, "longshan-mengjia", ["other_deities": ["mazu"]])
    try await desk.service.keeper.refresh()
    let main = try await keys("&deity=mazu&deity_match=main")
    let any = try await keys("&deity=mazu")
    #expect(main.contains("example-tianhou") && !main.contains("longshan-mengjia"))
    #expect(any.contains("example-tianhou") && any.contains("longshan-mengjia"))
  }

  @Test("temples without a place: all by number, also found by name")
  func all() async throws {
    let desk = try await desk()
    let found = try await desk.get("/api/temples?q=\(PercentEncoding.encode("鹿港天后宫"))").json.list
    #expect(found.compactMap { $0["name"].text } == ["鹿港天后宮", "鹿港天后宮"])
    #expect(found.compactMap { $0["id"].integer } == found.compactMap { $0["id"].integer }.sorted())
  }
}
