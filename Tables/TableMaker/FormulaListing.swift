import Ephemeris
import Lunisolar

/// The results of the formulas without the table of residuals, for the script that compares them with DE440.
public enum FormulaListing {
  /// The solar years whose terms have a residual.
  static let termYears = 1600...2600
  /// The lunations whose new moons have one: 1600-01-16 to 2600-12.
  static let lunations = -4947...7433

  /// One line an instant: `term,0,2305452.42203` or `moon,-4947,2305462.71372`.
  public static var csv: String {
    var text = "kind,index,jd_tt\n"
    for year in termYears {
      for order in 0..<24 {
        let julianDate = SolarTerm.formulaJulianDate(order: order, solarYear: year)
        text += "term,\((year - termYears.lowerBound) * 24 + order),\(julianDate)\n"
      }
    }
    for lunation in lunations {
      text += "moon,\(lunation),\(PrincipalPhase.newMoon.formulaJulianDate(inLunation: lunation))\n"
    }
    return text
  }
}
