/// A place on the Earth in degrees: a latitude from -90 to 90 and a longitude from -180 to 180.
public struct WGS84Position: Hashable, Sendable {
  public let latitude: Double
  public let longitude: Double

  /// - Returns: nil for numbers that are no place, NaN among them.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}
