internal import Database

// The rate of a channel, which all workers share: the generic cell rate algorithm with the instant of the next turn as its state.
extension ReminderQueue {
  /// Takes turns of a channel, one for each message. No two workers on any machine get the same.
  ///
  /// A worker that dies has wasted its turns, so take few at a time.
  ///
  /// - Parameters:
  ///   - count: at least 1.
  ///   - perSecond: the rate, above 0. Workers with different rates keep each their own distance from the turn before.
  ///   - now: seconds of UTC since 1970.
  /// - Returns: the instant of the first turn, now or later; the others follow at the rate.
  public func takeTurns(_ count: Int, of channel: String, perSecond: Double, now: Double) throws -> Double {
    let now = Int(now * Self.microseconds)
    let taken = Int((Double(count) / perSecond * Self.microseconds).rounded(.up))
    let next = try store.database.write { connection in
      try connection.first(
        Self.takeTurns, [.text(channel), .integer(now), .integer(taken), .integer(now + Self.longestTurn)]
      ) { $0.integer(0) } ?? nil
    }
    return Double((next ?? now + taken) - taken) / Self.microseconds
  }

  private static let microseconds = 1e6
  /// An hour. A turn beyond it was taken by a clock that was wrong.
  private static let longestTurn = 3_600_000_000

  private static let takeTurns: SQL = """
    INSERT INTO send_turns (channel, next_at)
    VALUES ($1, CAST($2 AS BIGINT) + $3)
    ON CONFLICT (channel) DO UPDATE
    SET next_at = CASE WHEN send_turns.next_at BETWEEN $2 AND $4 THEN send_turns.next_at ELSE $2 END + $3
    RETURNING next_at
    """
}
