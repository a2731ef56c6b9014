public import Lunisolar

/// The lunisolar calendar of -2000 to 9999: the table for its years, and outside it years computed from the sun and the
/// moon by today's rule.
///
///     let calendar = AstronomicalCalendar(.chinese)
///     let date = try calendar.lunarDate(on: SolarDate(iso: "3000-02-01"))
///     date.isApproximate            // true
///
/// Computed years are marked approximate. Before 1645 other rules applied (mean terms, at times another first month), so
/// results can differ from dates written then; far in the future the Earth's rotation makes the day uncertain.
public struct AstronomicalCalendar: LunarYearSource, Hashable {
  public let variant: CalendarVariant

  public init(_ variant: CalendarVariant) {
    self.variant = variant
  }

  public var years: ClosedRange<Int> { -2000...9999 }

  public func lunarYear(_ number: Int) throws(CalendarError) -> LunarYear {
    if LunisolarCalendar.tableYears.contains(number) { return try LunisolarCalendar(variant).lunarYear(number) }
    guard years.contains(number) else { throw .lunarYearOutOfRange(year: number, valid: years) }
    return rule(for: number).lunarYear(number, variant: variant, isApproximate: true)
  }

  /// Towards 9999 the Gregorian year is ahead of the sun: 小寒 can fall on 31 December of the year before.
  public func solarTerms(ofSolarYear year: Int) throws(CalendarError) -> SolarTermYear {
    if (1645...2600).contains(year) { return try LunisolarCalendar(variant).solarTerms(ofSolarYear: year) }
    guard (-2000...10_000).contains(year) else { throw .solarYearOutOfRange(year: year, valid: -2000...10_000) }
    return rule(for: year).solarTerms(ofSolarYear: year)
  }

  private func rule(for year: Int) -> MonthRule {
    MonthRule(utcOffsetHours: variant.utcOffsetHours(in: year))
  }
}
