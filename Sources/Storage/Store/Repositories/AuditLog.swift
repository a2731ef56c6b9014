internal import Database
import JSON
import Records

/// Writes the audit log in one transaction: actor, record, and values before and after.
///
/// It never contains a secret or its hash (`Field.redacted`).
struct AuditLog {
  let connection: any Connection
  let actor: String
  /// UTC seconds.
  let at: Int

  init(connection: any Connection, actor: String, at: Int) {
    self.connection = connection
    self.actor = actor
    self.at = at
  }

  init(connection: any Connection, change: Change) {
    self.init(connection: connection, actor: change.actor, at: change.at)
  }

  func note(
    _ action: String, _ entity: String, id: Int?, key: String, before: JSON? = nil, after: JSON? = nil
  ) throws {
    try connection.execute(
      Self.insert,
      [
        .text(actor), .text(action), .text(entity), SQLValue(id), .text(key), SQLValue(before?.json()),
        SQLValue(after?.json()), .integer(at),
      ])
  }

  /// Logs a body's change of a user's row: the given fields that changed.
  func noteEdit(ofUser id: Int, _ names: [String], _ body: () throws -> Void) throws {
    let reader = RecordReader(connection: connection)
    let before = try reader.record(.user, id: id)
    try body()
    guard let before, let after = try reader.record(.user, id: id) else { return }
    let changed = names.filter { before[$0] != after[$0] }
    guard !changed.isEmpty else { return }
    try note(
      "edit", Entity.user.rawValue, id: id, key: after.key, before: before.told(changed), after: after.told(changed))
  }

  /// Logs a body's change of a token: as an edit of its user, or, for a machine's token, as a record of its own kind.
  ///
  /// - Parameter body: makes or changes a token, and returns its number.
  func noteTokens(of user: Int?, _ body: () throws -> Int) throws {
    if let user { return try noteEdit(ofUser: user, ["tokens"]) { _ = try body() } }
    let tokens = TokenTable(connection: connection)
    let before = try tokens.tokens(of: nil)
    let id = try body()
    guard let after = try tokens.tokens(of: nil).first(where: { $0.id == id }) else { return }
    let old = before.first { $0.id == id }
    try note(
      old == nil ? "add" : "edit", Self.token, id: id, key: after.name, before: old?.json, after: after.json)
  }

  /// The kind of machine tokens in the log.
  static let token = "token"

  /// The kind of reminders in the log, which operators put back or cancel.
  static let reminder = "reminder"

  /// The kind of pictures in the log.
  static let image = "image"

  /// The kind of holds of delivery in the log.
  static let hold = "hold"

  private static let insert: SQL = """
    INSERT INTO audit_log (actor, action, entity, entity_id, entity_key, "before", "after", at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    """
}
