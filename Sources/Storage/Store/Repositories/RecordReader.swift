internal import Database
import JSON
import Records

/// Reads records in one transaction.
struct RecordReader {
  let connection: any Connection

  /// The record of a key; nil if there is none.
  func record(_ entity: Entity, key: String) throws -> Record? {
    try records(entity, entity.recordTable.selectByKey, [.text(key)]).first
  }

  /// The record of a key; a user also by mail address or number (`u42`).
  ///
  /// - Throws: `RecordError.noSuchRecord`.
  func existing(_ entity: Entity, key: String) throws -> Record {
    let found = entity == .user ? try user(named: key) : try record(entity, key: key)
    guard let found else { throw try missing(entity, key) }
    return found
  }

  private func user(named name: String) throws -> Record? {
    let (column, value) = Self.column(ofUser: name)
    return try records(.user, SQL("\(Entity.user.recordTable.selection) WHERE t.\(column) = $1"), [value]).first
  }

  /// The UUID of a user named by UUID, mail address or number; nil if unknown.
  func uuid(ofUser name: String) throws -> String? {
    let (column, value) = Self.column(ofUser: name)
    return try connection.first(SQL("SELECT uuid FROM users WHERE \(column) = $1"), [value]) { $0.text(0) ?? name }
  }

  /// The column that a user's name refers to: number (`u42`), mail address (with `@`) or UUID.
  private static func column(ofUser name: String) -> (column: String, value: SQLValue) {
    if name.hasPrefix("u"), let number = Int(name.dropFirst()) { return ("id", .integer(number)) }
    return (name.contains("@") ? "email" : "uuid", .text(name.lowercased()))
  }

  func record(_ entity: Entity, id: Int) throws -> Record? {
    try records(entity, entity.recordTable.selectByID, [.integer(id)]).first
  }

  /// The number of a key.
  func id(_ entity: Entity, key: String) throws -> Int? {
    try connection.first(entity.recordTable.idByKey, [.text(key)]) { $0.integer(0) } ?? nil
  }

  /// The number of a key; a user also by mail address or number (`u42`).
  ///
  /// - Throws: `RecordError.noSuchRecord`.
  func existingID(_ entity: Entity, key: String) throws -> Int {
    let found: Int?
    if entity == .user {
      let (column, value) = Self.column(ofUser: key)
      found = try connection.first(SQL("SELECT id FROM users WHERE \(column) = $1"), [value]) { $0.integer(0) } ?? nil
    } else {
      found = try id(entity, key: key)
    }
    guard let found else { throw try missing(entity, key) }
    return found
  }

  /// The records that everybody has, in order (`Entity.isShared`).
  func shared(_ entity: Entity) throws -> [Record] { try records(entity, where: entity.isShared ?? "") }

  /// All records, or those that match a condition on the row `t`, in order.
  func records(
    _ entity: Entity, where condition: String = "", order: String? = nil, _ arguments: [SQLValue] = []
  ) throws -> [Record] {
    let sql = SQL(
      "\(entity.recordTable.selection) \(condition.isEmpty ? "" : "WHERE \(condition)") ORDER BY \(order ?? entity.order)"
    )
    return try records(entity, sql, arguments)
  }

  private func records(_ entity: Entity, _ sql: SQL, _ arguments: [SQLValue]) throws -> [Record] {
    let (schema, table) = (entity.schema, entity.recordTable)
    var records = try connection.all(sql, arguments) { row in
      var values = schema.defaults
      var problems: [Record.Problem] = []
      for (column, index) in table.columns.enumerated() {
        do throws(JSONError) {
          values[index] = try schema.fields[index].kind.value(row, column + 1)
        } catch {
          problems.append(
            Record.Problem(
              field: schema.fields[index].name, problem: "\(error)",
              chinese: error.chinese))
        }
      }
      let time = table.columns.count + 1
      return Record(
        entity: entity, id: row.integer(0), values: values, problems: problems, createdAt: row.integer(time) ?? 0,
        updatedAt: row.integer(time + 1) ?? 0)
    }
    for (index, part) in table.parts {
      if records.count > Self.manyRecords {
        let items = try allItems(of: part)
        for position in records.indices {
          guard let id = records[position].id, let own = items[id] else { continue }
          records[position].values[index] = part.isSingle ? own.first ?? .null : .list(own)
        }
        continue
      }
      for position in records.indices {
        guard let id = records[position].id else { continue }
        if let value = try self.part(part, owner: id) { records[position].values[index] = value }
      }
    }
    return records
  }

  /// From this many records on, one scan of a part table is faster than single lookups.
  private static let manyRecords = 500

  /// The items of all records in a part table, by record number, in order.
  private func allItems(of part: PartTable) throws -> [Int: [JSON]] {
    var items: [Int: [JSON]] = [:]
    try connection.forEachRow(part.selectAll, []) { row in
      let item = JSON.object(
        try part.fields.enumerated().map { column, field in
          JSON.Member(field.name, try field.kind.value(row, column + 1))
        })
      items[row.integer(0) ?? 0, default: []].append(part.isBare ? item[part.fields[0].name] : item)
    }
    return items
  }

  /// The items of a record in a part table; nil if a single item is missing.
  private func part(_ part: PartTable, owner: Int) throws -> JSON? {
    let items = try connection.all(part.select, [.integer(owner)]) { row in
      JSON.object(
        try part.fields.enumerated().map { column, field in
          JSON.Member(field.name, try field.kind.value(row, column))
        })
    }
    if part.isSingle { return items.first }
    return .list(part.isBare ? items.map { $0[part.fields[0].name] } : items)
  }
}

extension Entity {
  /// The default order of lists.
  var order: String { self == .event ? "t.position, t.id" : "t.id" }
}
