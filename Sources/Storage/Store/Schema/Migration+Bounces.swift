internal import Database

extension Migration {
  /// The mail address of a user that mails came back from for good, and no mail is sent to until somebody confirms it.
  static let bounces = Migration(
    number: 19,
    statements: """
      ALTER TABLE users ADD COLUMN bounced_address TEXT;
      ALTER TABLE users ADD COLUMN bounced_at BIGINT;
      ALTER TABLE users ADD COLUMN bounce_reason TEXT;
      """)
}
