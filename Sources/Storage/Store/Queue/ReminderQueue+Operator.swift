internal import Database
public import Folklore
internal import JSON

/// A reminder that an operator's command left unchanged.
public struct UnchangedReminder: Encodable, Hashable, Sendable {
  public let id: Int
  public let status: ReminderStatus
  /// The reason besides the status: `is held by a worker`; nil if the status does not allow the change.
  @ExplicitNull public internal(set) var reason: String?
}

// Operator commands on single reminders.
extension ReminderQueue {
  /// Puts failed, expired or cancelled reminders back into the queue with no attempts counted: due now, or at their present planned time if that
  /// is later.
  ///
  /// - Returns: the unchanged ones: already sent or waiting, held by a worker, no longer wanted, or due after the end of the plan.
  ///   The log of changes keeps who did it.
  /// - Throws: `NoSuchReminder`; then nothing is changed.
  public func retry(_ ids: [Int], by actor: String, now: Int) throws -> [UnchangedReminder] {
    try store.database.write { connection in
      // What the users want must not change meanwhile.
      try StoreLock.everything.take(connection)
      var planning = ReminderPlanning(connection: connection, now: now)
      var wanted: [Int: [ReminderPlanning.Slot: Int]] = [:]
      return try Self.change(ids, from: [.failed, .cancelled, .expired], to: .queued, by: actor, now, connection) {
        row in
        guard (row.leasedUntil ?? now) <= now else { return "is held by a worker" }
        let plan = try wanted[row.user] ?? planning.wanted(by: row.user)
        wanted[row.user] = plan
        guard let instant = plan[row.slot] else { return "is not wanted any more" }
        // If both times have passed, the old one stays.
        try connection.announce()
        let scheduledAt = max(row.scheduledAt, instant) <= now ? row.scheduledAt : instant
        try connection.execute(
          Self.putBack,
          [.integer(row.id), .integer(now), .integer(scheduledAt), scheduledAt > now ? .null : .integer(now)])
        return nil
      }
    }
  }

  /// The result of a change of all reminders that a query finds.
  public struct BulkReport: Encodable, Hashable, Sendable {
    public internal(set) var changed = 0
    /// The number left unchanged, by reason.
    public internal(set) var left: [String: Int] = [:]
  }

  /// Retries all reminders that a query finds, some hundred per transaction.
  ///
  /// - Parameters:
  ///   - query: with the status `failed`, `expired` or `cancelled`; its page does not count.
  ///   - progress: gets the number of reminders that were looked at.
  public func retryAll(
    _ query: ReminderQuery, by actor: String, now: Int, progress: (Int) -> Void = { _ in }
  ) throws -> BulkReport {
    try changeAll(query, now, progress) { try retry($0, by: actor, now: now) }
  }

  /// Cancels all waiting reminders that a query finds, some hundred per transaction.
  public func cancelAll(
    _ query: ReminderQuery, by actor: String, now: Int, progress: (Int) -> Void = { _ in }
  ) throws -> BulkReport {
    try changeAll(query, now, progress) { try cancel($0, by: actor, now: now) }
  }

  /// Notes all waiting reminders that a query finds as sent, some hundred per transaction: after a restore, what went out since the copy was made.
  public func markAllSent(
    _ query: ReminderQuery, by actor: String, now: Int, progress: (Int) -> Void = { _ in }
  ) throws -> BulkReport {
    try changeAll(query, now, progress) { try markSent($0, by: actor, now: now) }
  }

  private static let changedAtOnce = 500

  private func changeAll(
    _ query: ReminderQuery, _ now: Int, _ progress: (Int) -> Void, _ change: ([Int]) throws -> [UnchangedReminder]
  ) throws -> BulkReport {
    var report = BulkReport()
    var query = query
    (query.limit, query.offset, query.after) = (Self.changedAtOnce, 0, nil)
    var seen = 0
    try store.database.inPieces {
      let places = try places(query, now: now)
      let unchanged = try places.isEmpty ? [] : change(places.map(\.id))
      report.changed += places.count - unchanged.count
      for other in unchanged { report.left[other.reason ?? "is \(other.status.rawValue)", default: 0] += 1 }
      seen += places.count
      progress(seen)
      query.after = places.last
      return (places.count - unchanged.count, places.count < query.limit)
    }
    return report
  }

  /// The places of a page in the log, without the reminders themselves.
  private func places(_ query: ReminderQuery, now: Int) throws -> [ReminderCursor] {
    try store.database.read { connection in
      try ReminderSelection(query, now: now, connection).ids(connection).compactMap { id in
        try connection.first(Self.place, [.integer(id)]) { row in
          let due = row.text(2) == ReminderStatus.queued.rawValue ? row.integer(3) : nil
          return ReminderCursor(
            scheduledAt: due ?? row.integer(0) ?? 0, user: query.user == nil ? row.integer(1) ?? 0 : 0, id: id)
        }
      }
    }
  }

  /// Cancels reminders for good; no plan queues them again.
  ///
  /// - Returns: those that were not waiting.
  /// - Throws: `NoSuchReminder`; then nothing is changed.
  public func cancel(_ ids: [Int], by actor: String, now: Int) throws -> [UnchangedReminder] {
    try store.database.write { connection in
      try Self.change(ids, from: [.queued], to: .cancelled, by: actor, now, connection) { row in
        try connection.execute(Self.cancelled, [.integer(row.id), .integer(now)])
        return nil
      }
    }
  }

  /// Notes waiting, failed and expired reminders as sent at their times; they are never sent again.
  ///
  /// - Returns: the unchanged ones: sent already, cancelled, or held by a worker.
  /// - Throws: `NoSuchReminder`; then nothing is changed.
  public func markSent(_ ids: [Int], by actor: String, now: Int) throws -> [UnchangedReminder] {
    try store.database.write { connection in
      try Self.change(ids, from: [.queued, .failed, .expired], to: .sent, by: actor, now, connection) { row in
        guard (row.leasedUntil ?? now) <= now else { return "is held by a worker" }
        guard row.scheduledAt <= now else { return "is not due yet" }
        try connection.execute(Self.markedSent, [.integer(row.id), .integer(now)])
        return nil
      }
    }
  }

  /// A log row to change.
  private struct Row {
    let id: Int
    let user: Int
    let slot: ReminderPlanning.Slot
    let scheduledAt: Int
    let status: ReminderStatus
    let leasedUntil: Int?
  }

  /// - Parameter body: changes a row, or returns the reason why not.
  private static func change(
    _ ids: [Int], from statuses: [ReminderStatus], to status: ReminderStatus, by actor: String, _ now: Int,
    _ connection: any Connection, _ body: (Row) throws -> String?
  ) throws -> [UnchangedReminder] {
    let log = AuditLog(connection: connection, actor: actor, at: now)
    var others: [UnchangedReminder] = []
    var seen: Set<Int> = []
    // A number given twice is changed once, without an error.
    for id in ids where seen.insert(id).inserted {
      let row = try connection.first(row(connection.dialect), [.integer(id)]) { row in
        Row(
          id: id, user: row.integer(0) ?? 0,
          slot: .init(occurrence: row.integer(1) ?? 0, kind: ReminderKind(rawValue: row.text(2) ?? "") ?? .main),
          scheduledAt: row.integer(3) ?? 0, status: ReminderStatus(rawValue: row.text(4) ?? "") ?? .queued,
          leasedUntil: row.integer(5))
      }
      guard let row else { throw NoSuchReminder(id: id) }
      if !statuses.contains(row.status) {
        others.append(UnchangedReminder(id: id, status: row.status))
      } else if let reason = try body(row) {
        others.append(UnchangedReminder(id: id, status: row.status, reason: reason))
      } else {
        try log.note(
          "edit", AuditLog.reminder, id: id, key: "\(id)", before: ["status": .text(row.status.rawValue)],
          after: ["status": .text(status.rawValue)])
      }
    }
    return others
  }
}

// MARK: - Statements

extension ReminderQueue {
  private static func row(_ dialect: Dialect) -> SQL {
    SQL(
      """
      SELECT user_id, occurrence_id, kind, scheduled_at, status, lease_until
      FROM notification_logs
      WHERE id = $1
      \(dialect.forUpdate)
      """)
  }
  private static let place: SQL = """
    SELECT scheduled_at, user_id, status, next_attempt_at
    FROM notification_logs
    WHERE id = $1
    """
  private static let putBack: SQL = """
    UPDATE notification_logs
    SET status = 'queued', scheduled_at = $3, retry_count = 0, next_attempt_at = $4, error_message = NULL,
      first_attempt_at = NULL, lease_owner = NULL, lease_until = NULL, updated_at = $2
    WHERE id = $1
    """
  private static let markedSent: SQL = """
    UPDATE notification_logs
    SET status = 'sent', sent_at = scheduled_at, told_day = new_day, next_attempt_at = NULL,
      error_message = 'marked as sent by an operator', lease_owner = NULL, lease_until = NULL, updated_at = $2
    WHERE id = $1
    """
  private static let cancelled: SQL = """
    UPDATE notification_logs
    SET status = 'cancelled', next_attempt_at = NULL, error_message = 'cancelled by an operator', updated_at = $2,
      lease_owner = CASE WHEN lease_until > $2 THEN lease_owner END,
      lease_until = CASE WHEN lease_until > $2 THEN lease_until END
    WHERE id = $1
    """
}
