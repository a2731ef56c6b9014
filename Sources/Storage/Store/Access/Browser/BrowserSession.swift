internal import Database
internal import Folklore
public import Records

/// A person's session in a browser, kept by a cookie.
public struct BrowserSession: Hashable, Identifiable, Sendable {
  public let id: Int
  public let userID: Int
  public let userUUID: String
  /// The display name of the user, otherwise the mail address or the number.
  public let name: String
  public let email: String?
  /// The role of the user in the back office; `user` for none.
  public let role: APIRole
  /// The language of the user: `zh-Hant`.
  public let locale: String
  /// How the person signed in: `link`, `passkey`, `mail` or `google`.
  public let means: String
  /// What the browser says of itself.
  public let browser: String?
  /// Instants in seconds of UTC since 1970; the last use is exact to within an hour.
  public let createdAt: Int
  public let lastSeenAt: Int
  public let expiresAt: Int

  fileprivate init(_ row: any Row) {
    id = row.integer(0) ?? 0
    userID = row.integer(1) ?? 0
    userUUID = row.text(2) ?? ""
    email = row.text(4)
    name = row.text(3) ?? email ?? "u\(userID)"
    role = row.text(5).flatMap(APIRole.init(rawValue:)) ?? .user
    locale = row.text(6) ?? Language.traditionalChinese.rawValue
    means = row.text(7) ?? ""
    browser = row.text(8)
    createdAt = row.integer(9) ?? 0
    lastSeenAt = row.integer(10) ?? 0
    expiresAt = row.integer(11) ?? 0
  }
}

extension Store {
  /// A session ends this long after its last use, and at the latest that long after its beginning.
  package static let browserIdleSeconds = 14 * 86_400
  package static let browserLongestSeconds = 90 * 86_400
  /// The shortest time between two records of a session's use.
  static let browserTouchSeconds = 3_600

  /// Begins a session of a user.
  ///
  /// - Parameters:
  ///   - means: `link`, `passkey`, `mail` or `google`.
  ///   - browser: what the browser says of itself; 200 characters are kept.
  /// - Returns: the secret for the cookie: `fcb_` and 256 random bits; the database keeps only its hash.
  public func startBrowserSession(userID: Int, means: String, browser: String?, now: Int) throws -> String {
    let secret = Secret(.browser)
    _ = try database.write { connection in
      try connection.execute(
        """
        INSERT INTO browser_sessions
          (user_id, session_hash, means, browser, expires_at, last_seen_at, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $6, $6)
        """,
        [
          .integer(userID), .text(secret.hash), .text(means), SQLValue(browser.map { String($0.prefix(200)) }),
          .integer(now + Self.browserIdleSeconds), .integer(now),
        ])
    }
    return secret.text
  }

  /// The session of a cookie; nil if it is unknown, ended or expired.
  public func browserSession(_ text: String, now: Int) throws -> BrowserSession? {
    guard let hash = Secret.hash(of: text, for: .browser) else { return nil }
    return try database.read { connection in
      // Uses the unique index on session_hash.
      try connection.first(
        SQL("\(Self.browserSelection) WHERE s.session_hash = $1 AND s.expires_at > $2"),
        [.text(hash), .integer(now)], BrowserSession.init)
    }
  }

  /// True if the use of a session should be recorded with `renewBrowserSession`.
  package static func isRenewalDue(_ session: BrowserSession, now: Int) -> Bool {
    now - session.lastSeenAt >= browserTouchSeconds
  }

  /// Records the use of a session, which then ends later.
  public func renewBrowserSession(_ id: Int, now: Int) throws {
    _ = try database.write { connection in
      try connection.execute(
        """
        UPDATE browser_sessions
        SET last_seen_at = $2, updated_at = $2,
          expires_at = CASE WHEN created_at + $4 < $2 + $3 THEN created_at + $4 ELSE $2 + $3 END
        WHERE id = $1 AND expires_at > $2
        """,
        [.integer(id), .integer(now), .integer(Self.browserIdleSeconds), .integer(Self.browserLongestSeconds)])
    }
  }

  /// The sessions of a user that are valid; the one used last comes first.
  public func browserSessions(ofUser userID: Int, now: Int) throws -> [BrowserSession] {
    try database.read { connection in
      try connection.all(
        SQL(
          "\(Self.browserSelection) WHERE s.user_id = $1 AND s.expires_at > $2 ORDER BY s.last_seen_at DESC, s.id DESC"),
        [.integer(userID), .integer(now)], BrowserSession.init)
    }
  }

  /// Ends one session of a user.
  ///
  /// - Returns: false if the user has no such session.
  @discardableResult
  public func endBrowserSession(_ id: Int, ofUser userID: Int) throws -> Bool {
    try database.write { connection in
      try connection.execute(
        "DELETE FROM browser_sessions WHERE id = $1 AND user_id = $2", [.integer(id), .integer(userID)])
    } > 0
  }

  /// Ends all sessions of a user.
  ///
  /// - Parameter kept: the session that stays; nil for none.
  /// - Returns: the number ended.
  @discardableResult
  public func endBrowserSessions(ofUser userID: Int, but kept: Int? = nil) throws -> Int {
    try database.write { connection in
      try connection.execute(
        "DELETE FROM browser_sessions WHERE user_id = $1 AND id <> $2", [.integer(userID), .integer(kept ?? 0)])
    }
  }

  /// Removes expired sessions, links and challenges.
  ///
  /// - Returns: the number removed.
  @discardableResult
  public func cleanUpBrowserSignIn(now: Int) throws -> Int {
    try ["browser_sessions", "sign_in_links", "spent_challenges"].reduce(0) { sum, table in
      let removed = try database.write { connection in
        try connection.execute(SQL("DELETE FROM \(table) WHERE expires_at <= $1"), [.integer(now)])
      }
      return sum + removed
    }
  }

  private static let browserSelection = """
    SELECT s.id, s.user_id, u.uuid, u.display_name, u.email, u.role, u.locale, s.means, s.browser, s.created_at,
      s.last_seen_at, s.expires_at
    FROM browser_sessions s
    JOIN users u ON u.id = s.user_id
    """
}
