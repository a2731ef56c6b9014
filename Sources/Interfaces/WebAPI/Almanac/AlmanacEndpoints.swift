import Folklore
import HTTPTypes
import JSON
import Lunisolar

/// The almanac (農民曆): `/api/good-days`, `/api/day/{date}/reasons`, `/api/hours/{date}`, `/api/zodiac/{year}`.
enum AlmanacEndpoints {
  static let all = [
    Endpoint(
      method: .get, path: "/api/good-days", name: "listGoodDays",
      summary:
        "The days that are good for a purpose (宜) by 欽定協紀辨方書 (1741), with better hours, clash and what custom warns of. Almanacs that are sold often differ.",
      tag: .calendar,
      parameters: [
        purpose.declaration, from.declaration, until.declaration, avoidZodiac.declaration, birth.declaration,
        weekends.declaration, strict.declaration, CommonParameters.timeZone.declaration,
        CommonParameters.language.declaration,
      ], schema: .schema("GoodDays"), refusals: [.notFound], caching: .shared(seconds: 3_600), freshness: .day,
      answer: goodDays),
    Endpoint(
      method: .get, path: "/api/day/{date}/reasons", name: "explainDay",
      summary: "Why a day is good, bad or neither for a purpose: gods, rules and leaves of 欽定協紀辨方書.", tag: .calendar,
      parameters: [day, purposeOfDay.declaration, CommonParameters.language.declaration],
      schema: .schema("DayReasons"), refusals: [.notFound], caching: .shared(seconds: 86_400), freshness: .none
    ) { call in
      let (date, book) = (try call.dayInPath(), try call.service.almanac())
      let purpose = try read(call[purposeOfDay], book)
      return try Call.known { try .encoded(XiejiReasonsRecord(purpose, on: date, in: book, language: call.language)) }
    },
    Endpoint(
      method: .get, path: "/api/hours/{date}", name: "getHours",
      summary: "The twelve hours of a day, from 23:00 of the day before: pillar, path, gods, clash and 煞.",
      tag: .calendar,
      parameters: [day, CommonParameters.language.declaration],
      schema: .schema("Hours"), refusals: [.notFound], caching: .shared(seconds: 86_400), freshness: .none
    ) { call in
      let date = try call.dayInPath()
      return try Call.known { try .encoded(HoursRecord(on: date, variant: .chinese, language: call.language)) }
    },
    Endpoint(
      method: .get, path: "/api/zodiac/{year}", name: "getZodiacYear",
      summary: "太歲 of a year, the animals that offend it by two customs, and the twelve gods of the year.",
      tag: .calendar,
      parameters: [
        .inPath("year", "The year: 2027.", schema: ["type": "string", "pattern": "^[0-9]{4}$", "examples": ["2027"]]),
        CommonParameters.language.declaration,
      ], schema: .schema("ZodiacYear"), refusals: [.notFound], caching: .shared(seconds: 86_400), freshness: .none
    ) { call in
      guard call.id.utf8.count == 4, let year = Int(call.id) else {
        throw Problem(
          .notFound, .invalidDate, "「\(call.id.prefix(50))」不是年，例如 2027",
          "\"\(call.id.prefix(50))\" is no year such as 2027")
      }
      return try Call.known { try .encoded(ZodiacYearRecord(year, variant: .chinese, language: call.language)) }
    },
  ]

  // MARK: Parameters

  private static let day = ParameterDeclaration.inPath(
    "date", "The day: 2026-11-21.", schema: .dateText.adding(["examples": ["2026-11-21"]]))

  private static let purpose = purpose(
    "What for, in the book's words or today's: 嫁娶, 搬家, 開幕, wedding.", isRequired: true)
  /// Not required by the schema, because a path that names no day is not found, whatever is asked.
  private static let purposeOfDay = purpose("What for, as good days take it; always needed.", isRequired: false)

  private static func purpose(_ description: String, isRequired: Bool) -> Parameter<String> {
    let longest = XiejiBook.longestPurpose
    return Parameter<String>(
      "for", description, schema: ["type": "string", "minLength": 1, "maxLength": .integer(longest)],
      isRequired: isRequired
    ) { text throws(ParameterProblem) in
      guard (1...longest).contains(text.unicodeScalars.count) else {
        throw ParameterProblem(expected: "一件事，例如 嫁娶", "a purpose such as 嫁娶")
      }
      return text
    }.example("嫁娶")
  }
  private static let from = Parameter<SolarDate>.date("from", "The first day; today by default.").example("2027-01-01")
  private static let until = Parameter<SolarDate>.date(
    "until", "The last day, within 20 years of the first; 180 days from it by default."
  ).example("2027-06-30")
  private static let avoidZodiac = Parameter<Zodiac>(
    "avoid_zodiac", "No days that clash with this animal: 羊, goat.",
    schema: ["type": "string", "minLength": 1, "maxLength": 20]
  ) { text throws(ParameterProblem) in
    guard let zodiac = Zodiac(typed: text) else {
      throw ParameterProblem(
        expected: "生肖：" + Zodiac.allCases.map(\.name).joined(separator: "、"),
        "an animal: " + Zodiac.allCases.map(\.english).joined(separator: ", "))
    }
    return zodiac
  }
  private static let birth = Parameter<SolarDate>.date(
    "birth", "No days that clash with the year of this birth, which begins at 立春.")
  private static let weekends = Parameter<Bool>.flag("weekends", "true: only Saturdays and Sundays.")
  private static let strict = Parameter<Bool>.flag(
    "strict", "true: leave out 三娘煞, 月忌, 楊公忌, 四離 and 四絕.")

  // MARK: Answers

  private static func goodDays(_ call: Call) async throws -> Answer {
    let book = try call.service.almanac()
    var wishes = GoodDays.Wishes(for: try read(call[purpose], book))
    wishes.avoidedZodiac = try call[avoidZodiac]
    wishes.birth = try call[birth]
    wishes.onlyWeekends = try call[weekends] ?? false
    wishes.isStrict = try call[strict] ?? false
    let first = try call[from] ?? call.today
    let last = try call[until] ?? first.advanced(by: GoodDays.usualDays)
    // A year takes as long as a simple request.
    try call.charge(requests: Double(max(0, first.distance(to: last))) / 365)
    do {
      return try Call.known {
        try .encoded(GoodDaysRecord(wishes, in: (first, last), book: book, language: call.language))
      }
    } catch let error as GoodDaysError {
      throw Problem.field("until", code: error.code, Wording(of: error))
    }
  }

  private static func read(_ text: String?, _ book: XiejiBook) throws -> XiejiPurpose {
    guard let text else {
      throw Problem.field("for", .missingValue, "必填：例如 嫁娶", "is missing: write for example 嫁娶")
    }
    do {
      return try book.purpose(text)
    } catch {
      throw Problem.field("for", code: error.code, Wording(of: error))
    }
  }
}

extension APIService {
  /// The book of 宜忌.
  ///
  /// - Throws: `Problem` 404 where the data folder lacks it.
  func almanac() throws -> XiejiBook {
    guard let xieji else {
      throw Problem(
        .notFound, .noSuchRecord, "這台伺服器的資料夾沒有 xieji，所以沒有宜忌",
        "the data folder of this server has no xieji, so there is no 宜忌")
    }
    return xieji
  }
}
