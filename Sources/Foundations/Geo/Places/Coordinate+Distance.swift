internal import MathLibrary

// Distances between places. All come from `SpherePoint.distanceKilometers(to:)`.

/// The sphere used as the Earth.
public enum EarthSphere {
  /// The mean radius (2a + b) / 3 of the ellipsoid, 6,371,008.8 m (H. Moritz, "Geodetic Reference System 1980", Journal
  /// of Geodesy 74, 2000, R1 = 6,371,008.7714 m).
  ///
  /// Inside Taiwan a distance on it differs by at most 0.44 % from the geodesic on WGS84. PostgreSQL's earthdistance
  /// uses 6,378,168 m, which changes a third of the answers within 10 km.
  public static let radiusKilometers = 6_371.008_8
}

extension Coordinate {
  /// The great-circle distance in kilometres.
  public func distanceKilometers(to other: Coordinate) -> Double {
    SpherePoint(self).distanceKilometers(to: SpherePoint(other))
  }

  /// The great-circle distance in metres.
  public func distanceMeters(to other: Coordinate) -> Double {
    distanceKilometers(to: other) * 1_000
  }
}

/// A place with the cosine of its latitude, which every distance uses.
@usableFromInline
struct SpherePoint: Sendable {
  let latitude: Double
  let longitude: Double
  let cosine: Double

  init(_ coordinate: Coordinate) {
    latitude = coordinate.latitude
    longitude = coordinate.longitude
    cosine = MathLibrary.cosine(degrees: coordinate.latitude)
  }

  /// The distance of record: all code that ranks, limits or prints a distance uses it.
  ///
  /// Haversine, `2 R asin √(sin²(Δφ/2) + cos φ₁ cos φ₂ sin²(Δλ/2))` (R. W. Sinnott, "Virtues of the Haversine", Sky and
  /// Telescope 68, 1984, p. 159). The argument of the arc sine is limited to 1, which rounding can exceed at the antipode.
  /// The result is bit-identical in both directions.
  func distanceKilometers(to other: SpherePoint) -> Double {
    let halfRadians = Double.pi / 360
    let north = sine(radians: (other.latitude - latitude) * halfRadians)
    let east = sine(radians: (other.longitude - longitude) * halfRadians)
    let haversine = north * north + cosine * other.cosine * (east * east)
    return 2 * EarthSphere.radiusKilometers * arcSine(min(1, haversine.squareRoot()))
  }
}
