public import Lunisolar

/// The four pillars of a birth: year and month by the instant, everywhere on the Earth the same; day and hour by the clock of the
/// birthplace.
///
///     // 23:30 in Taipei on 4 May 1990: the day that begins at 23:00
///     let pillars = try BirthPillars(
///       atUnixTime: 641_835_000, clockOffsetSeconds: 28_800, calendar: LunisolarCalendar.chinese)
///     pillars.day.name      // 庚午
public struct BirthPillars: Hashable, Sendable {
  public let year: StemBranch
  public let month: StemBranch
  public let day: StemBranch
  public let hour: StemBranch

  /// - Parameters:
  ///   - unixTime: seconds of UTC since 1970.
  ///   - clockOffsetSeconds: seconds that the birthplace's clock is ahead of UTC: its standard time without summer time, or the
  ///     sun's time (``SkyPlace/solarOffsetSeconds(atUnixTime:deltaT:)``).
  ///   - calendar: the calendar and its meridian.
  ///   - conventions: the boundaries of the pillars.
  /// - Throws: `CalendarError.solarDateOutOfRange` for a day outside the calendar's range.
  public init(
    atUnixTime unixTime: Int, clockOffsetSeconds: Int, calendar: some LunarYearSource,
    conventions: FourPillars.Conventions = .birthChart
  ) throws(CalendarError) {
    let instant = try FourPillars(atUnixTime: unixTime, calendar: calendar, conventions: conventions)
    let local = unixTime + clockOffsetSeconds
    let secondOfDay = local.modulo(86_400)
    let date = SolarDate(julianDayNumber: (local - secondOfDay) / 86_400 + 2_440_588)
    // Only day and hour are taken, which need no term.
    let clock = try FourPillars(
      on: date, secondOfDay: secondOfDay, calendar: calendar,
      conventions: FourPillars.Conventions(year: conventions.year, month: .dayOfTerm, day: conventions.day))
    (year, month, day, hour) = (instant.year, instant.month, clock.day, clock.hour)
  }
}
