import JSON
import Sinks
import TestSupport
import Testing

@testable import WebAPI

/// `/api/convert` and `/api/upcoming`: small answers that a device asks for every few minutes. The server's day is 2025-04-17.
@Suite("answers for sensors", .timed)
struct SensorTests {
  @Test("a date is given in both calendars in one flat record")
  func convert() async throws {
    let reply = try await APIDesk.reading.get("/api/convert?date=2025-07-25")
    reply.expect(200)
    let json = try reply.json
    // 2025 repeats its sixth month from 25 July (Central Weather Administration, calendar of 2025).
    #expect(json["solar"] == "2025-07-25" && json["weekday"] == 5)
    #expect(json["lunar_text"] == "農曆閏六月初一" && json["isLeap"] == true)
    #expect([json["lunar_year"], json["lunar_month"], json["lunar_day"]] == [2025, 6, 1])
    #expect(json["ganzhi"] == "乙巳" && json["zodiac"] == "蛇" && json["solar_term"] == .null && json["remark"] == .null)
    #expect(json.members.allSatisfy { $0.value.members.isEmpty && $0.value.list.isEmpty })
  }

  @Test(
    "every form that people type is taken",
    arguments: [
      ("114/4/20", "2025-04-20"), ("20250420", "2025-04-20"), ("農曆三月廿三", "2025-04-20"), ("今天", "2025-04-17"),
      ("today", "2025-04-17"), ("+3", "2025-04-20"), ("下週三", "2025-04-23"), ("除夕", "2026-02-16"),
    ])
  func forms(text: String, solar: String) async throws {
    let reply = try await APIDesk.reading.get("/api/convert?date=" + Self.encoded(text))
    reply.expect(200)
    #expect(try reply.json["solar"] == .text(solar), "\(reply.text)")
    #expect(try reply.json["input"] == .text(text))
  }

  @Test("without a date it is today, and says nothing else")
  func today() async throws {
    let json = try await APIDesk.reading.get("/api/convert").json
    #expect(json["solar"] == "2025-04-17" && json["remark"] == .null)
    let other = try await APIDesk.reading.get("/api/convert?time_zone=America/Los_Angeles").json
    #expect(other["solar"] == "2025-04-16")
  }

  @Test("how a date was read that can mean two things is the remark")
  func remark() async throws {
    let reply = try await APIDesk.reading.get("/api/convert?date=" + Self.encoded("農曆三月廿三"))
    #expect(try reply.json["remark"].text?.contains("2025") == true)
  }

  @Test(
    "what is no date is refused with dates that are",
    arguments: [
      ("2026-02-30", "2026-02-28"), ("someday", "2025-04-17"), ("農曆2025年閏三月初一", "閏的是六月"),
    ])
  func wrong(text: String, advice: String) async throws {
    let reply = try await APIDesk.reading.get("/api/convert?lang=zh-Hant&date=" + Self.encoded(text))
    try reply.expectProblem(400, field: "date")
    #expect(reply.text.contains(advice) && reply.text.contains(text))
  }

  @Test("the next day is one small record")
  func next() async throws {
    let reply = try await APIDesk.reading.get("/api/upcoming?limit=1&type=deity&q=" + Self.encoded("媽祖聖誕"))
    reply.expect(200)
    let day = try reply.json[0]
    #expect(day["title"] == "媽祖聖誕" && day["solar_date"] == "2025-04-20" && day["countdown_days"] == 3)
    #expect(try reply.json.list.count == 1)
    #expect(reply.body.count < 1_000)
    let english = try await APIDesk.reading.get("/api/upcoming?limit=1&deity=mazu&days=400&lang=en").json[0]
    #expect(english["title"] == "Birthday of Mazu")
  }

  @Test("days come by date, count from the first, and are those of /api/events")
  func list() async throws {
    let desk = try await APIDesk.reading
    let days = try await desk.get("/api/upcoming?from=2025-05-01&days=31").json.list
    let events = try await desk.get("/api/events?from=2025-05-01&to=2025-05-31").json.list
    #expect(!days.isEmpty)
    #expect(days.map { [$0["solar_date"], $0["key"]] } == events.map { [$0["solar_date"], $0["key"]] })
    #expect(
      days.allSatisfy { $0["solar_date"].text.map { Int($0.suffix(2)) } == ($0["countdown_days"].integer ?? 99) + 1 })
  }

  @Test(
    "both may be kept for some minutes, and have a tag that changes with the day",
    arguments: [
      "/api/convert?date=today", "/api/upcoming?limit=1",
    ])
  func caching(target: String) async throws {
    let desk = try await APIDesk()
    let first = try await desk.get(target)
    #expect(first.header("Cache-Control") == "public, max-age=300")
    let tag = try #require(first.header("ETag"))
    try await desk.get(target, [("If-None-Match", tag)]).expect(304)
    desk.clock.advance(seconds: 86_400)
    let second = try await desk.get(target, [("If-None-Match", tag)])
    second.expect(200)
    #expect(second.body != first.body)
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }
}
