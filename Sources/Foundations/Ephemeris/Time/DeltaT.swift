/// Terrestrial Time minus civil time, by one version of the data.
///
/// From 1972 to the last year of announced leap seconds it is exactly TT - UTC; before, TT - UT1 as observed; after, a
/// forecast. Only the forecast can change in later data, so every version has a name, and `standardError` gives its
/// accuracy.
public struct DeltaT: Hashable, Sendable {
  /// The name of the version: the year and month of its data.
  public let version: String
  /// The last solar year with a known difference; later years are forecast.
  public let lastKnownYear: Int

  /// The version used for the tables of this release.
  public static let current = DeltaT(version: DeltaTTable.version, lastKnownYear: DeltaTTable.lastKnownYear)

  /// Seconds from civil time to Terrestrial Time.
  ///
  /// - Parameter julianDate: Julian date in Terrestrial Time.
  public func seconds(atJulianDate julianDate: Double) -> Double {
    let year = Self.decimalYear(julianDate: julianDate)
    if year >= 1972, year < Double(lastKnownYear + 1) { return Self.leapSeconds(julianDate: julianDate) }
    if year >= 1600, year <= 2601 { return Self.annual(year) }
    if year >= -720, year < 1600 { return Self.ancient(year) }
    return Self.beyond(year)
  }

  /// The standard error in seconds of the difference at a Julian date.
  ///
  /// For the future it is the error of an extrapolated random walk of the length of the day (P. J. Huber, "Modeling the length of day
  /// and extrapolating the rotation of the Earth", Astronomical Amusements, 2000: sigma = 365.25 N sqrt(N Q / 3 (1 + N' / N)) / 1000
  /// with Q = 0.058 ms^2 a year, N years from the last known one, N' = 2,500 years of observations). For the past, it interpolates
  /// the published errors: L. V. Morrison et al., "Addendum 2020 to 'Measurement of the Earth's rotation'", Proc. R. Soc.
  /// A 477 (2021).
  public func standardError(atJulianDate julianDate: Double) -> Double {
    let year = Self.decimalYear(julianDate: julianDate)
    let ahead = year - Double(lastKnownYear + 1)
    if ahead > 0 {
      return 365.25 * ahead * (ahead * 0.058 / 3 * (1 + 2_500 / ahead)).squareRoot() / 1_000
    }
    let knots = Self.pastErrors
    guard let next = knots.firstIndex(where: { year < $0.year }) else { return 0 }
    guard next > 0 else { return knots[0].seconds }
    let (left, right) = (knots[next - 1], knots[next])
    return left.seconds + (right.seconds - left.seconds) * (year - left.year) / (right.year - left.year)
  }

  private static let pastErrors: [(year: Double, seconds: Double)] = [
    (-2000, 3_600), (-720, 180), (0, 75), (500, 60), (1000, 25), (1500, 20), (1600, 15), (1700, 5), (1800, 0.5),
    (1900, 0.05), (1972, 0),
  ]
}

// MARK: - Periods

extension DeltaT {
  static func decimalYear(julianDate: Double) -> Double {
    2_000 + (julianDate - 2_451_544.5) / 365.2425
  }

  /// TT - UTC: 32.184 s + 10 s in 1972, plus one second after each leap second.
  private static func leapSeconds(julianDate: Double) -> Double {
    // UTC is at most a minute behind Terrestrial Time; no new moon or term of those years lies so near a leap second.
    let day = Int((julianDate + 0.5).rounded(.down))
    return 42.184 + Double(DeltaTTable.leapSecondDays.count { $0 <= day })
  }

  /// Linear interpolation of the yearly values, within 0.05 s of a smooth curve.
  private static func annual(_ year: Double) -> Double {
    interpolate(position: year - 1600) { Double(DeltaTTable.annualCentiseconds[$0]) / 100 }
  }

  /// The values for every twentieth year.
  private static func ancient(_ year: Double) -> Double {
    interpolate(position: (year + 720) / 20) { Double(DeltaTTable.ancientSeconds[$0]) }
  }

  private static func interpolate(position: Double, _ value: (Int) -> Double) -> Double {
    let index = Int(position.rounded(.down))
    let fraction = position - Double(index)
    let left = value(index)
    return fraction == 0 ? left : left + (value(index + 1) - left) * fraction
  }

  /// The long-term parabola of F. R. Stephenson, L. V. Morrison and C. Y. Hohenkerk, "Measurement of the Earth's rotation: 720 BC to
  /// AD 2015", Proc. R. Soc. A 472 (2016); the step at the ends of the tables fades over 800 years.
  private static func beyond(_ year: Double) -> Double {
    let (edge, value) = year < 0 ? (-720.0, ancient(-720)) : (2_601.0, annual(2_601))
    let step = value - parabola(edge)
    return parabola(year) + step * max(0, 1 - abs(year - edge) / 800)
  }

  private static func parabola(_ year: Double) -> Double {
    let centuries = (year - 1_825) / 100
    return -320 + 32.5 * centuries * centuries
  }
}
