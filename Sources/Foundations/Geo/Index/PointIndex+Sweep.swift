// The search through the grid, from a place outwards.

extension PointIndex {
  /// Visits every place whose chord from the origin is within a limit, each once.
  ///
  /// - Parameters:
  ///   - limit: the square of the longest chord of interest. The visitor may lower it during the search.
  ///   - visit: receives the slot of a place, the square of its chord, and the limit.
  @inlinable
  func sweep(from origin: Origin, limit: inout Double, _ visit: (Int, Double, inout Double) -> Void) {
    let rows = rows.span
    let cells = cells.span
    let firstLongitudes = firstLongitudes.span
    var above = Self.partition(0..<rows.count) { rows[$0].south.latitude <= origin.latitude }
    var below = above - 1
    while true {
      let gapAbove = above < rows.count ? Self.gap(from: origin, to: rows[above]) : .infinity
      let gapBelow = below >= 0 ? Self.gap(from: origin, to: rows[below]) : .infinity
      let gap = min(gapAbove, gapBelow)
      guard gap - Chord.margin <= limit else { return }
      let row: Int
      if gapBelow <= gapAbove {
        row = below
        below -= 1
      } else {
        row = above
        above += 1
      }
      let first = row * cellsPerRow
      let range = first..<min(first + cellsPerRow, cells.count)
      let start = max(first, Self.partition(range) { firstLongitudes[$0] <= origin.longitude } - 1)
      sweep(cells, range, startingAt: start, of: rows[row], gap: gap, from: origin, limit: &limit, visit)
    }
  }

  /// The squared chord to the nearest point of a row on the origin's meridian: a lower bound for all places of the row.
  @inlinable @inline(__always)
  static func gap(from origin: Origin, to row: Row) -> Double {
    let parallel: Parallel
    if origin.latitude < row.south.latitude {
      parallel = row.south
    } else if origin.latitude > row.north.latitude {
      parallel = row.north
    } else {
      return 0
    }
    let outwards = origin.fromAxis - parallel.cosine
    let upwards = origin.z - parallel.sine
    return outwards * outwards + upwards * upwards
  }

  /// Searches one row: the start cell, then alternately east and west, each side until the rest of its half circle is
  /// too far away.
  ///
  /// For places at a difference of longitude Δλ, with distances ρ₁ and ρ₂ from the axis and heights z₁ and z₂, the
  /// square of the chord is `(ρ₁ - ρ₂)² + (z₁ - z₂)² + 2 ρ₁ ρ₂ (1 - cos Δλ)`. The first two terms are at least the gap
  /// to the row, ρ₂ is at least the smaller of its two parallels', and 1 - cos Δλ grows on both sides until 180
  /// degrees. So once the nearer edge of a cell is too far away, the rest of that side is too. Places beyond 180 degrees
  /// are nearer from the other side, so a side may stop or go on there. The two sides stop at the latest where they
  /// meet.
  @inlinable @inline(__always)
  func sweep(
    _ cells: borrowing Span<Cell>, _ range: Range<Int>, startingAt start: Int, of row: Row, gap: Double,
    from origin: Origin, limit: inout Double, _ visit: (Int, Double, inout Double) -> Void
  ) {
    let leastFromAxis = min(row.south.cosine, row.north.cosine)
    let farthest = gap + 2 * leastFromAxis * origin.fromAxis - Chord.margin
    scan(cells[start], at: start, from: origin, limit: &limit, visit)
    var remaining = range.count - 1
    // `next` is the next cell on the east or the west side; `other` is the next one of the other side, if that side is
    // not finished.
    var next = start + 1 == range.upperBound ? range.lowerBound : start + 1
    var other = start == range.lowerBound ? range.upperBound - 1 : start - 1
    var isEast = true
    var isOtherDone = false
    while remaining > 0 {
      let x = isEast ? cells[next].x[0] : cells[next].x[Cell.size - 1]
      let y = isEast ? cells[next].y[0] : cells[next].y[Cell.size - 1]
      // ρ₁ ρ₂ cos Δλ of the edge.
      let along = origin.x * x + origin.y * y
      if farthest - 2 * leastFromAxis * along / (x * x + y * y).squareRoot() > limit {
        if isOtherDone { return }
        isOtherDone = true
        swap(&next, &other)
        isEast.toggle()
        continue
      }
      scan(cells[next], at: next, from: origin, limit: &limit, visit)
      remaining -= 1
      if isEast {
        next = next + 1 == range.upperBound ? range.lowerBound : next + 1
      } else {
        next = next == range.lowerBound ? range.upperBound - 1 : next - 1
      }
      if !isOtherDone {
        swap(&next, &other)
        isEast.toggle()
      }
    }
  }

  /// Checks the places of one cell. A bit mask marks the near ones of the eight, without a branch.
  @inlinable @inline(__always)
  func scan(
    _ cell: Cell, at index: Int, from origin: Origin, limit: inout Double, _ visit: (Int, Double, inout Double) -> Void
  ) {
    let x = cell.x - origin.x
    let y = cell.y - origin.y
    let z = cell.z - origin.z
    let squared = x * x + y * y + z * z
    var near: UInt32 = 0
    for lane in 0..<Cell.size { near |= (squared[lane] <= limit ? 1 : 0) &<< UInt32(truncatingIfNeeded: lane) }
    while near != 0 {
      let lane = near.trailingZeroBitCount
      near &= near &- 1
      visit(index * Cell.size + lane, squared[lane], &limit)
    }
  }

  /// The first number of a range that fails a condition; the condition holds for all numbers before it and none after.
  @inlinable @inline(__always)
  static func partition(_ range: Range<Int>, _ isTrue: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isTrue(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
