internal import Database

extension Migration {
  /// The next turn of each channel with a rate (`ReminderQueue.takeTurns`), and what the operator's own program is to be told (`Outbox`).
  static let outbox = Migration(
    number: 26,
    statements: """
      CREATE TABLE send_turns (
        channel TEXT PRIMARY KEY,
        next_at BIGINT NOT NULL
      );
      CREATE TABLE outbox (
        {id},
        key TEXT NOT NULL,
        body TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        next_attempt_at BIGINT NOT NULL,
        first_attempt_at BIGINT,
        retry_count BIGINT NOT NULL DEFAULT 0,
        error TEXT,
        lease_owner TEXT,
        lease_until BIGINT
      );
      """)
}
