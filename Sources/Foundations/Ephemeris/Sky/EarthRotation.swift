internal import MathLibrary

/// The Earth's axis and its turn at an instant: from the ecliptic of date to directions that turn with the Earth.
struct EarthOrientation {
  /// Nutation in longitude, degrees.
  let nutation: Double
  /// Sine and cosine of the true obliquity of the ecliptic.
  private let sineObliquity: Double
  private let cosineObliquity: Double

  /// - Parameter julianDate: Julian date in Terrestrial Time.
  init(julianDate: Double) {
    let centuries = (julianDate - 2_451_545) / 36_525
    nutation = Nutation.longitudeArcSeconds(centuries: centuries) / 3_600
    // Meeus, 22.2: the mean obliquity of the IAU.
    let mean = 23.4392911 - polynomial(centuries, 0, 46.8150, 0.00059, -0.001813) / 3_600
    let obliquity = mean + Nutation.obliquityArcSeconds(centuries: centuries) / 3_600
    sineObliquity = sine(degrees: obliquity)
    cosineObliquity = cosine(degrees: obliquity)
  }

  /// A vector in the true equator and equinox of date, in the unit of `distance`.
  ///
  /// - Parameters:
  ///   - longitude: apparent longitude in degrees, with nutation.
  ///   - latitude: degrees.
  func equatorial(longitude: Double, latitude: Double, distance: Double) -> SIMD3<Double> {
    let flat = cosine(degrees: latitude) * distance
    let x = flat * cosine(degrees: longitude)
    let y = flat * sine(degrees: longitude)
    let z = sine(degrees: latitude) * distance
    return SIMD3(x, y * cosineObliquity - z * sineObliquity, y * sineObliquity + z * cosineObliquity)
  }

  /// Degrees by which the Earth has turned from the true equinox at a Julian date of universal time (Meeus, 12.4).
  func siderealDegrees(universalJulianDate: Double) -> Double {
    let days = universalJulianDate - 2_451_545
    let centuries = days / 36_525
    let mean = 280.46061837 + 360.98564736629 * days + centuries * centuries * (0.000387933 - centuries / 38_710_000)
    return (mean + nutation * cosineObliquity).truncatingRemainder(dividingBy: 360)
  }

  /// Degrees that the Earth turns in a second.
  static let degreesPerSecond = 360.98564736629 / 86_400
}

extension Nutation {
  /// Nutation in obliquity (Meeus, page 144), accurate to about 0.1 arc second.
  static func obliquityArcSeconds(centuries t: Double) -> Double {
    let node = 125.04452 - 1_934.136261 * t
    return 9.20 * cosine(degrees: node) + 0.57 * cosine(degrees: 2 * (280.4665 + 36_000.7698 * t))
      + 0.10 * cosine(degrees: 2 * (218.3165 + 481_267.8813 * t)) - 0.09 * cosine(degrees: 2 * node)
  }
}
