internal import Database
public import Records

extension Store {
  /// Makes the token of a user's private feed; the former token becomes invalid.
  ///
  /// - Parameter user: UUID, mail address or number.
  /// - Returns: the token, shown once: `fcf_` and 256 random bits.
  /// - Throws: `RecordError.noSuchRecord`.
  public func makeFeedToken(user: String, _ change: Change) throws -> String {
    let secret = Secret(.feed)
    try setFeedToken(of: user, hash: secret.hash, change)
    return secret.text
  }

  /// Revokes the token of a user's private feed.
  ///
  /// - Throws: `RecordError.noSuchRecord`.
  public func revokeFeedToken(user: String, _ change: Change) throws {
    try setFeedToken(of: user, hash: nil, change)
  }

  /// The user of a private feed's token; nil if the token is unknown.
  public func user(feedToken: String) throws -> Record? {
    guard let hash = Secret.hash(of: feedToken, for: .feed) else { return nil }
    return try database.read { connection in
      // Uses the unique index on feed_token_hash.
      try RecordReader(connection: connection).records(.user, where: "t.feed_token_hash = $1", [.text(hash)]).first
    }
  }

  private func setFeedToken(of user: String, hash: String?, _ change: Change) throws {
    try database.write { connection in
      try Self.user(user)(connection).take(connection)
      let id = try RecordReader(connection: connection).existingID(.user, key: user)
      try AuditLog(connection: connection, change: change).noteEdit(ofUser: id, ["feed_token_hash"]) {
        try connection.execute(
          "UPDATE users SET feed_token_hash = $2, updated_at = $3 WHERE id = $1",
          [.integer(id), SQLValue(hash), .integer(change.at)])
      }
    }
  }
}
