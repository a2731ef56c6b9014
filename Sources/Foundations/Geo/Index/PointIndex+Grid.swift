internal import MathLibrary

// Building the cells and rows of the grid.

extension PointIndex {
  /// Eight places as unit vectors from the centre of the Earth: x to 0 N 0 E, y to 0 N 90 E, z to the north pole.
  ///
  /// Lanes without a place repeat the last one at four radii: on its meridian, where the sweep looks, but too far away
  /// to be found.
  @usableFromInline
  struct Cell: Sendable {
    @usableFromInline var x, y, z: SIMD8<Double>

    init() {
      (x, y, z) = (.zero, .zero, .zero)
    }

    @inlinable static var size: Int { 8 }
  }

  /// A band of latitude, no wider than its places.
  @usableFromInline
  struct Row: Sendable {
    @usableFromInline let south, north: Parallel

    init(south: Double, north: Double) {
      self.south = Parallel(latitude: south)
      self.north = Parallel(latitude: north)
    }
  }

  /// A circle of latitude: its height above the plane of the equator and its distance from the axis, in radii.
  @usableFromInline
  struct Parallel: Sendable {
    @usableFromInline let latitude, sine, cosine: Double

    init(latitude: Double) {
      self.latitude = latitude
      sine = MathLibrary.sine(degrees: latitude)
      cosine = MathLibrary.cosine(degrees: latitude)
    }
  }

  /// Builds the index. Ids may be in any order and may repeat.
  ///
  /// A row has about 2 √n places, which measured best for 12,000 places: a search for ten reads one to three rows.
  public init(_ places: some Sequence<(id: Int, coordinate: Coordinate)>) {
    let places = places.map { (id: $0.id, coordinate: $0.coordinate) }
    let cellsPerRow = max(1, Int((2 * Double(places.count).squareRoot() / Double(Cell.size)).rounded()))
    var rows: [Row] = []
    let order = Self.order(of: places.map(\.coordinate), placesPerRow: cellsPerRow * Cell.size) { south, north in
      rows.append(Row(south: south, north: north))
    }
    var cells: [Cell] = []
    var firstLongitudes: [Double] = []
    var points: [SpherePoint] = []
    cells.reserveCapacity((order.count + Cell.size - 1) / Cell.size)
    firstLongitudes.reserveCapacity(cells.capacity)
    points.reserveCapacity(order.count)
    var cell = Cell()
    for (slot, place) in order.enumerated() {
      let origin = Origin(places[place].coordinate)
      let lane = slot % Cell.size
      if lane == 0 { firstLongitudes.append(origin.longitude) }
      cell.set(lane, origin, scale: 1)
      if slot == order.count - 1 {
        for empty in (lane + 1)..<max(lane + 1, Cell.size) { cell.set(empty, origin, scale: 4) }
      }
      if lane == Cell.size - 1 || slot == order.count - 1 { cells.append(cell) }
      points.append(origin.point)
    }
    self.rows = rows
    self.cells = cells
    self.firstLongitudes = firstLongitudes
    self.cellsPerRow = cellsPerRow
    self.points = points
    ids = order.map { places[$0].id }
  }

  /// The order of the places: rows from the south, each from the west. Also returns the latitudes of each row's first
  /// and last place.
  private static func order(
    of coordinates: [Coordinate], placesPerRow: Int, _ row: (_ south: Double, _ north: Double) -> Void
  ) -> [Int] {
    var order = coordinates.enumerated().map { Ranked(key: $1.latitude, place: $0) }
    order.sort()
    for start in stride(from: 0, to: order.count, by: placesPerRow) {
      let range = start..<min(start + placesPerRow, order.count)
      row(order[range.lowerBound].key, order[range.upperBound - 1].key)
      for slot in range { order[slot].key = coordinates[order[slot].place].longitude }
      order[range].sort()
    }
    return order.map(\.place)
  }

  /// A place by its position in the input, ordered by a key.
  private struct Ranked: Comparable {
    var key: Double
    let place: Int

    static func < (left: Ranked, right: Ranked) -> Bool {
      left.key < right.key || (left.key == right.key && left.place < right.place)
    }
  }
}

extension PointIndex.Cell {
  fileprivate mutating func set(_ lane: Int, _ place: Origin, scale: Double) {
    x[lane] = place.x * scale
    y[lane] = place.y * scale
    z[lane] = place.z * scale
  }
}
