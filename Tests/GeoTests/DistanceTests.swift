import Geo
import TestSupport
import Testing

@Suite("Distances and directions", .timed)
struct DistanceTests {
  /// From one place to another: kilometres, and the bearing in degrees where the two are not each other's antipode.
  struct Case: CustomTestStringConvertible {
    let from, to: Coordinate
    let kilometers: Double
    let bearing: Double?

    var testDescription: String { "\(from) to \(to)" }
  }

  /// Computed by mpmath 1.3 with 50 digits, without haversines: R atan2(|a x b|, a . b) of the unit vectors, and the
  /// bearing from the components of b to the east and the north of a. PyPI geographiclib 2.1 on a sphere of this radius
  /// gives the same to its last digit, 1 nm.
  private static func cases() throws -> [Case] {
    let table: [(Double, Double, Double, Double, Double, Double?)] = [
      (24.1477, 120.6736, 24.1419, 120.6786, 0.82056449451924, 141.80859846297),
      (25.0330, 121.5654, 22.9999, 120.2270, 263.78840519706, 211.2940064257),
      (25.0330, 121.5654, 25.03301, 121.56541, 0.0015004960589899, 42.178595251866),
      (35.6812, 139.7671, 37.7749, -122.4194, 8265.7254977563, 54.418814615512),
      (0, 0, 90, 0, 10007.557221018, 0),
      (-17.7134, 178.065, -13.8333, -171.7667, 1170.1683897901, 69.812252236953),
      (89.99, 10, 89.99, -170, 2.2239016046707, 0),
      (-89.5, 0, -88, 90, 229.23179178768, 104.03059630065),
      (51.5074, -0.1278, -33.8688, 151.2093, 16993.956932817, 60.713386282502),
      (24.1477, 120.6736, -24.1476, -59.3263, 20015.099388974, 317.61970736357),
      (10, 179.9999999, 10, -179.9999999, 2.190115542216e-5, 89.999999982635),
      // The worked example of E. Williams, "Aviation Formulary" V1.46, Los Angeles to New York, gives 0.623585 radians
      // and 66 degrees.
      (33.95, -118.4, 40.633333333333333, -73.783333333333333, 3972.8632637953, 65.892166552745),
      // The example of Rosetta Code, "Haversine formula": 2,887.2599506071103 km for a radius of 6,372.8 km.
      (36.12, -86.67, 33.94, -118.40, 2887.2599506071103 * 6_371.008_8 / 6_372.8, 274.59357410546),
      (0, 0, 0, 180, 20015.114442036, nil),
      (90, 0, -90, 120, 20015.114442036, nil),
      (24.1477, 120.6736, -24.1477, -59.3264, 20015.114442036, nil),
    ]
    return try table.map {
      Case(
        from: try Coordinate(latitude: $0.0, longitude: $0.1), to: try Coordinate(latitude: $0.2, longitude: $0.3),
        kilometers: $0.4, bearing: $0.5)
    }
  }

  @Test("Distances equal those of independent computations", arguments: try cases())
  func distance(of pair: Case) {
    let found = pair.from.distanceKilometers(to: pair.to)
    // Elsewhere the digits of the degrees are what limits it, 2 µm; but the arc sine of nearly 1 is good to 1 mm close
    // to an antipode, and at the antipode to 0.1 m.
    #expect(abs(found - pair.kilometers) <= (pair.bearing == nil ? 1e-4 : pair.kilometers > 20_000 ? 1e-6 : 2e-9))
    #expect(pair.to.distanceKilometers(to: pair.from) == found)
    #expect(pair.from.distanceMeters(to: pair.to) == found * 1_000)
  }

  @Test("Bearings equal those of independent computations", arguments: try cases())
  func bearing(of pair: Case) {
    let found = pair.from.bearingDegrees(to: pair.to)
    #expect((0..<360).contains(found))
    guard let expected = pair.bearing else { return }
    let difference = abs(found - expected)
    #expect(min(difference, 360 - difference) < 1e-6)
  }

  @Test("The distance and the bearing of a place to itself are 0, also in another spelling")
  func itself() throws {
    let place = try Coordinate(latitude: 24.1477, longitude: 120.6736)
    #expect(place.distanceKilometers(to: place) == 0)
    #expect(place.bearingDegrees(to: place) == 0)
    let line = try (Coordinate(latitude: -5, longitude: 180), Coordinate(latitude: -5, longitude: -180))
    #expect(line.0.distanceKilometers(to: line.1) == 0)
    #expect(
      try Coordinate(latitude: 90, longitude: 7).distanceKilometers(to: Coordinate(latitude: 90, longitude: -70))
        < 1e-12)
  }

  @Test(
    "Bearings have compass points; a bearing halfway belongs to the next point clockwise",
    arguments: [
      (0.0, CompassPoint.north), (22.4, .north), (22.6, .northEast), (45, .northEast), (90, .east), (135, .southEast),
      (180, .south), (225, .southWest), (270, .west), (315, .northWest), (337.4, .northWest), (337.6, .north),
      (359.9, .north),
    ])
  func compass(bearing: Double, point: CompassPoint) throws {
    let here = try Coordinate(latitude: 24.1477, longitude: 120.6736)
    let there = try here.destination(bearingDegrees: bearing, distance: Radius(kilometers: 10))
    #expect(here.compassPoint(to: there) == point)
  }

  @Test("The compass points have their names")
  func compassNames() {
    #expect(CompassPoint.allCases.map(\.rawValue).joined(separator: " ") == "N NE E SE S SW W NW")
  }

  /// Computed as the cases above; geographiclib agrees to its last digit.
  @Test(
    "Destinations equal those of independent computations",
    arguments: [
      (24.1477, 120.6736, 45.0, 10.0, 24.211275710769, 120.74332455413),
      (24.1477, 120.6736, 225.5, 0.05, 24.14738482861, 120.67324852419),
      (0, 179.9, 90, 100, 0, -179.20067963628),
      (0, -179.9, 270, 100, 0, 179.20067963628),
      (89.95, 30, 0, 10, 89.960067963628, -150),
      (-33.8688, 151.2093, 100, 10_000, -8.3282336626782, -113.23526150569),
      (24.1477, 120.6736, -90, 20_000, -24.147627714812, -59.177437687668),
      (60, -179, 300 + 720, 1_000, 63.438971136217, 163.37717030761),
    ] as [(Double, Double, Double, Double, Double, Double)])
  func destination(
    latitude: Double, longitude: Double, bearing: Double, kilometers: Double, newLatitude: Double, newLongitude: Double
  ) throws {
    let found = try Coordinate(latitude: latitude, longitude: longitude)
      .destination(bearingDegrees: bearing, distance: Radius(kilometers: kilometers))
    #expect(abs(found.latitude - newLatitude) < 1e-10)
    #expect(abs(found.longitude - newLongitude) < 1e-10)
  }

  @Test("A destination has the given distance and bearing, from anywhere")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let here = try Coordinate(
        latitude: .random(in: -89.9...89.9, using: &generator), longitude: .random(in: -180...180, using: &generator))
      let bearing = Double.random(in: 0..<360, using: &generator)
      let distance = try Radius(kilometers: .random(in: 0.001...19_900, using: &generator))
      let there = try here.destination(bearingDegrees: bearing, distance: distance)
      #expect(
        abs(here.distanceKilometers(to: there) - distance.kilometers) < 1e-7, "from \(here), \(bearing), \(distance)")
      let difference = abs(here.bearingDegrees(to: there) - bearing)
      #expect(min(difference, 360 - difference) < 1e-4, "from \(here), \(bearing), \(distance)")
    }
  }

  @Test("Destinations from and to a pole are right; a bearing that is not a number is an error")
  func poleWays() throws {
    let pole = try Coordinate(latitude: 90, longitude: 15)
    let south = try pole.destination(bearingDegrees: 180, distance: Radius(kilometers: 1_000))
    #expect(abs(south.longitude - 15) < 1e-9)
    #expect(abs(south.distanceKilometers(to: pole) - 1_000) < 1e-9)
    let quarter = try Radius(kilometers: .pi / 2 * EarthSphere.radiusKilometers)
    let top = try Coordinate(latitude: 0, longitude: -60).destination(bearingDegrees: 0, distance: quarter)
    #expect(abs(top.latitude - 90) < 1e-9)
    #expect {
      try pole.destination(bearingDegrees: .nan, distance: .everywhere)
    } throws: {
      "\($0)" == "bearing \"nan\" is not a finite number: expected degrees such as 45"
    }
  }
}
