internal import MathLibrary

/// A place as a unit vector, with precomputed values for a search.
@usableFromInline
struct Origin: Sendable {
  @usableFromInline let x, y, z: Double
  let point: SpherePoint

  @usableFromInline
  init(_ coordinate: Coordinate) {
    point = SpherePoint(coordinate)
    x = point.cosine * cosine(degrees: coordinate.longitude)
    y = point.cosine * sine(degrees: coordinate.longitude)
    z = sine(degrees: coordinate.latitude)
  }

  @usableFromInline var latitude: Double { point.latitude }
  @usableFromInline var longitude: Double { point.longitude }
  /// The distance from the Earth's axis.
  @usableFromInline var fromAxis: Double { point.cosine }
}
