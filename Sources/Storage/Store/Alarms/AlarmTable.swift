internal import Database

/// The rows of alarms in one check.
struct AlarmTable {
  let connection: any Connection
  let targets: [String]
  let holdSeconds: Int
  let now: Int
  let outbox: Outbox

  /// Alarms that are not over, opened or not yet.
  func present() throws -> [Alarm] {
    try connection.all(SQL("SELECT \(Alarm.columns) FROM alarms a WHERE a.ended_at IS NULL"), [], Alarm.init)
  }

  /// Instants in the future are of a rehearsal, or of a clock that was wrong; they would keep an alarm from beginning and from ending.
  func correctClock() throws {
    for column in ["first_seen_at", "last_seen_at", "clear_since"] {
      try connection.execute(
        SQL("UPDATE alarms SET \(column) = $1 WHERE ended_at IS NULL AND \(column) > $1"), [.integer(now)])
    }
  }

  /// A condition holds.
  func see(_ sighting: AlarmSighting, _ alarm: Alarm?) throws {
    guard let alarm else {
      let id = try connection.insert(
        into: "alarms",
        [
          "key", "kind", "subject", "reason", "moment", "count", "total", "since", "first_seen_at", "last_seen_at",
        ], facts(sighting) + [.integer(now), .integer(now)])
      if holdSeconds == 0 { try open(id, sighting) }
      return
    }
    if alarm.openedAt == nil {
      var sighting = sighting
      sighting.since = min(sighting.since, alarm.sighting.since)
      try connection.execute(
        """
        UPDATE alarms
        SET key = $1, kind = $2, subject = $3, reason = $4, moment = $5, count = $6, total = $7, since = $8,
          last_seen_at = $9
        WHERE id = $10
        """, facts(sighting) + [.integer(now), .integer(alarm.id)])
      if now - alarm.firstSeenAt >= holdSeconds { try open(alarm.id, sighting) }
    } else {
      try connection.execute(
        "UPDATE alarms SET last_seen_at = $1, clear_since = NULL WHERE id = $2", [.integer(now), .integer(alarm.id)])
      // A target that is new.
      try addMessages(alarm.id)
    }
  }

  /// A condition does not hold, or could not be assessed.
  func miss(_ alarm: Alarm, isAssessed: Bool) throws {
    guard isAssessed || now - alarm.lastSeenAt > Store.forgottenAfterSeconds else { return }
    if alarm.openedAt == nil {
      try connection.execute("DELETE FROM alarms WHERE id = $1", [.integer(alarm.id)])
    } else if let clear = alarm.clearSince ?? (holdSeconds == 0 ? now : nil), now - clear >= holdSeconds {
      try end(alarm, clearSince: clear)
    } else if alarm.clearSince == nil {
      try connection.execute(
        "UPDATE alarms SET clear_since = $1 WHERE id = $2", [.integer(now), .integer(alarm.id)])
    }
  }

  private func facts(_ sighting: AlarmSighting) -> [SQLValue] {
    [
      .text(sighting.key), .text(sighting.kind.rawValue), SQLValue(sighting.subject), SQLValue(sighting.reason),
      SQLValue(sighting.moment), SQLValue(sighting.count), SQLValue(sighting.total), .integer(sighting.since),
    ]
  }

  private func open(_ id: Int, _ sighting: AlarmSighting) throws {
    try outbox.add([.alarm(.begun, sighting)], at: now)
    try connection.execute("UPDATE alarms SET opened_at = $1 WHERE id = $2", [.integer(now), .integer(id)])
    try addMessages(id)
  }

  private func addMessages(_ id: Int) throws {
    for target in targets {
      try connection.execute(
        """
        INSERT INTO alarm_messages (alarm_id, target, phase, next_attempt_at)
        VALUES ($1, $2, 'begun', $3)
        ON CONFLICT DO NOTHING
        """, [.integer(id), .text(target), .integer(now)])
    }
  }

  /// Each target that was to be told of the beginning is told of the end. A target that could not be reached until now is not told of the
  /// beginning any more: the other message names it.
  private func end(_ alarm: Alarm, clearSince: Int) throws {
    let id = alarm.id
    try outbox.add([.alarm(.over, alarm.sighting)], at: now)
    try connection.execute(
      "UPDATE alarms SET ended_at = $1, clear_since = $2 WHERE id = $3",
      [.integer(now), .integer(clearSince), .integer(id)])
    try connection.execute(
      """
      INSERT INTO alarm_messages (alarm_id, target, phase, next_attempt_at)
      SELECT alarm_id, target, 'over', $2
      FROM alarm_messages
      WHERE alarm_id = $1 AND phase = 'begun'
      """, [.integer(id), .integer(now)])
    try connection.execute(
      "DELETE FROM alarm_messages WHERE alarm_id = $1 AND phase = 'begun' AND sent_at IS NULL", [.integer(id)])
  }
}
