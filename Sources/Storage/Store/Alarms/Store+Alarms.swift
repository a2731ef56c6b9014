internal import Database

extension Store {
  /// An alarm that no check could assess for so long is over: its channel or certificate is not used any more.
  package static let forgottenAfterSeconds = 7 * 86_400
  /// A message that an alarm is over is worth sending so long.
  package static let overSeconds = 86_400
  /// Alarms that have ended are kept so long.
  private static let keptSeconds = 90 * 86_400

  /// Compares what holds now with what was seen before: alarms that have held long enough are opened, those that have been away as long are
  /// ended, and for both each target gets a message to be sent (`claimAlarms`).
  ///
  /// Two processes may check at once: one waits for the other, and finds its rows.
  ///
  /// - Parameters:
  ///   - sightings: the conditions that hold.
  ///   - targets: those to tell (`AlarmTarget.key`).
  ///   - holdSeconds: how long a condition must hold, or be away, before anybody is told.
  ///   - isAssessed: false for a kind or key that this check could not assess; such alarms stay as they are.
  ///   - now: seconds of UTC since 1970.
  public func note(
    _ sightings: [AlarmSighting], targets: [String], holdSeconds: Int, now: Int,
    isAssessed: @Sendable (Alarm) -> Bool = { _ in true }
  ) throws {
    try database.write { connection in
      // The row is locked until the end of the transaction.
      try connection.setMeta("alarms_checked_at", "\(now)")
      let table = AlarmTable(
        connection: connection, targets: targets, holdSeconds: holdSeconds, now: now, outbox: outbox(connection))
      try table.correctClock()
      let known = Dictionary(try table.present().map { ($0.key, $0) }) { first, _ in first }
      for sighting in sightings { try table.see(sighting, known[sighting.key]) }
      let seen = Set(sightings.map(\.key))
      for alarm in known.values where !seen.contains(alarm.key) {
        try table.miss(alarm, isAssessed: isAssessed(alarm))
      }
      try connection.execute("DELETE FROM alarms WHERE ended_at < $1", [.integer(now - Self.keptSeconds)])
    }
  }

  /// Alarms, the oldest first.
  ///
  /// - Parameter ended: also those that are over, the last 90 days.
  public func alarms(ended: Bool = false) throws -> [Alarm] {
    let condition = ended ? "a.opened_at IS NOT NULL" : "a.opened_at IS NOT NULL AND a.ended_at IS NULL"
    return try database.read { connection in
      try connection.all(
        SQL("SELECT \(Alarm.columns) FROM alarms a WHERE \(condition) ORDER BY a.opened_at, a.id"), [], Alarm.init)
    }
  }

  /// The time of the last check, in seconds of UTC since 1970; nil if there was none.
  public func alarmsCheckedAt() throws -> Int? {
    try database.read { try $0.meta("alarms_checked_at").flatMap { Int($0) } }
  }
}

// MARK: - Messages

extension Store {
  /// Takes messages that are to be sent, for a limited time; no other process gets them before its end.
  ///
  /// - Parameters:
  ///   - targets: those that this process can reach.
  ///   - owner: random for each process.
  public func claimAlarms(
    for targets: [String], owner: String, leaseSeconds: Int, now: Int
  ) throws -> [AlarmErrand] {
    try database.write { connection in
      try connection.execute(
        """
        DELETE FROM alarm_messages
        WHERE sent_at IS NULL AND alarm_id IN (SELECT id FROM alarms WHERE ended_at < $1)
        """, [.integer(now - Self.overSeconds)])
      for target in targets {
        // A lease or a wait that ends too late is of a clock that was wrong.
        try connection.execute(
          """
          UPDATE alarm_messages
          SET lease_owner = $1, lease_until = $2
          WHERE sent_at IS NULL
            AND target = $4
            AND (next_attempt_at <= $3 OR next_attempt_at > $3 + $5)
            AND (lease_until IS NULL OR lease_until <= $3 OR lease_until > $2)
          """,
          [.text(owner), .integer(now + leaseSeconds), .integer(now), .text(target), .integer(Self.longestPause)])
      }
      return try connection.all(
        SQL(
          """
          SELECT \(Alarm.columns), m.id, m.phase, m.target
          FROM alarm_messages m
          JOIN alarms a ON a.id = m.alarm_id
          WHERE m.lease_owner = $1 AND m.sent_at IS NULL
          ORDER BY m.id
          """), [.text(owner)]
      ) { row in
        AlarmErrand(
          id: row.integer(14) ?? 0, alarm: Alarm(row), phase: AlarmPhase(rawValue: row.text(15) ?? "") ?? .begun,
          target: row.text(16) ?? "")
      }
    }
  }

  /// Seconds before the next attempt, at most.
  private static let longestPause = 3_600

  /// Writes down how a message ended.
  ///
  /// - Parameter error: nil if it was delivered; otherwise it is tried again, first at the next check, later after an hour.
  /// - Returns: false if the lease was over, and another process has the message.
  @discardableResult
  public func mark(_ errand: AlarmErrand, error: String?, owner: String, now: Int) throws -> Bool {
    try database.write { connection in
      let identity: [SQLValue] = [.integer(errand.id), .text(owner), .integer(now)]
      guard let error else {
        return try connection.execute(
          """
          UPDATE alarm_messages
          SET sent_at = $3, error = NULL, attempts = attempts + 1, lease_owner = NULL, lease_until = NULL
          WHERE id = $1 AND lease_owner = $2
          """, identity) > 0
      }
      return try connection.execute(
        """
        UPDATE alarm_messages
        SET error = $4, attempts = attempts + 1, lease_owner = NULL, lease_until = NULL,
          next_attempt_at = $3 + CASE WHEN attempts >= 6 THEN $5 ELSE 60 * (attempts + 1) END
        WHERE id = $1 AND lease_owner = $2
        """, identity + [.text(error), .integer(Self.longestPause)]) > 0
    }
  }
}
