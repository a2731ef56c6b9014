/// Compares spellings, to suggest what a person may have meant.
public enum Spelling {
  /// The number of characters to insert, remove, replace or exchange with a neighbour (the optimal string alignment distance).
  ///
  /// - Returns: nil if there are more than `most`.
  public static func distance(_ first: String, _ second: String, most: Int) -> Int? {
    let (first, second) = (Array(first), Array(second))
    guard abs(first.count - second.count) <= most else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in 0..<first.count {
      var next = [row + 1]
      for column in 0..<second.count {
        let isSame = first[row] == second[column]
        var cost = min(last[column + 1] + 1, next[column] + 1, last[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        next.append(cost)
      }
      guard next.contains(where: { $0 <= most }) else { return nil }
      (beforeLast, last) = (last, next)
    }
    return last[second.count] <= most ? last[second.count] : nil
  }
}
