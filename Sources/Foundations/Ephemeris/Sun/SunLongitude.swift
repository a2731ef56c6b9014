internal import MathLibrary

/// The apparent geocentric longitude of the sun.
///
/// The Earth's heliocentric longitude plus 180 degrees, converted to the FK5 system, with nutation and annual aberration
/// (Meeus, chapters 22 and 25). Within 1.5 arc seconds of DE440 in 1600-2600; the table of residuals corrects the rest.
enum SunLongitude {
  /// Degrees from the true equinox of date, not reduced to 0 to 360.
  ///
  /// - Parameter julianDate: Julian date in Terrestrial Time.
  static func apparentDegrees(julianDate: Double) -> Double {
    let centuries = (julianDate - 2_451_545) / 36_525
    let geometric = EarthLongitude.degrees(millennia: centuries / 10) + 180
    let toFK5 = -0.09033
    let aberration = -20.4898 / distance(centuries: centuries)
    return geometric + (toFK5 + aberration + Nutation.longitudeArcSeconds(centuries: centuries)) / 3_600
  }

  /// Degrees per day from the equation of the centre, accurate to a few parts in a thousand: enough for Newton's method.
  static func degreesPerDay(julianDate: Double) -> Double {
    let centuries = (julianDate - 2_451_545) / 36_525
    return 360 / 365.2422 * (1 + 2 * eccentricity(centuries) * cosine(degrees: meanAnomaly(centuries)))
  }

  /// The distance of the sun in kilometres, within 0.005 percent.
  ///
  /// The Earth goes around its common centre with the moon at 1/82.3 of the moon's distance.
  static func kilometers(julianDate: Double) -> Double {
    let centuries = (julianDate - 2_451_545) / 36_525
    let elongation = polynomial(centuries, 297.8501921, 445_267.1114034)
    return 149_597_870.7 * distance(centuries: centuries) + 4_678 * cosine(degrees: elongation)
  }

  /// The distance in astronomical units (Meeus, 25.5, to second order in the eccentricity).
  private static func distance(centuries: Double) -> Double {
    let e = eccentricity(centuries)
    let anomaly = meanAnomaly(centuries)
    return 1 + e * e / 2 - e * cosine(degrees: anomaly) - e * e / 2 * cosine(degrees: 2 * anomaly)
  }

  /// Meeus, 25.3.
  static func meanAnomaly(_ centuries: Double) -> Double {
    polynomial(centuries, 357.52911, 35_999.05029, -0.0001537)
  }

  /// Meeus, 25.4.
  private static func eccentricity(_ centuries: Double) -> Double {
    polynomial(centuries, 0.016708634, -0.000042037, -0.0000001267)
  }
}

/// Nutation in longitude: the thirteen largest terms of the IAU 1980 theory (Meeus, table 22.A), accurate to about 0.03 arc second.
enum Nutation {
  /// Multiples of D, M, M', F and the node; a coefficient in 0.0001 arc second and its change per century.
  private typealias Term = (d: Double, m: Double, mPrime: Double, f: Double, node: Double, size: Double, change: Double)

  private static let terms: [Term] = [
    (0, 0, 0, 0, 1, -171_996, -174.2),
    (-2, 0, 0, 2, 2, -13_187, -1.6),
    (0, 0, 0, 2, 2, -2_274, -0.2),
    (0, 0, 0, 0, 2, 2_062, 0.2),
    (0, 1, 0, 0, 0, 1_426, -3.4),
    (0, 0, 1, 0, 0, 712, 0.1),
    (-2, 1, 0, 2, 2, -517, 1.2),
    (0, 0, 0, 2, 1, -386, -0.4),
    (0, 0, 1, 2, 2, -301, 0),
    (-2, -1, 0, 2, 2, 217, -0.5),
    (-2, 0, 1, 0, 0, -158, 0),
    (-2, 0, 0, 2, 1, 129, 0.1),
    (0, 0, -1, 2, 2, 123, 0),
  ]

  static func longitudeArcSeconds(centuries t: Double) -> Double {
    let d = polynomial(t, 297.85036, 445_267.111480, -0.0019142, 1 / 189_474)
    let m = polynomial(t, 357.52772, 35_999.050340, -0.0001603, -1 / 300_000)
    let mPrime = polynomial(t, 134.96298, 477_198.867398, 0.0086972, 1 / 56_250)
    let f = polynomial(t, 93.27191, 483_202.017538, -0.0036825, 1 / 327_270)
    let node = polynomial(t, 125.04452, -1_934.136261, 0.0020708, 1 / 450_000)
    return terms.reduce(0) { sum, term in
      let argument = term.d * d + term.m * m + term.mPrime * mPrime + term.f * f + term.node * node
      return sum + (term.size + term.change * t) * sine(degrees: argument) / 10_000
    }
  }
}
