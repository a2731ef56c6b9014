internal import Database

extension Migration {
  /// What the operator must mend (`Alarm`), who was told of it, and the services that refuse us.
  static let alarms = Migration(
    number: 20,
    statements: """
      CREATE TABLE alarms (
        {id},
        key TEXT NOT NULL,
        kind TEXT NOT NULL,
        subject TEXT,
        reason TEXT,
        moment BIGINT,
        count BIGINT,
        total BIGINT,
        since BIGINT NOT NULL,
        first_seen_at BIGINT NOT NULL,
        last_seen_at BIGINT NOT NULL,
        opened_at BIGINT,
        clear_since BIGINT,
        ended_at BIGINT
      );
      CREATE UNIQUE INDEX alarms_present ON alarms (key) WHERE ended_at IS NULL;

      CREATE TABLE alarm_messages (
        {id},
        alarm_id BIGINT NOT NULL REFERENCES alarms (id) ON DELETE CASCADE,
        target TEXT NOT NULL,
        phase TEXT NOT NULL CHECK (phase = 'begun' OR phase = 'over'),
        sent_at BIGINT,
        attempts BIGINT NOT NULL DEFAULT 0,
        next_attempt_at BIGINT NOT NULL,
        error TEXT,
        lease_owner TEXT,
        lease_until BIGINT,
        UNIQUE (alarm_id, target, phase)
      );

      CREATE TABLE service_troubles (
        name TEXT PRIMARY KEY,
        since BIGINT NOT NULL,
        last_at BIGINT NOT NULL,
        reason TEXT NOT NULL
      );
      """)
}
