/// The four principal phases of the moon.
public enum PrincipalPhase: Int, CaseIterable, Hashable, Sendable {
  case newMoon, firstQuarter, fullMoon, lastQuarter

  /// The instant of this phase in a lunation.
  ///
  /// Within 0.1 s of JPL's DE440 for new moons of 1600-2600. Other phases and years use Meeus's formula, accurate to about
  /// 20 s near 2000.
  ///
  /// - Parameter lunation: Meeus's number k; lunation 0 began with the new moon of 2000-01-06.
  public func instant(inLunation lunation: Int) -> SkyInstant {
    let formula = formulaJulianDate(inLunation: lunation)
    guard self == .newMoon, let residual = MoonResiduals.table.seconds(at: lunation - MoonResiduals.firstLunation)
    else { return SkyInstant(julianDateTT: formula) }
    return SkyInstant(julianDateTT: formula + residual / 86_400)
  }

  /// The instant by the formula without corrections, as a Julian date in Terrestrial Time.
  package func formulaJulianDate(inLunation lunation: Int) -> Double {
    MeeusPhases.julianDate(of: self, lunation: lunation)
  }
}

/// The lunation whose new moon is nearest to a Julian date.
package func nearestLunation(toJulianDate julianDate: Double) -> Int {
  Int(((julianDate - 2_451_550.1) / 29.530588861).rounded())
}
