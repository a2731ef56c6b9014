import Folklore

/// One change of the back office: who, when, what, and how it was before and after.
public struct AuditEntry: Hashable, Sendable {
  public let id: Int
  public let actor: String
  /// `add`, `edit` or `remove`.
  public let action: String
  public let entity: String
  public let key: String
  /// The fields that changed, as they were; the whole record where it was removed; null where it was added.
  public let before: FieldValue
  /// The fields that changed, as they are; null where the record was removed.
  public let after: FieldValue
  /// UTC seconds.
  public let at: Int

  /// The entry as JSON.
  public var json: FieldValue {
    .object([
      .init("id", .integer(id)), .init("at", .text(CivilTime.iso(unixTime: at))), .init("actor", .text(actor)),
      .init("action", .text(action)), .init("entity", .text(entity)), .init("key", .text(key)), .init("before", before),
      .init("after", after),
    ])
  }
}

extension Store {
  /// The last changes, the newest first.
  ///
  /// - Parameters:
  ///   - entity: only of one kind.
  ///   - key: only of the records of one key.
  public func audit(_ entity: Entity? = nil, key: String? = nil, limit: Int) throws -> [AuditEntry] {
    try database.read { connection in
      try connection.all(Self.auditSelect, [SQLValue(entity?.rawValue), SQLValue(key), .integer(limit)]) { row in
        try AuditEntry(
          id: row.integer(0) ?? 0, actor: row.text(1) ?? "", action: row.text(2) ?? "", entity: row.text(3) ?? "",
          key: row.text(4) ?? "", before: row.text(5).map { try FieldValue(storedJSON: $0) } ?? .null,
          after: row.text(6).map { try FieldValue(storedJSON: $0) } ?? .null, at: row.integer(7) ?? 0)
      }
    }
  }

  private static let auditSelect: SQL = """
    SELECT id, actor, action, entity, entity_key, "before", "after", at
    FROM audit_log
    WHERE ($1 IS NULL OR entity = $1) AND ($2 IS NULL OR entity_key = $2)
    ORDER BY id DESC
    LIMIT $3
    """
}
