internal import Lunisolar

/// An eclipse of the sun or the moon, of 1900-2100.
///
///     for eclipse in try Eclipse.all(inYears: 2026...2027) { print(eclipse.greatest.unixTime()) }
public enum Eclipse: Hashable, Sendable {
  case solar(SolarEclipse)
  case lunar(LunarEclipse)

  /// The years of the table: those of the canon with which it was compared.
  public static let years = 1900...2100

  public var greatest: SkyInstant {
    switch self {
    case .solar(let eclipse): eclipse.greatest
    case .lunar(let eclipse): eclipse.greatest
    }
  }

  /// The eclipses whose greatest is in some years of universal time, in order.
  ///
  /// - Throws: ``EclipseError/noTable(years:)`` for a year outside ``years``.
  public static func all(inYears years: ClosedRange<Int>) throws(EclipseError) -> [Eclipse] {
    guard Self.years.contains(years.lowerBound), Self.years.contains(years.upperBound) else {
      throw .noTable(years: years)
    }
    return all(inDays: firstDay(of: years.lowerBound)..<firstDay(of: years.upperBound + 1))
  }

  /// The eclipses whose greatest is on some days of universal time, in order; days outside ``years`` have none.
  ///
  /// - Parameter days: Julian Day Numbers.
  package static func all(inDays days: Range<Int>) -> [Eclipse] {
    let days = days.clamped(to: firstDay(of: years.lowerBound)..<firstDay(of: years.upperBound + 1))
    let solar = corrections(EclipseResiduals.solar, solar: true, days).compactMap { SolarEclipse($0) }
    let lunar = corrections(EclipseResiduals.lunar, solar: false, days).compactMap { LunarEclipse($0) }
    return (solar.map(Eclipse.solar) + lunar.map(Eclipse.lunar)).filter {
      days.contains($0.greatest.dayNumber(utcOffsetHours: 0))
    }.sorted { $0.greatest < $1.greatest }
  }

  private static func firstDay(of year: Int) -> Int {
    SolarDate(uncheckedYear: year, month: 1, day: 1).julianDayNumber
  }

  private static func corrections(
    _ table: ResidualTable, solar isSolar: Bool, _ days: Range<Int>
  ) -> [EclipseCorrection] {
    let first = nearestLunation(toJulianDate: Double(days.lowerBound)) - 1
    let last = nearestLunation(toJulianDate: Double(days.upperBound)) + 1
    let rows = 0..<(table.count / EclipseCorrection.columns)
    return rows.filter { row in
      table.steps(at: row * EclipseCorrection.columns).map { (first...last).contains($0) } == true
    }.compactMap { EclipseCorrection(row: $0, of: table, solar: isSolar) }
  }
}

/// The reason why there are no eclipses.
public enum EclipseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A year outside the table.
  case noTable(years: ClosedRange<Int>)

  public var description: String {
    switch self {
    case .noTable(let years):
      "\(years.lowerBound) to \(years.upperBound): eclipses are known for 1900 to 2100"
    }
  }
}
