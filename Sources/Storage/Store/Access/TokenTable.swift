internal import Database
import Records

/// The tokens for the API in one transaction.
///
/// A user's tokens are part of the user's record (`tokens`) and of its audit log. A machine's tokens have no owner; edits, imports and exports
/// of users do not touch them.
struct TokenTable {
  let connection: any Connection

  /// All tokens, or those of a user, in the order of their numbers.
  func tokens(of user: Int?) throws -> [APIToken] {
    let condition = user == nil ? "" : "WHERE t.user_id = $1"
    return try connection.all(
      SQL("\(Self.selection) \(condition) ORDER BY t.id"), user.map { [.integer($0)] } ?? [], APIToken.init)
  }

  /// The token of a hash. Uses the unique index on token_hash.
  func token(hash: String) throws -> APIToken? {
    try connection.first(SQL("\(Self.selection) WHERE t.token_hash = $1"), [.text(hash)], APIToken.init)
  }

  /// The token with a number, or with a name; valid tokens come first.
  ///
  /// - Throws: `TokenError`.
  func token(named name: String, of user: Int?) throws -> APIToken {
    let all = try tokens(of: user)
    if let id = Int(name), let token = all.first(where: { $0.id == id }) { return token }
    let named = all.filter { $0.name == name }
    let standing = named.filter { $0.revokedAt == nil }
    guard standing.count <= 1 else { throw TokenError.severalTokens(name, ids: standing.map(\.id)) }
    guard let token = standing.first ?? named.last else { throw TokenError.noSuchToken(name) }
    return token
  }

  func insert(hash: String, name: String, role: APIRole, user: Int?, expiresAt: Int?, at time: Int) throws -> Int {
    try connection.insert(
      into: "api_tokens", ["token_hash", "role", "user_id", "name", "expires_at", "created_at", "updated_at"],
      [
        .text(hash), .text(role.rawValue), SQLValue(user), .text(name), SQLValue(expiresAt), .integer(time),
        .integer(time),
      ])
  }

  func revoke(_ id: Int, at time: Int) throws {
    try connection.execute(
      "UPDATE api_tokens SET revoked_at = $2, updated_at = $2 WHERE id = $1 AND revoked_at IS NULL",
      [.integer(id), .integer(time)])
  }

  private static let selection = """
    SELECT t.id, t.name, t.role, t.user_id, u.uuid, t.created_at, t.expires_at, t.last_used_at, t.revoked_at
    FROM api_tokens t
    LEFT JOIN users u ON u.id = t.user_id
    """
}
