internal import Database
import Records

extension ReminderQueue {
  /// The number of due reminders by channel.
  public func dueCounts(now: Int) throws -> [String: Int] {
    try store.database.read { connection in
      var counts: [String: Int] = [:]
      try connection.forEachRow(Self.dueCounts, [.integer(now)]) { counts[$0.text(0) ?? ""] = $0.integer(1) }
      return counts
    }
  }

  /// Along the index notification_logs_due, as far as it is due.
  static let dueCounts: SQL = """
    SELECT s.channel, COUNT(*)
    FROM notification_logs n
    CROSS JOIN notification_settings s
    WHERE s.user_id = n.user_id AND n.status = 'queued' AND COALESCE(n.next_attempt_at, n.scheduled_at) <= $1
    GROUP BY s.channel
    """

  /// How many waiting reminders of the day itself a channel is to send before an instant.
  ///
  /// - Parameter limit: counts no further.
  public func countOfTheDay(by channel: String, before instant: Int, atMost limit: Int) throws -> Int {
    try store.database.read {
      try $0.integer(Self.countOfTheDay, [.integer(instant), .text(channel), .integer(limit)])
    }
  }

  /// Along the index notification_logs_due. Without days in advance the main reminder is the one of the day.
  static let countOfTheDay: SQL = """
    SELECT COUNT(*)
    FROM (
      SELECT 1
      FROM notification_logs n
      CROSS JOIN notification_settings s
      WHERE s.user_id = n.user_id
        AND s.channel = $2
        AND n.status = 'queued'
        AND (n.kind = 'day_of' OR (n.kind = 'main' AND s.advance_days = 0))
        AND COALESCE(n.next_attempt_at, n.scheduled_at) < $1
      LIMIT $3) few
    """

  /// The recipient record of a user.
  ///
  /// - Parameter user: UUID, mail address, or number such as `u42`.
  /// - Throws: `RecordError.noSuchRecord`.
  public func recipient(_ user: String) throws -> Recipient {
    try store.database.read { connection in
      let record = try RecordReader(connection: connection).existing(.user, key: user)
      let recipient = try connection.first(
        SQL(
          """
          SELECT \(Recipient.columns)
          FROM users u
          JOIN notification_settings s ON s.user_id = u.id
          WHERE u.id = $1
          """), [.integer(record.id ?? 0)]
      ) { Recipient($0, from: 0) }
      guard let recipient else {
        throw DatabaseError.failed(
          "", reason: "the user \(user) has no notification settings: folkcal admin check lists all faults")
      }
      return recipient
    }
  }
}
