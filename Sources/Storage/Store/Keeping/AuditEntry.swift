internal import Database
import Folklore
public import JSON
public import Records

/// A change in the back office: actor, time, action, and values before and after.
public struct AuditEntry: Hashable, Sendable {
  public let id: Int
  public let actor: String
  /// The kinds of the log that are no records.
  public static let otherKinds = [AuditLog.token, AuditLog.reminder, AuditLog.hold, AuditLog.image]

  /// `add`, `edit` or `remove`.
  public let action: String
  public let entity: String
  public let key: String
  /// The changed fields (of settings the members) before the change; of a removed record all fields that differ from the default; null for an
  /// added record.
  public let before: JSON
  /// The changed fields after the change; of an added record all fields that differ from the default; null for a removed record.
  public let after: JSON
  /// UTC seconds.
  public let at: Int
  let entityID: Int

  init(_ row: any Row) {
    id = row.integer(0) ?? 0
    actor = row.text(1) ?? ""
    action = row.text(2) ?? ""
    entity = row.text(3) ?? ""
    key = row.text(4) ?? ""
    // An unreadable value is shown as stored; a check reports it.
    before = row.text(5).map { (try? JSON(storedJSON: $0)) ?? .text($0) } ?? .null
    after = row.text(6).map { (try? JSON(storedJSON: $0)) ?? .text($0) } ?? .null
    at = row.integer(7) ?? 0
    entityID = row.integer(8) ?? 0
  }

  private init(_ entry: AuditEntry, after: JSON) {
    id = entry.id
    actor = entry.actor
    action = entry.action
    entity = entry.entity
    key = entry.key
    before = entry.before
    self.after = after
    at = entry.at
    entityID = entry.entityID
  }

  /// The entry of an added record, with what was added.
  fileprivate func adding(_ record: JSON) -> AuditEntry { AuditEntry(self, after: record) }

  /// True for a change of a user's own day that says so: its addition or removal.
  public var isOfOwnDay: Bool {
    entity == Entity.event.rawValue && (before["owner"].text != nil || after["owner"].text != nil)
  }

  /// The entry as JSON.
  public var json: JSON {
    .object([
      .init("id", .integer(id)), .init("at", .text(CivilTime.iso(unixTime: at))), .init("actor", .text(actor)),
      .init("action", .text(action)), .init("entity", .text(entity)), .init("key", .text(key)), .init("before", before),
      .init("after", after),
    ])
  }
}

extension Store {
  /// The last changes, newest first.
  ///
  /// - Parameters:
  /// - entity: limits to one kind.
  /// - key: limits to the records with one key.
  /// - id: limits to earlier entries; the last one of the page before.
  public func audit(
    _ entity: Entity? = nil, key: String? = nil, limit: Int, before id: Int? = nil
  ) throws -> [AuditEntry] {
    try audit(kind: entity?.rawValue, key: key, limit: limit, before: id)
  }

  /// The last changes, newest first.
  ///
  /// - Parameters:
  ///   - kind: the name of an entity, or `reminder`, `token` or `image`; nil for all.
  ///   - actor: limits to the changes of one actor.
  public func audit(
    kind: String?, key: String? = nil, actor: String? = nil, limit: Int, before id: Int? = nil
  ) throws -> [AuditEntry] {
    try database.read { connection in
      let arguments = [SQLValue(kind), SQLValue(key), .integer(limit), .integer(id ?? .max), SQLValue(actor)]
      return try connection.all(Self.auditSelect, arguments) { row in
        let entry = AuditEntry(row)
        // The values of an added record are computed; other entries store theirs.
        guard entry.action == "add", Entity(rawValue: entry.entity) != nil else { return entry }
        return entry.adding(try added(entry, connection))
      }
    }
  }

  /// The values of an added record: its present or last values with later edits undone.
  private func added(_ entry: AuditEntry, _ connection: any Connection) throws -> JSON {
    let later = try connection.all(
      Self.laterSelect, [.text(entry.entity), .integer(entry.entityID), .integer(entry.id)], AuditEntry.init)
    let edits = later.prefix { $0.action == "edit" }
    let kind = Entity(rawValue: entry.entity)
    let reader = RecordReader(connection: connection)
    let end =
      edits.count < later.count
      ? later[edits.count].before : try kind.flatMap { try reader.record($0, id: entry.entityID)?.told } ?? .null
    return edits.reversed().reduce(end) { record, edit in record.replacing(edit.before) }
  }

  static let auditSelect: SQL = """
    SELECT id, actor, action, entity, entity_key, "before", "after", at, entity_id
    FROM audit_log
    WHERE id < $4 AND (CAST($1 AS TEXT) IS NULL OR entity = $1) AND (CAST($2 AS TEXT) IS NULL OR entity_key = $2)
      AND (CAST($5 AS TEXT) IS NULL OR actor = $5)
    ORDER BY id DESC
    LIMIT $3
    """

  // audit_log_by_entity leads to the few entries of one record.
  private static let laterSelect: SQL = """
    SELECT id, actor, action, entity, entity_key, "before", "after", at, entity_id
    FROM audit_log
    WHERE entity = $1 AND entity_id = $2 AND id > $3
    ORDER BY id
    """
}

extension JSON {
  /// Merges the members of another object into this one; null removes a member, and inner objects are merged too.
  fileprivate func replacing(_ other: JSON) -> JSON {
    let names = Set(other.members.map(\.name))
    let empty: [JSON] = [.null, .list([])]
    let replaced = other.members.filter { !empty.contains($0.value) }.map { member in
      guard case .object(let own) = self[member.name], case .object(let given) = member.value else { return member }
      return Member(
        member.name, .object(own.map { old in given.first { $0.name == old.name } ?? old }))
    }
    return .object(members.filter { !names.contains($0.name) } + replaced)
  }
}
