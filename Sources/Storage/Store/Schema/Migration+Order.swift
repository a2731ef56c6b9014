internal import Database

extension Migration {
  /// An index of the log in its order with the event, so that pages of the log or of one event are read from the index alone.
  static let logOrder = Migration(
    number: 10,
    statements: """
      DROP INDEX notification_logs_due;
      CREATE INDEX notification_logs_due
        ON notification_logs (COALESCE(next_attempt_at, scheduled_at), user_id, occurrence_id)
        WHERE status = 'queued';
      DROP INDEX notification_logs_ended;
      CREATE INDEX notification_logs_ended
        ON notification_logs (status, scheduled_at, user_id, occurrence_id)
        WHERE status <> 'queued';
      """)
}
