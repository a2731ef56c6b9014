import JSON
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("POST /api/lunar", .timed, .timeLimit(.minutes(20)))
struct ConversionTests {
  private func convert(_ body: JSON, _ query: String = "") async throws -> JSON {
    let reply = try await APIDesk.reading.send("POST", "/api/lunar" + query, body)
    reply.expect(200)
    return try reply.json
  }

  @Test("both directions in one request, each date in its place")
  func both() async throws {
    let json = try await convert([
      "lunar": [["year": 2025, "month": 6, "day": 15, "isLeap": true], "2025-3-23", "農曆2025年八月十五"],
      "solar": ["2025-01-29", "2025-04-04"], "dates": ["2025-06-25", "農曆2025年閏六月初一"],
    ])
    let dates = json["dates"].list
    #expect(
      dates.map { $0["solar"] } == [
        "2025-08-08", "2025-04-20", "2025-10-06", "2025-01-29", "2025-04-04", "2025-06-25", "2025-07-25",
      ])
    let lunar = dates.map { date in
      ["year", "month", "day", "isLeap"].map { date["lunar"][$0].json() }.joined(separator: " ")
    }
    #expect(
      lunar == [
        "2025 6 15 true", "2025 3 23 false", "2025 8 15 false", "2025 1 1 false", "2025 3 7 false", "2025 6 1 false",
        "2025 6 1 true",
      ])
    #expect(dates[4]["solar_term"] == "清明")
    // 2025-01-29 is a Wednesday, 乙巳年, 戊戌日.
    #expect(dates[3]["weekday"] == 3 && dates[3]["ganzhi"]["year"] == "乙巳" && dates[3]["ganzhi"]["day"] == "戊戌")
    #expect(dates[3]["zodiac"] == "蛇" && dates[3]["lunar"]["text"].text?.contains("正月初一") == true)
  }

  @Test("a date that is none is told in its place, and the others are answered")
  func missing() async throws {
    let json = try await convert([
      "lunar": [
        ["year": 2025, "month": 5, "day": 1, "isLeap": true], ["year": 2025, "month": 13, "day": 1], "someday",
        "2025-3-23",
      ],
      "solar": ["2025-02-29", "2025-02-28"],
    ])
    let dates = json["dates"].list
    #expect(dates.map { $0["error"] == .null } == [false, false, false, true, false, true])
    #expect(dates.allSatisfy { $0["error"].text?.isEmpty != true && ($0["error"] == .null || $0["input"].text != nil) })
    #expect(dates[2]["input"] == "someday")
    #expect(json["solar_dates"].list.first == "2025-04-20")
  }

  @Test("an answer is a request that it takes: whole, its dates, its lunar dates, its solar dates")
  func roundTrip() async throws {
    let first = try await convert([
      "lunar": [["year": 2025, "month": 6, "day": 15, "isLeap": true], ["year": 2025, "month": 13, "day": 1]],
      "solar": ["2025-04-20", "2033-12-22", "2025-02-29"],
    ])
    let days: JSON = ["2025-08-08", "2025-04-20", "2033-12-22"]
    #expect(first["solar_dates"] == days)
    let known = first["dates"].list.filter { $0["error"] == .null }
    let whole = try await convert(first)
    #expect(whole["solar_dates"] == days && whole["dates"].list.filter { $0["error"] == .null } == known)
    #expect(whole["dates"].list.map { $0["input"] } == first["dates"].list.map { $0["input"] })
    let again: [JSON] = [
      ["dates": .list(known)], ["lunar": .list(known.map { $0["lunar"] })], ["solar": first["solar_dates"]],
      ["solar_dates": first["solar_dates"]],
    ]
    for body in again {
      let answer = try await convert(body)
      #expect(answer["solar_dates"] == days && answer["dates"] == .list(known), "\(body.json())")
    }
    // One alone, and what other JSON of folkcal calls a leap month.
    for name in ["isLeap", "is_leap"] {
      let lunar: JSON = .object([
        .init("year", 2025), .init("month", 6), .init("day", 15), .init(name, true), .init("month_days", 29),
      ])
      #expect(try await convert(["lunar": lunar])["solar_dates"] == ["2025-08-08"], "\(name)")
    }
    // A day of an event is a lunar date as well.
    let event = try await APIDesk.reading.get("/api/events/mazu").json
    #expect(try await convert(["lunar": event["lunar"]])["solar_dates"] == .list([event["solar_date"]]))
    // An answer in which no date exists.
    let none = try await convert(["solar": ["2025-02-30"]])
    #expect(try await convert(none) == none)
  }

  @Test("years of a lunar date without one; a leap month is there in some only")
  func years() async throws {
    let json = try await convert([
      "lunar": ["month": 6, "day": 1, "isLeap": true], "years": ["from": 2017, "to": 2025],
    ])
    // The sixth month was doubled in 2017 and 2025.
    #expect(json["solar_dates"] == ["2017-07-23", "2025-07-25"])
    #expect(json["dates"].list.count == 9)
    #expect(try await convert(["lunar": "1-1", "years": ["from": 2026, "to": 2026]])["solar_dates"] == ["2026-02-17"])
  }

  @Test("calendars of other zones: the new year of 1985 was a month earlier in Vietnam")
  func variants() async throws {
    let date: JSON = ["year": 1985, "month": 1, "day": 1]
    #expect(try await convert(["lunar": date])["solar_dates"] == ["1985-02-20"])
    #expect(try await convert(["lunar": date, "calendar": "vietnamese"])["solar_dates"] == ["1985-01-21"])
  }

  @Test("texts in the language of the asker")
  func languages() async throws {
    let english = try await convert(["solar": "2025-04-20"], "?lang=en")
    #expect(english["dates"].list.first?["zodiac"] == "Snake")
  }

  @Test("thousands at once, but not more than may be")
  func batch() async throws {
    let thousands = JSON.list(Array(repeating: "2025-04-20", count: 10_000))
    #expect(try await convert(["solar": thousands])["dates"].list.count == 10_000)
    let desk = try await APIDesk.reading
    try await desk.send("POST", "/api/lunar", ["solar": .list(thousands.list + ["2025-04-20"])]).expectProblem(413)
    // Twenty dates of 501 years each.
    let many: JSON = ["lunar": .list(Array(repeating: "1-1", count: 20)), "years": ["from": 2000, "to": 2500]]
    try await desk.send("POST", "/api/lunar", many).expectProblem(413)
  }

  @Test(
    "what is wrong is named by its place",
    arguments: [
      ("lunar[0]", ["lunar": [5]]), ("lunar", ["lunar": 5]), ("lunar", ["lunar": ["day": 1]]),
      ("lunar", ["lunar": ["month": 1]]),
      ("lunar[1].month", ["lunar": ["1-1", ["month": "a", "day": 1]]]),
      ("lunar.day", ["lunar": ["month": 1, "day": .real(1.5)]]),
      ("lunar.isLeap", ["lunar": ["month": 1, "day": 1, "isLeap": 1]]),
      ("lunar.is_leap", ["lunar": ["month": 1, "day": 1, "isLeap": true, "is_leap": false]]),
      ("lunar.month_days", ["lunar": ["month": 1, "day": 1, "month_days": "many"]]),
      ("lunar.text", ["lunar": ["month": 1, "day": 1, "text": 1]]),
      ("lunar.calendar", ["lunar": ["month": 1, "day": 1, "calendar": "korean"]]),
      ("dates[0]", ["dates": [["weekday": 1]]]),
      ("dates[0].solar", ["dates": [["solar": 1]]]),
      ("solar_dates[1]", ["solar_dates": ["2025-04-20", 1], "dates": ["2025-04-20"]]),
      ("lunar.hour", ["lunar": ["month": 1, "day": 1, "hour": 1]]),
      ("solar[2]", ["solar": ["2025-04-20", "2025-04-21", 5]]), ("solar", ["solar": [:]]), ("dates", ["dates": true]),
      ("years", ["lunar": "1-1", "years": 2025]), ("years", ["lunar": "1-1", "years": ["from": 2026, "to": 2025]]),
      ("years", ["lunar": "1-1", "years": ["from": 2025]]),
      ("years", ["lunar": "1-1", "years": ["from": -5_000, "to": 1]]),
      ("years", ["lunar": "1-1", "years": ["from": 2025, "to": 2026, "by": 1]]),
      ("calendar", ["solar": "2025-04-20", "calendar": "mayan"]), ("calendar", ["solar": "2025-04-20", "calendar": 1]),
      ("solar", ["solar": nil]), ("month", ["month": 3]),
    ] as [(String, JSON)])
  func wrong(field: String, body: JSON) async throws {
    try await APIDesk.reading.send("POST", "/api/lunar", body).expectProblem(422, field: field)
  }

  @Test(
    "one date alone that is none is 422, and in a list it is told in its place",
    arguments: [
      ("dates", "AAA"), ("solar", "AAA"), ("lunar", "AAA"), ("dates", "2025-02-30"), ("solar", "2025-02-30"),
      ("dates", ""), ("solar_dates", "AAA"), ("lunar", ["year": 2025, "month": 13, "day": 1]),
    ] as [(String, JSON)])
  func noDate(member: String, date: JSON) async throws {
    let desk = try await APIDesk.reading
    let alone = try await desk.send("POST", "/api/lunar", .object([.init(member, date)]))
    try alone.expectProblem(422, field: member)
    let listed = try await desk.send("POST", "/api/lunar", .object([.init(member, [date, date])]))
    listed.expect(200)
    #expect(try listed.json["dates"].list.count { $0["error"] != .null } == 2)
  }
}
