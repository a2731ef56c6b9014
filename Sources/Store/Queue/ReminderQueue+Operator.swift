import Folklore

// What an operator does with single reminders.
extension ReminderQueue {
  /// Puts reminders that failed, expired or were cancelled back into the queue, with no attempt counted: due now, or at their time where
  /// that is still to come. Where the settings have changed since, it is the new time.
  ///
  /// - Returns: those that could not be, with their status. What was sent is not sent again, and what waits already waits; what the user
  ///   would not be told any more, or only at a time that is not planned yet, stays as it is, and what a worker holds.
  /// - Throws: `NoSuchReminder`; then nothing is changed.
  public func retry(_ ids: [Int], now: Int) throws -> [(id: Int, status: ReminderStatus)] {
    try store.database.write { connection in
      var planning = ReminderPlanning(connection: connection, now: now)
      var wanted: [Int: [ReminderPlanning.Slot: Int]] = [:]
      return try Self.change(ids, from: [.failed, .cancelled, .expired], connection) { row in
        guard (row.leasedUntil ?? now) <= now else { return false }
        let plan = try wanted[row.user] ?? planning.wanted(by: row.user)
        wanted[row.user] = plan
        guard let instant = plan[row.slot] else { return false }
        // Which of two times that have passed it was makes no difference.
        let scheduledAt = max(row.scheduledAt, instant) <= now ? row.scheduledAt : instant
        try connection.execute(
          Self.putBack,
          [.integer(row.id), .integer(now), .integer(scheduledAt), scheduledAt > now ? .null : .integer(now)])
        return true
      }
    }
  }

  /// Takes reminders out of the queue for good: no plan brings them back.
  ///
  /// - Returns: those that were not waiting, with their status.
  /// - Throws: `NoSuchReminder`; then nothing is changed.
  public func cancel(_ ids: [Int], now: Int) throws -> [(id: Int, status: ReminderStatus)] {
    try store.database.write { connection in
      try Self.change(ids, from: [.queued], connection) { row in
        try connection.execute(Self.cancelled, [.integer(row.id), .integer(now)]) > 0
      }
    }
  }

  /// A row of the log that is to be changed.
  private struct Row {
    let id: Int
    let user: Int
    let slot: ReminderPlanning.Slot
    let scheduledAt: Int
    let status: ReminderStatus
    let leasedUntil: Int?
  }

  /// - Parameter body: changes a row; false where it leaves it alone.
  private static func change(
    _ ids: [Int], from statuses: [ReminderStatus], _ connection: any Connection, _ body: (Row) throws -> Bool
  ) throws -> [(id: Int, status: ReminderStatus)] {
    var others: [(id: Int, status: ReminderStatus)] = []
    for id in ids {
      let row = try connection.first(row, [.integer(id)]) { row in
        Row(
          id: id, user: row.integer(0) ?? 0,
          slot: .init(occurrence: row.integer(1) ?? 0, kind: ReminderKind(rawValue: row.text(2) ?? "") ?? .main),
          scheduledAt: row.integer(3) ?? 0, status: ReminderStatus(rawValue: row.text(4) ?? "") ?? .queued,
          leasedUntil: row.integer(5))
      }
      guard let row else { throw NoSuchReminder(id: id) }
      if try !statuses.contains(row.status) || !body(row) { others.append((id, row.status)) }
    }
    return others
  }
}

// MARK: - Statements

extension ReminderQueue {
  private static let row: SQL = """
    SELECT user_id, occurrence_id, kind, scheduled_at, status, lease_until
    FROM notification_logs
    WHERE id = $1
    """
  private static let putBack: SQL = """
    UPDATE notification_logs
    SET status = 'queued', scheduled_at = $3, retry_count = 0, next_attempt_at = $4, error_message = NULL,
      first_attempt_at = NULL, lease_owner = NULL, lease_until = NULL, updated_at = $2
    WHERE id = $1
    """
  private static let cancelled: SQL = """
    UPDATE notification_logs
    SET status = 'cancelled', next_attempt_at = NULL, error_message = 'cancelled by an operator', updated_at = $2
    WHERE id = $1
    """
}
