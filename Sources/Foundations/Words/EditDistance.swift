/// The distance of two texts by optimal string alignment: insertions, deletions, substitutions and exchanges of neighbours.
///
///     EditDistance.between("mazuu", "mazu", limit: 2)          // 1
///     EditDistance.between("tempel", "temple", limit: 2)       // 1, an exchange
///     EditDistance.between("mazu", "guanyin", limit: 2)        // nil
package enum EditDistance {
  /// - Returns: the distance in characters; nil above the limit.
  package static func between(_ one: String, _ other: String, limit: Int) -> Int? {
    let (one, other) = (Array(one), Array(other))
    guard abs(one.count - other.count) <= limit else { return nil }
    // Three rows of the table: an exchange looks two rows back.
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for row in one.indices {
      var current = [row + 1]
      for column in other.indices {
        let isSame = one[row] == other[column]
        var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      guard current.contains(where: { $0 <= limit }) else { return nil }
      (beforeLast, last) = (last, current)
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }
}
