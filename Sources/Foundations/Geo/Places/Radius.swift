/// A search radius: 0 to 20,037.6 km, which covers the whole Earth.
///
///     try Radius(kilometers: 10)
///
/// It cannot be negative or NaN.
public struct Radius: Hashable, Sendable {
  public let kilometers: Double

  /// Half the equator of WGS84, pi times 6,378.137 km, rounded up. On the sphere used for distances, no two places are
  /// more than 20,015.2 km apart.
  public static let largestKilometers = 20_037.6

  /// The whole Earth.
  public static let everywhere = Radius(checkedKilometers: largestKilometers)

  /// - Throws: `CoordinateError.radiusOutOfRange`.
  public init(kilometers: Double) throws(CoordinateError) {
    guard kilometers >= 0, kilometers <= Self.largestKilometers else { throw .radiusOutOfRange(kilometers) }
    self.init(checkedKilometers: kilometers)
  }

  private init(checkedKilometers kilometers: Double) {
    self.kilometers = kilometers + 0
  }
}
