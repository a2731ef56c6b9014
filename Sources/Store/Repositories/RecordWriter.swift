import Folklore

/// Checks and writes records in one transaction. First all drafts are checked, then all are written: a fault anywhere leaves nothing.
final class RecordWriter {
  private let connection: any Connection
  private let reader: RecordReader
  private let change: Change
  private let occurrences: OccurrenceTable
  private let profiles: ProfileTable
  /// Numbers of records that fields refer to, as far as they were asked for.
  private var ids: [Entity: [String: Int]] = [:]

  /// What to do with a draft whose key exists, and with one whose key does not.
  enum Mode {
    /// Only new records.
    case add
    /// Only the record of this key.
    case edit(key: String)
    /// Records that exist are changed, others are added.
    case merge
  }

  init(_ connection: any Connection, _ change: Change) throws {
    self.connection = connection
    self.change = change
    reader = RecordReader(connection: connection)
    occurrences = OccurrenceTable(connection: connection)
    profiles = ProfileTable(connection: connection)
    try occurrences.extend(to: change)
  }

  /// Writes drafts of one kind.
  ///
  /// - Returns: what was done, and the records as they now are, in the order of the drafts.
  /// - Throws: `RecordFaults` with everything that is wrong with all of them; `RecordError.noSuchRecord` for an edit.
  func write(_ drafts: [Draft], of entity: Entity, _ mode: Mode) throws -> (ChangeSummary, [Record]) {
    let isWhole = drafts.count > Self.fewDrafts
    var session = try DraftSession(
      entity: entity, existing: existing(drafts, entity, mode), isWhole: isWhole, count: drafts.count)
    var faults: [RecordFault] = []
    var pairs: [(old: Record?, new: Record)] = []
    pairs.reserveCapacity(drafts.count)
    for draft in drafts {
      let (old, new, found) = try check(draft, mode, &session)
      faults += found
      pairs.append((old, new))
    }
    guard faults.isEmpty else { throw RecordFaults(faults) }

    var summary = ChangeSummary()
    var written: [Record] = []
    written.reserveCapacity(pairs.count)
    for (old, new) in pairs {
      if let old, old.values == new.values {
        summary.unchanged += 1
        written.append(old)
      } else {
        if old == nil { summary.added += 1 } else { summary.changed += 1 }
        written.append(try save(new, over: old))
      }
    }
    let added = zip(pairs, written).filter { $0.0.old == nil }.map { $0.1 }
    try auditAdded(added, of: entity)
    return (summary, written)
  }

  /// Removes a record with its parts.
  ///
  /// - Throws: `RecordError.noSuchRecord`, or `.referredTo` when something else still names it.
  func remove(_ entity: Entity, key: String) throws -> Record {
    let record = try reader.existing(entity, key: key)
    guard let id = record.id else { return record }
    let references = try References(connection: connection).to(entity, id: id, key: record.key)
    guard references.isEmpty else { throw RecordError.referredTo(entity, key: key, by: references) }
    if entity == .user {
      for event in try reader.records(.event, where: "t.owner_id = $1", [.integer(id)]) {
        try audit("remove", event, before: event.told.json(), after: nil)
      }
    }
    try audit("remove", record, before: record.told.json(), after: nil)
    try connection.execute(SQL("DELETE FROM \(entity.table) WHERE id = $1"), [.integer(id)])
    return record
  }

}

// MARK: - Checking

/// What the drafts of one call have in common: the records that exist, and what the drafts before have taken.
private struct DraftSession {
  let entity: Entity
  /// By key.
  let existing: [String: Record]
  /// Whether `existing` is all that there is, so that nobody need ask the database.
  let isWhole: Bool
  /// The place of the draft that has a value, for each of the entity's unique fields.
  private var uniques: [[String: String]]
  /// The key of the record that has a value of a field.
  private var holders: [String: [String: String]] = [:]

  init(entity: Entity, existing: [String: Record], isWhole: Bool, count: Int) {
    self.entity = entity
    uniques = entity.uniqueFields.map { _ in Dictionary(minimumCapacity: count) }
    self.existing = existing
    self.isWhole = isWhole
    guard isWhole else { return }
    for field in entity.uniqueFields {
      for record in existing.values {
        if let value = record[field].text { holders[field, default: [:]][value] = record.key }
      }
    }
  }

  /// The place of a field; remembered by where it stands in a draft, because the rows of a table all name the same fields.
  mutating func index(of name: String, at position: Int) -> Int? {
    if position < columns.count, columns[position].name == name { return columns[position].index }
    guard let index = entity.index(of: name) else { return nil }
    if position == columns.count { columns.append((name, index)) }
    return index
  }

  private var columns: [(name: String, index: Int)] = []

  /// The key of the record that has a value; nil for nobody, and where not everybody is known.
  func holder(of value: String, in field: String) -> String? { holders[field]?[value] }

  /// Notes a key or another unique value.
  ///
  /// - Returns: the place of the draft that has it already.
  mutating func take(_ value: String, of field: Int, at place: String) -> String? {
    uniques[field].updateValue(place, forKey: value)
  }
}

extension RecordWriter {
  /// Up to so many drafts are looked up one by one.
  private static let fewDrafts = 200

  private func existing(_ drafts: [Draft], _ entity: Entity, _ mode: Mode) throws -> [String: Record] {
    // One scan for a register, one look-up each for a few.
    let records: [Record] =
      if drafts.count > Self.fewDrafts {
        try reader.records(entity)
      } else if case .edit(let key) = mode {
        try [reader.record(entity, key: key)].compactMap { $0 }
      } else {
        try drafts.compactMap {
          try $0.given(entity.keyName)?.text.flatMap { try reader.record(entity, key: $0.trimmed) }
        }
      }
    return Dictionary(records.map { ($0.key, $0) }) { first, _ in first }
  }

  /// A draft as the record that it would make, with the record that is there, and all that is wrong.
  private func check(
    _ draft: Draft, _ mode: Mode, _ session: inout DraftSession
  ) throws -> (old: Record?, new: Record, faults: [RecordFault]) {
    let entity = session.entity
    var faults: [RecordFault] = []
    func fault(_ field: String, _ problem: String) {
      faults.append(RecordFault(place: draft.place, field: field, problem: problem))
    }

    var old: Record?
    switch mode {
    case .edit(let key):
      old = session.existing[key]
      if old == nil { throw try reader.missing(entity, key) }
    case .merge: old = draft.given(entity.keyName)?.text.flatMap { session.existing[$0.trimmed] }
    case .add: break
    }

    var new = old ?? Record(entity: entity, id: nil, values: entity.schema.defaults)
    var failed: Set<String> = []
    for (position, given) in draft.fields.enumerated() {
      if given.name == "id" {
        if let problem = checkNumber(given, &new, old) { fault("id", problem) }
        continue
      }
      guard let index = session.index(of: given.name, at: position) else {
        fault(
          given.name,
          "is no field of \(entity.rawValue); there are \(entity.fields.map(\.name).joined(separator: ", "))")
        continue
      }
      let field = entity.fields[index]
      do throws(FieldProblem) {
        let value = try field.kind.checked(given.value, isText: given.isText)
        new.values[index] = value == .null ? field.defaultValue : value
      } catch {
        failed.insert(field.name)
        fault(field.name, error.text)
      }
    }
    try complete(&new, failed)
    for problem in new.contradictions() where !failed.contains(problem.field) {
      fault(problem.field, problem.problem)
    }
    for problem in changedIdentity(new, old) where !failed.contains(problem.field) {
      fault(problem.field, problem.problem)
    }
    for problem in try danglingReferences(new, failed) { fault(problem.field, problem.problem) }
    for problem in try taken(new, old, mode, draft.place, &session) where !failed.contains(problem.field) {
      fault(problem.field, problem.problem)
    }
    return (old, new, faults)
  }

  /// The number that a record asks for: that of the same record elsewhere.
  private func checkNumber(_ given: Draft.Given, _ new: inout Record, _ old: Record?) -> String? {
    let value = try? FieldKind.integer(1...Int(Int32.max)).checked(given.value, isText: given.isText)
    guard let id = value?.integer else { return "\(given.value.shown) is not a number from 1" }
    if let old, old.id != id { return "is \(old.id ?? 0), which never changes" }
    new.id = id
    return nil
  }

  /// Fills in what follows from the rest.
  private func complete(_ record: inout Record, _ failed: Set<String>) throws {
    switch record.entity {
    case .user where record["uuid"] == .null && !failed.contains("uuid"):
      record.set("uuid", .text(RandomText.uuid()))
    case .event:
      if let owner = record["owner"].text, let uuid = try reader.uuid(ofUser: owner) {
        record.set("owner", .text(uuid))
      }
      if record["type"] == .null, !failed.contains("type") {
        record.set("type", .text(record["owner"] != .null ? "custom" : record["deity"] != .null ? "deity" : "festival"))
      }
      if record["observance"] == .null, !failed.contains("observance") {
        let type = record["type"].text
        record.set("observance", .text(type == "deity" ? "birth" : type == "custom" ? "memorial" : "festival"))
      }
      if record["key"] == .null, record["type"] == .text("custom"), !failed.contains("key") {
        record.set("key", .text("custom-" + RandomText.slug()))
      }
      // An operator's events stand after those that ship.
      if record["position"] == .null { record.set("position", .integer(1_000_000)) }
    case .activity where record["key"] == .null && !failed.contains("key"):
      record.set("key", .text("activity-" + RandomText.slug()))
    case .temple:
      let quality = record["coordinate_quality"]
      if quality == .null || quality == .text("missing") {
        record.set("coordinate_quality", .text(record["lat"] == .null ? "missing" : "ok"))
      }
    default: break
    }
  }

  /// What a record must keep for as long as it lives: data, feeds and apps know it by its key.
  private func changedIdentity(_ record: Record, _ old: Record?) -> [RecordFault] {
    guard let old else { return [] }
    return ([record.entity.keyName] + (record.entity == .event ? ["owner"] : [])).compactMap { name in
      old[name] == record[name]
        ? nil
        : RecordFault(field: name, problem: "is \(old[name].shown), which never changes: add another record instead")
    }
  }

  /// References that lead nowhere.
  private func danglingReferences(_ record: Record, _ failed: Set<String>) throws -> [RecordFault] {
    var faults: [RecordFault] = []
    func check(_ entity: Entity, _ key: String, _ name: String) throws {
      if try id(of: entity, key: key) == nil {
        faults.append(RecordFault(field: name, problem: "\(entity.rawValue) \"\(key)\" does not exist"))
      } else if entity == .event, let owner = try owner(ofEvent: key), .text(owner) != record[Entity.user.keyName] {
        faults.append(RecordFault(field: name, problem: "event \"\(key)\" is a user's own"))
      }
    }
    let schema = record.entity.schema
    for index in schema.referring where record.values[index] != .null && record.values[index] != .list([]) {
      let (field, value) = (schema.fields[index], record.values[index])
      if failed.contains(field.name) { continue }
      if let entity = field.referredEntity {
        for key in value.text.map({ [$0] }) ?? value.texts { try check(entity, key, field.name) }
      }
      for inner in field.kind.innerFields {
        guard let entity = inner.referredEntity else { continue }
        for item in value.list {
          let referred = item[inner.name]
          for key in referred.text.map({ [$0] }) ?? referred.texts { try check(entity, key, field.name) }
        }
      }
    }
    return faults
  }

  /// The UUID of the user whose own an event is; nil for an event that everyone shares.
  private func owner(ofEvent key: String) throws -> String? {
    let sql: SQL = "SELECT u.uuid FROM events e JOIN users u ON u.id = e.owner_id WHERE e.key = $1"
    return try connection.first(sql, [.text(key)]) { $0.text(0) } ?? nil
  }

  private func id(of entity: Entity, key: String) throws -> Int? {
    if let id = ids[entity]?[key] { return id }
    let id = try reader.id(entity, key: key)
    if let id { ids[entity, default: [:]][key] = id }
    return id
  }

  /// Values that another record has already.
  private func taken(
    _ record: Record, _ old: Record?, _ mode: Mode, _ place: String, _ session: inout DraftSession
  ) throws -> [RecordFault] {
    var faults: [RecordFault] = []
    let entity = record.entity
    if old == nil, let id = record.id {
      if let other = try reader.record(entity, id: id) {
        faults.append(RecordFault(field: "id", problem: "\(id) is \(entity.rawValue) \"\(other.key)\""))
      }
    }
    for (field, name) in entity.uniqueFields.enumerated() {
      guard let value = record[name].text else { continue }
      if let other = session.take(value, of: field, at: place) {
        faults.append(
          RecordFault(field: name, problem: "\"\(value)\" is that of \(other.isEmpty ? "another" : other) too"))
      } else if old?[name] != record[name] {
        // In a merge a key that exists has been found as the record itself.
        if let other = try holder(of: value, in: name, session), other != old?.key {
          faults.append(
            RecordFault(
              field: name, problem: "\"\(value)\" is taken" + (name == entity.keyName ? "" : " by \(other)")))
        }
      }
    }
    if entity == .user {
      for (field, table, column) in [("devices", "devices", "token"), ("tokens", "api_tokens", "token_hash")] {
        for item in record[field].list {
          let sql = SQL("SELECT user_id FROM \(table) WHERE \(column) = $1")
          let owner = try connection.first(sql, [.text(item[column].text ?? "")]) { $0.integer(0) ?? 0 }
          if let owner, owner != old?.id {
            faults.append(RecordFault(field: field, problem: "\(item[column].shown) belongs to another user"))
          }
        }
      }
    }
    return faults
  }
}

extension RecordWriter {
  /// The key of the record that has a unique value.
  private func holder(of value: String, in field: String, _ session: DraftSession) throws -> String? {
    if session.isWhole { return session.holder(of: value, in: field) }
    let entity = session.entity
    let sql = SQL("SELECT \(entity.keyName) FROM \(entity.table) WHERE \(field) = $1")
    return try connection.first(sql, [.text(value)]) { $0.text(0) ?? "" }
  }
}

// MARK: - Writing

extension RecordWriter {
  private func save(_ record: Record, over old: Record?) throws -> Record {
    var record = record
    let entity = record.entity
    if let old, entity == .event, old["revision"] == record["revision"] {
      // Feeds tell their readers by the revision that a day has changed.
      record.set("revision", .integer((old["revision"].integer ?? 0) + 1))
    }
    let schema = entity.schema
    var arguments: [SQLValue] = [SQLValue(record.id), .integer(change.at)]
    arguments.reserveCapacity(schema.columns.count + 2)
    for index in schema.columns {
      arguments.append(try schema.fields[index].kind.stored(record.values[index], reference: reference))
    }
    if old == nil {
      record.id = try connection.insert(schema.insert, arguments)
    } else {
      try connection.execute(schema.update, arguments)
    }
    guard let id = record.id else { return record }
    for index in schema.parts {
      guard let part = schema.fields[index].part, old?.values[index] != record.values[index] || part.isSingle else {
        continue
      }
      try save(record.values[index], over: old?.values[index], part, owner: id, of: record)
    }
    if entity == .event, let rule = record["rule"].text, old?["rule"] != record["rule"] {
      try occurrences.follow(rule, event: id, change)
    }
    if let old {
      let changed = record.entity.fields.indices.filter { old.values[$0] != record.values[$0] }
      func members(_ record: Record) -> FieldValue {
        .object(changed.map { FieldValue.Member(entity.fields[$0].name, record.values[$0]) })
      }
      try audit("edit", record, before: members(old).json(), after: members(record).json())
    }
    return record
  }

  private func reference(_ entity: Entity, _ key: String) throws -> Int {
    guard let id = try id(of: entity, key: key) else { throw try reader.missing(entity, key) }
    return id
  }

  /// Makes the items in the table those of the record. Items that stay keep their rows.
  private func save(
    _ value: FieldValue, over old: FieldValue?, _ part: PartTable, owner: Int, of record: Record
  ) throws {
    func items(_ value: FieldValue?) -> [FieldValue] {
      guard let value else { return [] }
      if part.isSingle { return [value] }
      return part.isBare ? value.list.map { .object([FieldValue.Member(part.fields[0].name, $0)]) } : value.list
    }
    let name = part.fields[0].name
    let (before, after) = (items(old), items(value))
    let kept = Set(after.map { $0[name] })
    for item in before where !part.isSingle && !kept.contains(item[name]) {
      let key = try part.fields[0].kind.stored(item[name], reference: reference)
      try connection.execute(
        SQL("DELETE FROM \(part.name) WHERE \(part.owner) = $1 AND \(part.fields[0].column) = $2"),
        [.integer(owner), key])
    }
    for (position, item) in after.enumerated() {
      var columns = [part.owner] + part.fields.map(\.column)
      var values: [SQLValue] = [.integer(owner)]
      for field in part.fields { values.append(try field.kind.stored(item[field.name], reference: reference)) }
      if part.isOrdered {
        columns.append("position")
        values.append(.integer(position))
      }
      if part.name == "notification_settings" {
        columns.append("profile_id")
        values.append(.integer(try profiles.id(of: record, change)))
      }
      let conflict = part.isSingle ? part.owner : part.uniqueColumns
      try connection.execute(
        SQL(
          """
          INSERT INTO \(part.name) (created_at, updated_at, \(columns.joined(separator: ", ")))
          VALUES ($1, $1, \(columns.indices.map { "$\($0 + 2)" }.joined(separator: ", ")))
          ON CONFLICT (\(conflict)) DO UPDATE
          SET updated_at = excluded.updated_at, \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
          """), [.integer(change.at)] + values)
    }
    if part.name == "notification_settings", before != after { try profiles.removeUnused() }
  }

  private func audit(_ action: String, _ record: Record, before: String?, after: String?) throws {
    try connection.execute(
      Self.auditInsert,
      [
        .text(change.actor), .text(action), .text(record.entity.rawValue), SQLValue(record.id), .text(record.key),
        SQLValue(before), SQLValue(after), .integer(change.at),
      ])
  }

  /// Notes that records were added. What they were is not written twice: it is what they are, with the later entries undone.
  private func auditAdded(_ records: [Record], of entity: Entity) throws {
    let ids = records.compactMap(\.id)
    guard let first = ids.first, let last = ids.last else { return }
    guard last - first == ids.count - 1, ids.count > Self.fewDrafts,
      first...last == (ids.min() ?? first)...(ids.max() ?? last)
    else {
      for record in records { try audit("add", record, before: nil, after: nil) }
      return
    }
    // A register's numbers are those that the table gave out one after the other: one statement notes them all.
    try connection.execute(
      SQL(
        """
        INSERT INTO audit_log (actor, action, entity, entity_id, entity_key, at)
        SELECT $1, 'add', $2, id, \(entity.keyName), $3
        FROM \(entity.table)
        WHERE id BETWEEN $4 AND $5
        ORDER BY id
        """), [.text(change.actor), .text(entity.rawValue), .integer(change.at), .integer(first), .integer(last)])
  }

  private static let auditInsert: SQL = """
    INSERT INTO audit_log (actor, action, entity, entity_id, entity_key, "before", "after", at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    """
}

extension Entity {
  /// Fields that no two records share.
  fileprivate var uniqueFields: [String] {
    switch self {
    case .temple: ["key", "source_ref"]
    case .user: ["uuid", "email", "google_id", "feed_token_hash"]
    default: ["key"]
    }
  }
}

extension PartTable {
  /// The columns that make an item the same item.
  fileprivate var uniqueColumns: String {
    // Devices and tokens are unique among all users.
    switch name {
    case "devices", "api_tokens": fields[0].column
    default: "\(owner), \(fields[0].column)"
    }
  }
}
