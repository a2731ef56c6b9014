internal import Database
public import Folklore
internal import Foundation
internal import Lunisolar

/// A reminder in the log.
public struct LoggedReminder: Sendable {
  public let id: Int
  public let user: Recipient
  public let occurrence: DueOccurrence
  public let kind: ReminderKind
  public let daysBefore: Int
  /// Instants in seconds of UTC since 1970.
  public let scheduledAt: Int
  public let nextAttemptAt: Int?
  public let sentAt: Int?
  /// When it was planned, first tried, and changed last.
  public let createdAt: Int
  public let firstAttemptAt: Int?
  public let updatedAt: Int
  public let status: ReminderStatus
  public let retryCount: Int
  /// The reason why the last attempt failed or the reminder was cancelled.
  public let reason: String?
  /// The end of a worker's lease; nil if no worker holds it.
  public let leasedUntil: Int?

  /// The natural key: `6f9619ff-…/88/2025-04-20/main`.
  public var key: String { "\(user.uuid)/\(occurrence.eventID)/\(occurrence.date)/\(kind.rawValue)" }

  /// True if it has ended for good: only an operator can put it back.
  public var isOver: Bool {
    status != .queued && !(status == .cancelled && reason == ReminderPlanning.withdrawn)
  }
}

/// The state of a reminder.
public enum ReminderStatus: String, CaseIterable, Codable, Hashable, Sendable {
  case queued, sent, failed, expired, cancelled
}

/// The requested reminder does not exist.
public struct NoSuchReminder: SpokenError, Hashable, Sendable {
  public let id: Int

  public var description: String { "reminder \(id) is not in the log; folkcal remind list shows the log" }
  public var chinese: String { "沒有編號 \(id) 的提醒；folkcal remind list 會列出全部" }
  public var code: String { "no_such_reminder" }
}

/// A reminder that cannot be read because its event or day was changed outside the program.
public struct UnreadableReminder: SpokenError, Hashable, Sendable {
  public let id: Int
  public let problem: String

  public var description: String {
    "reminder \(id) cannot be read: \(problem); folkcal admin check lists all faults"
  }

  public var chinese: String { "編號 \(id) 的提醒讀不出來：\(problem)；folkcal admin check 會列出所有問題" }
  public var code: String { "unreadable_reminder" }
}

extension ReminderQueue {
  /// One reminder.
  ///
  /// - Throws: `NoSuchReminder`.
  public func reminder(_ id: Int) throws -> LoggedReminder {
    try store.database.read { connection in
      guard let found = try Self.read([id], connection).first else { throw NoSuchReminder(id: id) }
      return found
    }
  }

  /// The edits of a reminder's event and of its user, from shortly before it was planned until it ended, the first ones first: one of them may
  /// have planned it or moved it.
  public func edits(around reminder: LoggedReminder) throws -> [AuditEntry] {
    let end = reminder.status == .queued ? Int.max : reminder.updatedAt
    return try store.database.read { connection in
      try connection.all(
        Self.editsAround,
        [
          .integer(reminder.occurrence.eventID), .integer(reminder.user.id),
          .integer(reminder.createdAt - Self.longestReplan), .integer(end),
        ], AuditEntry.init)
    }
  }

  /// A change of an event is noted at once, and its reminders are planned anew within some minutes.
  private static let longestReplan = 600

  /// The index audit_log_by_entity leads to the entries of two records.
  private static let editsAround: SQL = """
    SELECT id, actor, action, entity, entity_key, "before", "after", at, entity_id
    FROM audit_log
    WHERE (entity_id = $1 AND entity = 'event' OR entity_id = $2 AND entity = 'user')
      AND action = 'edit'
      AND at BETWEEN $3 AND $4
    ORDER BY at, id
    LIMIT 200
    """

  static func read(_ ids: [Int], _ connection: any Connection) throws -> [LoggedReminder] {
    var occurrences: [Int: DueOccurrence] = [:]
    var reminders: [LoggedReminder] = []
    let sql = SQL(
      """
      SELECT n.id, n.occurrence_id, n.kind, n.scheduled_at, n.next_attempt_at, n.sent_at, n.status, n.retry_count,
        n.error_message, n.lease_until, n.created_at, n.first_attempt_at, n.updated_at, \(Recipient.columns)
      FROM notification_logs n
      JOIN users u ON u.id = n.user_id
      JOIN notification_settings s ON s.user_id = n.user_id
      WHERE n.id = $1
      """)
    for id in ids {
      let row = try connection.first(sql, [.integer(id)]) { row in
        (
          occurrence: row.integer(1) ?? 0, kind: ReminderKind(rawValue: row.text(2) ?? "") ?? .main,
          at: (row.integer(3) ?? 0, row.integer(4), row.integer(5), row.integer(9)),
          past: (row.integer(10) ?? 0, row.integer(11), row.integer(12) ?? 0),
          status: ReminderStatus(rawValue: row.text(6) ?? "") ?? .queued, retries: row.integer(7) ?? 0,
          reason: row.text(8), user: Recipient(row, from: 13)
        )
      }
      guard let row else { continue }
      let occurrence: DueOccurrence
      do {
        occurrence = try occurrences[row.occurrence] ?? DueOccurrence.read(row.occurrence, connection)
      } catch {
        throw UnreadableReminder(id: id, problem: "\(error)")
      }
      occurrences[row.occurrence] = occurrence
      reminders.append(
        LoggedReminder(
          id: id, user: row.user, occurrence: occurrence, kind: row.kind,
          daysBefore: row.user.daysBefore(row.kind, occurrence),
          scheduledAt: row.at.0, nextAttemptAt: row.at.1, sentAt: row.at.2, createdAt: row.past.0,
          firstAttemptAt: row.past.1, updatedAt: row.past.2,
          status: row.status, retryCount: row.retries,
          reason: row.reason, leasedUntil: row.at.3))
    }
    return reminders
  }

  /// Removes ended reminders due before an instant, and unused days. Reminders of days after that instant stay; without their rows a later plan
  /// would send them again.
  ///
  /// - Returns: the number of reminders removed.
  public func cleanUp(before instant: Int) throws -> Int {
    let day = CivilTime.local(unixTime: instant, offset: 0).date
    return try DatabaseError.counting { removed in
      removed += try removeMonths(before: day, instant: instant)
      removed += try changeInPieces(
        """
        DELETE FROM notification_logs
        WHERE id IN (
          SELECT n.id
          FROM notification_logs n
          JOIN event_occurrences o ON o.id = n.occurrence_id
          WHERE n.status <> 'queued' AND n.scheduled_at < $1 AND o.solar_date < $2
          LIMIT 50000)
          AND status <> 'queued'
        """, [.integer(instant), .text("\(day)")])
      _ = try changeInPieces(
        """
        DELETE FROM delivery_attempts
        WHERE (reminder_id, outcome, way, reason) IN (
          SELECT reminder_id, outcome, way, reason
          FROM delivery_attempts
          WHERE last_at < $1
          LIMIT 50000)
        """, [.integer(instant)])
      _ = try store.database.writeInTurn { connection in
        // Nobody may tell it any more.
        try connection.execute("DELETE FROM outbox WHERE created_at < $1", [.integer(instant)])
        try connection.execute(
          """
          DELETE FROM event_occurrences
          WHERE is_current = 0
            AND NOT EXISTS (SELECT 1 FROM notification_logs n WHERE n.occurrence_id = event_occurrences.id)
          """)
      }
      return removed
    }
  }

  /// Removes whole months. What another program reads for longer loses its rows one by one instead, and its empty tables at the next clean-up.
  private func removeMonths(before day: SolarDate, instant: Int) throws -> Int {
    // One at a time, because all others wait while a month is taken away.
    let ends = try store.database.read { try LogMonths(connection: $0).ends(before: day) }
    return try ends.reduce(0) { try $0 + removeMonths(endingAt: $1, instant: instant) }
  }

  private func removeMonths(endingAt day: SolarDate, instant: Int) throws -> Int {
    for attempt in 1...Self.mostAttempts {
      do {
        return try store.database.write { connection in
          try StoreLock.everything.take(connection)
          return try LogMonths(connection: connection).removeWhole(before: day, instant: instant)
        }
      } catch DatabaseError.busy {
        if attempt < Self.mostAttempts { Thread.sleep(forTimeInterval: 0.5) }
      }
    }
    return 0
  }

  private static let mostAttempts = 5
}
