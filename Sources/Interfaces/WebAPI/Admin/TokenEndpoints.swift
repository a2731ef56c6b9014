import Folklore
import HTTPTypes
import JSON
import Records
import Store

/// Tokens of machines and users: `/api/admin/tokens`.
enum TokenEndpoints {
  static let all = [
    Endpoint(
      method: .get, path: "/api/admin/tokens", name: "listTokens",
      summary: "All tokens, without their secrets.",
      tag: .admin, access: .role(.admin), schema: .list(of: .schema("Token"))
    ) { call in
      .json(.list(try await call.work { try $0.tokens() }.map(\.json)))
    },
    Endpoint(
      method: .post, path: "/api/admin/tokens", name: "addToken",
      summary: "Makes a token and returns it once; only its hash is kept.", tag: .admin, access: .role(.admin),
      body: .schema("NewToken"),
      success: .created,
      schema: .record(["id": .integerOrNull, "token": .anyText, "name": .anyText, "role": .anyText]),
      refusals: [.notFound, .conflict, .unprocessableContent], answer: add),
    Endpoint(
      method: .delete, path: "/api/admin/tokens/{id}", name: "revokeToken", summary: "Revokes a token.", tag: .admin,
      access: .role(.admin),
      parameters: [.inPath("id", "The number of the token.", schema: ["type": "string", "pattern": "^[0-9]{1,18}$"])],
      success: .noContent, refusals: [.notFound]
    ) { call in
      let (id, change) = (call.id, call.change)
      guard Int(id) != nil else { throw Problem.noSuch(.token, id.prefix(30)) }
      _ = try await call.write { try $0.revokeToken(id, change) }
      return .noContent
    },
  ]

  private static func add(_ call: Call) async throws -> Answer {
    let body = try await call.object(["name", "role", "user", "expires_at"])
    guard let name = body["name"].text, !name.isEmpty else {
      throw Problem.field("name", .missingValue, "必填", "is missing", .unprocessableContent)
    }
    // A non-text must not count as missing: the token would have no owner, or no end.
    for member in ["user", "expires_at"] where body[member] != .null && body[member].text == nil {
      throw Problem.field(member, .invalidValue, "必須是文字", "is not a text", .unprocessableContent)
    }
    let role = body["role"].text ?? ""
    let (user, expires, change) = (body["user"].text, body["expires_at"].text, call.change)
    let (token, made) = try await call.write { store in
      let token = try store.makeToken(name: name, role: role, user: user, expiresAt: expires, change)
      return (token, try store.token(token, now: change.at))
    }
    // The number allows revoking it.
    return .json(
      ["id": JSON(made?.id), "token": .text(token), "name": .text(made?.name ?? name), "role": .text(role)],
      status: .created)
  }
}
