internal import Database

extension Migration {
  /// Structured notes on worship, what a deity is asked for, and the reminder to prepare: a kind of the log, and a part of a profile, 0 for none.
  ///
  /// SQLite cannot change a CHECK or a UNIQUE, so log and profiles are copied with their numbers. The settings refer to profiles meanwhile: their
  /// references are checked at the end of the transaction. The columns stand in one order on both engines, which copies compare.
  static let worship = Migration(
    number: 24,
    statements: """
      ALTER TABLE events ADD COLUMN worship_guide TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE deities ADD COLUMN worship_guide TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE deities ADD COLUMN needs TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE deities ADD COLUMN description_en TEXT;
      ALTER TABLE deities ADD COLUMN worship_notes_en TEXT;
      ALTER TABLE temples ADD COLUMN worship_guide TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE notification_settings ADD COLUMN prepare_days BIGINT CHECK (prepare_days BETWEEN 1 AND 30);
      """,
    sqliteOnly: """
      PRAGMA defer_foreign_keys = ON;
      CREATE TABLE profiles_copy AS SELECT * FROM profiles;
      DROP TABLE profiles;
      CREATE TABLE profiles (
        id INTEGER PRIMARY KEY,
        time_zone TEXT NOT NULL,
        notify_time TEXT NOT NULL,
        advance_days BIGINT NOT NULL,
        early BIGINT NOT NULL CHECK (early IN (0, 1)),
        day_of BIGINT NOT NULL CHECK (day_of IN (0, 1)),
        quiet_from TEXT NOT NULL DEFAULT '',
        quiet_to TEXT NOT NULL DEFAULT '',
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        prepare_days BIGINT NOT NULL DEFAULT 0,
        UNIQUE (time_zone, notify_time, advance_days, early, day_of, quiet_from, quiet_to, prepare_days)
      );
      INSERT INTO profiles
        (id, time_zone, notify_time, advance_days, early, day_of, quiet_from, quiet_to, created_at, updated_at)
      SELECT id, time_zone, notify_time, advance_days, early, day_of, quiet_from, quiet_to, created_at, updated_at
      FROM profiles_copy;
      DROP TABLE profiles_copy;

      CREATE TABLE notification_logs_copy (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
      \(logColumns(kinds: kinds)),
        told_day TEXT,
        new_day TEXT,
        UNIQUE (occurrence_id, kind, user_id, day)
      );
      INSERT INTO notification_logs_copy
        (id, user_id, occurrence_id, day, kind, scheduled_at, status, retry_count, next_attempt_at, lease_owner,
         lease_until, sent_at, error_message, created_at, updated_at, first_attempt_at, told_day, new_day)
      SELECT id, user_id, occurrence_id, day, kind, scheduled_at, status, retry_count, next_attempt_at, lease_owner,
        lease_until, sent_at, error_message, created_at, updated_at, first_attempt_at, told_day, new_day
      FROM notification_logs
      ORDER BY id;
      \(logReplacement)
      """,
    postgreSQLOnly: """
      ALTER TABLE profiles ADD COLUMN prepare_days BIGINT NOT NULL DEFAULT 0;
      -- The months keep a check of their own, because they were made apart and attached. Names of constraints are the server's.
      DO $$
      DECLARE
        old RECORD;
      BEGIN
        FOR old IN
          SELECT conname FROM pg_constraint WHERE conrelid = 'profiles'::REGCLASS AND contype = 'u'
        LOOP
          EXECUTE FORMAT('ALTER TABLE profiles DROP CONSTRAINT %I', old.conname);
        END LOOP;
        FOR old IN
          SELECT conname FROM pg_constraint
          WHERE conrelid = 'notification_logs'::REGCLASS AND contype = 'c' AND PG_GET_CONSTRAINTDEF(oid) LIKE '%day_of%'
        LOOP
          EXECUTE FORMAT('ALTER TABLE notification_logs DROP CONSTRAINT %I', old.conname);
        END LOOP;
        FOR old IN
          SELECT c.conname, c.conrelid::REGCLASS AS part
          FROM pg_inherits i
          JOIN pg_constraint c ON c.conrelid = i.inhrelid
          WHERE i.inhparent = 'notification_logs'::REGCLASS
            AND c.contype = 'c'
            AND PG_GET_CONSTRAINTDEF(c.oid) LIKE '%day_of%'
        LOOP
          EXECUTE FORMAT('ALTER TABLE %s DROP CONSTRAINT %I', old.part, old.conname);
        END LOOP;
      END
      $$;
      ALTER TABLE profiles
        ADD UNIQUE (time_zone, notify_time, advance_days, early, day_of, quiet_from, quiet_to, prepare_days);
      ALTER TABLE notification_logs ADD CONSTRAINT notification_logs_kind CHECK (\(kinds));
      """)

  private static let kinds =
    "kind = 'main' OR kind = 'early' OR kind = 'day_of' OR kind = 'correction' OR kind = 'prepare'"
}
