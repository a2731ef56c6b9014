internal import Database

extension Migration {
  /// The choices of people without an account. Each is a user without a name, so that planning, feeds and delivery know nothing of it.
  static let choices = Migration(
    number: 16,
    statements: """
      CREATE TABLE choices (
        user_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
        choice_hash TEXT NOT NULL UNIQUE,
        feed_number BIGINT NOT NULL DEFAULT 0,
        read_at BIGINT NOT NULL,
        noticed_at BIGINT,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
      );
      CREATE INDEX choices_by_reading ON choices (read_at);
      """)
}
