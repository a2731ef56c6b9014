internal import Database

extension Store {
  /// Takes the turn for work that one of several servers does once in a time, such as once a month.
  ///
  /// - Parameters:
  ///   - work: the name of the work.
  ///   - time: the name of the time, such as `2027-04`.
  /// - Returns: the time of the turn before, to give the turn back if the work fails; nil if this time's turn is taken.
  public func takeTurn(_ work: String, _ time: String) throws -> String? {
    try database.write { connection in
      try StoreLock.everything.take(connection)
      let before = try connection.meta("turn_" + work, locking: true) ?? ""
      guard before != time else { return nil }
      try connection.setMeta("turn_" + work, time)
      return before
    }
  }

  /// Gives a turn back, so that this server or another tries again.
  ///
  /// - Parameter before: what `takeTurn` returned.
  public func giveTurnBack(_ work: String, before: String) throws {
    _ = try database.write { try $0.setMeta("turn_" + work, before) }
  }
}
