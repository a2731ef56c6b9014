internal import Database

/// A passkey of a user (Web Authentication, level 3): the public half of a key that the user's device keeps.
public struct Passkey: Hashable, Identifiable, Sendable {
  public let id: Int
  public let userID: Int
  /// The credential's ID as base64url text.
  public let credential: String
  /// The public key (SubjectPublicKeyInfo) as base64url text.
  public let publicKey: String
  /// The number of the algorithm (COSE): -7 for ES256, -257 for RS256.
  public let algorithm: Int
  /// How often the device says that it was used; 0 if it does not count.
  public let counter: Int
  /// What the user calls it.
  public let name: String
  /// Instants in seconds of UTC since 1970.
  public let createdAt: Int
  public let lastUsedAt: Int?

  fileprivate init(_ row: any Row) {
    id = row.integer(0) ?? 0
    userID = row.integer(1) ?? 0
    credential = row.text(2) ?? ""
    publicKey = row.text(3) ?? ""
    algorithm = row.integer(4) ?? 0
    counter = row.integer(5) ?? 0
    name = row.text(6) ?? ""
    createdAt = row.integer(7) ?? 0
    lastUsedAt = row.integer(8)
  }
}

extension Store {
  /// The most passkeys of a user.
  package static let passkeyLimit = 20

  /// Adds a passkey to a user.
  ///
  /// - Returns: false if the user has too many, or if the credential is known already.
  public func addPasskey(
    userID: Int, credential: String, publicKey: String, algorithm: Int, counter: Int, name: String, now: Int
  ) throws -> Bool {
    try database.write { connection in
      try StoreLock.user(userID).take(connection)
      let count = try connection.integer("SELECT COUNT(*) FROM passkeys WHERE user_id = $1", [.integer(userID)])
      guard count < Self.passkeyLimit else { return false }
      return try connection.execute(
        """
        INSERT INTO passkeys (user_id, credential, public_key, algorithm, counter, name, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
        ON CONFLICT (credential) DO NOTHING
        """,
        [
          .integer(userID), .text(credential), .text(publicKey), .integer(algorithm), .integer(counter),
          .text(String(name.prefix(100))), .integer(now),
        ]) == 1
    }
  }

  /// The passkeys of a user, in the order in which they were made.
  public func passkeys(ofUser userID: Int) throws -> [Passkey] {
    try database.read { connection in
      try connection.all(
        SQL("\(Self.passkeySelection) WHERE user_id = $1 ORDER BY id"), [.integer(userID)], Passkey.init)
    }
  }

  /// The passkey with a credential's ID. Uses the unique index on credential.
  public func passkey(credential: String) throws -> Passkey? {
    try database.read { connection in
      try connection.first(SQL("\(Self.passkeySelection) WHERE credential = $1"), [.text(credential)], Passkey.init)
    }
  }

  /// Records that a passkey has signed a challenge.
  ///
  /// - Parameters:
  ///   - counter: what the device counts. A lower count than the last tells of a copied key (Web Authentication, section 6.1.1).
  ///   - challenge: the hash of the challenge, which nobody can use again.
  ///   - expiresAt: when the challenge would expire by itself.
  /// - Returns: false if the challenge was used before, or if the counter does not grow.
  public func use(passkey id: Int, counter: Int, challenge: String, expiresAt: Int, now: Int) throws -> Bool {
    try database.write { connection in
      let isNew = try connection.execute(
        "INSERT INTO spent_challenges (challenge_hash, expires_at) VALUES ($1, $2) ON CONFLICT (challenge_hash) DO NOTHING",
        [.text(challenge), .integer(expiresAt)])
      guard isNew == 1 else { return false }
      return try connection.execute(
        """
        UPDATE passkeys
        SET counter = $2, last_used_at = $3, updated_at = $3
        WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))
        """, [.integer(id), .integer(counter), .integer(now)]) == 1
    }
  }

  /// Removes a passkey of a user.
  ///
  /// - Returns: false if the user has no such passkey.
  @discardableResult
  public func removePasskey(_ id: Int, ofUser userID: Int) throws -> Bool {
    try database.write { connection in
      try connection.execute("DELETE FROM passkeys WHERE id = $1 AND user_id = $2", [.integer(id), .integer(userID)])
    } > 0
  }

  private static let passkeySelection = """
    SELECT id, user_id, credential, public_key, algorithm, counter, name, created_at, last_used_at
    FROM passkeys
    """
}
