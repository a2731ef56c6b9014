internal import Database
import JSON
public import Records

/// A link that signs one person in, once. A person has one at a time: a new one ends the former, whoever asked for it.
public struct SignInLink: Hashable, Sendable {
  /// The number of the user; nil for who has no account yet.
  public let userID: Int?
  /// What the page calls the user: the name, otherwise the mail address; nil for the first operator.
  public let name: String?

  /// True for the link of the first operator.
  public var isFirstOperators: Bool { userID == nil && name == nil }
}

extension Store {
  /// True if a user with the role admin exists.
  public func hasOperator() throws -> Bool {
    try database.read { try Self.hasOperator($0) }
  }

  private static func hasOperator(_ connection: any Connection) throws -> Bool {
    try connection.integer("SELECT COUNT(*) FROM users WHERE role = 'admin'") > 0
  }

  /// Makes a link for a mail address: it signs in the user who has the address when the link is spent, or adds one.
  ///
  /// - Throws: `RecordFaults` for what is no mail address.
  public func makeSignInLink(email: String, now: Int, lifetimeSeconds: Int) throws -> String {
    let address = try Self.mailAddress(email)
    return try database.write { connection in
      try connection.execute(
        "DELETE FROM sign_in_links WHERE email = $1 OR user_id = (SELECT id FROM users WHERE email = $1)",
        [.text(address)])
      return try Self.addSignInLink(user: nil, email: address, now, lifetimeSeconds, connection)
    }
  }

  /// A mail address as users have it.
  ///
  /// - Throws: `RecordFaults` for what is none.
  public static func mailAddress(_ text: String) throws(RecordFaults) -> String {
    guard let index = Entity.user.index(of: "email") else { return text }
    do throws(FieldProblem) {
      return try Entity.user.fields[index].kind.checked(.text(text), isText: true).text ?? ""
    } catch {
      throw RecordFaults([RecordFault(field: "email", error)])
    }
  }

  /// Makes a link that signs a user in.
  ///
  /// - Parameters:
  ///   - userID: the number of the user; nil for the first operator.
  ///   - now: seconds of UTC since 1970.
  ///   - lifetimeSeconds: how long the link is valid.
  /// - Returns: the secret of the link: `fcl_` and 256 random bits; the database keeps only its hash.
  public func makeSignInLink(userID: Int?, now: Int, lifetimeSeconds: Int) throws -> String {
    try database.write { connection in
      try Self.makeSignInLink(userID, now, lifetimeSeconds, connection)
    }
  }

  private static func makeSignInLink(
    _ userID: Int?, _ now: Int, _ lifetimeSeconds: Int, _ connection: any Connection
  ) throws -> String {
    if let userID {
      try connection.execute(
        "DELETE FROM sign_in_links WHERE user_id = $1 OR email = (SELECT email FROM users WHERE id = $1)",
        [.integer(userID)])
    } else {
      try connection.execute("DELETE FROM sign_in_links WHERE user_id IS NULL AND email IS NULL")
    }
    return try addSignInLink(user: userID, email: nil, now, lifetimeSeconds, connection)
  }

  private static func addSignInLink(
    user: Int?, email: String?, _ now: Int, _ lifetimeSeconds: Int, _ connection: any Connection
  ) throws -> String {
    let secret = Secret(.link)
    try connection.execute(
      """
      INSERT INTO sign_in_links (user_id, email, link_hash, expires_at, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $5)
      """,
      [SQLValue(user), SQLValue(email), .text(secret.hash), .integer(now + lifetimeSeconds), .integer(now)])
    return secret.text
  }

  /// Gives the user with a mail address a role, and makes a link that signs the user in. Adds the user if there is none.
  ///
  /// - Parameter role: nil to leave the role as it is.
  /// - Throws: `RecordFaults` for an invalid address.
  public func makeSignInLink(
    email: String, role: APIRole?, lifetimeSeconds: Int, _ change: Change
  ) throws -> (user: Record, link: String) {
    try changing(change) { writer in
      var fields = [Draft.Given("email", .text(email))]
      if let role { fields.append(Draft.Given("role", .text(role.rawValue))) }
      let draft = try writer.named([Draft(fields: fields)], of: .user)
      guard let user = try writer.write(draft, of: .user, .merge).1.first, let id = user.id else {
        throw RecordError.noSuchRecord(.user, key: email, similar: [])
      }
      return (user, try Self.makeSignInLink(id, change.at, lifetimeSeconds, writer.connection))
    }
  }

  /// The link with this secret; nil if it is unknown, spent or expired.
  public func signInLink(_ text: String, now: Int) throws -> SignInLink? {
    guard let hash = Secret.hash(of: text, for: .link) else { return nil }
    return try database.read { connection in
      try connection.first(
        """
        SELECT l.user_id, COALESCE(u.display_name, u.email, u.uuid, l.email)
        FROM sign_in_links l
        LEFT JOIN users u ON u.id = l.user_id
        WHERE l.link_hash = $1 AND l.expires_at > $2
        """, [.text(hash), .integer(now)]
      ) { SignInLink(userID: $0.integer(0), name: $0.text(1)) }
    }
  }

  /// Spends a link: nobody can use it again.
  ///
  /// - Parameter newcomer: the fields of who has no account yet: the first operator, who gets the role admin, or who asked by mail.
  /// - Returns: the user; nil if the link is unknown, spent or expired, or if it was for the first operator and there is one by now.
  /// - Throws: `RecordFaults` for invalid fields; then the link stays valid.
  public func spend(link text: String, newcomer: Draft, _ change: Change) throws -> Record? {
    guard let hash = Secret.hash(of: text, for: .link), try signInLink(text, now: change.at) != nil else { return nil }
    return try changing(change) { writer in
      let spent = try writer.connection.first(
        "DELETE FROM sign_in_links WHERE link_hash = $1 AND expires_at > $2 RETURNING user_id, email",
        [.text(hash), .integer(change.at)]
      ) { (user: $0.integer(0), email: $0.text(1)) }
      guard let spent else { return nil }
      if let id = spent.user { return try writer.reader.record(.user, id: id) }
      var draft = newcomer
      if let email = spent.email {
        // Somebody may have added the user meanwhile.
        if let user = try writer.reader.records(.user, where: "t.email = $1", [.text(email)]).first { return user }
        draft.fields.append(Draft.Given("email", .text(email)))
        return try writer.write([draft], of: .user, .add).1.first
      }
      guard try !Self.hasOperator(writer.connection) else { return nil }
      draft.fields.append(Draft.Given("role", .text(APIRole.admin.rawValue)))
      // Whoever used the app before becomes the operator with the same account.
      return try writer.write(writer.named([draft], of: .user), of: .user, .merge).1.first
    }
  }

  /// The user with a mail address.
  public func user(email: String) throws -> Record? {
    try database.read { connection in
      try RecordReader(connection: connection).records(.user, where: "t.email = $1", [.text(email.lowercased())]).first
    }
  }
}
