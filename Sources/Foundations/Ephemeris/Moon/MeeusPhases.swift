internal import MathLibrary

/// Times of the moon's phases. Source: J. Meeus, "Astronomical Algorithms", 2nd edition, chapter 49.
enum MeeusPhases {
  /// Julian date in Terrestrial Time.
  static func julianDate(of phase: PrincipalPhase, lunation: Int) -> Double {
    let k = Double(lunation) + 0.25 * Double(phase.rawValue)
    let t = k / 1_236.85
    let mean =
      2_451_550.09766 + 29.530588861 * k + t * t * polynomial(t, 0.00015437, -0.000000150, 0.00000000073)
    let arguments = Arguments(k: k, t: t)
    let periodic: Double =
      switch phase {
      case .newMoon: arguments.sum(newMoonTerms)
      case .fullMoon: arguments.sum(fullMoonTerms)
      case .firstQuarter: arguments.sum(quarterTerms) + arguments.quarterCorrection
      case .lastQuarter: arguments.sum(quarterTerms) - arguments.quarterCorrection
      }
    return mean + periodic + planetary(k: k, t: t)
  }

  /// The angles in degrees that the periodic terms combine (49.4 to 49.7).
  private struct Arguments {
    let eccentricity: Double
    let m: Double
    let mPrime: Double
    let f: Double
    let node: Double

    init(k: Double, t: Double) {
      eccentricity = polynomial(t, 1, -0.002516, -0.0000074)
      m = 2.5534 + 29.10535670 * k + t * t * polynomial(t, -0.0000014, -0.00000011)
      mPrime = 201.5643 + 385.81693528 * k + t * t * polynomial(t, 0.0107582, 0.00001238, -0.000000058)
      f = 160.7108 + 390.67050284 * k + t * t * polynomial(t, -0.0016118, -0.00000227, 0.000000011)
      node = 124.7746 - 1.56375588 * k + t * t * polynomial(t, 0.0020672, 0.00000215)
    }

    func sum(_ terms: [Term]) -> Double {
      terms.reduce(0) { sum, term in
        let argument = term.m * m + term.mPrime * mPrime + term.f * f + term.node * node
        let factor = term.power == 0 ? 1 : term.power == 1 ? eccentricity : eccentricity * eccentricity
        return sum + term.days * factor * sine(degrees: argument)
      }
    }

    /// W of page 352, added at the first quarter and subtracted at the last.
    var quarterCorrection: Double {
      0.00306 - 0.00038 * eccentricity * cosine(degrees: m) + 0.00026 * cosine(degrees: mPrime)
        - 0.00002 * cosine(degrees: mPrime - m) + 0.00002 * cosine(degrees: mPrime + m)
        + 0.00002 * cosine(degrees: 2 * f)
    }
  }

  /// Multiples of M, M', F and the node; the amplitude in days; the power of its eccentricity factor.
  private typealias Term = (days: Double, power: Int, m: Double, mPrime: Double, f: Double, node: Double)

  /// New and full moon share the arguments; their first seven amplitudes differ.
  private static func syzygyTerms(_ leading: [Double]) -> [Term] {
    [
      (leading[0], 0, 0, 1, 0, 0), (leading[1], 1, 1, 0, 0, 0), (leading[2], 0, 0, 2, 0, 0),
      (leading[3], 0, 0, 0, 2, 0), (leading[4], 1, -1, 1, 0, 0), (leading[5], 1, 1, 1, 0, 0),
      (leading[6], 2, 2, 0, 0, 0), (-0.00111, 0, 0, 1, -2, 0), (-0.00057, 0, 0, 1, 2, 0),
      (0.00056, 1, 1, 2, 0, 0), (-0.00042, 0, 0, 3, 0, 0), (0.00042, 1, 1, 0, 2, 0),
      (0.00038, 1, 1, 0, -2, 0), (-0.00024, 1, -1, 2, 0, 0), (-0.00017, 0, 0, 0, 0, 1),
      (-0.00007, 0, 2, 1, 0, 0), (0.00004, 0, 0, 2, -2, 0), (0.00004, 0, 3, 0, 0, 0),
      (0.00003, 0, 1, 1, -2, 0), (0.00003, 0, 0, 2, 2, 0), (-0.00003, 0, 1, 1, 2, 0),
      (0.00003, 0, -1, 1, 2, 0), (-0.00002, 0, -1, 1, -2, 0), (-0.00002, 0, 1, 3, 0, 0),
      (0.00002, 0, 0, 4, 0, 0),
    ]
  }

  private static let newMoonTerms = syzygyTerms([-0.40720, 0.17241, 0.01608, 0.01039, 0.00739, -0.00514, 0.00208])
  private static let fullMoonTerms = syzygyTerms([-0.40614, 0.17302, 0.01614, 0.01043, 0.00734, -0.00515, 0.00209])

  private static let quarterTerms: [Term] = [
    (-0.62801, 0, 0, 1, 0, 0), (0.17172, 1, 1, 0, 0, 0), (-0.01183, 1, 1, 1, 0, 0), (0.00862, 0, 0, 2, 0, 0),
    (0.00804, 0, 0, 0, 2, 0), (0.00454, 1, -1, 1, 0, 0), (0.00204, 2, 2, 0, 0, 0), (-0.00180, 0, 0, 1, -2, 0),
    (-0.00070, 0, 0, 1, 2, 0), (-0.00040, 0, 0, 3, 0, 0), (-0.00034, 1, -1, 2, 0, 0), (0.00032, 1, 1, 0, 2, 0),
    (0.00032, 1, 1, 0, -2, 0), (-0.00028, 2, 2, 1, 0, 0), (0.00027, 1, 1, 2, 0, 0), (-0.00017, 0, 0, 0, 0, 1),
    (-0.00005, 0, -1, 1, -2, 0), (0.00004, 0, 0, 2, 2, 0), (-0.00004, 0, 1, 1, 2, 0), (0.00004, 0, -2, 1, 0, 0),
    (0.00003, 0, 1, 1, -2, 0), (0.00003, 0, 3, 0, 0, 0), (0.00002, 0, 0, 2, -2, 0), (0.00002, 0, -1, 1, 2, 0),
    (-0.00002, 0, 1, 3, 0, 0),
  ]

  /// The planetary arguments of page 351: amplitude in days, angle at k = 0 and change per lunation in degrees.
  private static let planetaryTerms: [(days: Double, start: Double, rate: Double)] = [
    (0.000325, 299.77, 0.107408), (0.000165, 251.88, 0.016321), (0.000164, 251.83, 26.651886),
    (0.000126, 349.42, 36.412478), (0.000110, 84.66, 18.206239), (0.000062, 141.74, 53.303771),
    (0.000060, 207.14, 2.453732), (0.000056, 154.84, 7.306860), (0.000047, 34.52, 27.261239),
    (0.000042, 207.19, 0.121824), (0.000040, 291.34, 1.844379), (0.000037, 161.72, 24.198154),
    (0.000035, 239.56, 25.513099), (0.000023, 331.55, 3.592518),
  ]

  private static func planetary(k: Double, t: Double) -> Double {
    var sum = 0.0
    for (index, term) in planetaryTerms.enumerated() {
      let bend = index == 0 ? -0.009173 * t * t : 0
      sum += term.days * sine(degrees: term.start + term.rate * k + bend)
    }
    return sum
  }
}
