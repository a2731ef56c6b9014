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

  /// The lunations of 1900-2100 in which eclipses may be.
  static let eclipseLunations = -1_238...1_250
  /// Hours from the phase at which the moon is compared: the longest eclipse lasts 3.3 hours on each side.
  static let eclipseHours = [-3.3, -1.5, 0, 1.5, 3.3]

  /// Five lines a new or full moon near a node: `sun,-1233,2415168.1201,…`, with the formulas' longitudes and distances of sun and moon
  /// and the moon's latitude, in degrees and kilometres.
  public static var eclipseCSV: String {
    var text = "body,lunation,jd_tt,hours,sun,sun_kilometers,moon,latitude,kilometers\n"
    for isSolar in [true, false] {
      for candidate in EclipseCandidate.all(inLunations: eclipseLunations, solar: isSolar) {
        for hours in eclipseHours {
          let formula = EclipseCandidate.Formula(julianDate: candidate.julianDate + hours / 24)
          let (sun, moon) = (formula.sun, formula.moon)
          text += "\(isSolar ? "sun" : "moon"),\(candidate.lunation),\(candidate.julianDate),\(hours),\(sun.longitude),"
          text += "\(sun.kilometers),\(moon.longitude),\(moon.latitude),\(moon.kilometers)\n"
        }
      }
    }
    return text
  }
}
