internal import Database
public import Folklore

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
  /// - Throws: `NoSuchReminder`; then nothing is changed.
  public func retry(_ ids: [Int], now: Int) throws -> [UnchangedReminder] {
    try store.database.write { connection in
      // What the users want must not change meanwhile.
      try StoreLock.everything.take(connection)
      var planning = ReminderPlanning(connection: connection, now: now)
      var wanted: [Int: [ReminderPlanning.Slot: Int]] = [:]
      return try Self.change(ids, from: [.failed, .cancelled, .expired], connection) { row in
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

  /// The result of `retryAll`.
  public struct RetryReport: Encodable, Hashable, Sendable {
    public internal(set) var putBack = 0
    /// The number left unchanged, by reason.
    public internal(set) var left: [String: Int] = [:]

    enum CodingKeys: String, CodingKey {
      case putBack = "put_back"
      case left
    }
  }

  /// Retries all reminders of a status, some hundred per transaction.
  ///
  /// - Parameters:
  ///   - status: `failed`, `expired` or `cancelled`.
  /// - since: only reminders due at or after this instant, in seconds of UTC since 1970.
  ///   - channel: only of users with this channel.
  public func retryAll(_ status: ReminderStatus, since: Int?, channel: String?, now: Int) throws -> RetryReport {
    var report = RetryReport()
    var query = ReminderQuery()
    query.status = status
    query.from = since
    query.limit = Self.retriedAtOnce
    while true {
      let page = try recipients(query, now: now)
      let ids = page.filter { channel == nil || $0.channel == channel }.map(\.id)
      let unchanged = try ids.isEmpty ? [] : retry(ids, now: now)
      report.putBack += ids.count - unchanged.count
      for other in unchanged { report.left[other.reason ?? "is \(other.status.rawValue)", default: 0] += 1 }
      guard page.count == query.limit, let last = page.last else { return report }
      query.after = ReminderCursor(scheduledAt: last.due, user: last.user, id: last.id)
    }
  }

  private static let retriedAtOnce = 500

  /// A page of the log with the users' channels only.
  private func recipients(
    _ query: ReminderQuery, now: Int
  ) throws -> [(id: Int, due: Int, user: Int, channel: String)] {
    try store.database.read { connection in
      try ReminderSelection(query, now: now, connection).ids(connection).compactMap { id in
        try connection.first(
          """
          SELECT n.scheduled_at, n.user_id, s.channel
          FROM notification_logs n
          LEFT JOIN notification_settings s ON s.user_id = n.user_id
          WHERE n.id = $1
          """, [.integer(id)]
        ) { (id, $0.integer(0) ?? 0, $0.integer(1) ?? 0, $0.text(2) ?? "") }
      }
    }
  }

  /// Cancels reminders for good; no plan queues them again.
  ///
  /// - Returns: those that were not waiting.
  /// - Throws: `NoSuchReminder`; then nothing is changed.
  public func cancel(_ ids: [Int], now: Int) throws -> [UnchangedReminder] {
    try store.database.write { connection in
      try Self.change(ids, from: [.queued], connection) { row in
        try connection.execute(Self.cancelled, [.integer(row.id), .integer(now)])
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
    _ ids: [Int], from statuses: [ReminderStatus], _ connection: any Connection, _ body: (Row) throws -> String?
  ) throws -> [UnchangedReminder] {
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
