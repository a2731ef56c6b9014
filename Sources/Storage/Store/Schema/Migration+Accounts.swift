internal import Database

extension Migration {
  /// What an account needs in a browser: own days with days before of their own, a second way, and links that make an account by mail.
  static let accounts = Migration(
    number: 17,
    statements: """
      ALTER TABLE events ADD COLUMN advance_days BIGINT CHECK (advance_days BETWEEN 0 AND 30);
      CREATE INDEX events_by_advance ON events (advance_days) WHERE advance_days IS NOT NULL;
      ALTER TABLE notification_settings ADD COLUMN fallback_channel TEXT;
      ALTER TABLE sign_in_links ADD COLUMN email TEXT;
      """)
}
