public import Lunisolar

/// The days off of Taiwan: weekends, the holidays of the law, the days in lieu of holidays on a weekend, and announced days of single years.
///
///     let year = daysOff.year(2026)
///     year?[day].isDayOff            // true on 2026-02-20
///     year?[day].name(in: .english)  // "Lunar New Year's Eve Eve (day in lieu)"
///
/// It follows the government's office calendar (政府行政機關辦公日曆表), which schools, banks and most employers use too. It omits days off for
/// some people only: 勞動節 before the law of 2025, the days of soldiers and police, the ceremonies of the indigenous peoples, typhoons.
public struct DaysOff: Hashable, Sendable {
  /// Holidays of one day get their days in lieu in this order.
  public let holidays: [Holiday]
  /// Sorted by year.
  public let announcements: [Announcement]

  /// Requires ascending years, valid references and unique keys.
  public init(holidays: [Holiday] = [], announcements: [Announcement] = []) {
    self.holidays = holidays
    self.announcements = announcements
  }

  /// A holiday of the law for everybody.
  public struct Holiday: Hashable, Sendable {
    public let key: String
    public let name: LocalizedName
    /// Its years are those in which the law contains it.
    public let rule: DateRule
    public let makeUp: MakeUp
    /// The holiday that has precedence on a common day. This one then moves to the day before, or to the day after if the common day is a
    /// Thursday (紀念日及節日實施條例, article 6, for 兒童節 and 清明節).
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

  /// The workday off in lieu of a holiday on a weekend.
  public enum MakeUp: String, CaseIterable, Hashable, Sendable {
    /// The workday before a Saturday, or after a Sunday.
    case nearest
    /// The next workday, as at New Year.
    case following
  }

  /// The government's announcement for a year: the changes to the rules, possibly none.
  public struct Announcement: Hashable, Sendable {
    public let year: Int
    /// The reference of the announcing letter.
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

  /// A workday off (調整放假) and the weekend day worked for it (補行上班); or the new day of a moved day in lieu and its day by rule, which is
  /// worked.
  public struct Swap: Hashable, Sendable {
    public let off: SolarDate
    public let work: SolarDate
    /// The holiday next to the day off.
    public let holidayKey: String

    public init(off: SolarDate, work: SolarDate, holidayKey: String) {
      self.off = off
      self.work = work
      self.holidayKey = holidayKey
    }
  }

  /// The years with data: from the first announced year to the end of the calendar's table; nil without announcements.
  public var years: ClosedRange<Int>? {
    announcements.first.map { $0.year...max($0.year, LunisolarCalendar.chinese.years.upperBound) }
  }

  public func announcement(of year: Int) -> Announcement? { announcements.first { $0.year == year } }

  func holiday(_ key: String) -> Holiday? { holidays.first { $0.key == key } }
}
