/// Finds the nearest of many places: an immutable grid of cells, in memory.
///
///     let index = PointIndex(temples.lazy.map { (id: $0.id, coordinate: $0.coordinate) })
///     let ten = index.nearest(10, to: here, within: try Radius(kilometers: 10))
///     let mazu = index.nearest(10, to: here) { deityOfTemple[$0] == mazuID }
///
/// It answers exactly as a search through all places does that measures each with `Coordinate.distanceKilometers(to:)`,
/// keeps those with `distance <= radius` and sorts by (distance, id): at the poles, over the antimeridian and among
/// places that are the same. A change of the places needs a new index; 12,000 take 2 or 3 ms, a million 0.4 s. It holds
/// 57 bytes a place.
///
/// **The grid.** The places, sorted by latitude, are cut into rows of equal numbers; each row, sorted by longitude,
/// into cells of eight. So cells are small where places are dense, whatever their distribution, and there are no empty
/// ones. A search starts in the cell of its own longitude in the row of its own latitude and goes outwards: east and
/// west by turns, then to the next rows north and south, until what is left of the row, then the next row on either
/// side, cannot hold anything closer than what it has. No candidate costs it an arc or a sine: it compares chords,
/// straight lines through the Earth between unit vectors, and only for those that are left takes the distance of
/// record.
public struct PointIndex: Sendable {
  /// The places of a row stand in `cellsPerRow` cells one after the other; the last row may have fewer.
  @usableFromInline let rows: [Row]
  @usableFromInline let cells: [Cell]
  /// The longitude of each cell's first place, in degrees, to find a cell by.
  @usableFromInline let firstLongitudes: [Double]
  @usableFromInline let cellsPerRow: Int
  /// By slot: lane i of cell c is slot 8 c + i.
  @usableFromInline let ids: [Int]
  let points: [SpherePoint]

  /// How many places there are.
  @inlinable public var count: Int { ids.count }

  /// A place that was found.
  public struct Neighbor: Hashable, Sendable {
    public let id: Int
    public let distanceKilometers: Double
  }
}

// MARK: - Asking

extension PointIndex {
  /// The nearest places, nearest first, equal distances by id.
  ///
  /// Up to 63 places cost one allocation, the answer. The filter is asked about those that are near enough to get in,
  /// each once or, where many are equally far, twice.
  ///
  /// - Parameters:
  ///   - wanted: how many at most.
  ///   - radius: how far away at most, that distance included.
  ///   - isIncluded: which ids count.
  @inlinable
  public func nearest(
    _ wanted: Int, to place: Coordinate, within radius: Radius = .everywhere,
    where isIncluded: (Int) -> Bool = { _ in true }
  ) -> [Neighbor] {
    let wanted = min(wanted, count)
    guard wanted > 0 else { return [] }
    let origin = Origin(place)
    var limit = Chord.squaredLimit(kilometers: radius.kilometers)
    if wanted < Shortlist.largestCapacity, UInt32(exactly: count) != nil,
      let found = nearestByChord(wanted, to: origin, within: radius, limit: &limit, where: isIncluded)
    {
      return found
    }
    return nearestByDistance(wanted, to: origin, within: radius, limit: limit, where: isIncluded)
  }

  /// How many places there are within a radius, that distance included.
  @inlinable
  public func count(
    within radius: Radius, of place: Coordinate, where isIncluded: (Int) -> Bool = { _ in true }
  ) -> Int {
    let origin = Origin(place)
    var limit = Chord.squaredLimit(kilometers: radius.kilometers)
    // Within ten metres a chord's own rounding is no longer small beside it; else only those at the very edge are measured.
    let inner = radius.kilometers < 0.01 ? -1 : limit * (1 - 1e-6)
    var count = 0
    sweep(from: origin, limit: &limit) { slot, chordSquared, _ in
      guard isIncluded(ids[slot]) else { return }
      let isWithin =
        chordSquared <= inner || neighbor(at: slot, from: origin).distanceKilometers <= radius.kilometers
      if isWithin { count += 1 }
    }
    return count
  }

  /// All places within a radius, that distance included; nearest first, equal distances by id.
  @inlinable
  public func all(
    within radius: Radius, of place: Coordinate, where isIncluded: (Int) -> Bool = { _ in true }
  ) -> [Neighbor] {
    let origin = Origin(place)
    var limit = Chord.squaredLimit(kilometers: radius.kilometers)
    var found: [Neighbor] = []
    sweep(from: origin, limit: &limit) { slot, _, _ in
      guard isIncluded(ids[slot]) else { return }
      let neighbor = neighbor(at: slot, from: origin)
      if neighbor.distanceKilometers <= radius.kilometers { found.append(neighbor) }
    }
    found.sort()
    return found
  }
}

// MARK: - The nearest, two ways

extension PointIndex {
  /// Ranks by chord, and measures only what it returns. It gives up when chords cannot tell the last of them from the
  /// next: for places that are the same, or as far away but for rounding.
  @inlinable
  func nearestByChord(
    _ wanted: Int, to origin: Origin, within radius: Radius, limit: inout Double, where isIncluded: (Int) -> Bool
  ) -> [Neighbor]? {
    withUnsafeTemporaryAllocation(of: Shortlist.Entry.self, capacity: wanted + 1) { memory in
      let shortlist = Shortlist(memory)
      let ids = ids.span
      sweep(from: origin, limit: &limit) { slot, chordSquared, limit in
        guard isIncluded(ids[slot]) else { return }
        shortlist.insert(slot: slot, chordSquared: chordSquared)
        limit = min(limit, shortlist.squaredLimit)
      }
      guard shortlist.isDecided else { return nil }
      return neighbors(at: shortlist, from: origin, within: radius)
    }
  }

  /// Ranks by the distance of record.
  @inlinable
  func nearestByDistance(
    _ wanted: Int, to origin: Origin, within radius: Radius, limit: Double, where isIncluded: (Int) -> Bool
  ) -> [Neighbor] {
    var best = BoundedHeap<Neighbor>(capacity: wanted)
    var limit = limit
    sweep(from: origin, limit: &limit) { slot, _, limit in
      guard isIncluded(ids[slot]) else { return }
      let neighbor = neighbor(at: slot, from: origin)
      guard neighbor.distanceKilometers <= radius.kilometers, best.insert(neighbor) else { return }
      if best.isFull, let last = best.largest {
        limit = min(limit, Chord.squaredLimit(kilometers: last.distanceKilometers))
      }
    }
    return best.sorted
  }

  @usableFromInline
  func neighbor(at slot: Int, from origin: Origin) -> Neighbor {
    Neighbor(id: ids[slot], distanceKilometers: origin.point.distanceKilometers(to: points[slot]))
  }

  /// The entries of a shortlist but its last, measured and in order.
  @usableFromInline
  func neighbors(at shortlist: Shortlist, from origin: Origin, within radius: Radius) -> [Neighbor] {
    var found: [Neighbor] = []
    found.reserveCapacity(shortlist.slots.count)
    for slot in shortlist.slots {
      let neighbor = neighbor(at: slot, from: origin)
      if neighbor.distanceKilometers <= radius.kilometers { found.append(neighbor) }
    }
    found.sort()
    return found
  }
}

extension PointIndex.Neighbor: Comparable {
  /// By distance; the same distance, by id.
  public static func < (left: Self, right: Self) -> Bool {
    (left.distanceKilometers, left.id) < (right.distanceKilometers, right.id)
  }
}
