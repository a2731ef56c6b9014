public import Lunisolar

/// The lunisolar calendar of -2000 to 9999: the table where it reaches, and outside it the same words computed from the sun
/// and the moon by today's rule.
///
///     let calendar = AstronomicalCalendar(.chinese)
///     let date = try calendar.lunarDate(on: SolarDate(iso: "3000-02-01"))
///     date.isApproximate            // true
///
/// A computed year is marked approximate. Before 1645 people kept other rules (mean terms, another first month at times), so
/// what it gives there is not the date that they wrote; far in the future the day is at the mercy of the Earth's rotation.
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

  /// Towards 9999 the Gregorian year has run ahead of the sun: 小寒 can fall on 31 December of the year before.
  public func solarTerms(ofSolarYear year: Int) throws(CalendarError) -> SolarTermYear {
    if (1645...2600).contains(year) { return try LunisolarCalendar(variant).solarTerms(ofSolarYear: year) }
    guard (-2000...10_000).contains(year) else { throw .solarYearOutOfRange(year: year, valid: -2000...10_000) }
    return rule(for: year).solarTerms(ofSolarYear: year)
  }

  private func rule(for year: Int) -> MonthRule {
    MonthRule(utcOffsetHours: variant.utcOffsetHours(in: year))
  }
}
