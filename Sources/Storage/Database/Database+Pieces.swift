internal import Foundation

extension Database {
  /// Repeats a transaction until it returns that it was the last.
  ///
  /// - Parameters:
  ///   - piece: returns a value, how many rows were changed, and whether it was the last; it may run more than once (`write`).
  ///   - note: takes the value of each piece that was committed.
  /// - Throws: as `inPieces`.
  package func writeInPieces<Value>(
    _ piece: (any Connection) throws -> (value: Value, changed: Int, isLast: Bool), _ note: (Value) -> Void
  ) throws {
    try inPieces {
      let (value, changed, isLast) = try write(piece)
      note(value)
      return (changed, isLast)
    }
  }

  /// Runs a single transaction of a long work, which waits its turn as pieces do.
  package func writeInTurn<Result>(_ body: (any Connection) throws -> Result) throws -> Result {
    var result: Result?
    try writeInPieces {
      (try body($0), 0, true)
    } _: {
      result = $0
    }
    guard let result else { throw DatabaseError.failed(place, reason: "a transaction came to no end") }
    return result
  }

  /// Repeats a step of a long work, a transaction, until it returns that it was the last. A step that waited in vain for another program waits
  /// again, ten minutes at most: what is half done would otherwise stay so.
  ///
  /// If there is one writer at a time, programs with SQLite's own wait look every 100 ms; without a pause between the transactions they would
  /// starve.
  ///
  /// - Parameter step: returns how many rows were changed, and whether it was the last; it may run more than once.
  /// - Throws: as `DatabaseError.counting`.
  package func inPieces(_ step: () throws -> (changed: Int, isLast: Bool)) throws {
    try DatabaseError.counting { changed in
      let clock = ContinuousClock()
      var (begun, progress) = (clock.now, clock.now)
      while true {
        do {
          let (some, isLast) = try step()
          changed += some
          guard !isLast else { return }
          progress = clock.now
        } catch let error as DatabaseError {
          let end = progress + .seconds(600)
          guard case .busy = error, clock.now < min(deadline ?? end, end) else { throw error }
          Thread.sleep(forTimeInterval: 0.05)
        }
        guard !dialect.hasSeveralWriters, begun.duration(to: clock.now) > .milliseconds(200) else { continue }
        Thread.sleep(forTimeInterval: 0.12)
        begun = clock.now
      }
    }
  }
}

extension DatabaseError {
  /// Runs a long work of several transactions, which counts the rows that it has changed.
  ///
  /// - Throws: `unfinished` instead of an error that would say that nothing was changed, if something was.
  package static func counting<Result>(_ work: (_ changed: inout Int) throws -> Result) throws -> Result {
    var changed = 0
    do {
      return try work(&changed)
    } catch let error as DatabaseError {
      throw error.after(changed)
    }
  }

  private func after(_ changed: Int) -> DatabaseError {
    switch self {
    case .unfinished(let error, let others): .unfinished(error, changed: others + changed)
    default: changed > 0 && isWithoutChange ? .unfinished(self, changed: changed) : self
    }
  }
}
