import Folklore
import HTTPTypes
import JSON
import Lunisolar

/// One date in both calendars, flat and small enough for a sensor: `/api/convert`. `/api/lunar` converts many.
enum ConvertEndpoint {
  static let all = [
    Endpoint(
      method: .get, path: "/api/convert", name: "convertDate",
      summary: "A date of either calendar, as people type it, in both calendars.", tag: .calendar,
      parameters: [
        date.declaration, CalendarEndpoints.variant.declaration, CommonParameters.timeZone.declaration,
        CommonParameters.language.declaration,
      ], schema: .schema("FlatDate"), caching: .shared(seconds: 300), freshness: .day, answer: convert)
  ]

  private static let date = Parameter<String>.text(
    "date",
    "The date: 2026-05-09, 115/5/9, 農曆三月廿三, 農曆2025年閏六月十五, 下週三, today; 明年媽祖生, 中秋前三天, Mid-Autumn 2027; today by default. A date without a year is today or the next such day. An instant is read in the zone of the request."
  ).example("農曆三月廿三")

  private static func convert(_ call: Call) async throws -> Answer {
    let variant = try call[CalendarEndpoints.variant] ?? .chinese
    let reader = call.reader(variant)
    var recorder = DateRecorder(variant: variant, language: call.language)
    let text = try call[date] ?? "\(call.today)"
    do throws(DateReadingError) {
      return .json(json(of: try recorder.record(try reader.read(text), reader), input: text))
    } catch {
      throw Problem.unreadable(error, "date")
    }
  }

  private static func json(of record: DateRecord, input: String) -> JSON {
    [
      "input": .text(input), "solar": "\(record.solar)", "weekday": .integer(record.weekday),
      "lunar_text": .text(record.lunar.text), "lunar_year": .integer(record.lunar.year),
      "lunar_month": .integer(record.lunar.month), "lunar_day": .integer(record.lunar.day),
      "isLeap": .flag(record.lunar.isLeap), "month_days": .integer(record.lunar.monthDays),
      "ganzhi": .text(record.ganzhi.year), "zodiac": .text(record.zodiac), "solar_term": JSON(record.solarTerm),
      "remark": JSON(record.notes.isEmpty ? nil : record.notes.joined(separator: "\n")),
    ]
  }
}

extension Problem {
  /// A parameter or argument that is no date, or names a day that does not exist.
  static func unreadable(_ error: DateReadingError, _ name: String) -> Problem {
    .field(name, code: error.code, Wording(of: error))
  }
}
