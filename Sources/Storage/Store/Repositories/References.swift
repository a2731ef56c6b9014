internal import Database
import Records

/// The references to a record, which prevent its removal.
struct References {
  let connection: any Connection

  /// The references to a record, in words; empty if it may be removed.
  func to(_ entity: Entity, id: Int, key: String) throws -> [String] {
    switch entity {
    case .source: return try naming(key, in: [.deity, .event, .temple], "sources", id: nil)
    case .deity:
      return try naming(key, in: [.event, .temple], "deity", id: id)
        + naming(key, in: [.temple], "other_deities", id: nil)
    case .event:
      return try naming(key, in: [.activity], "event", id: id)
        + owners(
          "group",
          "SELECT r.key FROM group_items t JOIN groups r ON r.id = t.group_id WHERE t.event_id = $1 AND r.temple_id IS NULL",
          id)
        + owners(
          "temple", "SELECT r.key FROM temple_events t JOIN temples r ON r.id = t.temple_id WHERE t.event_id = $1", id)
        + followers(
          "SELECT COUNT(*) FROM user_event_subscriptions WHERE event_id = $1 AND user_id <> COALESCE((SELECT owner_id FROM events WHERE id = $1), 0)",
          id)
    case .temple:
      return try naming(key, in: [.activity], "temple", id: id)
        + followers(
          """
          SELECT COUNT(*)
          FROM groups g
          JOIN user_group_subscriptions gs ON gs.group_id = g.id
          WHERE g.temple_id = $1
          """, id)
    case .group: return try followers("SELECT COUNT(*) FROM user_group_subscriptions WHERE group_id = $1", id)
    // Only parts of users and activities refer to them; they are removed too.
    case .activity, .user: return []
    }
  }

  /// Records whose field refers to the key: by number if given, otherwise by a list of keys.
  private func naming(_ key: String, in entities: [Entity], _ field: String, id: Int?) throws -> [String] {
    try entities.flatMap { entity in
      let sql =
        id == nil
        ? SQL("SELECT key FROM \(entity.table) WHERE \(field) LIKE $1 ORDER BY id")
        : SQL("SELECT key FROM \(entity.table) WHERE \(field)_id = $1 ORDER BY id")
      return try listed(entity.rawValue, sql, id.map(SQLValue.integer) ?? .text("%\"\(key)\"%"))
    }
  }

  private func owners(_ kind: String, _ sql: SQL, _ id: Int) throws -> [String] {
    try listed(kind, sql, .integer(id))
  }

  private func followers(_ sql: SQL, _ id: Int) throws -> [String] {
    let count = try connection.integer(sql, [.integer(id)])
    return count == 0 ? [] : [count == 1 ? "1 user" : "\(count) users"]
  }

  /// `event mazu, event mazu-fly and 12 more`.
  private func listed(_ kind: String, _ sql: SQL, _ argument: SQLValue) throws -> [String] {
    let keys = try connection.all(sql, [argument]) { $0.text(0) ?? "" }
    let rest = keys.count - 5
    return keys.prefix(5).map { "\(kind) \"\($0)\"" } + (rest > 0 ? ["\(rest) more of kind \(kind)"] : [])
  }
}
