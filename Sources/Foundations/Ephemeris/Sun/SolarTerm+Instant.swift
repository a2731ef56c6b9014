public import Lunisolar

extension SolarTerm {
  /// The instant of this term in a solar year.
  ///
  /// Within 0.1 s of JPL's DE440 for solar years 1600-2600. Other years use the formula alone, accurate to about a minute
  /// near that range and to some hours at the ends of -2000...9999.
  public func instant(inSolarYear year: Int) -> SkyInstant {
    let formula = Self.formulaJulianDate(order: rawValue, solarYear: year)
    guard let residual = TermResiduals.table.seconds(at: (year - 1600) * 24 + rawValue) else {
      return SkyInstant(julianDateTT: formula)
    }
    return SkyInstant(julianDateTT: formula + residual / 86_400)
  }

  /// The Julian date in Terrestrial Time at which `SunLongitude` reaches the longitude of a term.
  package static func formulaJulianDate(order: Int, solarYear: Int) -> Double {
    let longitude = Double((285 + 15 * order) % 360)
    // 小寒 of 2000 began at JD 2,451,549.54; terms are 15.2 days apart on average.
    var julianDate = 2_451_549.54 + 365.24219 * Double(solarYear - 2000) + 15.2184 * Double(order)
    for _ in 0..<6 {
      let missing = signedDegrees(longitude - SunLongitude.apparentDegrees(julianDate: julianDate))
      let step = missing / SunLongitude.degreesPerDay(julianDate: julianDate)
      julianDate += step
      if abs(step) < 1e-9 { break }
    }
    return julianDate
  }
}
