internal import Crypto
internal import Database
internal import Folklore
import JSON
public import Records

extension Store {
  /// Makes a token and returns it once; the database keeps only its hash.
  ///
  /// - Parameters:
  /// - name: the purpose of the token; unique among the holder's tokens that are not revoked.
  /// - user: UUID, mail address or number of the owner; nil for a machine's token.
  ///   - expiresAt: seconds of UTC since 1970; nil for a token that stays until it is revoked.
  /// - Returns: the token: `fck_` and 256 random bits.
  /// - Throws: `RecordFaults` with all faults; `RecordError.noSuchRecord` for an unknown user.
  public func makeToken(
    name: String, role: APIRole, user: String?, expiresAt: Int?, _ change: Change
  ) throws -> String {
    let secret = Secret(.token)
    try database.write { connection in
      let tokens = TokenTable(connection: connection)
      let owner = try user.map { try RecordReader(connection: connection).existing(.user, key: $0) }
      var faults: [RecordFault] = []
      var name = name
      do throws(FieldProblem) {
        name = try FieldKind.text(limit: 200, isProse: false).checked(.text(name), isText: false).text ?? name
      } catch {
        faults.append(RecordFault(field: "name", error))
      }
      // A token is revoked by name or number, so a name must not look like a number.
      if !name.isEmpty, name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        faults.append(
          RecordFault(
            field: "name", "\"\(name)\" would be taken for a token's number",
            "「\(name)」會被當成權杖的編號：請用不只有數字的名稱"))
      }
      let others = try tokens.tokens(of: owner?.id).filter { $0.userID == owner?.id }
      if others.contains(where: { $0.name == name && $0.revokedAt == nil }) {
        faults.append(
          RecordFault(field: "name", "there is a token \"\(name)\" already", "已經有叫「\(name)」的權杖：請用別的名稱"))
      }
      if role == .user, owner == nil {
        faults.append(
          RecordFault(
            field: "user", "is missing: a token of the role user is a user's", "必填：角色是 user 的權杖屬於一個使用者"))
      }
      if let expiresAt, expiresAt <= change.at {
        faults.append(
          RecordFault(
            field: "expires_at", "\(CivilTime.iso(unixTime: expiresAt)) has passed",
            "\(CivilTime.iso(unixTime: expiresAt)) 已經過了：請寫以後的時間"))
      }
      guard faults.isEmpty else { throw RecordFaults(faults) }
      try AuditLog(connection: connection, change: change).noteTokens(of: owner?.id) {
        try tokens.insert(
          hash: secret.hash, name: name, role: role, user: owner?.id, expiresAt: expiresAt, at: change.at)
      }
    }
    return secret.text
  }

  /// Makes a token from text input.
  ///
  /// - Parameters:
  ///   - role: `admin`, `editor`, `reader` or `user`.
  ///   - expiresAt: an instant such as `2027-01-01T00:00:00+08:00`.
  public func makeToken(
    name: String, role: String, user: String?, expiresAt: String?, _ change: Change
  ) throws -> String {
    var faults: [RecordFault] = []
    let known = APIRole(rawValue: role)
    if known == nil {
      let names = APIRole.allCases.reversed().map(\.rawValue)
      faults.append(
        RecordFault(
          field: "role", "\"\(role)\" is not one of \(names.joined(separator: ", "))",
          "「\(role)」不能用；可用的值：\(names.joined(separator: "、"))"))
    }
    var end: Int?
    if let expiresAt {
      do throws(FieldProblem) {
        end = try FieldKind.instant.checked(.text(expiresAt), isText: true).unixTime
      } catch {
        faults.append(RecordFault(field: "expires_at", error))
      }
    }
    guard let known, faults.isEmpty else { throw RecordFaults(faults) }
    return try makeToken(name: name, role: known, user: user, expiresAt: end, change)
  }

  /// The tokens of a user, or all tokens, in the order in which they were made.
  ///
  /// - Throws: `RecordError.noSuchRecord`.
  public func tokens(of user: String? = nil) throws -> [APIToken] {
    try database.read { connection in
      let owner = try user.map { try RecordReader(connection: connection).existingID(.user, key: $0) }
      return try TokenTable(connection: connection).tokens(of: owner)
    }
  }

  /// Revokes a token for good. A revoked token stays unchanged.
  ///
  /// - Parameters:
  ///   - idOrName: its number or its name.
  ///   - user: only a token of this user.
  /// - Returns: the changed token.
  /// - Throws: `TokenError`; `RecordError.noSuchRecord` for a user who does not exist.
  @discardableResult
  public func revokeToken(_ idOrName: String, of user: String? = nil, _ change: Change) throws -> APIToken {
    try database.write { connection in
      let tokens = TokenTable(connection: connection)
      let owner = try user.map { try RecordReader(connection: connection).existingID(.user, key: $0) }
      let token = try tokens.token(named: idOrName, of: owner)
      guard token.revokedAt == nil else { return token }
      try AuditLog(connection: connection, change: change).noteTokens(of: token.userID) {
        try tokens.revoke(token.id, at: change.at)
        return token.id
      }
      return try tokens.token(named: "\(token.id)", of: nil)
    }
  }

  /// The token with this text; nil if it is unknown, expired or revoked.
  public func token(_ text: String, now: Int) throws -> APIToken? {
    guard let hash = Secret.hash(of: text, for: .token) else { return nil }
    let token = try database.read { try TokenTable(connection: $0).token(hash: hash) }
    return token.flatMap { $0.isGood(now: now) ? $0 : nil }
  }

  /// Records the use of a token, at most once in five minutes, so that requests seldom wait for a write.
  public func touchToken(_ id: Int, now: Int) throws {
    let arguments: [SQLValue] = [.integer(id), .integer(now), .integer(now - Self.touchSeconds)]
    let isDue = try database.read { connection in
      try connection.integer(
        "SELECT COUNT(*) FROM api_tokens WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)", arguments)
    }
    guard isDue > 0 else { return }
    _ = try database.write { connection in
      try connection.execute(
        """
        UPDATE api_tokens
        SET last_used_at = $2
        WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)
        """, arguments)
    }
  }

  /// The shortest time between two records of a token's use.
  package static let touchSeconds = 300

  /// The SHA-256 of a token as hexadecimal text. A token has 256 random bits, so a plain hash is enough to keep it.
  package static func hash(ofToken token: String) -> String {
    SHA256.hash(data: Array(token.utf8)).map(\.hexadecimal).joined()
  }
}
