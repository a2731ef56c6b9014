internal import Database

extension Migration {
  /// The kind of reminder that corrects a day which was told and then moved. SQLite cannot change a CHECK, so the log is copied; its numbers
  /// stay and are not used again.
  static let corrections = Migration(
    number: 13,
    statements: "",
    sqliteOnly: """
      CREATE TABLE notification_logs_copy (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        occurrence_id BIGINT NOT NULL REFERENCES event_occurrences (id) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind = 'main' OR kind = 'early' OR kind = 'day_of' OR kind = 'correction'),
        scheduled_at BIGINT NOT NULL,
        status TEXT NOT NULL CHECK (
          status = 'queued' OR status = 'sent' OR status = 'failed' OR status = 'expired' OR status = 'cancelled'),
        retry_count BIGINT NOT NULL DEFAULT 0,
        next_attempt_at BIGINT,
        lease_owner TEXT,
        lease_until BIGINT,
        sent_at BIGINT,
        error_message TEXT,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        first_attempt_at BIGINT,
        UNIQUE (occurrence_id, kind, user_id)
      );
      INSERT INTO notification_logs_copy
        (id, user_id, occurrence_id, kind, scheduled_at, status, retry_count, next_attempt_at, lease_owner,
         lease_until, sent_at, error_message, created_at, updated_at, first_attempt_at)
      SELECT id, user_id, occurrence_id, kind, scheduled_at, status, retry_count, next_attempt_at, lease_owner,
        lease_until, sent_at, error_message, created_at, updated_at, first_attempt_at
      FROM notification_logs
      ORDER BY id;
      UPDATE sqlite_sequence
      SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'notification_logs')
      WHERE name = 'notification_logs_copy'
        AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'notification_logs');
      DROP TABLE notification_logs;
      ALTER TABLE notification_logs_copy RENAME TO notification_logs;
      CREATE INDEX notification_logs_due
        ON notification_logs (COALESCE(next_attempt_at, scheduled_at), user_id, occurrence_id)
        WHERE status = 'queued';
      CREATE INDEX notification_logs_ended
        ON notification_logs (status, scheduled_at, user_id, occurrence_id)
        WHERE status <> 'queued';
      CREATE INDEX notification_logs_waiting
        ON notification_logs (next_attempt_at)
        WHERE status = 'queued' AND next_attempt_at IS NOT NULL;
      """)
}
