/// A place on the Earth: latitude and longitude in degrees, WGS84.
///
///     let park = try Coordinate(latitude: 24.1477, longitude: 120.6736)
///     let temple = try Coordinate(parsing: "24.1419,120.6786")
///     park.distanceKilometers(to: temple)       // 0.82
///     park.compassPoint(to: temple).rawValue    // "SE"
///
/// It cannot hold NaN, an infinity or a place off the globe. The antimeridian is always 180, and zero has no sign, so
/// equal places have equal numbers (except at a pole, where all longitudes are one place).
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator, -90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, more than -180 and up to 180.
  public let longitude: Double

  /// The place at a latitude and a longitude.
  ///
  /// - Parameters:
  ///   - latitude: degrees, -90 to 90.
  ///   - longitude: degrees, -180 to 180; -180 becomes 180.
  /// - Throws: `CoordinateError.notFinite`, `.latitudeOutOfRange` or `.longitudeOutOfRange`; `.swapped` for a pair that
  ///   is valid in the other order, `.projectedMeters` for a pair that looks like metres of Taiwan's grid.
  public init(latitude: Double, longitude: Double) throws(CoordinateError) {
    guard latitude.isFinite else { throw .notFinite(.latitude, text: "\(latitude)") }
    guard longitude.isFinite else { throw .notFinite(.longitude, text: "\(longitude)") }
    guard abs(latitude) <= 90, abs(longitude) <= 180 else {
      throw .outOfRange(latitude: latitude, longitude: longitude)
    }
    self.init(checkedLatitude: latitude, longitude: longitude)
  }

  /// A place whose numbers are known to be in range. Adding zero turns -0 into 0 and changes no other number.
  init(checkedLatitude latitude: Double, longitude: Double) {
    self.latitude = latitude + 0
    self.longitude = longitude == -180 ? 180 : longitude + 0
  }
}

extension Coordinate: CustomStringConvertible {
  /// The form that `init(parsing:)` reads: `24.1477,120.6736`.
  public var description: String { "\(latitude),\(longitude)" }
}
