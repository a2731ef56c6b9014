internal import MathLibrary

/// A place on the Earth from which the sky is seen: a point of the ellipsoid WGS 84, at height 0.
///
///     let taipei = try SkyPlace(latitude: 25.033, longitude: 121.5654)
///
/// - Throws: ``SkyPlaceError`` for a latitude or longitude that is none.
public struct SkyPlace: Hashable, Sendable {
  /// Degrees north of the equator, -90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, -180 to 180.
  public let longitude: Double

  /// - Parameters:
  ///   - latitude: degrees north of the equator, -90 to 90. The poles are places.
  ///   - longitude: degrees east of Greenwich, -180 to 180.
  public init(latitude: Double, longitude: Double) throws(SkyPlaceError) {
    guard (-90...90).contains(latitude) else { throw .latitude(latitude) }
    guard (-180...180).contains(longitude) else { throw .longitude(longitude) }
    self.init(uncheckedLatitude: latitude, longitude: longitude)
  }

  /// A place whose numbers are known to be in range.
  package init(uncheckedLatitude latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// A coordinate that is not on the Earth.
public enum SkyPlaceError: Error, Hashable, Sendable, CustomStringConvertible {
  case latitude(Double)
  case longitude(Double)

  public var description: String {
    switch self {
    case .latitude(let value): "latitude \(value) is not between -90 (the south pole) and 90 (the north pole)"
    case .longitude(let value): "longitude \(value) is not between -180 (west) and 180 (east)"
    }
  }
}

// MARK: - In the frame that turns with the Earth

extension SkyPlace {
  /// The direction of the zenith: the normal of the ellipsoid. x points to Greenwich on the equator, z to the north pole.
  var zenith: SIMD3<Double> {
    let equatorial = cosine(degrees: latitude)
    return SIMD3(
      equatorial * cosine(degrees: longitude), equatorial * sine(degrees: longitude), sine(degrees: latitude))
  }

  /// Kilometres from the Earth's centre (Meeus, chapter 11, with the axes of WGS 84).
  var kilometersFromCenter: SIMD3<Double> {
    let zenith = zenith
    let squaredEccentricity = 6.69437999014e-3
    let normal = EarthShape.equatorialKilometers / (1 - squaredEccentricity * zenith.z * zenith.z).squareRoot()
    return SIMD3(zenith.x * normal, zenith.y * normal, zenith.z * normal * (1 - squaredEccentricity))
  }
}

enum EarthShape {
  /// The equatorial radius of WGS 84.
  static let equatorialKilometers = 6_378.137
}
