internal import Database

extension Migration {
  /// The log gets the day of its occurrence, by whose month PostgreSQL divides it, and the kind of reminder that corrects a day which was told and
  /// then moved. Its references become plain numbers, because checking them doubles the cost of a plan; who removes a user or an event removes
  /// its reminders too, and a check finds what is left over.
  ///
  /// SQLite cannot change a CHECK, so the log is copied; its numbers stay and are not used again. PostgreSQL has no log before this step.
  static let logDays = Migration(
    number: 13,
    statements: "",
    sqliteOnly: """
      CREATE TABLE notification_logs_copy (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
      \(logColumns(kinds: kinds)),
        UNIQUE (occurrence_id, kind, user_id, day)
      );
      INSERT INTO notification_logs_copy
        (id, user_id, occurrence_id, day, kind, scheduled_at, status, retry_count, next_attempt_at, lease_owner,
         lease_until, sent_at, error_message, created_at, updated_at, first_attempt_at)
      SELECT n.id, n.user_id, n.occurrence_id, o.solar_date, n.kind, n.scheduled_at, n.status, n.retry_count,
        n.next_attempt_at, n.lease_owner, n.lease_until, n.sent_at, n.error_message, n.created_at, n.updated_at,
        n.first_attempt_at
      FROM notification_logs n
      JOIN event_occurrences o ON o.id = n.occurrence_id
      ORDER BY n.id;
      \(logReplacement)
      """,
    postgreSQLOnly: """
      DROP TABLE notification_logs;
      CREATE TABLE notification_logs (
        id BIGINT NOT NULL,
      \(logColumns(kinds: kinds).replacing(" TEXT", with: " TEXT COLLATE \"C\"")),
        PRIMARY KEY (id, day),
        UNIQUE (occurrence_id, kind, user_id, day)
      ) PARTITION BY RANGE (day);
      CREATE SEQUENCE notification_logs_id_seq OWNED BY notification_logs.id;
      ALTER TABLE notification_logs ALTER COLUMN id SET DEFAULT nextval('notification_logs_id_seq');
      \(logIndexes)

      -- The functions run with the rights of the owner, so that a service may plan without the right to make tables.
      CREATE FUNCTION folkcal_make_month(month TEXT) RETURNS VOID
      LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
      DECLARE
        name TEXT := 'notification_logs_' || REPLACE(month, '-', '_');
        following TEXT := TO_CHAR(TO_DATE(month, 'YYYY-MM') + INTERVAL '1 month', 'YYYY-MM-DD');
      BEGIN
        IF TO_REGCLASS(name) IS NOT NULL THEN
          RETURN;
        END IF;
        -- Attaching waits for no reader, unlike CREATE TABLE … PARTITION OF.
        EXECUTE FORMAT('CREATE TABLE %I (LIKE notification_logs INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
        EXECUTE FORMAT(
          'ALTER TABLE notification_logs ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, month || '-01', following);
      END
      $$;

      -- Removes the months before a day that have no waiting reminder, and none that was due at or after an instant; returns their rows.
      CREATE FUNCTION folkcal_drop_months(before TEXT, instant BIGINT) RETURNS BIGINT
      LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
      DECLARE
        part REGCLASS;
        removed BIGINT := 0;
        count BIGINT;
        kept BOOLEAN;
      BEGIN
        FOR part IN
          SELECT i.inhrelid::REGCLASS
          FROM pg_inherits i
          JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent = 'notification_logs'::REGCLASS
            AND RIGHT(c.relname, 7) < REPLACE(LEFT(before, 7), '-', '_')
        LOOP
          EXECUTE FORMAT(
            'SELECT COUNT(*), COALESCE(BOOL_OR(status = ''queued'' OR scheduled_at >= %s), FALSE) FROM %s', instant, part)
          INTO count, kept;
          CONTINUE WHEN kept;
          EXECUTE FORMAT('ALTER TABLE notification_logs DETACH PARTITION %s', part);
          EXECUTE FORMAT('DROP TABLE %s', part);
          removed := removed + count;
        END LOOP;
        RETURN removed;
      END
      $$;
      """)

  private static let kinds = "kind = 'main' OR kind = 'early' OR kind = 'day_of' OR kind = 'correction'"

  /// The columns behind the number, for the steps that make the log anew.
  static func logColumns(kinds: String) -> String {
    """
      user_id BIGINT NOT NULL,
      occurrence_id BIGINT NOT NULL,
      day TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (\(kinds)),
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
      first_attempt_at BIGINT
    """
  }

  /// The copy takes the place of the log in SQLite, and goes on with its numbers.
  static let logReplacement = """
    UPDATE sqlite_sequence
    SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'notification_logs')
    WHERE name = 'notification_logs_copy'
      AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'notification_logs');
    DROP TABLE notification_logs;
    ALTER TABLE notification_logs_copy RENAME TO notification_logs;
    \(logIndexes)
    """

  private static let logIndexes = """
    CREATE INDEX notification_logs_due
      ON notification_logs (COALESCE(next_attempt_at, scheduled_at), user_id, occurrence_id)
      WHERE status = 'queued';
    CREATE INDEX notification_logs_ended
      ON notification_logs (status, scheduled_at, user_id, occurrence_id)
      WHERE status <> 'queued';
    CREATE INDEX notification_logs_waiting
      ON notification_logs (next_attempt_at)
      WHERE status = 'queued' AND next_attempt_at IS NOT NULL;
    """
}
