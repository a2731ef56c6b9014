import Folklore
import Foundation
import HTTPTypes
import JSON
import Lunisolar

/// Days in both calendars: `/api/lunar`, `/api/day`, `/api/month`.
enum CalendarEndpoints {
  static let all = [
    Endpoint(
      method: .post, path: "/api/lunar", name: "convertDates",
      summary: "Converts dates, one or thousands, from lunar to solar and back.", tag: .calendar,
      parameters: [CommonParameters.timeZone.declaration, CommonParameters.language.declaration],
      body: .schema("Conversion"), schema: .schema("Conversions"),
      refusals: [.contentTooLarge, .unsupportedMediaType, .unprocessableContent], changesNothing: true
    ) { call in
      let conversion = try Conversion(try await call.object(Conversion.members), call)
      return .json(try conversion.json())
    },
    Endpoint(
      method: .get, path: "/api/day/{date}", name: "getDay",
      summary: "A day in full: both calendars, term, moon, almanac, folk days, days off in Taiwan.",
      tag: .calendar,
      parameters: [
        .inPath("date", "The day: 2026-11-21.", schema: .dateText.adding(["examples": ["2026-11-21"]])),
        variant.declaration, CommonParameters.region.declaration, CommonParameters.maxWeight.declaration,
        CommonParameters.language.declaration,
      ], schema: .schema("Day"), refusals: [.notFound], caching: .shared(seconds: 3_600), freshness: .day
    ) { call in
      let date = try call.dayInPath()
      let record = try Call.known {
        try DayRecord(
          on: date, catalogue: call.data.catalogue, region: try call[CommonParameters.region] ?? .taiwan,
          maxWeight: try call[CommonParameters.maxWeight] ?? Event.weights.upperBound,
          daysOff: call.service.daysOff, xieji: call.service.xieji,
          variant: try call[variant] ?? .chinese, language: call.language)
      }
      return try .encoded(record)
    },
    Endpoint(
      method: .get, path: "/api/month/{month}", name: "getMonth",
      summary:
        "A month of the solar calendar, day by day, with lunar days, terms, moon, folk days and days off in Taiwan.",
      tag: .calendar,
      parameters: [
        .inPath(
          "month", "The month: 2026-11.",
          schema: ["type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])$", "examples": ["2026-11"]]),
        variant.declaration, CommonParameters.region.declaration, CommonParameters.maxWeight.declaration,
        CommonParameters.timeZone.declaration,
        CommonParameters.language.declaration, SkyEndpoints.lat.declaration, SkyEndpoints.lng.declaration,
        almanac.declaration,
      ], schema: .schema("Month"), refusals: [.notFound], caching: .shared(seconds: 3_600), freshness: .day
    ) { call in
      let parts = call.id.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2, let year = Int(parts[0]),
        let month = Int(parts[1]), (1...12).contains(month)
      else {
        throw Problem(
          .notFound, .invalidDate, "「\(call.id.prefix(50))」不是月份，例如 2026-11",
          "\"\(call.id.prefix(50))\" is no month such as 2026-11")
      }
      let record = try Call.known {
        try MonthRecord(
          year: year, month: month,
          events: try (call[CommonParameters.region] ?? .taiwan).events(
            of: call.data.catalogue.events, maxWeight: call[CommonParameters.maxWeight] ?? Event.weights.upperBound),
          daysOff: call.service.daysOff,
          xieji: call[almanac] == true ? call.service.almanac() : nil,
          viewpoint: call.query["lat"] == nil && call.query["lng"] == nil ? nil : SkyEndpoints.viewpoint(call),
          today: call.today,
          variant: try call[variant] ?? .chinese, language: call.language)
      }
      return try .encoded(record)
    },
  ]

  private static let almanac = Parameter<Bool>.flag(
    "almanac", "true: also 宜 and 忌 of each day by 欽定協紀辨方書 (1741).")

  static let variant = Parameter<CalendarVariant>(
    "calendar", "The calendar: chinese (UTC+8), vietnamese (UTC+7) or korean (UTC+9).",
    schema: .choice(CalendarVariant.allCases.map(\.name))
  ) { text throws(ParameterProblem) in
    guard let variant = CalendarVariant.allCases.first(where: { $0.name == text }) else {
      throw ParameterProblem(oneOf: CalendarVariant.allCases.map(\.name))
    }
    return variant
  }
}

extension Call {
  /// The day that the path names, as 2026-11-21.
  ///
  /// - Throws: `Problem` 404.
  func dayInPath() throws -> SolarDate {
    guard id.utf8.count == 10, let date = try? SolarDate(iso: id) else {
      throw Problem(
        .notFound, .invalidDate, "「\(id.prefix(50))」不是日期，例如 2026-11-21",
        "\"\(id.prefix(50))\" is no day such as 2026-11-21")
    }
    return date
  }

  /// Runs a body for which a day outside the calendars is not found.
  static func known<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as CalendarError { throw Problem(.notFound, .invalidDate, of: error) }
  }
}

extension Answer {
  /// A record as the command line prints it with `--json`, with the API's name for leap months.
  static func encoded(_ value: some Encodable) throws -> Answer {
    Answer(body: Array(try JSONEncoder.ofAnswers().encode(value)))
  }
}
