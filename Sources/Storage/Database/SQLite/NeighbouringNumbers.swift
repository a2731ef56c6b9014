extension Sequence<Int> {
  /// Groups the numbers into runs without gaps: 7, 3, 4, 5 become 3...5 and 7.
  ///
  /// The planner writes reminders in due order, so a batch has few runs, and one statement with BETWEEN updates a whole run.
  ///
  /// - Parameter most: the longest run.
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
