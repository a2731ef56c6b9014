extension Sequence<Int> {
  /// These numbers as runs of neighbours: 7, 3, 4, 5 are 3...5 and 7.
  ///
  /// The planner writes reminders in the order in which they fall due, so those of a batch are neighbours, and one statement with BETWEEN
  /// does for hundreds of rows what costs a statement each otherwise. It touches no row that is not one of these.
  ///
  /// - Parameter most: how long a run may be.
  func runs(atMost most: Int = .max) -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for number in sorted() {
      if let last = runs.last, number <= last.upperBound + 1, number - last.lowerBound < most {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs
  }
}
