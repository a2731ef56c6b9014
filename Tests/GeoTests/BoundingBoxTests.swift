import Geo
import TestSupport
import Testing

@Suite("Bounding boxes", .timed)
struct BoundingBoxTests {
  private func box(_ latitude: Double, _ longitude: Double, _ kilometers: Double) throws -> BoundingBox {
    BoundingBox(
      around: try Coordinate(latitude: latitude, longitude: longitude), radius: try Radius(kilometers: kilometers))
  }

  private func isClose(_ range: ClosedRange<Double>, _ lower: Double, _ upper: Double) -> Bool {
    // A hair outside of the true edge, never inside.
    (lower - 1e-8...lower - 1e-12).contains(range.lowerBound)
      && (upper + 1e-12...upper + 1e-8).contains(range.upperBound)
  }

  /// Heights δ and half-widths asin(sin δ / cos φ), by mpmath with 50 digits.
  @Test(
    "A box touches its circle",
    arguments: [
      (24.1477, 120.6736, 10.0, 24.057767963628, 24.237632036372, 0.098556321457992),
      (-45, 10, 500, -49.496601818623, -40.503398181377, 6.3657175402048),
      (80, 0, 1_000, 71.006796362755, 88.993203637245, 64.183774710481),
      (89, 0, 100, 88.100679636275, 89.899320363725, 64.070019396058),
    ] as [(Double, Double, Double, Double, Double, Double)])
  func ordinary(latitude: Double, longitude: Double, kilometers: Double, south: Double, north: Double, width: Double)
    throws
  {
    let box = try box(latitude, longitude, kilometers)
    #expect(isClose(box.latitudes, south, north))
    #expect(box.longitudes.count == 1)
    #expect(box.longitudes.allSatisfy { isClose($0, longitude - width, longitude + width) })
  }

  @Test("A box over the antimeridian has two ranges of longitude")
  func antimeridian() throws {
    for (longitude, west, east) in [(179.95, 179.85, -179.95), (-179.95, 179.95, -179.85)] {
      let box = try box(0, longitude, 0.1 * .pi / 180 * EarthSphere.radiusKilometers)
      #expect(box.longitudes.count == 2)
      #expect(isClose(box.longitudes[0], -180, east) || box.longitudes[0].lowerBound == -180)
      #expect(abs(box.longitudes[0].upperBound - east) < 1e-8)
      #expect(abs(box.longitudes[1].lowerBound - west) < 1e-8)
      #expect(box.longitudes[1].upperBound == 180)
    }
    // A box that only touches the line from the east holds the places on it, whose longitude is 180.
    let touching = try box(0, -179, .pi / 180 * EarthSphere.radiusKilometers)
    #expect(try touching.contains(Coordinate(latitude: 0, longitude: 180)))
  }

  @Test("A box over a pole has all longitudes")
  func poles() throws {
    for (latitude, kilometers, latitudes) in [
      (89.95, 10.0, 89.86...90), (-89.95, 10, -90 ... -89.86), (90, 0, 90...90),
    ] {
      let box = try box(latitude, 30, kilometers)
      #expect(box.longitudes == [-180...180])
      #expect(abs(box.latitudes.lowerBound - latitudes.lowerBound) < 1e-4)
      #expect(abs(box.latitudes.upperBound - latitudes.upperBound) < 1e-4)
    }
    let everywhere = try box(24, 121, 20_037.6)
    #expect(everywhere.latitudes == -90...90)
    #expect(everywhere.longitudes == [-180...180])
  }

  @Test("A box contains every place within the radius", arguments: [1, 2, 3])
  func property(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let edges = [-180.0, 180, 179.999999, -179.999999, 0]
    for _ in 0..<5_000 {
      let latitude =
        Double.random(in: 0..<1, using: &generator) < 0.3
        ? [90, -90, 89.9999, -89.99].randomElement(using: &generator) ?? 90
        : Double.random(in: -90...90, using: &generator)
      let longitude =
        Double.random(in: 0..<1, using: &generator) < 0.3
        ? edges.randomElement(using: &generator) ?? 0 : Double.random(in: -180...180, using: &generator)
      let center = try Coordinate(latitude: latitude, longitude: longitude)
      let reach = try Radius(
        kilometers: 20_000 * Double.random(in: 0...1, using: &generator).squareRoot()
          * Double.random(in: 0...1, using: &generator))
      // A place on the edge of the circle, whose distance of record is the radius of another.
      let place = try center.destination(bearingDegrees: .random(in: 0..<360, using: &generator), distance: reach)
      let radius = try Radius(kilometers: center.distanceKilometers(to: place))
      let box = BoundingBox(around: center, radius: radius)
      #expect(box.contains(place), "seed \(seed): \(place) is \(radius) from \(center)")
      #expect(box.contains(center))
    }
  }
}
