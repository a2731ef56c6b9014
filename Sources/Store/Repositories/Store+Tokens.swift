internal import Crypto

extension Store {
  /// Makes a token for a user. It is told here once; the database keeps only its hash.
  ///
  /// - Parameters:
  ///   - user: UUID, mail address or number of the user.
  ///   - name: what the token is for, for the list.
  ///   - role: `admin`, `editor`, `reader` or `user`.
  ///   - expiresAt: an instant as text; nil for a token that stays until it is revoked.
  /// - Returns: the token.
  /// - Throws: `RecordFaults`, also for a name that another token of the user has which is not revoked.
  public func makeToken(
    user: String, name: String, role: String, expiresAt: String?, _ change: Change
  ) throws -> String {
    let token = "fck_" + RandomText.secret()
    try edit(.user, key: user, change) { record in
      // Revoking goes by the name.
      guard !record["tokens"].list.contains(where: { $0["name"] == .text(name) && $0["revoked_at"] == .null }) else {
        throw RecordFaults([RecordFault(field: "name", problem: "the user has a token \"\(name)\" already")])
      }
      let item = FieldValue.object([
        .init("token_hash", .text(Self.hash(ofToken: token))), .init("role", .text(role)), .init("name", .text(name)),
        .init("expires_at", FieldValue(expiresAt)),
      ])
      return Draft(fields: [Draft.Given("tokens", .list(record["tokens"].list + [item]))])
    }
    return token
  }

  /// The SHA-256 of a token as hexadecimal text. A token has 256 random bits, so a plain hash is enough to keep it.
  package static func hash(ofToken token: String) -> String {
    SHA256.hash(data: Array(token.utf8)).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }
}
