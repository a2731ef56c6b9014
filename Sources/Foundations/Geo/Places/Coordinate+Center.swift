internal import MathLibrary

// The middle of several places.

extension Coordinate {
  /// The direction of the mean of the places' unit vectors: their middle, also over the antimeridian or a pole.
  ///
  /// - Returns: nil for no places, and for places all around the Earth, whose mean has no direction.
  public static func center(of places: some Sequence<Coordinate>) -> Coordinate? {
    var (x, y, z) = (0.0, 0.0, 0.0)
    var count = 0.0
    for place in places {
      let vector = Origin(place)
      (x, y, z) = (x + vector.x, y + vector.y, z + vector.z)
      count += 1
    }
    let fromAxis = (x * x + y * y).squareRoot()
    guard count > 0, (fromAxis * fromAxis + z * z).squareRoot() > count * 1e-9 else { return nil }
    return Coordinate(
      checkedLatitude: arcTangent(y: z, x: fromAxis), longitude: fromAxis > 0 ? arcTangent(y: y, x: x) : 0)
  }
}
