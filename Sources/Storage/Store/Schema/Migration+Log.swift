extension Migration {
  /// The log with numbers that are never given out again: a reminder that a replan takes away would leave its number to the next one, and
  /// who cancels by a list a minute old, or keeps what a web hook was sent, would mean another.
  static let lastingReminders = Migration(
    number: 6,
    statements: """
      CREATE TABLE lasting_logs (
        {lasting id},
        user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        occurrence_id BIGINT NOT NULL REFERENCES event_occurrences (id) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('early', 'main', 'day_of')),
        scheduled_at BIGINT NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('queued', 'sent', 'failed', 'expired', 'cancelled')),
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
      INSERT INTO lasting_logs
        (id, user_id, occurrence_id, kind, scheduled_at, status, retry_count, next_attempt_at, lease_owner, lease_until,
          sent_at, error_message, created_at, updated_at, first_attempt_at)
      SELECT id, user_id, occurrence_id, kind, scheduled_at, status, retry_count, next_attempt_at, lease_owner, lease_until,
        sent_at, error_message, created_at, updated_at, first_attempt_at
      FROM notification_logs
      ORDER BY id;
      DROP TABLE notification_logs;
      ALTER TABLE lasting_logs RENAME TO notification_logs;
      CREATE INDEX notification_logs_due
        ON notification_logs (COALESCE(next_attempt_at, scheduled_at), user_id)
        WHERE status = 'queued';
      """)
}
