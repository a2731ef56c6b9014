public import Lunisolar

extension FourPillars {
  /// The pillars of a moment, with the terms' instants from the ephemeris.
  ///
  /// - Parameters:
  ///   - unixTime: seconds of UTC since 1970.
  ///   - calendar: the calendar and its meridian.
  ///   - conventions: the boundaries of the pillars.
  /// - Throws: `CalendarError.solarDateOutOfRange` for a day outside the calendar's range.
  public init(
    atUnixTime unixTime: Int, calendar: some LunarYearSource, conventions: Conventions = .birthChart
  ) throws(CalendarError) {
    let hours = calendar.variant.utcOffsetHours
    let local = unixTime + hours * 3_600
    let secondOfDay = local.modulo(86_400)
    let date = SolarDate(julianDayNumber: (local - secondOfDay) / 86_400 + 2_440_588)
    try self.init(
      on: date, secondOfDay: secondOfDay, calendar: calendar, conventions: conventions,
      secondOfTerm: { term in
        let instant = term.instant(inSolarYear: date.year).unixTime() + Double(hours * 3_600)
        return Int((instant - Double(local - secondOfDay)).rounded(.up))
      })
  }
}
