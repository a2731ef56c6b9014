internal import Foundation

extension Database {
  /// Runs a transaction again and again until it says that this was the last.
  ///
  /// Between them others who write get their turn: who finds the database taken asks again after a tenth of a second, so he would
  /// hardly ever meet the gap between two transactions that follow one another at once, and give up.
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
