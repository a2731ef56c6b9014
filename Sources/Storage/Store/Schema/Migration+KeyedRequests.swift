internal import Database

extension Migration {
  /// Requests that came with a key of their caller's and are answered once (`KeyedRequest`), and the last reminder before mails had links of
  /// their own to leave: the links before name the user, and stay valid for a while (`Store.leavesByName`).
  static let keyedRequests = Migration(
    number: 22,
    statements: """
      CREATE TABLE keyed_requests (
        key_hash TEXT PRIMARY KEY,
        request_hash TEXT NOT NULL,
        answer TEXT,
        began_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL
      );
      CREATE INDEX keyed_requests_by_expiry ON keyed_requests (expires_at);
      INSERT INTO meta (name, value)
      SELECT 'leave_links_by_name_until', '' || (l.latest + 60 * 86400)
      FROM (SELECT MAX(scheduled_at) AS latest FROM notification_logs WHERE status = 'sent') l
      WHERE l.latest IS NOT NULL;
      """)
}
