internal import MathLibrary

/// A new or full moon near a node, where an eclipse may be.
package struct EclipseCandidate: Sendable {
  /// Meeus's number of the lunation.
  package let lunation: Int
  /// True for a new moon.
  package let isSolar: Bool
  /// Julian date in Terrestrial Time of the phase: the middle of the table's corrections.
  package let julianDate: Double

  package init(lunation: Int, isSolar: Bool) {
    self.lunation = lunation
    self.isSolar = isSolar
    let phase: PrincipalPhase = isSolar ? .newMoon : .fullMoon
    julianDate = phase.instant(inLunation: lunation).julianDateTT
  }

  /// The candidates of some lunations: the moon within 1.7 degrees of the ecliptic, where eclipses end at 1.6.
  package static func all(inLunations lunations: ClosedRange<Int>, solar isSolar: Bool) -> [EclipseCandidate] {
    lunations.lazy.map { EclipseCandidate(lunation: $0, isSolar: isSolar) }.filter {
      abs(MoonPosition.at(julianDate: $0.julianDate).latitude) < 1.7
    }
  }

  /// Sun and moon by the formulas, for the script that compares them with DE440: longitudes and latitude in degrees, kilometres.
  package struct Formula: Sendable {
    package let sun: (longitude: Double, kilometers: Double)
    package let moon: (longitude: Double, latitude: Double, kilometers: Double)

    package init(julianDate: Double) {
      let moon = MoonPosition.at(julianDate: julianDate)
      let orientation = EarthOrientation(julianDate: julianDate)
      sun = (
        SunLongitude.apparentDegrees(julianDate: julianDate), SunLongitude.kilometers(julianDate: julianDate)
      )
      self.moon = (moon.longitude + orientation.nutation, moon.latitude, moon.kilometers)
    }
  }
}

/// What DE440 adds to the formula of the moon less that of the sun, or of the point opposite to it, around a new or full moon.
///
/// The formula has the sun in the ecliptic; DE440's latitude of the sun, up to 1.2 arc seconds, is taken off the moon's.
struct EclipseCorrection {
  let candidate: EclipseCandidate
  /// Arc seconds at the phase, and their change in a day.
  private let longitude: (value: Double, perDay: Double)
  private let latitude: (value: Double, perDay: Double)
  private let kilometers: (value: Double, perDay: Double)
  private let sunKilometers: Double

  /// Columns of the table: lunation; longitude and latitude in 0.005 arc second and their changes in 0.05 arc second a day; distance in
  /// 0.01 km and its change in 0.05 km a day; the sun's distance in 5 km.
  init?(row: Int, of table: ResidualTable, solar isSolar: Bool) {
    let steps = (0..<Self.columns).compactMap { table.steps(at: row * Self.columns + $0) }
    guard steps.count == Self.columns else { return nil }
    candidate = EclipseCandidate(lunation: steps[0], isSolar: isSolar)
    longitude = (Double(steps[1]) / 200, Double(steps[2]) / 20)
    latitude = (Double(steps[3]) / 200, Double(steps[4]) / 20)
    kilometers = (Double(steps[5]) / 100, Double(steps[6]) / 20)
    sunKilometers = Double(steps[7]) * 5
  }

  static let columns = 8

  /// The sun and the moon in kilometres from the Earth's centre, in the true equator and equinox of date.
  func positions(julianDate: Double) -> (sun: SIMD3<Double>, moon: SIMD3<Double>) {
    let earth = EarthOrientation(julianDate: julianDate)
    let days = julianDate - candidate.julianDate
    let moon = MoonPosition.at(julianDate: julianDate)
    return (
      earth.equatorial(
        longitude: SunLongitude.apparentDegrees(julianDate: julianDate), latitude: 0,
        distance: SunLongitude.kilometers(julianDate: julianDate) + sunKilometers),
      earth.equatorial(
        longitude: moon.longitude + earth.nutation + (longitude.value + longitude.perDay * days) / 3_600,
        latitude: moon.latitude + (latitude.value + latitude.perDay * days) / 3_600,
        distance: moon.kilometers + kilometers.value + kilometers.perDay * days)
    )
  }
}
