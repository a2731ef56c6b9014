import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

/// The examples of the specification's section 5.4, field by field. What we answer besides is left aside.
@Suite("the specification's examples of days", .timed, .timeLimit(.minutes(20)))
struct EventExampleTests {
  @Test("GET /api/events: 媽祖聖誕, three days from now")
  func events() async throws {
    let desk = try await APIDesk.reading
    let reply = try await desk.get("/api/events?from=2025-03-15&to=2025-04-30")
    reply.expect(200)
    #expect(reply.header("Content-Type") == "application/json; charset=utf-8")
    let list = try reply.json.list
    let line = try #require(list.first { $0["id"] == 88 })
    #expect(line["type"] == "deity")
    #expect(line["title"] == "媽祖聖誕")
    #expect(line["lunar"]["month"] == 3)
    #expect(line["lunar"]["day"] == 23)
    #expect(line["lunar"]["isLeap"] == false)
    #expect(line["solar_date"] == "2025-04-20")
    #expect(line["description"].text?.isEmpty == false)
    #expect(line["cover_url"] == .null)
    #expect(line["countdown_days"] == 3)
    // Every line has the fields, of these types, and stands in the range in order.
    for line in list {
      #expect(line["id"].integer != nil)
      #expect(["deity", "festival"].contains(line["type"].text))
      #expect(line["title"].text?.isEmpty == false)
      #expect((1...12).contains(line["lunar"]["month"].integer ?? 0))
      #expect((1...30).contains(line["lunar"]["day"].integer ?? 0))
      #expect(line["lunar"]["isLeap"].flag != nil)
      #expect(line["countdown_days"].integer != nil)
      #expect(line.members.contains { $0.name == "description" } && line.members.contains { $0.name == "cover_url" })
    }
    let dates = list.compactMap { $0["solar_date"].text }
    #expect(dates.count == list.count && dates == dates.sorted())
    #expect(dates.allSatisfy { ("2025-03-15"..."2025-04-30").contains($0) })
  }

  @Test("a picture that an editor gave is the cover")
  func cover() async throws {
    let desk = try await APIDesk()
    try await desk.edit(.event, "mazu", ["cover_url": "https://cdn.example.org/events/88.jpg"])
    let list = try await desk.get("/api/events?from=2025-04-20&to=2025-04-20").json.list
    #expect(list.first { $0["id"] == 88 }?["cover_url"] == "https://cdn.example.org/events/88.jpg")
  }

  @Test("GET /api/groups/ID and its items, in the order that the group has")
  func group() async throws {
    let made = try CivilTime.parse("2024-12-01T00:00:00Z").unixTime
    let desk = try await APIDesk(now: try CivilTime.parse("2025-01-01T12:00:00+08:00").unixTime)
    let group = try await desk.add(
      .group,
      [
        "key": "jian-2025", "name": "簡少年老師 2025 拜拜推薦", "description": "簡少年老師精選2025年最重要的拜拜時機",
        "video_url": "https://www.youtube.com/watch?v=example123",
        "events": ["mazu", "zhao", "chunjie", "qingming"],
      ], at: made)
    let id = try #require(group.id)
    let reply = try await desk.get("/api/groups/\(id)")
    reply.expect(200)
    let json = try reply.json
    #expect(json["id"] == .integer(id))
    #expect(json["name"] == "簡少年老師 2025 拜拜推薦")
    #expect(json["description"] == "簡少年老師精選2025年最重要的拜拜時機")
    #expect(json["enabled"] == true)
    #expect(json["video_url"] == "https://www.youtube.com/watch?v=example123")
    #expect(json["created_at"] == "2024-12-01T00:00:00Z")
    #expect(try await desk.get("/api/groups").json.list.contains(json))

    let items = try await desk.get("/api/groups/\(id)/items").json
    #expect(items.members.map(\.name).sorted() == ["deities", "festivals"])
    let deities = items["deities"].list
    #expect(deities.map { $0["id"] } == [88, 166])
    #expect(deities[0]["title"] == "媽祖聖誕")
    #expect(deities[0]["lunar"]["month"] == 3 && deities[0]["lunar"]["day"] == 23)
    #expect(deities[0]["solar_date"] == "2025-04-20")
    // 財神爺 of the example is 武財神趙公明.
    #expect(deities[1]["lunar"]["month"] == 3 && deities[1]["lunar"]["day"] == 15)
    #expect(deities[1]["solar_date"] == "2025-04-12")
    let festivals = items["festivals"].list
    #expect(festivals.map { $0["title"] } == ["春節", "清明節"])
    #expect(festivals[0]["id"] == 1)
    #expect(festivals[0]["lunar"]["month"] == 1 && festivals[0]["lunar"]["day"] == 1)
    #expect(festivals[0]["solar_date"] == "2025-01-29")
    // A day that the sun names has no lunar date. The example has 5 April; the sun stood at 15 degrees on the 4th at 20:48 in Taipei.
    #expect(!festivals[1].members.contains { $0.name == "lunar" })
    #expect(festivals[1]["solar_date"] == "2025-04-04")
  }

  @Test("POST /api/lunar: the solar dates of a lunar date")
  func lunar() async throws {
    let desk = try await APIDesk.reading
    let one = try await desk.send(
      "POST", "/api/lunar", ["lunar": ["year": 2025, "month": 3, "day": 23, "isLeap": false]])
    one.expect(200)
    #expect(try one.json["solar_dates"] == ["2025-04-20"])
    // Without a year this lunar year and the next four: 媽祖聖誕 of 2025 to 2029, by the almanac of Taiwan.
    let years = try await desk.send("POST", "/api/lunar", ["lunar": ["month": 3, "day": 23]]).json
    #expect(
      years["solar_dates"] == ["2025-04-20", "2026-05-09", "2027-04-29", "2028-04-17", "2029-05-06"])
    let batch = try await desk.send(
      "POST", "/api/lunar",
      [
        "lunar": [
          ["year": 2025, "month": 1, "day": 1, "isLeap": false], ["year": 2025, "month": 6, "day": 1, "isLeap": true],
        ]
      ]
    ).json
    #expect(batch["solar_dates"] == ["2025-01-29", "2025-07-25"])
  }
}
