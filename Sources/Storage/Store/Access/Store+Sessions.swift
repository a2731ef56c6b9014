internal import Database
public import Records

/// Sessions of signed-in users: each sign-in starts a family of refresh tokens, of which one is valid at a time.
///
/// A token is valid once. If it is used again later than a lost answer explains, it may be stolen, and the whole family ends (RFC 9700, section
/// 4.14.2).
extension Store {
  /// Begins a session.
  ///
  /// - Parameters:
  ///   - userID: the number of the user.
  ///   - now: seconds of UTC since 1970.
  /// - lifetimeSeconds: the lifetime of the token.
  /// - Returns: the refresh token: `fcr_` and 256 random bits; the database keeps only its hash.
  /// - Throws: `RecordError.noSuchRecord`.
  public func startSession(userID: Int, now: Int, lifetimeSeconds: Int) throws -> String {
    try database.write { connection in
      guard try RecordReader(connection: connection).record(.user, id: userID) != nil else {
        throw RecordError.noSuchRecord(.user, key: "u\(userID)", similar: [])
      }
      let family = SessionFamily(user: userID, name: RandomText.hexadecimal(bytes: 16))
      return try SessionTable(connection: connection, now: now).add(to: family, lifetimeSeconds)
    }
  }

  /// Replaces a refresh token by a new one of the same session.
  ///
  /// A used token gives a new one once more within 30 seconds, because the first answer may have been lost; a third use gives none. Later use
  /// ends the session.
  ///
  /// - Returns: the user and the new token; nil if the token is unknown, expired or revoked.
  public func refreshSession(
    _ token: String, now: Int, lifetimeSeconds: Int
  ) throws -> (user: Record, refreshToken: String)? {
    // An invalid token is rejected without a write transaction.
    guard let hash = Secret.hash(of: token, for: .session), try isStandingSession(token, now: now) else { return nil }
    return try database.write { connection in
      let sessions = SessionTable(connection: connection, now: now)
      guard let family = try sessions.use(hash),
        let user = try RecordReader(connection: connection).record(
          .user, id: family.user)
      else { return nil }
      return (user, try sessions.add(to: family, lifetimeSeconds))
    }
  }

  /// True if a refresh token is known and neither expired nor revoked; checked before `refreshSession`.
  public func isStandingSession(_ token: String, now: Int) throws -> Bool {
    guard let hash = Secret.hash(of: token, for: .session) else { return false }
    return try database.read { try SessionTable(connection: $0, now: now).isStanding(hash) }
  }

  /// True if a refresh token was ever issued, as far as records are kept; an unknown token needs no write transaction.
  public func isSession(_ token: String) throws -> Bool {
    guard let hash = Secret.hash(of: token, for: .session) else { return false }
    return try database.read {
      try $0.integer("SELECT COUNT(*) FROM sessions WHERE refresh_hash = $1", [.text(hash)]) > 0
    }
  }

  /// Ends the session of a refresh token, even if it was used or has expired. An unknown token does nothing.
  public func endSession(_ token: String, now: Int) throws {
    guard let hash = Secret.hash(of: token, for: .session) else { return }
    try database.write { try SessionTable(connection: $0, now: now).revoke("refresh_hash = $2", .text(hash)) }
  }

  /// Ends all sessions of a user.
  ///
  /// - Returns: false if none of them was valid.
  @discardableResult
  public func endAllSessions(userID: Int, now: Int) throws -> Bool {
    try database.write { connection in
      let open = try connection.integer(
        "SELECT COUNT(*) FROM sessions WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2",
        [.integer(userID), .integer(now)])
      try SessionTable(connection: connection, now: now).revoke("user_id = $2", .integer(userID))
      return open > 0
    }
  }

  /// Removes tokens of sessions that expired or were revoked more than 30 days ago.
  ///
  /// - Returns: the number removed.
  @discardableResult
  public func cleanUpSessions(now: Int) throws -> Int {
    var removed = 0
    // In several transactions, so that other writers wait only briefly.
    for condition in ["expires_at < $1", "revoked_at < $1"] {
      while true {
        let some = try database.write { connection in
          try connection.execute(
            SQL(
              """
              DELETE FROM sessions
              WHERE id IN (
                SELECT id
                FROM sessions
                WHERE \(condition)
                LIMIT 10000)
              """), [.integer(now - SessionTable.keptSeconds)])
        }
        removed += some
        if some == 0 { break }
      }
    }
    return removed
  }
}

/// The tokens of one sign-in.
private struct SessionFamily {
  let user: Int
  let name: String
}

/// Sessions in one transaction. Each step is one statement that changes a row only in the expected state, so two simultaneous uses of a token
/// get different answers on every engine.
private struct SessionTable {
  let connection: any Connection
  let now: Int

  /// How long after its use a token may be used once more.
  private static let graceSeconds = 30
  static let keptSeconds = 30 * 86_400

  /// Adds a token to a session.
  func add(to family: SessionFamily, _ lifetimeSeconds: Int) throws -> String {
    let secret = Secret(.session)
    try connection.execute(
      """
      INSERT INTO sessions (user_id, family, refresh_hash, expires_at, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $5)
      """,
      [
        .integer(family.user), .text(family.name), .text(secret.hash), .integer(now + lifetimeSeconds), .integer(now),
      ])
    return secret.text
  }

  /// True if a token is known and neither expired nor revoked.
  func isStanding(_ hash: String) throws -> Bool {
    try connection.integer(
      "SELECT COUNT(*) FROM sessions WHERE refresh_hash = $1 AND revoked_at IS NULL AND expires_at > $2",
      [.text(hash), .integer(now)]) > 0
  }

  /// Uses a token.
  ///
  /// - Returns: its session; nil if it is not valid.
  func use(_ hash: String) throws -> SessionFamily? {
    let family = try connection.first(Self.use, [.text(hash), .integer(now), .integer(now - Self.graceSeconds)]) {
      SessionFamily(user: $0.integer(0) ?? 0, name: $0.text(1) ?? "")
    }
    if family == nil {
      try revoke(
        "refresh_hash = $2 AND expires_at > $1 AND used_at < $3", .text(hash), .integer(now - Self.graceSeconds))
    }
    return family
  }

  /// Revokes the families of some tokens.
  ///
  /// - Parameter condition: on the tokens; `$1` is the time.
  func revoke(_ condition: String, _ arguments: SQLValue...) throws {
    try connection.execute(
      SQL(
        """
        UPDATE sessions
        SET revoked_at = $1, updated_at = $1
        WHERE revoked_at IS NULL AND family IN (SELECT family FROM sessions WHERE \(condition))
        """), [.integer(now)] + arguments)
  }

  /// Uses the unique index on refresh_hash. The time of the first use stays.
  private static let use: SQL = """
    UPDATE sessions
    SET uses = uses + 1, used_at = COALESCE(used_at, $2), updated_at = $2
    WHERE refresh_hash = $1 AND revoked_at IS NULL AND expires_at > $2
      AND (uses = 0 OR (uses = 1 AND used_at >= $3))
    RETURNING user_id, family
    """
}
