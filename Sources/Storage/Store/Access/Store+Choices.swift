internal import Database
internal import JSON
public import Records

/// What somebody without an account wants to be told: a user without name and mail address, whose two secrets stand for an account. One reads
/// the calendar (the user's feed token), the other changes the choice.
public struct Choice: Sendable {
  public let user: Record
  /// The last reading of the calendar or of the choice's page, to the day; seconds of UTC since 1970.
  public let readAt: Int
  /// Since when the calendar says that the choice will be removed; nil if it does not.
  public let noticedAt: Int?
}

extension Store {
  /// Seconds without a reading after which the calendar says that the choice will be removed.
  public static let choiceSeconds = 365 * 86_400
  /// Seconds from that notice to the removal.
  public static let choiceNoticeSeconds = 30 * 86_400
  private static let readingSeconds = 86_400

  /// Adds a choice.
  ///
  /// - Parameter draft: the fields of its user.
  /// - Returns: the choice, and the secret that changes the choice: `fcc_` and 256 random bits; the database keeps only its hash.
  /// - Throws: `RecordFaults`.
  public func addChoice(_ draft: Draft, _ change: Change) throws -> (choice: Choice, secret: String) {
    try changing(change, { _ in .people }) { writer in
      guard let user = try writer.write([draft], of: .user, .add).1.first, let id = user.id else {
        throw RecordError.noSuchRecord(.user, key: "", similar: [])
      }
      let secret = Secret(.choice)
      try writer.connection.execute(
        """
        INSERT INTO choices (user_id, choice_hash, read_at, created_at, updated_at)
        VALUES ($1, $2, $3, $3, $3)
        """, [.integer(id), .text(secret.hash), .integer(change.at)])
      return (Choice(user: user, readAt: change.at, noticedAt: nil), secret.text)
    }
  }

  /// The choice that a secret changes; nil if the secret is unknown or has ended.
  public func choice(_ secret: String) throws -> Choice? {
    guard let hash = Secret.hash(of: secret, for: .choice) else { return nil }
    return try database.read { connection in
      let found = try connection.first(
        "SELECT user_id, read_at, noticed_at FROM choices WHERE choice_hash = $1", [.text(hash)]
      ) { (user: $0.integer(0) ?? 0, readAt: $0.integer(1) ?? 0, noticedAt: $0.integer(2)) }
      guard let found, let user = try RecordReader(connection: connection).record(.user, id: found.user) else {
        return nil
      }
      return Choice(user: user, readAt: found.readAt, noticedAt: found.noticedAt)
    }
  }

  /// Makes the address of a choice's calendar; the former becomes invalid. It follows from the secret that changes the choice, so that who has that
  /// can look it up again.
  ///
  /// - Returns: the token of the calendar; nil if the secret is unknown.
  public func makeFeedToken(ofChoice secret: String, _ change: Change) throws -> String? {
    guard let hash = Secret.hash(of: secret, for: .choice) else { return nil }
    return try database.write { connection in
      let found = try connection.first(
        """
        UPDATE choices SET feed_number = feed_number + 1, updated_at = $2
        WHERE choice_hash = $1
        RETURNING user_id, feed_number
        """, [.text(hash), .integer(change.at)]
      ) { (user: $0.integer(0) ?? 0, number: $0.integer(1) ?? 0) }
      guard let found else { return nil }
      let feed = Secret(.feed, from: secret, number: found.number)
      try connection.execute(
        "UPDATE users SET feed_token_hash = $2, updated_at = $3 WHERE id = $1",
        [.integer(found.user), .text(feed.hash), .integer(change.at)])
      return feed.text
    }
  }

  /// The token of a choice's calendar; nil if it has none, or if the secret was renewed since it was made.
  public func feedToken(ofChoice secret: String) throws -> String? {
    guard let hash = Secret.hash(of: secret, for: .choice) else { return nil }
    return try database.read { connection in
      let found = try connection.first(
        """
        SELECT c.feed_number, u.feed_token_hash
        FROM choices c
        JOIN users u ON u.id = c.user_id
        WHERE c.choice_hash = $1
        """, [.text(hash)]
      ) { (number: $0.integer(0) ?? 0, hash: $0.text(1)) }
      guard let found, found.hash != nil else { return nil }
      let feed = Secret(.feed, from: secret, number: found.number)
      return feed.hash == found.hash ? feed.text : nil
    }
  }

  /// Replaces the secret that changes a choice; the former ends.
  ///
  /// - Returns: the new secret; nil if the user is no choice.
  public func renewChoiceSecret(userID: Int, _ change: Change) throws -> String? {
    let secret = Secret(.choice)
    let changed = try database.write { connection in
      try connection.execute(
        "UPDATE choices SET choice_hash = $2, updated_at = $3 WHERE user_id = $1",
        [.integer(userID), .text(secret.hash), .integer(change.at)])
    }
    return changed > 0 ? secret.text : nil
  }

  /// When a calendar's readers are told that it will be removed; nil for calendars of accounts, and as long as it is read.
  public func removal(ofChoice userID: Int) throws -> Int? {
    try database.read { connection in
      try connection.first(
        "SELECT noticed_at FROM choices WHERE user_id = $1 AND noticed_at IS NOT NULL", [.integer(userID)]
      ) { $0.integer(0).map { $0 + Self.choiceNoticeSeconds } } ?? nil
    }
  }

  /// True if a reading now would be the first in a day, and should be noted.
  public func isReadingDue(ofChoice userID: Int, now: Int) throws -> Bool {
    try database.read { connection in
      try connection.integer(
        "SELECT COUNT(*) FROM choices WHERE user_id = $1 AND read_at <= $2",
        [.integer(userID), .integer(now - Self.readingSeconds)]) > 0
    }
  }

  /// Notes that somebody read a choice.
  public func noteReading(ofChoice userID: Int, now: Int) throws {
    _ = try database.write { connection in
      try connection.execute(
        "UPDATE choices SET read_at = $2 WHERE user_id = $1 AND read_at < $2", [.integer(userID), .integer(now)])
    }
  }

  /// Removes choices that nobody read for a year, with all that hangs on them: first their calendar says so for 30 days. A choice with a device
  /// that takes push messages stays; a device that is gone is switched off by the first message to it.
  ///
  /// - Returns: the number removed.
  public func cleanUpChoices(_ change: Change) throws -> Int {
    let before = change.at - Self.choiceNoticeSeconds
    try database.write { connection in
      try connection.execute(
        "UPDATE choices SET noticed_at = NULL WHERE noticed_at <= $1 AND read_at >= noticed_at", [.integer(before)])
      try connection.execute(
        """
        UPDATE choices SET noticed_at = $2
        WHERE read_at <= $1 AND noticed_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM devices d WHERE d.user_id = choices.user_id AND d.is_active = 1)
        """, [.integer(change.at - Self.choiceSeconds), .integer(change.at)])
    }
    let gone = try database.read { connection in
      try connection.all(
        """
        SELECT u.uuid
        FROM choices c
        JOIN users u ON u.id = c.user_id
        WHERE c.noticed_at <= $1 AND c.read_at < c.noticed_at
        ORDER BY u.id
        """, [.integer(before)]
      ) { $0.text(0) ?? "" }
    }
    for user in gone { try remove(.user, key: user, change) }
    return gone.count
  }
}
