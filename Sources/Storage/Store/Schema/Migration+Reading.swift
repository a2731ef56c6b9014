internal import Database

extension Migration {
  /// Indexes that keep reading and replanning a long log fast: ended reminders in due order, and reminders waiting for a later attempt; and a
  /// table of events with pending replans.
  static let longLogs = Migration(
    number: 8,
    statements: """
      CREATE INDEX notification_logs_ended ON notification_logs (status, scheduled_at) WHERE status <> 'queued';
      CREATE INDEX notification_logs_waiting
        ON notification_logs (next_attempt_at)
        WHERE status = 'queued' AND next_attempt_at IS NOT NULL;
      CREATE TABLE pending_replans (
        event_id BIGINT PRIMARY KEY,
        after_user BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
      );
      """)
}
