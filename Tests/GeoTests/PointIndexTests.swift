import Geo
import TestSupport
import Testing

@Suite("Nearest places", .timed)
struct PointIndexTests {
  typealias Place = RandomPlaces.Place

  // MARK: - By chance

  @Test("Nearest places equal brute force: 10,000 queries about clustered places", arguments: [1, 2])
  func clustered(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let places = try RandomPlaces.clustered(1_000, using: &generator)
    try expectBruteForce(places, questions: 5_000, seed: seed, using: &generator) {
      try RandomPlaces.near($0, spread: 0.02, using: &$1)
    }
  }

  @Test("Nearest places equal brute force: 12,000 clustered places")
  func twelveThousand() throws {
    var generator = SeededGenerator(seed: 3)
    let places = try RandomPlaces.clustered(12_000, using: &generator)
    try expectBruteForce(places, questions: 300, seed: 3, using: &generator) {
      try RandomPlaces.near($0, spread: 0.02, using: &$1)
    }
  }

  @Test("Nearest places equal brute force: a million clustered places")
  func million() throws {
    var generator = SeededGenerator(seed: 4)
    let places = try RandomPlaces.clustered(1_000_000, using: &generator)
    try expectBruteForce(places, questions: 12, seed: 4, using: &generator) {
      try RandomPlaces.near($0, spread: 0.02, using: &$1)
    }
  }

  @Test("Nearest places equal brute force: all over the Earth, from anywhere", arguments: [5, 6, 7])
  func everywhere(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    // 7: so few that a row is a cell, and a cell goes halfway around.
    let count = seed == 7 ? 20 : 3_000
    let places = try RandomPlaces.uniform(count, latitudes: -90...90, longitudes: -180...180, using: &generator)
    try expectBruteForce(places, questions: 500, seed: seed, using: &generator) { _, generator in
      try Coordinate(
        latitude: .random(in: -90...90, using: &generator), longitude: .random(in: -180...180, using: &generator))
    }
  }

  @Test("Nearest places equal brute force: around a pole and on it", arguments: [90.0, -90.0])
  func poles(latitude: Double) throws {
    var generator = SeededGenerator(seed: 8)
    let band = latitude > 0 ? 89.5...90.0 : -90.0 ... -89.5
    var places = try RandomPlaces.uniform(2_000, latitudes: band, longitudes: -180...180, using: &generator)
    for id in 2_000..<2_050 {
      let longitude = Double.random(in: -180...180, using: &generator)
      places.append((id, try Coordinate(latitude: latitude, longitude: longitude)))
    }
    try expectBruteForce(places, questions: 400, seed: 8, using: &generator) { place, generator in
      Bool.random(using: &generator)
        ? place
        : try Coordinate(
          latitude: .random(in: band, using: &generator), longitude: .random(in: -180...180, using: &generator))
    }
  }

  @Test("Nearest places equal brute force: on both sides of the antimeridian")
  func antimeridian() throws {
    var generator = SeededGenerator(seed: 9)
    var places = try RandomPlaces.uniform(1_000, latitudes: -20 ... -15, longitudes: 178...180, using: &generator)
    for place in try RandomPlaces.uniform(1_000, latitudes: -20 ... -15, longitudes: -180 ... -178, using: &generator) {
      places.append((1_000 + place.id, place.coordinate))
    }
    try expectBruteForce(places, questions: 400, seed: 9, using: &generator) { _, generator in
      let side = Bool.random(using: &generator) ? 1.0 : -1.0
      return try Coordinate(
        latitude: .random(in: -21 ... -14, using: &generator),
        longitude: side * .random(in: 179.5...180, using: &generator))
    }
  }

  @Test("Nearest places equal brute force: on a lattice with many equal distances")
  func lattice() throws {
    var places: [Place] = []
    for latitude in stride(from: -90.0, through: 90, by: 5) {
      for longitude in stride(from: -180.0, to: 180, by: 5) {
        // Ids against the order of the grid.
        places.append((10_000 - places.count, try Coordinate(latitude: latitude, longitude: longitude)))
      }
    }
    var generator = SeededGenerator(seed: 10)
    try expectBruteForce(places, questions: 300, seed: 10, using: &generator) { place, _ in place }
  }

  /// Here chords and distances are rounded each in its own way, and the margins between them are what is tested.
  @Test("Nearest places equal brute force: places a few ulps apart, from near and far")
  func ulps() throws {
    var generator = SeededGenerator(seed: 11)
    let center = try Coordinate(latitude: 24.1477, longitude: 120.6736)
    var places: [Place] = []
    for id in 0..<1_000 {
      let (north, east) = (Int.random(in: -8...8, using: &generator), Int.random(in: -8...8, using: &generator))
      places.append(
        (
          id,
          try Coordinate(
            latitude: center.latitude + Double(north) * center.latitude.ulp,
            longitude: center.longitude + Double(east) * center.longitude.ulp)
        ))
    }
    let antipode = try Coordinate(latitude: -center.latitude, longitude: center.longitude - 180)
    try expectBruteForce(places, questions: 600, seed: 11, using: &generator) { place, generator in
      let kilometers: [Double] = [0, 1e-9, 1e-3, 1, 100, 10_000]
      let from = Bool.random(using: &generator) ? place : antipode
      return try from.destination(
        bearingDegrees: .random(in: 0..<360, using: &generator),
        distance: Radius(kilometers: kilometers.randomElement(using: &generator) ?? 0))
    }
  }

  // MARK: - By hand

  @Test("Among 100,000 temples at one address those with the smallest ids are found")
  func duplicates() throws {
    let address = try Coordinate(latitude: 24.1477, longitude: 120.6736)
    let index = PointIndex((0..<100_000).map { (id: 99_999 - $0, coordinate: address) })
    let here = try Coordinate(latitude: 24.15, longitude: 120.67)
    let distance = here.distanceKilometers(to: address)
    for place in [address, here] {
      let found = index.nearest(10, to: place)
      #expect(found.map(\.id) == Array(0..<10))
      #expect(found.allSatisfy { $0.distanceKilometers == place.distanceKilometers(to: address) })
    }
    #expect(
      index.nearest(3, to: here, within: try Radius(kilometers: distance)) { $0 % 1_000 == 7 }.map(\.id) == [
        7, 1_007, 2_007,
      ])
    #expect(index.nearest(3, to: here, within: try Radius(kilometers: distance.nextDown)).isEmpty)
    #expect(index.all(within: try Radius(kilometers: 0), of: address).map(\.id) == Array(0..<100_000))
  }

  @Test("A filter that rejects all places gives none and is called once for each place")
  func nothingKept() throws {
    var generator = SeededGenerator(seed: 12)
    let places = try RandomPlaces.clustered(5_000, using: &generator)
    let index = PointIndex(places)
    let here = places[0].coordinate
    #expect(index.nearest(10, to: here) { _ in false }.isEmpty)
    #expect(index.all(within: .everywhere, of: here) { _ in false }.isEmpty)
    // Each place is queried once.
    var asked: Set<Int> = []
    var count = 0
    _ = index.nearest(10, to: here) { id in
      asked.insert(id)
      count += 1
      return false
    }
    #expect(asked.count == 5_000 && count == 5_000)
  }

  @Test("A place at exactly the radius is included")
  func inclusive() throws {
    var generator = SeededGenerator(seed: 13)
    let places = try RandomPlaces.clustered(300, using: &generator)
    let index = PointIndex(places)
    let here = try Coordinate(latitude: 24, longitude: 121)
    for place in places {
      let distance = here.distanceKilometers(to: place.coordinate)
      let within = try index.all(within: Radius(kilometers: distance), of: here)
      #expect(within.last?.id == place.id)
      #expect(try index.all(within: Radius(kilometers: distance.nextDown), of: here).count == within.count - 1)
      #expect(try index.nearest(within.count, to: here, within: Radius(kilometers: distance)) == within)
    }
  }

  @Test("An index returns no more places than requested and no more than it has")
  func counts() throws {
    let here = try Coordinate(latitude: 24, longitude: 121)
    let empty = PointIndex([])
    #expect(empty.count == 0)
    #expect(empty.nearest(10, to: here).isEmpty)
    #expect(empty.all(within: .everywhere, of: here).isEmpty)
    let pair = PointIndex([(id: 7, coordinate: here), (id: 3, coordinate: here)])
    #expect(pair.nearest(0, to: here).isEmpty)
    #expect(pair.nearest(-1, to: here).isEmpty)
    #expect(pair.nearest(1, to: here).map(\.id) == [3])
    #expect(pair.nearest(.max, to: here).map(\.id) == [3, 7])
    let antipode = try Coordinate(latitude: -24, longitude: -59)
    #expect(pair.nearest(5, to: antipode).map(\.id) == [3, 7])
    #expect(pair.all(within: .everywhere, of: antipode).count == 2)
  }

  // MARK: - Brute force

  /// Asks at random for few or many, in a small or a large radius or without one, of every place, a hundredth or none,
  /// and now and then for all; and compares ids and distances, bit for bit, with those of a search that knows nothing
  /// of cells.
  private func expectBruteForce(
    _ places: [Place], questions: Int, seed: UInt64, using generator: inout SeededGenerator,
    sourceLocation: SourceLocation = #_sourceLocation,
    from origin: (_ place: Coordinate, _ generator: inout SeededGenerator) throws -> Coordinate
  ) throws {
    let index = PointIndex(places)
    #expect(index.count == places.count)
    for number in 0..<questions {
      let here = try origin(places[Int.random(in: 0..<places.count, using: &generator)].coordinate, &generator)
      let question = try Question(of: places, number: number, using: &generator)
      let nearest = index.nearest(question.wanted, to: here, within: question.radius, where: question.isIncluded)
      var isSame = nearest.map(Found.init) == question.nearest(of: places, to: here)
      if number % 16 == 0, places.count <= 10_000 {
        let all = index.all(within: question.radius, of: here, where: question.isIncluded)
        isSame = isSame && all.map(Found.init) == question.all(of: places, to: here)
      }
      guard isSame else {
        Issue.record("seed \(seed), \(question) from \(here): \(nearest)", sourceLocation: sourceLocation)
        return
      }
    }
  }
}

/// An answer, of the index or of brute force.
private struct Found: Comparable {
  let id: Int
  let distance: Double

  init(id: Int, distance: Double) {
    self.id = id
    self.distance = distance
  }

  init(_ neighbor: PointIndex.Neighbor) {
    self.init(id: neighbor.id, distance: neighbor.distanceKilometers)
  }

  static func < (left: Found, right: Found) -> Bool {
    left.distance < right.distance || (left.distance == right.distance && left.id < right.id)
  }
}

private struct Question {
  let wanted: Int
  let radius: Radius
  private let divisor: Int

  init(of places: [RandomPlaces.Place], number: Int, using generator: inout SeededGenerator) throws {
    let few = [1, 5, 10, 10, 10, 20, 62, 63, 64, 100].randomElement(using: &generator) ?? 10
    wanted = number % 50 == 0 && places.count <= 10_000 ? places.count + 5 : few
    let kilometers: [Double] = [0, 0.001, 0.1, 1, 5, 10, 10, 100, 1_000, 15_000, 20_015]
    radius =
      Bool.random(using: &generator)
      ? .everywhere : try Radius(kilometers: kilometers.randomElement(using: &generator) ?? 10)
    divisor = [1, 1, 2, 100, .max].randomElement(using: &generator) ?? 1
  }

  func isIncluded(_ id: Int) -> Bool { id % divisor == divisor / 2 }

  /// Brute force, the list kept in order all the way.
  func nearest(of places: [RandomPlaces.Place], to here: Coordinate) -> [Found] {
    var list: [Found] = []
    for place in places where isIncluded(place.id) {
      let found = Found(id: place.id, distance: here.distanceKilometers(to: place.coordinate))
      guard found.distance <= radius.kilometers else { continue }
      if list.count == wanted {
        guard let last = list.last, found < last else { continue }
        list.removeLast()
      }
      var slot = list.count
      while slot > 0, found < list[slot - 1] { slot -= 1 }
      list.insert(found, at: slot)
    }
    return list
  }

  func all(of places: [RandomPlaces.Place], to here: Coordinate) -> [Found] {
    places.filter { isIncluded($0.id) }
      .map { Found(id: $0.id, distance: here.distanceKilometers(to: $0.coordinate)) }
      .filter { $0.distance <= radius.kilometers }
      .sorted()
  }
}
