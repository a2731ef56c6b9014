public import Lunisolar

/// The rule by which an event falls: parsed once, at the edge; then a value that yields days.
///
///     let birthday = try DateRule("lunar 3/23")
///     try birthday.occurrences(in: year2025, calendar: LunisolarCalendar.chinese).map(\.date)   // [2025-04-20]
///
/// The text is what stands in `data/`, in the database, on the command line and in the API: see `DateRule(_:)` for its grammar.
public struct DateRule: Hashable, Sendable {
  /// What the rule is about.
  public let pattern: Pattern
  /// What happens in a year that repeats the month. Lunar rules only.
  public let leap: LeapPolicy
  /// What happens to the 30th of a month that has 29 days, and to 29 February.
  public let short: ShortMonthPolicy
  /// Days to shift every occurrence by; negative is earlier.
  public let offset: Int
  /// Whether the observance begins at 23:00 of the evening before (子時).
  public let beginsOnEve: Bool
  /// The first and the last year in which the rule counts: lunar years of lunar rules, solar years of others.
  public let firstYear: Int?
  public let lastYear: Int?
  /// The canonical text, made once: every record of a day has it.
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

  /// Whether it can fall more than once in one of its years.
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

  /// What a rule is about, before its options.
  public enum Pattern: Hashable, Sendable {
    /// Days of lunar months: `lunar 3/23`, `lunar */1,15`, `lunar 1/8 2/7,9,19`.
    case lunarDays([LunarDays])
    /// From a day of a lunar month to another: `lunar 7/1..7/last`.
    case lunarWindow(first: LunarPoint, last: LunarPoint)
    /// `solar 5/1`.
    case solarDay(month: Int, day: Int)
    /// `solar 5/sun#2`; a negative ordinal counts from the month's end.
    case solarWeekday(month: Int, weekday: Weekday, ordinal: Int)
    /// `term 清明`, `term 冬至 -1`.
    case term(SolarTerm, days: Int)
    /// `term 夏至 庚#3`: the third 庚 day on or after the term.
    case termCycle(SolarTerm, CycleDay, ordinal: Int)
    /// `cycle 甲子`: every such day of the cycle of sixty.
    case cycle(StemBranch)
    /// `announced 2025-04-04..2025-04-13 2026-04-17`: the days that are known, in order.
    case announced([AnnouncedDays])
  }

  /// Days of a set of lunar months.
  public struct LunarDays: Hashable, Sendable {
    /// Bit m set: regular month m, 1 to 12.
    let months: UInt16
    /// Bit m set: leap month m.
    let leapMonths: UInt16
    /// Every month, leap months too.
    let isEveryMonth: Bool
    /// Bit d set: day d, 1 to 30; bit 31: the last day.
    let days: UInt32

    static let lastDayBit: UInt32 = 1 << 31
  }

  /// A day of a lunar month as a window's end names it.
  public struct LunarPoint: Hashable, Sendable {
    let month: Int
    let isLeap: Bool
    /// 1 to 30; nil for the last day.
    let day: Int?
  }

  /// The days that bear a stem or a branch.
  public enum CycleDay: Hashable, Sendable {
    case stem(HeavenlyStem)
    case branch(EarthlyBranch)
  }

  /// In a year that repeats the month of a rule.
  public enum LeapPolicy: String, CaseIterable, Hashable, Sendable {
    /// Only the regular month counts.
    case regular
    /// Only the leap month, where there is one; else the regular month.
    case leap
    /// Both.
    case both
  }

  /// For the 30th of a month of 29 days (RFC 7529, section 4.1: `SKIP`).
  public enum ShortMonthPolicy: String, CaseIterable, Hashable, Sendable {
    /// The 29th, `SKIP=BACKWARD`.
    case backward
    /// The 1st of the next month, `SKIP=FORWARD`.
    case forward
    /// Not at all, `SKIP=OMIT`.
    case omit
  }
}

/// A solar day, or a window of days, on which a rule falls.
public struct Occurrence: Hashable, Sendable {
  /// The day; the first day of a window.
  public let date: SolarDate
  /// The same day, or the last day of a window.
  public let lastDate: SolarDate
  /// The lunar date of `date`.
  public let lunarDate: LunarDate
  /// The year by which the rule names it: the lunar year of lunar rules, the solar year of others. A shift does not change it.
  public let ruleYear: Int

  init(date: SolarDate, lastDate: SolarDate, lunarDate: LunarDate, ruleYear: Int) {
    self.date = date
    self.lastDate = lastDate
    self.lunarDate = lunarDate
    self.ruleYear = ruleYear
  }

  /// How many days it lasts, 1 but for windows.
  public var dayCount: Int { date.distance(to: lastDate) + 1 }
}
