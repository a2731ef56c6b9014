internal import Foundation

extension Database {
  /// Repeats a transaction until it returns that it was the last. Waiting writers poll every 100 ms; without a pause between the transactions
  /// they would starve.
  package func writeInPieces(_ piece: (any Connection) throws -> Bool) throws {
    let clock = ContinuousClock()
    var begun = clock.now
    while try !write(piece) {
      guard begun.duration(to: clock.now) > .milliseconds(200) else { continue }
      Thread.sleep(forTimeInterval: 0.12)
      begun = clock.now
    }
  }
}
