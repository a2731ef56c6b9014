internal import Database
public import Folklore
public import JSON
public import Records

/// A token for the API as the back office shows it: without the secret.
public struct APIToken: Hashable, Identifiable, Sendable {
  public let id: Int
  /// The purpose of the token.
  public let name: String
  public let role: APIRole
  /// The owner; nil for a machine's token.
  public let userUUID: String?
  public let userID: Int?
  /// Instants in seconds of UTC since 1970.
  public let createdAt: Int
  /// The end of validity; nil if it is valid until revoked.
  public let expiresAt: Int?
  /// To within five minutes; nil if it was never used.
  public let lastUsedAt: Int?
  public let revokedAt: Int?

  init(_ row: any Row) {
    id = row.integer(0) ?? 0
    name = row.text(1) ?? ""
    role = APIRole(rawValue: row.text(2) ?? "") ?? .user
    userID = row.integer(3)
    userUUID = row.text(4)
    createdAt = row.integer(5) ?? 0
    expiresAt = row.integer(6)
    lastUsedAt = row.integer(7)
    revokedAt = row.integer(8)
  }

  /// True if it is valid now.
  public func isGood(now: Int) -> Bool {
    revokedAt == nil && expiresAt.map { now < $0 } ?? true
  }

  /// The token as JSON, with instants as ISO 8601.
  public var json: JSON {
    func instant(_ time: Int?) -> JSON { JSON(time.map { CivilTime.iso(unixTime: $0) }) }
    return .object([
      .init("id", .integer(id)), .init("name", .text(name)), .init("role", .text(role.rawValue)),
      .init("user", JSON(userUUID)), .init("created_at", instant(createdAt)),
      .init("expires_at", instant(expiresAt)), .init("last_used_at", instant(lastUsedAt)),
      .init("revoked_at", instant(revokedAt)),
    ])
  }
}

/// The token that was asked for cannot be determined.
public enum TokenError: SpokenError, Hashable, Sendable {
  case noSuchToken(String)
  /// Several tokens have that name.
  case severalTokens(String, ids: [Int])

  public var description: String {
    switch self {
    case .noSuchToken(let name): "there is no token \"\(name)\"; folkcal admin token list shows all"
    case .severalTokens(let name, let ids):
      "several tokens are called \"\(name)\": name one by its number, \(ids.map(String.init).joined(separator: ", "))"
    }
  }

  public var chinese: String {
    switch self {
    case .noSuchToken(let name): "沒有權杖「\(name)」；folkcal admin token list 會列出全部"
    case .severalTokens(let name, let ids):
      "叫「\(name)」的權杖有好幾個：請寫其中一個的編號，\(ids.map(String.init).joined(separator: "、"))"
    }
  }

  public var code: String {
    switch self {
    case .noSuchToken: "no_such_token"
    case .severalTokens: "several_tokens"
    }
  }
}
