internal import Database

extension Migration {
  /// What an operator keeps from being sent (`DeliveryHold`), and how attempts ended that did not deliver a reminder (`DeliveryAttempt`).
  static let holds = Migration(
    number: 25,
    statements: """
      CREATE TABLE delivery_holds (
        {id},
        channel TEXT,
        due_before BIGINT,
        actor TEXT NOT NULL,
        began_at BIGINT NOT NULL,
        ended_at BIGINT
      );
      CREATE TABLE delivery_attempts (
        reminder_id BIGINT NOT NULL,
        outcome TEXT NOT NULL,
        way TEXT NOT NULL,
        reason TEXT NOT NULL,
        count BIGINT NOT NULL,
        first_at BIGINT NOT NULL,
        last_at BIGINT NOT NULL,
        PRIMARY KEY (reminder_id, outcome, way, reason)
      );
      CREATE INDEX delivery_attempts_by_time ON delivery_attempts (last_at);
      """)
}
