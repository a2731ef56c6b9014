/// The 干支 of year, month, day and hour of a moment (四柱).
///
/// Schools differ on when a year, a month and a day begin; `Conventions` makes each choice explicit.
public struct FourPillars: Hashable, Sendable {
  public let year: StemBranch
  public let month: StemBranch
  public let day: StemBranch
  public let hour: StemBranch

  /// The boundaries of the pillars.
  public struct Conventions: Hashable, Sendable {
    /// The boundary of the year pillar.
    public enum YearBoundary: Hashable, Sendable {
      /// On lunar New Year's Day, as almanacs name a year.
      case newYear
      /// At 立春, as in 八字; by the day or by the instant, as the month boundary sets.
      case startOfSpring
    }

    /// The boundary of the month pillar, at each 節.
    public enum MonthBoundary: Hashable, Sendable {
      /// At the midnight before the term.
      case dayOfTerm
      /// At the term's instant.
      case instantOfTerm
    }

    /// The boundary of the day pillar.
    public enum DayBoundary: Hashable, Sendable {
      case midnight
      /// At 23:00, when the hour of 子 begins.
      case hourOfRat
    }

    public var year: YearBoundary
    public var month: MonthBoundary
    public var day: DayBoundary

    /// The conventions of a wall calendar: the year from New Year, the month by the day of its term, the day from midnight.
    public static let almanac = Conventions(year: .newYear, month: .dayOfTerm, day: .midnight)
    /// The conventions of 八字: the year from 立春 and the month from its term, both by the instant, the day from 23:00.
    public static let birthChart = Conventions(year: .startOfSpring, month: .instantOfTerm, day: .hourOfRat)

    public init(year: YearBoundary, month: MonthBoundary, day: DayBoundary) {
      self.year = year
      self.month = month
      self.day = day
    }
  }

  /// The pillars of a moment of a civil day.
  ///
  /// - Parameters:
  ///   - date: the civil day in the calendar's zone.
  ///   - secondOfDay: seconds since midnight, 0 to 86,399.
  ///   - calendar: the source of New Year and the days of the terms.
  ///   - conventions: the boundaries of the pillars.
  ///   - secondOfTerm: the second of the day at which a term on `date` begins; called only for `.instantOfTerm`. The
  ///     module Ephemeris supplies it.
  /// - Throws: the calendar's error for a day outside its range.
  public init(
    on date: SolarDate, secondOfDay: Int, calendar: some LunarYearSource, conventions: Conventions = .almanac,
    secondOfTerm: (SolarTerm) -> Int = { _ in 0 }
  ) throws(CalendarError) {
    let section = try Self.lastSection(
      on: date, secondOfDay: secondOfDay, calendar: calendar, conventions: conventions, secondOfTerm: secondOfTerm)
    month = StemBranch(ofMonthBeginningWith: section.term, solarYear: section.solarYear)
    switch conventions.year {
    case .newYear:
      year = StemBranch(ofYear: try calendar.lunarDate(on: date).year)
    case .startOfSpring:
      let isBeforeSpring = section.term == .minorCold
      year = StemBranch(ofYear: section.solarYear - (isBeforeSpring ? 1 : 0))
    }
    let isHourOfRat = secondOfDay >= 23 * 3_600
    let nextDay = StemBranch(ofDay: date.advanced(by: 1))
    day = isHourOfRat && conventions.day == .hourOfRat ? nextDay : StemBranch(ofDay: date)
    // 五鼠遁: the hour of 子 of a 甲 or 己 day is 甲子. From 23:00 it is the hour of the next day, for every day boundary.
    let hourBranch = (secondOfDay + 3_600) / 7_200 % 12
    let dayOfHour = isHourOfRat ? nextDay : StemBranch(ofDay: date)
    hour = StemBranch(index: dayOfHour.index * 12 + hourBranch)
  }

  /// The last 節 that has begun, and its solar year.
  private static func lastSection(
    on date: SolarDate, secondOfDay: Int, calendar: some LunarYearSource, conventions: Conventions,
    secondOfTerm: (SolarTerm) -> Int
  ) throws(CalendarError) -> (term: SolarTerm, solarYear: Int) {
    let terms = try calendar.solarTerms(around: date)
    let solarYear = terms.number
    // Before 小寒, the first 節 of the year, the month is that of last year's 大雪.
    guard let term = terms.lastTerm(onOrBefore: date) else { return (.majorSnow, solarYear - 1) }
    let order = term.rawValue / 2 * 2
    let begins = SolarTerm(order: order)
    guard conventions.month == .instantOfTerm, terms[begins] == date, secondOfDay < secondOfTerm(begins) else {
      return (begins, solarYear)
    }
    return order == 0 ? (.majorSnow, solarYear - 1) : (SolarTerm(order: order - 2), solarYear)
  }
}
