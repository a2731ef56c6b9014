internal import MathLibrary

/// A place on the sky seen from the Earth's centre, in the mean ecliptic and equinox of date.
struct EclipticPosition {
  /// Degrees, not reduced to 0 to 360.
  var longitude: Double
  /// Degrees.
  var latitude: Double
  var kilometers: Double
}

/// The geocentric moon. Source: J. Meeus, "Astronomical Algorithms", 2nd edition, chapter 47, after the lunar theory ELP-2000/82
/// of M. Chapront-Touze and J. Chapront.
///
/// In 1900-2100 within 11 arc seconds in longitude, 5 in latitude and 12 km of JPL's DE440. Light time is included.
enum MoonPosition {
  /// - Parameter julianDate: Julian date in Terrestrial Time.
  static func at(julianDate: Double) -> EclipticPosition {
    let t = (julianDate - 2_451_545) / 36_525
    let mean = polynomial(t, 218.3164477, 481_267.88123421, -0.0015786, 1 / 538_841, -1 / 65_194_000)
    let d = polynomial(t, 297.8501921, 445_267.1114034, -0.0018819, 1 / 545_868, -1 / 113_065_000)
    let m = polynomial(t, 357.5291092, 35_999.0502909, -0.0001536, 1 / 24_490_000)
    let mPrime = polynomial(t, 134.9633964, 477_198.8675055, 0.0087414, 1 / 69_699, -1 / 14_712_000)
    let f = polynomial(t, 93.2720950, 483_202.0175233, -0.0036539, -1 / 3_526_000, 1 / 863_310_000)
    let eccentricity = polynomial(t, 1, -0.002516, -0.0000074)
    // A term with M is smaller by the eccentricity of the Earth's orbit, one with 2M by its square.
    let (ofD, ofM) = (Multiples(degrees: d), Multiples(degrees: m, shrinking: eccentricity))
    let (ofMPrime, ofF) = (Multiples(degrees: mPrime), Multiples(degrees: f))
    var longitude = 0.0
    var distance = 0.0
    for row in longitudeAndDistance {
      let term = ofD[row.d] * ofM[row.m] * ofMPrime[row.mPrime] * ofF[row.f]
      longitude += row.longitude * term.sine
      distance += row.distance * term.cosine
    }
    var latitude = 0.0
    for row in latitudes {
      latitude += row.latitude * (ofD[row.d] * ofM[row.m] * ofMPrime[row.mPrime] * ofF[row.f]).sine
    }
    // Venus, Jupiter and the flattening of the Earth (page 338).
    let (a1, a2, a3) = (119.75 + 131.849 * t, 53.09 + 479_264.290 * t, 313.45 + 481_266.484 * t)
    longitude += 3_958 * sine(degrees: a1) + 1_962 * sine(degrees: mean - f) + 318 * sine(degrees: a2)
    latitude += -2_235 * sine(degrees: mean) + 382 * sine(degrees: a3) + 175 * sine(degrees: a1 - f)
    latitude += 175 * sine(degrees: a1 + f) + 127 * sine(degrees: mean - mPrime) - 115 * sine(degrees: mean + mPrime)
    return EclipticPosition(
      longitude: mean + longitude / 1e6, latitude: latitude / 1e6, kilometers: 385_000.56 + distance / 1_000)
  }

  // MARK: - Tables 47.A and 47.B

  /// Multiples of D, M, M' and F; the sine of the longitude in 10^-6 degree, the cosine of the distance in metres.
  private typealias Row = (d: Int, m: Int, mPrime: Int, f: Int, longitude: Double, distance: Double)
  /// Multiples of D, M, M' and F; the sine of the latitude in 10^-6 degree.
  private typealias LatitudeRow = (d: Int, m: Int, mPrime: Int, f: Int, latitude: Double)

  private static let longitudeAndDistance: [Row] = [
    (0, 0, 1, 0, 6_288_774, -20_905_355), (2, 0, -1, 0, 1_274_027, -3_699_111), (2, 0, 0, 0, 658_314, -2_955_968),
    (0, 0, 2, 0, 213_618, -569_925), (0, 1, 0, 0, -185_116, 48_888), (0, 0, 0, 2, -114_332, -3149),
    (2, 0, -2, 0, 58_793, 246_158), (2, -1, -1, 0, 57_066, -152_138), (2, 0, 1, 0, 53_322, -170_733),
    (2, -1, 0, 0, 45_758, -204_586), (0, 1, -1, 0, -40_923, -129_620), (1, 0, 0, 0, -34_720, 108_743),
    (0, 1, 1, 0, -30_383, 104_755), (2, 0, 0, -2, 15_327, 10_321), (0, 0, 1, 2, -12_528, 0),
    (0, 0, 1, -2, 10_980, 79_661), (4, 0, -1, 0, 10_675, -34_782), (0, 0, 3, 0, 10_034, -23_210),
    (4, 0, -2, 0, 8548, -21_636), (2, 1, -1, 0, -7888, 24_208), (2, 1, 0, 0, -6766, 30_824),
    (1, 0, -1, 0, -5163, -8379), (1, 1, 0, 0, 4987, -16_675), (2, -1, 1, 0, 4036, -12_831),
    (2, 0, 2, 0, 3994, -10_445), (4, 0, 0, 0, 3861, -11_650), (2, 0, -3, 0, 3665, 14_403),
    (0, 1, -2, 0, -2689, -7003), (2, 0, -1, 2, -2602, 0), (2, -1, -2, 0, 2390, 10_056), (1, 0, 1, 0, -2348, 6322),
    (2, -2, 0, 0, 2236, -9884), (0, 1, 2, 0, -2120, 5751), (0, 2, 0, 0, -2069, 0), (2, -2, -1, 0, 2048, -4950),
    (2, 0, 1, -2, -1773, 4130), (2, 0, 0, 2, -1595, 0), (4, -1, -1, 0, 1215, -3958), (0, 0, 2, 2, -1110, 0),
    (3, 0, -1, 0, -892, 3258), (2, 1, 1, 0, -810, 2616), (4, -1, -2, 0, 759, -1897), (0, 2, -1, 0, -713, -2117),
    (2, 2, -1, 0, -700, 2354), (2, 1, -2, 0, 691, 0), (2, -1, 0, -2, 596, 0), (4, 0, 1, 0, 549, -1423),
    (0, 0, 4, 0, 537, -1117), (4, -1, 0, 0, 520, -1571), (1, 0, -2, 0, -487, -1739), (2, 1, 0, -2, -399, 0),
    (0, 0, 2, -2, -381, -4421), (1, 1, 1, 0, 351, 0), (3, 0, -2, 0, -340, 0), (4, 0, -3, 0, 330, 0),
    (2, -1, 2, 0, 327, 0), (0, 2, 1, 0, -323, 1165), (1, 1, -1, 0, 299, 0), (2, 0, 3, 0, 294, 0),
    (2, 0, -1, -2, 0, 8752),
  ]

  private static let latitudes: [LatitudeRow] = [
    (0, 0, 0, 1, 5_128_122), (0, 0, 1, 1, 280_602), (0, 0, 1, -1, 277_693), (2, 0, 0, -1, 173_237),
    (2, 0, -1, 1, 55_413), (2, 0, -1, -1, 46_271), (2, 0, 0, 1, 32_573), (0, 0, 2, 1, 17_198), (2, 0, 1, -1, 9266),
    (0, 0, 2, -1, 8822), (2, -1, 0, -1, 8216), (2, 0, -2, -1, 4324), (2, 0, 1, 1, 4200), (2, 1, 0, -1, -3359),
    (2, -1, -1, 1, 2463), (2, -1, 0, 1, 2211), (2, -1, -1, -1, 2065), (0, 1, -1, -1, -1870), (4, 0, -1, -1, 1828),
    (0, 1, 0, 1, -1794), (0, 0, 0, 3, -1749), (0, 1, -1, 1, -1565), (1, 0, 0, 1, -1491), (0, 1, 1, 1, -1475),
    (0, 1, 1, -1, -1410), (0, 1, 0, -1, -1344), (1, 0, 0, -1, -1335), (0, 0, 3, 1, 1107), (4, 0, 0, -1, 1021),
    (4, 0, -1, 1, 833), (0, 0, 1, -3, 777), (4, 0, -2, 1, 671), (2, 0, 0, -3, 607), (2, 0, 2, -1, 596),
    (2, -1, 1, -1, 491), (2, 0, -2, 1, -451), (0, 0, 3, -1, 439), (2, 0, 2, 1, 422), (2, 0, -3, -1, 421),
    (2, 1, -1, 1, -366), (2, 1, 0, 1, -351), (4, 0, 0, 1, 331), (2, -1, 1, 1, 315), (2, -2, 0, -1, 302),
    (0, 0, 1, 3, -283), (2, 1, 1, -1, -229), (1, 1, 0, -1, 223), (1, 1, 0, 1, 223), (0, 1, -2, -1, -220),
    (2, 1, -1, -1, -220), (1, 0, 1, 1, -185), (2, -1, -2, -1, 181), (0, 1, 2, 1, -177), (4, 0, -2, -1, 176),
    (4, -1, -1, -1, 166), (1, 0, 1, -1, -164), (4, 0, 1, -1, 132), (1, 0, -1, -1, -119), (4, -1, 0, -1, 115),
    (2, -2, 0, 1, 107),
  ]
}

/// Cosine and sine of an angle. The product is that of the sum of the angles: a term then needs no cosine of its own.
private struct Turn {
  var cosine: Double
  var sine: Double

  static func * (left: Turn, right: Turn) -> Turn {
    Turn(
      cosine: left.cosine * right.cosine - left.sine * right.sine,
      sine: left.cosine * right.sine + left.sine * right.cosine)
  }
}

/// The turns by -4 to 4 times an angle.
private struct Multiples {
  private let turns: InlineArray<5, Turn>

  /// - Parameter factor: what the turn by n times the angle is multiplied by, to the power of |n|.
  init(degrees: Double, shrinking factor: Double = 1) {
    let once = Turn(
      cosine: factor * MathLibrary.cosine(degrees: degrees), sine: factor * MathLibrary.sine(degrees: degrees))
    let twice = once * once
    let thrice = twice * once
    turns = [Turn(cosine: 1, sine: 0), once, twice, thrice, twice * twice]
  }

  subscript(multiple: Int) -> Turn {
    let turn = turns[multiple < 0 ? -multiple : multiple]
    return multiple < 0 ? Turn(cosine: turn.cosine, sine: -turn.sine) : turn
  }
}
