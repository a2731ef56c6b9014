import Ephemeris
public import Lunisolar

/// The days that are good for a purpose, as in `days --json` and the API.
public struct GoodDaysRecord: Encodable, Hashable, Sendable {
  /// The purpose in today's words, and the book's items that stand for it.
  public let purpose: String
  public let items: [String]
  /// What was asked for, if the book does not have it and `items` are used instead; else null.
  @ExplicitNull public internal(set) var askedFor: String?
  public let book: String
  public let from: SolarDate
  public let until: SolarDate
  public let days: [Day]
  /// Good days that were left out, by the reason: `zodiac`, `birth`, `weekday`, `strict`.
  public let leftOut: [String: Int]
  /// The next such day after the range, if none was found in it.
  @ExplicitNull public internal(set) var next: Day?
  public let notes: [String]

  public struct Day: Encodable, Hashable, Sendable {
    public let date: SolarDate
    /// ISO 8601: Monday is 1, Sunday is 7.
    public let weekday: Int
    public let lunar: UpcomingRecord.Lunar
    public let lunarText: String
    public let pillar: String
    /// How the day's gods were weighed.
    public let gradeText: String
    /// The hours on the yellow path (黃道) without 日破 and 五不遇: those with more good gods first.
    public let hours: [Hour]
    public let clash: HoursRecord.Hour.Clash
    public let cautions: [String]

    enum CodingKeys: String, CodingKey {
      case date, weekday, lunar, pillar, hours, clash, cautions
      case lunarText = "lunar_text"
      case gradeText = "grade_text"
    }
  }

  public struct Hour: Encodable, Hashable, Sendable {
    public let pillar: String
    /// On the clock: `23:00`, of the day before for 子.
    public let begins: String
    public let ends: String
    public let gods: [String]
  }

  enum CodingKeys: String, CodingKey {
    case purpose, items, book, from, until, days, next, notes
    case askedFor = "asked_for"
    case leftOut = "left_out"
  }

  /// How many years after the range are searched for the next day.
  static let yearsAhead = 10

  /// - Throws: `GoodDaysError` for a range that is reversed or too long, `CalendarError` for one outside the calendar.
  public init(
    _ wishes: GoodDays.Wishes, in range: (from: SolarDate, until: SolarDate), book: XiejiBook,
    variant: CalendarVariant = .chinese, language: Language
  ) throws {
    let (from, until) = range
    let calendar = AstronomicalCalendar(variant)
    guard from <= until else { throw GoodDaysError.reversed(from: from, until: until) }
    guard from.advanced(by: 366 * GoodDays.longestYears) >= until else {
      throw GoodDaysError.tooLong(from: from, until: until)
    }
    let found = try GoodDays(wishes, in: from...until, book: book, calendar: calendar)
    purpose = wishes.purpose.name.text(in: language)
    items = book.names(of: wishes.purpose.items)
    self.book = XiejiBook.title(in: language)
    self.from = from
    self.until = until
    days = try found.days.map { day throws(CalendarError) in try Day(day, calendar, language) }
    leftOut = Dictionary(uniqueKeysWithValues: found.leftOut.map { ($0.key.rawValue, $0.value) })
    askedFor = wishes.purpose.standsFor
    if found.days.isEmpty {
      let first = until.advanced(by: 1)
      let last = min(
        first.advanced(by: 366 * Self.yearsAhead), try calendar.solarDates.upperBound.advanced(by: -400))
      if first <= last {
        let following = try GoodDays(wishes, in: first...last, book: book, calendar: calendar, limit: 1)
        next = try following.days.first.map { day throws(CalendarError) in try Day(day, calendar, language) }
      }
    }
    notes = Self.notes(wishes, found, language)
  }

  private static func notes(_ wishes: GoodDays.Wishes, _ found: GoodDays, _ language: Language) -> [String] {
    let name = wishes.purpose.name.text(in: language)
    var notes: [String] = []
    if let asked = wishes.purpose.standsFor {
      notes.append(
        language.say(
          "書裡沒有「\(asked)」，用「\(name)」的日子。", "书里没有“\(asked)”，用“\(name)”的日子。",
          "The book does not have \(asked); these are the days for \(name)."))
    }
    if found.days.isEmpty {
      let total = found.leftOut.values.reduce(0, +)
      notes.append(
        total == 0
          ? language.say(
            "這段期間沒有一天宜\(name)。", "这段期间没有一天宜\(name)。", "No day in this range is good for \(name).")
          : language.say(
            "這段期間宜\(name)的 \(total) 天都不合條件：", "这段期间宜\(name)的 \(total) 天都不合条件：",
            "All \(total) days that are good for \(name) were left out: ")
            + GoodDays.Reason.allCases.compactMap { reason in
              found.leftOut[reason].map { "\(reason.name(in: language)) \($0)" }
            }.joined(separator: language.say("、", "、", ", ")))
    }
    notes.append(XiejiRecord.caveat(in: language))
    return notes
  }
}

extension GoodDays.Reason {
  /// Why a day was left out: 沖生肖, 平日.
  func name(in language: Language) -> String {
    switch self {
    case .zodiac: language.say("沖到要避開的生肖", "冲到要避开的生肖", "clashes with the animal to avoid")
    case .birth: language.say("沖到出生年", "冲到出生年", "clashes with the year of birth")
    case .weekday: language.say("不是週末", "不是周末", "not on a weekend")
    case .strict: language.say("有民間避開的日子", "有民间避开的日子", "a day that custom avoids")
    }
  }
}

extension GoodDaysRecord.Day {
  init(_ day: GoodDays.Day, _ calendar: some LunarYearSource, _ language: Language) throws(CalendarError) {
    let lunarDate = try calendar.lunarDate(on: day.date)
    let place = StemBranch(ofDay: day.date)
    date = day.date
    weekday = day.date.weekday.rawValue
    lunar = UpcomingRecord.Lunar(lunarDate)
    lunarText = lunarDate.text(in: language)
    pillar = place.name
    gradeText = day.verdict.grade.name(in: language)
    let best = AlmanacHour.hours(of: place).filter { hour in
      hour.god.isYellowPath && !hour.gods.contains(.opposition) && !hour.gods.contains(.fiveMisses)
    }
    hours = best.sorted { one, other in
      let (first, second) = (one.balance, other.balance)
      return first != second ? first > second : one.branch.rawValue < other.branch.rawValue
    }.map { hour in
      GoodDaysRecord.Hour(
        pillar: hour.pillar.name, begins: hour.beginText, ends: hour.endText,
        gods: [hour.god.name.term(in: language)] + hour.gods.filter(\.isGood).map { $0.name.term(in: language) })
    }
    let clashing = place.clashing
    let age = clashing.youngestAge(inLunarYear: lunarDate.year)
    clash = HoursRecord.Hour.Clash(
      zodiac: Zodiac(branch: clashing.branch).name(in: language, of: calendar.variant), pillar: clashing.name,
      ages: [age, age + 60])
    cautions = day.cautions.map { $0.name.text(in: language) }
  }
}

extension AlmanacHour {
  /// The good gods less the bad ones.
  fileprivate var balance: Int { gods.reduce(0) { $0 + ($1.isGood ? 1 : -1) } }
}

/// A range that cannot be searched.
public enum GoodDaysError: SpokenError, Hashable {
  case reversed(from: SolarDate, until: SolarDate)
  case tooLong(from: SolarDate, until: SolarDate)

  public var description: String {
    switch self {
    case .reversed(let from, let until): "\(from) is after \(until): give the earlier day first"
    case .tooLong(let from, let until):
      "from \(from) to \(until) is more than \(GoodDays.longestYears) years: give a shorter range"
    }
  }

  public var chinese: String {
    switch self {
    case .reversed(let from, let until): "\(from) 在 \(until) 之後：請把較早的日子寫在前面"
    case .tooLong(let from, let until): "\(from) 到 \(until) 超過 \(GoodDays.longestYears) 年：請縮短範圍"
    }
  }

  public var code: String {
    switch self {
    case .reversed: "reversed_range"
    case .tooLong: "range_too_long"
    }
  }
}
