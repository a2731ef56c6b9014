import Foundation
import GRDBSQLite
import Geo
import TestSupport

/// The ten nearest within ten kilometres: our index, a search through all places by haversine, one by unit vectors, and
/// SQLite's R*Tree. All four must return the same ids.
enum NearestBench {
  static func run(_ report: inout Report) throws {
    var generator = SeededGenerator(seed: 20_250_420)
    for (size, count) in [("12 k", 12_000), ("100 k", 100_000), ("1 M", 1_000_000)] {
      let clustered = try RandomPlaces.clustered(count, using: &generator)
      let bar = ["12 k": 3.0, "1 M": 30.0][size]
      try compare("\(size) clustered", clustered, bar: bar, &report, using: &generator)
      // A million places take the references half a minute; once is enough.
      guard count < 1_000_000 else { continue }
      let uniform = try RandomPlaces.uniform(count, using: &generator)
      try compare("\(size) uniform", uniform, bar: nil, &report, using: &generator)
    }
    try build(&report, using: &generator)
  }

  static let wanted = 10
  static let radiusKilometers = 10.0

  struct Disagreement: Error {
    let method: String
    let place: Coordinate
    let ours: [Int]
    let theirs: [Int]
  }

  private static func compare(
    _ name: String, _ places: [RandomPlaces.Place], bar: Double?, _ report: inout Report,
    using generator: inout SeededGenerator
  ) throws {
    let radius = try Radius(kilometers: radiusKilometers)
    var questions: [Coordinate] = []
    for _ in 0..<20_000 {
      let place = places[Int.random(in: 0..<places.count, using: &generator)].coordinate
      questions.append(try RandomPlaces.near(place, spread: 0.01, using: &generator))
    }
    let index = PointIndex(places)
    // The references are slow, so they get only some of the queries.
    let few = Array(questions.prefix(min(1_000, max(40, 12_000_000 / places.count))))
    let expected = few.map { index.nearest(wanted, to: $0, within: radius).map(\.id) }
    let ours = Quantiles(of: questions) { index.nearest(wanted, to: $0, within: radius).count }
    let haversines = HaversineScan(places)
    let vectors = VectorScan(places)
    let tree = try RTree(places)
    let references: [(String, (Coordinate) throws -> [Int])] = [
      ("haversine, all places", haversines.nearest), ("unit vectors, all places", vectors.nearest),
      ("SQLite R*Tree", tree.nearest),
    ]
    for (number, (method, nearest)) in references.enumerated() {
      // Measured after the check, so that its caches are as warm as ours.
      for (place, ours) in zip(few, expected) {
        let theirs = try nearest(place)
        guard ours == theirs else { throw Disagreement(method: method, place: place, ours: ours, theirs: theirs) }
      }
      let theirs = try Quantiles(of: few) { try nearest($0).count }
      let barText = number == 0 ? bar.map { "<= \(Int($0))" } ?? "" : ""
      report.add(
        "10 nearest, \(name), p50", ours.median, "us", reference: method, theirs.median, bar: barText,
        isMet: bar.map { ours.median <= $0 } ?? true)
      report.add("10 nearest, \(name), p99", ours.ninetyNinth, "us", reference: method, theirs.ninetyNinth)
    }
  }

  private static func build(_ report: inout Report, using generator: inout SeededGenerator) throws {
    let places = try RandomPlaces.clustered(12_000, using: &generator)
    var count = 0
    let ours = shortestSeconds { count += PointIndex(places).count } * 1_000
    precondition(count > 0)
    let theirs = try shortestSeconds(rounds: 2) { count += try RTree(places).nearest(to: places[0].coordinate).count }
    report.add(
      "index of 12 k places", ours, "ms", reference: "SQLite R*Tree", theirs * 1_000, bar: "<= 5", isMet: ours <= 5)
  }
}

/// The median and the 99th percentile of the time per query, in microseconds.
private struct Quantiles {
  let median: Double
  let ninetyNinth: Double

  /// - Parameter answer: returns the number of places found.
  init(of questions: [Coordinate], _ answer: (Coordinate) throws -> Int) rethrows {
    let clock = ContinuousClock()
    var found = 0
    var times: [Double] = []
    times.reserveCapacity(questions.count)
    for question in questions {
      let start = clock.now
      found += try answer(question)
      let (seconds, attoseconds) = (clock.now - start).components
      times.append(Double(seconds) * 1e6 + Double(attoseconds) * 1e-12)
    }
    precondition(found > 0)
    times.sort()
    median = times[times.count / 2]
    ninetyNinth = times[times.count * 99 / 100]
  }
}

/// The ten smallest values, in order.
private struct TenSmallest {
  private(set) var items: [(key: Double, id: Int)] = []
  private(set) var limit: Double

  init(limit: Double) {
    self.limit = limit
    items.reserveCapacity(NearestBench.wanted + 1)
  }

  mutating func insert(_ key: Double, _ id: Int) {
    var place = items.count
    while place > 0, (key, id) < items[place - 1] { place -= 1 }
    items.insert((key, id), at: place)
    if items.count > NearestBench.wanted { items.removeLast() }
    if items.count == NearestBench.wanted { limit = items[NearestBench.wanted - 1].key }
  }
}

// MARK: - References

/// Haversines of all places, with stored cosines and without the arc sine.
private struct HaversineScan {
  private let points: [(latitude: Double, longitude: Double, cosine: Double, id: Int)]

  init(_ places: [RandomPlaces.Place]) {
    points = places.map { Self.point($0.coordinate, $0.id) }
  }

  private static func point(
    _ place: Coordinate, _ id: Int
  ) -> (latitude: Double, longitude: Double, cosine: Double, id: Int) {
    let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
    return (latitude, longitude, cos(latitude), id)
  }

  func nearest(to place: Coordinate) -> [Int] {
    let here = Self.point(place, 0)
    let edge = sin(NearestBench.radiusKilometers / EarthSphere.radiusKilometers / 2)
    var ten = TenSmallest(limit: edge * edge)
    for point in points {
      let north = sin((point.latitude - here.latitude) / 2)
      let east = sin((point.longitude - here.longitude) / 2)
      let haversine = north * north + here.cosine * point.cosine * east * east
      if haversine <= ten.limit { ten.insert(haversine, point.id) }
    }
    return ten.items.map(\.id)
  }
}

/// The dot products of all places' unit vectors with one vector.
private struct VectorScan {
  private let vectors: [(x: Double, y: Double, z: Double)]
  private let ids: [Int]

  init(_ places: [RandomPlaces.Place]) {
    vectors = places.map { Self.vector($0.coordinate) }
    ids = places.map(\.id)
  }

  private static func vector(_ place: Coordinate) -> (x: Double, y: Double, z: Double) {
    let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
    return (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  func nearest(to place: Coordinate) -> [Int] {
    let here = Self.vector(place)
    var ten = TenSmallest(limit: -cos(NearestBench.radiusKilometers / EarthSphere.radiusKilometers))
    for (slot, vector) in vectors.enumerated() {
      let key = -(vector.x * here.x + vector.y * here.y + vector.z * here.z)
      if key <= ten.limit { ten.insert(key, ids[slot]) }
    }
    return ten.items.map(\.id)
  }
}

/// SQLite's R*Tree through its C interface: a prepared statement selects a box, and this code measures its rows.
private final class RTree {
  private var database: OpaquePointer?
  private var statement: OpaquePointer?

  struct Failure: Error {
    let message: String
  }

  init(_ places: [RandomPlaces.Place]) throws {
    try check(sqlite3_open(":memory:", &database))
    try run(
      """
      CREATE VIRTUAL TABLE places USING rtree(id, south, north, west, east, +lat, +lng);
      BEGIN
      """)
    try prepare("INSERT INTO places VALUES (?1, ?2, ?2, ?3, ?3, ?2, ?3)")
    for place in places {
      try check(sqlite3_bind_int64(statement, 1, Int64(place.id)))
      try check(sqlite3_bind_double(statement, 2, place.coordinate.latitude))
      try check(sqlite3_bind_double(statement, 3, place.coordinate.longitude))
      try check(sqlite3_step(statement), SQLITE_DONE)
      try check(sqlite3_reset(statement))
    }
    try run("COMMIT")
    try prepare(
      """
      SELECT id, lat, lng
      FROM places
      WHERE north >= ?1 AND south <= ?2 AND east >= ?3 AND west <= ?4
      """)
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close(database)
  }

  func nearest(to place: Coordinate) throws -> [Int] {
    let radius = try Radius(kilometers: NearestBench.radiusKilometers)
    let box = BoundingBox(around: place, radius: radius)
    var ten = TenSmallest(limit: radius.kilometers)
    for longitudes in box.longitudes {
      let edges = [box.latitudes.lowerBound, box.latitudes.upperBound, longitudes.lowerBound, longitudes.upperBound]
      for (index, edge) in edges.enumerated() { try check(sqlite3_bind_double(statement, Int32(index + 1), edge)) }
      while sqlite3_step(statement) == SQLITE_ROW {
        let found = try Coordinate(
          latitude: sqlite3_column_double(statement, 1), longitude: sqlite3_column_double(statement, 2))
        let distance = place.distanceKilometers(to: found)
        if distance <= ten.limit { ten.insert(distance, Int(sqlite3_column_int64(statement, 0))) }
      }
      try check(sqlite3_reset(statement))
    }
    return ten.items.map(\.id)
  }

  private func prepare(_ sql: String) throws {
    sqlite3_finalize(statement)
    try check(sqlite3_prepare_v2(database, sql, -1, &statement, nil))
  }

  private func run(_ sql: String) throws {
    try check(sqlite3_exec(database, sql, nil, nil, nil))
  }

  private func check(_ status: Int32, _ expected: Int32 = SQLITE_OK) throws {
    guard status == expected else { throw Failure(message: String(cString: sqlite3_errmsg(database))) }
  }
}
