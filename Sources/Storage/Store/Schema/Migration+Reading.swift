internal import Database

extension Migration {
  /// What lets the log be read and replanned however long it is: an index of what has ended, in the order in which it was due; one of what
  /// waits for a later attempt; and which events have changed without all of their followers' reminders having been planned anew.
  ///
  /// A plan writes into none of them. What is sent costs one entry at the end of the first.
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
