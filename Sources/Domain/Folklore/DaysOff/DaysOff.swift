public import Lunisolar

/// The days off of Taiwan: weekends, the holidays that the law names, the days in lieu of holidays on a weekend, and what the government
/// announced for single years.
///
///     let year = daysOff.year(2026)
///     year?[day].isDayOff            // true on 2026-02-20
///     year?[day].name(in: .english)  // "Lunar New Year's Eve Eve (day in lieu)"
///
/// It follows the office calendar of the government (政府行政機關辦公日曆表), which schools, banks and most employers keep too. What only some
/// people have off is not in it: 勞動節 before the law of 2025, the days of soldiers and police, the ceremonies of the indigenous peoples,
/// typhoons.
public struct DaysOff: Hashable, Sendable {
  /// Those of one day find their days in lieu in this order.
  public let holidays: [Holiday]
  /// By year.
  public let announcements: [Announcement]

  /// Trusts that the years ascend, that what is referred to is there, and that no two holidays have one key.
  public init(holidays: [Holiday] = [], announcements: [Announcement] = []) {
    self.holidays = holidays
    self.announcements = announcements
  }

  /// A day that the law gives off to everybody.
  public struct Holiday: Hashable, Sendable {
    public let key: String
    public let name: LocalizedName
    /// Its years are those in which the law has it.
    public let rule: DateRule
    public let makeUp: MakeUp
    /// The holiday that this one makes room for when both fall on one day: it is kept the day before, or the day after where both fall on
    /// a Thursday (紀念日及節日實施條例, article 6, of 兒童節 and 清明節).
    public let givesWayTo: String?

    public init(key: String, name: LocalizedName, rule: DateRule, makeUp: MakeUp = .nearest, givesWayTo: String? = nil)
    {
      self.key = key
      self.name = name
      self.rule = rule
      self.makeUp = makeUp
      self.givesWayTo = givesWayTo
    }
  }

  /// Which workday is off in lieu of a holiday on a weekend.
  public enum MakeUp: String, CaseIterable, Hashable, Sendable {
    /// The one before a Saturday, the one after a Sunday.
    case nearest
    /// The next one, as it is at the New Year.
    case following
  }

  /// What the government announced for a year beyond the rules, or that there is nothing beyond them.
  public struct Announcement: Hashable, Sendable {
    public let year: Int
    /// The letter by which it was announced.
    public let document: String?
    public let sources: [String]
    public let swaps: [Swap]

    public init(year: Int, document: String? = nil, sources: [String], swaps: [Swap] = []) {
      self.year = year
      self.document = document
      self.sources = sources
      self.swaps = swaps
    }
  }

  /// A workday that is off (調整放假), and the day of a weekend that is worked for it (補行上班); or a day to which a day in lieu is moved,
  /// and the one by rule, which is worked.
  public struct Swap: Hashable, Sendable {
    public let off: SolarDate
    public let work: SolarDate
    /// The holiday beside which the day is off.
    public let holidayKey: String

    public init(off: SolarDate, work: SolarDate, holidayKey: String) {
      self.off = off
      self.work = work
      self.holidayKey = holidayKey
    }
  }

  /// The years of which it can be told: from the first announced one to the end of the calendar's table; nil where nothing is announced.
  public var years: ClosedRange<Int>? {
    announcements.first.map { $0.year...max($0.year, LunisolarCalendar.chinese.years.upperBound) }
  }

  public func announcement(of year: Int) -> Announcement? { announcements.first { $0.year == year } }

  func holiday(_ key: String) -> Holiday? { holidays.first { $0.key == key } }
}
