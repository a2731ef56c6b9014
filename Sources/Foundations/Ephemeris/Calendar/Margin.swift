public import Lunisolar

/// The distance of an instant from the midnight that decides its day.
public struct Margin: Hashable, Sendable {
  /// Seconds to the nearest midnight at the calendar's meridian: positive after it, negative before it.
  public let seconds: Double
  /// True if the day stays the same within the standard error of Delta-T.
  public let isCertain: Bool

  init(of instant: SkyInstant, utcOffsetHours: Int, deltaT: DeltaT) {
    let local = instant.unixTime(deltaT) + Double(utcOffsetHours) * 3_600
    let sinceMidnight = local - (local / 86_400).rounded(.down) * 86_400
    seconds = sinceMidnight < 43_200 ? sinceMidnight : sinceMidnight - 86_400
    isCertain = abs(seconds) > deltaT.standardError(atJulianDate: instant.julianDateTT)
  }

  private init(settled seconds: Double) {
    self.seconds = seconds
    isCertain = true
  }

  /// The same margin for a day of an issued calendar, which cannot change.
  func settled() -> Margin { Margin(settled: seconds) }
}

/// The new moon that begins a month.
public struct MonthStart: Hashable, Sendable {
  /// The instant of the new moon.
  public let newMoon: SkyInstant
  /// The distance of the new moon from the midnight that begins or ends the first day.
  public let margin: Margin
  /// True if the issued calendar began the month on a day other than the new moon's.
  public let isIssuedOtherwise: Bool

  /// The new moon nearest to the first day of a calendar month.
  ///
  /// Months up to the last known year of Delta-T are certain: their calendars are issued.
  public init(of month: LunarMonth, variant: CalendarVariant, deltaT: DeltaT = .current) {
    let hours = variant.utcOffsetHours(in: month.year)
    let lunation = nearestLunation(toJulianDate: Double(month.firstDay.julianDayNumber))
    newMoon = PrincipalPhase.newMoon.instant(inLunation: lunation)
    let margin = Margin(of: newMoon, utcOffsetHours: hours, deltaT: deltaT)
    let isIssued =
      LunisolarCalendar.tableYears.contains(month.year) && month.firstDay.year <= deltaT.lastKnownYear
    self.margin = isIssued ? margin.settled() : margin
    isIssuedOtherwise = newMoon.dayNumber(utcOffsetHours: hours, deltaT) != month.firstDay.julianDayNumber
  }
}

extension SolarTerm {
  /// The distance of the term of a solar year from the midnight that decides its day.
  public func margin(
    inSolarYear year: Int, variant: CalendarVariant, deltaT: DeltaT = .current
  ) -> Margin {
    Margin(of: instant(inSolarYear: year), utcOffsetHours: variant.utcOffsetHours(in: year), deltaT: deltaT)
  }
}
