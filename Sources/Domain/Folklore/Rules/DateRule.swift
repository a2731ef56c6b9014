public import Lunisolar

/// The date rule of an event. Parsing happens once, at input.
///
///     let birthday = try DateRule("lunar 3/23")
///     try birthday.occurrences(in: year2025, calendar: LunisolarCalendar.chinese).map(\.date)   // [2025-04-20]
///
/// Data files, database, command line and API use this text; see `DateRule(_:)` for its grammar.
public struct DateRule: Hashable, Sendable {
  /// The days of the rule, before its options.
  public let pattern: Pattern
  /// The policy for a year that repeats the month. Lunar rules only.
  public let leap: LeapPolicy
  /// The policy for the 30th of a month with 29 days, and for 29 February.
  public let short: ShortMonthPolicy
  /// Days to shift each occurrence by; negative is earlier.
  public let offset: Int
  /// True if the observance begins at 23:00 of the evening before (子時).
  public let beginsOnEve: Bool
  /// The first and the last valid year: lunar years for lunar rules, solar years for others.
  public let firstYear: Int?
  public let lastYear: Int?
  /// The canonical text, stored because every record of a day contains it.
  public let description: String

  init(
    pattern: Pattern, leap: LeapPolicy = .regular, short: ShortMonthPolicy = .backward, offset: Int = 0,
    beginsOnEve: Bool = false, firstYear: Int? = nil, lastYear: Int? = nil
  ) {
    self.pattern = pattern
    self.leap = leap
    self.short = short
    self.offset = offset
    self.beginsOnEve = beginsOnEve
    self.firstYear = firstYear
    self.lastYear = lastYear
    description = Self.text(
      of: pattern, leap: leap, short: short, offset: offset, beginsOnEve: beginsOnEve, firstYear: firstYear,
      lastYear: lastYear)
  }

  /// True if an occurrence can last longer than a day.
  public var isWindow: Bool {
    switch pattern {
    case .lunarWindow: true
    case .announced(let days): days.contains { $0.last > $0.first }
    default: false
    }
  }

  /// True if the rule can fall more than once in one of its years.
  public var fallsOftenInAYear: Bool {
    switch pattern {
    case .lunarDays(let parts):
      parts.count > 1 || leap == .both
        || parts.contains { part in
          part.isEveryMonth || part.months.nonzeroBitCount + part.leapMonths.nonzeroBitCount > 1
            || part.days.nonzeroBitCount > 1
        }
    case .lunarWindow: leap == .both
    case .cycle: true
    case .announced(let days): zip(days, days.dropFirst()).contains { $0.first.year == $1.first.year }
    case .solarDay, .solarWeekday, .term, .termCycle: false
    }
  }

  /// The days of a rule, before its options.
  public enum Pattern: Hashable, Sendable {
    /// Days of lunar months: `lunar 3/23`, `lunar */1,15`, `lunar 1/8 2/7,9,19`.
    case lunarDays([LunarDays])
    /// From one day of a lunar month to another: `lunar 7/1..7/last`.
    case lunarWindow(first: LunarPoint, last: LunarPoint)
    /// A day of the solar year: `solar 5/1`.
    case solarDay(month: Int, day: Int)
    /// A weekday of a solar month: `solar 5/sun#2`; a negative ordinal counts from the month's end.
    case solarWeekday(month: Int, weekday: Weekday, ordinal: Int)
    /// A solar term, or days before or after it: `term 清明`, `term 冬至 -1`.
    case term(SolarTerm, days: Int)
    /// `term 夏至 庚#3`: the third 庚 day on or after the term; `term 清明 sun#1`: the first Sunday behind it, and with -1 before it.
    case termCycle(SolarTerm, CycleDay, ordinal: Int)
    /// `cycle 甲子`: each such day of the cycle of sixty.
    case cycle(StemBranch)
    /// `announced 2025-04-04..2025-04-13 2026-04-17`: the announced days, in order.
    case announced([AnnouncedDays])
  }

  /// Days of a set of lunar months.
  public struct LunarDays: Hashable, Sendable {
    /// Bit m set: regular month m, 1 to 12.
    let months: UInt16
    /// Bit m set: leap month m.
    let leapMonths: UInt16
    /// Every month, including leap months.
    let isEveryMonth: Bool
    /// Bit d set: day d, 1 to 30; bit 31: the last day.
    let days: UInt32

    static let lastDayBit: UInt32 = 1 << 31
  }

  /// A day of a lunar month, the start or end of a window.
  public struct LunarPoint: Hashable, Sendable {
    let month: Int
    let isLeap: Bool
    /// 1 to 30; nil for the last day.
    let day: Int?
  }

  /// The days with a stem or a branch, or of the week.
  public enum CycleDay: Hashable, Sendable {
    case stem(HeavenlyStem)
    case branch(EarthlyBranch)
    case weekday(Weekday)
  }

  /// The policy for a year that repeats the month of a rule.
  public enum LeapPolicy: String, CaseIterable, Hashable, Sendable {
    /// The regular month only.
    case regular
    /// The leap month if there is one, else the regular month.
    case leap
    /// Both months.
    case both
  }

  /// The policy for the 30th of a month with 29 days (RFC 7529, section 4.1: `SKIP`).
  public enum ShortMonthPolicy: String, CaseIterable, Hashable, Sendable {
    /// The 29th, `SKIP=BACKWARD`.
    case backward
    /// The 1st of the next month, `SKIP=FORWARD`.
    case forward
    /// No day, `SKIP=OMIT`.
    case omit
  }
}

/// A solar day, or a window of days, of a rule.
public struct Occurrence: Hashable, Sendable {
  /// The day; the first day of a window.
  public let date: SolarDate
  /// The last day of a window; otherwise the same day.
  public let lastDate: SolarDate
  /// The lunar date of `date`.
  public let lunarDate: LunarDate
  /// The year of the rule: the lunar year for lunar rules, the solar year for others. An offset does not change it.
  public let ruleYear: Int

  init(date: SolarDate, lastDate: SolarDate, lunarDate: LunarDate, ruleYear: Int) {
    self.date = date
    self.lastDate = lastDate
    self.lunarDate = lunarDate
    self.ruleYear = ruleYear
  }

  /// The number of days; 1 except for windows.
  public var dayCount: Int { date.distance(to: lastDate) + 1 }
}
