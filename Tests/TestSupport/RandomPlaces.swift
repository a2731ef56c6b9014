public import Geo

/// Random places with their indices as ids.
public enum RandomPlaces {
  public typealias Place = (id: Int, coordinate: Coordinate)

  /// Uniform in a box of degrees.
  public static func uniform(
    _ count: Int, latitudes: ClosedRange<Double> = 21.9...25.3, longitudes: ClosedRange<Double> = 120...122,
    using generator: inout some RandomNumberGenerator
  ) throws(CoordinateError) -> [Place] {
    var places: [Place] = []
    places.reserveCapacity(count)
    for id in 0..<count {
      let latitude = Double.random(in: latitudes, using: &generator)
      let longitude = Double.random(in: longitudes, using: &generator)
      places.append((id, try Coordinate(latitude: latitude, longitude: longitude)))
    }
    return places
  }

  /// Distributed like temples in Taiwan: 300 towns of different size and spread, on an island of about 380 km by 60 km.
  public static func clustered(
    _ count: Int, using generator: inout some RandomNumberGenerator
  ) throws(CoordinateError) -> [Place] {
    var towns: [(center: Coordinate, spread: Double)] = []
    for _ in 0..<300 {
      let latitude = Double.random(in: 22...25.2, using: &generator)
      let longitude = 120.2 + (latitude - 22) * 0.35 + Double.random(in: -0.3...0.3, using: &generator)
      let center = try Coordinate(latitude: latitude, longitude: longitude)
      towns.append((center, Double.random(in: 0.01...0.08, using: &generator)))
    }
    var places: [Place] = []
    places.reserveCapacity(count)
    for id in 0..<count {
      // The square of a uniform number prefers the first towns.
      let choice = Double.random(in: 0..<1, using: &generator)
      let town = towns[Int(choice * choice * 300)]
      places.append((id, try near(town.center, spread: town.spread, using: &generator)))
    }
    return places
  }

  /// A place around another, with a bell-shaped distribution; the spread is in degrees.
  public static func near(
    _ center: Coordinate, spread: Double, using generator: inout some RandomNumberGenerator
  ) throws(CoordinateError) -> Coordinate {
    // The sum of four uniform 16-bit numbers, less its mean; each is scaled to 0 to 2 and has the standard deviation √(1/3).
    func bell() -> Double {
      let bits = generator.next()
      let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + bits >> 48
      return (Double(sum) / 32_768 - 4) * 0.87
    }
    return try Coordinate(
      latitude: center.latitude + spread * bell(), longitude: center.longitude + spread * bell())
  }
}
