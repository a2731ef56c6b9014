internal import Foundation

extension Database {
  /// Repeats a transaction until it returns that it was the last. If there is one writer at a time, those that wait poll every 100 ms; without a
  /// pause between the transactions they would starve.
  ///
  /// - Parameters:
  ///   - piece: returns a value, and whether it was the last; it may run more than once (`write`).
  ///   - note: takes the value of each piece that was committed.
  package func writeInPieces<Value>(
    _ piece: (any Connection) throws -> (value: Value, isLast: Bool), _ note: (Value) -> Void
  ) throws {
    let clock = ContinuousClock()
    var begun = clock.now
    while true {
      let (value, isLast) = try write(piece)
      note(value)
      guard !isLast else { return }
      guard !dialect.hasSeveralWriters, begun.duration(to: clock.now) > .milliseconds(200) else { continue }
      Thread.sleep(forTimeInterval: 0.12)
      begun = clock.now
    }
  }
}
