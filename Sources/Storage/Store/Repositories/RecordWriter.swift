internal import Database
import JSON
import Records

/// Checks and writes records in one transaction. All drafts are checked before any is written; a fault leaves nothing.
final class RecordWriter {
  let connection: any Connection
  let reader: RecordReader
  let change: Change
  private let occurrences: OccurrenceTable
  private let profiles: ProfileTable
  private let log: AuditLog
  /// True if this transaction has renewed the public mark.
  private var hasMarked = false
  /// True while the transaction has changed nothing public but temples.
  private var marksTemples = false
  /// True if some replanning is left for `Store.completeReplans`.
  private(set) var leavesReplans = false
  /// True while the days of a followed temple are written, which are neither public nor an operator's change.
  var keepsTempleDays = false
  /// The numbers of referenced records, as looked up.
  var ids: [Entity: [String: Int]] = [:]
  /// The names of records, as looked up.
  var names: [Entity: NameTable] = [:]

  /// How to treat drafts with existing and with new keys.
  enum Mode {
    /// Only new records.
    case add
    /// Only this record, read in the same transaction.
    case edit(Record)
    /// Existing records are changed, others added.
    case merge
  }

  convenience init(_ connection: any Connection, _ change: Change) throws {
    self.init(examining: connection, change)
    try occurrences.begin(change)
  }

  /// For `examine` in a read transaction.
  init(examining connection: any Connection, _ change: Change) {
    self.connection = connection
    self.change = change
    reader = RecordReader(connection: connection)
    occurrences = OccurrenceTable(connection: connection)
    profiles = ProfileTable(connection: connection)
    log = AuditLog(connection: connection, change: change)
  }

  /// Writes drafts of one kind.
  ///
  /// - Returns: the summary, and the records in the order of the drafts.
  /// - Throws: `RecordFaults` with all faults.
  func write(_ drafts: [Draft], of entity: Entity, _ mode: Mode) throws -> (ChangeSummary, [Record]) {
    let pairs = try examined(drafts, entity, mode)
    var summary = ChangeSummary()
    for (draft, (old, new)) in zip(drafts, pairs) where old?.values != new.values {
      guard summary.rows.count < ChangeSummary.mostRows else { break }
      summary.rows.append(ChangeSummary.Row(place: draft.place, old: old, new: new))
    }
    var written: [Record] = []
    written.reserveCapacity(pairs.count)
    var replans = try ReplanList(connection: connection, change: change)
    for (old, new) in pairs {
      if let old, old.values == new.values, old.problems.isEmpty {
        summary.unchanged += 1
        written.append(old)
      } else {
        if old == nil { summary.added += 1 } else { summary.changed += 1 }
        if entity == .user, let old { try replans.willChange(old, to: new, of: pairs.count) }
        let saved = try save(new, over: old)
        try replans.didWrite(saved, over: old, of: pairs.count)
        if saved.isPublic, !keepsTempleDays { try markPublic(saved) }
        written.append(saved)
      }
    }
    names[entity] = nil
    try replan(&replans)
    guard !keepsTempleDays else { return (summary, written) }
    try keepTempleDays(
      after: zip(pairs, written).filter { $0.0.old?.values != $0.1.values }.map { ($0.0.old, $0.1) }, of: entity)
    let added = zip(pairs, written).filter { $0.0.old == nil }.map { $0.1 }
    try auditAdded(added, of: entity)
    return (summary, written)
  }

  /// Updates the queue.
  func replan(_ list: inout ReplanList) throws {
    if try list.replan() { leavesReplans = true }
  }

  /// The records that drafts would make; writes nothing.
  ///
  /// - Throws: `RecordFaults` with all faults.
  func examine(_ drafts: [Draft], of entity: Entity, _ mode: Mode) throws -> [Record] {
    try examined(drafts, entity, mode).map(\.new)
  }

  /// The records that drafts would make, with the existing ones.
  private func examined(_ drafts: [Draft], _ entity: Entity, _ mode: Mode) throws -> [(old: Record?, new: Record)] {
    // Only a large merge reads all records.
    let isWhole = if case .merge = mode { drafts.count > Self.fewDrafts } else { false }
    var session = try DraftSession(
      entity: entity, existing: existing(drafts, entity, mode, isWhole: isWhole), isWhole: isWhole, count: drafts.count)
    var faults: [RecordFault] = []
    var pairs: [(old: Record?, new: Record)] = []
    pairs.reserveCapacity(drafts.count)
    for draft in drafts {
      let (old, new, found) = try check(draft, mode, &session)
      faults += found
      pairs.append((old, new))
    }
    guard faults.isEmpty else { throw RecordFaults(faults) }
    return pairs
  }

  /// Removes a record and its parts.
  ///
  /// - Throws: `RecordError.noSuchRecord`, or `.referredTo` if there are references.
  func remove(_ entity: Entity, key: String) throws -> Record {
    let record = try reader.existing(entity, key: key)
    guard let id = record.id else { return record }
    let references = try References(connection: connection).to(entity, id: id, key: record.key)
    guard references.isEmpty else { throw RecordError.referredTo(entity, key: key, by: references) }
    if entity == .user { try connection.erasing { try remove(record, id) } } else { try remove(record, id) }
    return record
  }

  private func remove(_ record: Record, _ id: Int) throws {
    let entity = record.entity
    if entity == .user {
      for event in try reader.records(.event, where: "t.owner_id = $1", [.integer(id)]) {
        try audit("remove", event)
      }
    }
    // Only an owner's switch can still name the event.
    if entity == .event {
      try connection.execute("DELETE FROM user_event_subscriptions WHERE event_id = $1", [.integer(id)])
      try connection.execute(
        "DELETE FROM group_items WHERE event_id = $1 AND group_id IN (SELECT id FROM groups WHERE temple_id IS NOT NULL)",
        [.integer(id)])
    }
    if entity == .temple { try removeDays(ofTemple: id) }
    // The log has no references that would remove them.
    switch entity {
    case .user:
      try DeliveryAttempts(connection: connection).forget(user: id)
      try connection.execute("DELETE FROM notification_logs WHERE user_id = $1", [.integer(id)])
    case .event:
      try connection.execute(
        "DELETE FROM notification_logs WHERE occurrence_id IN (SELECT id FROM event_occurrences WHERE event_id = $1)",
        [.integer(id)])
    default: break
    }
    try audit("remove", record, before: entity == .user ? nil : record.told)
    if entity == .user { try forget(id, email: record["email"].text) }
    let profile = entity == .user ? try profiles.id(ofUser: id) : nil
    try connection.execute(SQL("DELETE FROM \(entity.table) WHERE id = $1"), [.integer(id)])
    if let profile { try profiles.remove(ifUnused: profile) }
    if record.isPublic { try markPublic() }
    if entity == .activity { try keepTempleDays(without: record) }
  }

  /// Erases a removed user from the audit log, which keeps actor, time, action and number, but neither values nor keys; and links that were asked
  /// for by the mail address.
  private func forget(_ user: Int, email: String?) throws {
    if let email { try connection.execute("DELETE FROM sign_in_links WHERE email = $1", [.text(email)]) }
    try connection.execute(
      """
      UPDATE audit_log
      SET "before" = NULL, "after" = NULL, entity_key = CAST(entity_id AS TEXT)
      WHERE (entity = 'user' AND entity_id = $1)
        OR (entity = 'event' AND entity_id IN (SELECT id FROM events WHERE owner_id = $1))
      """, [.integer(user)])
  }

  /// Renews the public mark, once per transaction, and notes what has changed.
  ///
  /// - Parameter record: what was written; nil for more than that.
  func markPublic(_ record: Record? = nil) throws {
    let mark = PublicMark(connection: connection)
    let temple = record.flatMap { $0.entity == .temple ? $0.id : nil }
    // Once other data have changed, it does not matter which temples have.
    guard !hasMarked || marksTemples else { return }
    if hasMarked {
      marksTemples = try mark.add(temple: temple)
    } else {
      try mark.renew(temples: temple.map { [$0] })
      (hasMarked, marksTemples) = (true, temple != nil)
    }
  }
}

// MARK: - Writing

extension RecordWriter {
  private func save(_ record: Record, over old: Record?) throws -> Record {
    var record = record
    let entity = record.entity
    if let old, entity == .event, old["revision"] == record["revision"] {
      // Feeds report a changed day by its revision.
      record.set("revision", .integer((old["revision"].integer ?? 0) + 1))
    }
    let (schema, table) = (entity.schema, entity.recordTable)
    var arguments: [SQLValue] = [SQLValue(record.id), .integer(change.at)]
    arguments.reserveCapacity(table.columns.count + 2)
    let broken = Set(old?.problems.map(\.field) ?? [])
    let columns =
      old.map { old in
        table.columns.filter { old.values[$0] != record.values[$0] || broken.contains(schema.fields[$0].name) }
      } ?? table.columns
    for index in columns {
      arguments.append(try schema.fields[index].kind.stored(record.values[index], reference: reference))
    }
    if old == nil {
      let names = ["id", "created_at", "updated_at"] + columns.map { schema.fields[$0].column }
      arguments.insert(.integer(change.at), at: 1)
      // Without a number, the table gives one.
      let first = record.id == nil ? 1 : 0
      record.id = try connection.insert(
        into: entity.table, Array(names[first...]), Array(arguments[first...]))
    } else {
      try connection.execute(table.update(columns), arguments)
    }
    record.createdAt = old?.createdAt ?? change.at
    record.updatedAt = change.at
    guard let id = record.id else { return record }
    for (index, part) in table.parts {
      if part.isSingle {
        try saveSettings(of: record, over: old, part, user: id)
      } else if old?.values[index] != record.values[index] {
        try save(record.values[index], over: old?.values[index], part, owner: id)
      }
    }
    if entity == .event, let rule = record["rule"].text, old?["rule"] != record["rule"] {
      try occurrences.follow(rule, event: id, change)
    }
    if let old, !keepsTempleDays {
      let (before, after) = record.changes(from: old)
      try audit("edit", record, before: before, after: after)
    }
    return record
  }

  private func reference(_ entity: Entity, _ key: String) throws -> Int {
    guard let id = try id(of: entity, key: key) else { throw try reader.missing(entity, key) }
    return id
  }

  /// Updates the items in the table. Unchanged items keep their rows.
  private func save(_ value: JSON, over old: JSON?, _ part: PartTable, owner: Int) throws {
    func items(_ value: JSON?) -> [JSON] {
      guard let value else { return [] }
      return part.isBare ? value.list.map { .object([JSON.Member(part.fields[0].name, $0)]) } : value.list
    }
    let name = part.fields[0].name
    let (before, after) = (items(old), items(value))
    let kept = Set(after.map { $0[name] })
    for item in before where !kept.contains(item[name]) {
      let key = try part.fields[0].kind.stored(item[name], reference: reference)
      try connection.execute(
        SQL("DELETE FROM \(part.name) WHERE \(part.owner) = $1 AND \(part.fields[0].column) = $2"),
        [.integer(owner), key])
    }
    for (position, item) in after.enumerated() {
      // An unchanged item keeps its time of change.
      if !part.isOrdered, before.contains(item) { continue }
      var columns = [part.owner] + part.fields.map(\.column)
      var values: [SQLValue] = [.integer(owner)]
      for field in part.fields { values.append(try field.kind.stored(item[field.name], reference: reference)) }
      if part.isOrdered {
        columns.append("position")
        values.append(.integer(position))
      }
      try connection.execute(
        SQL(
          """
          INSERT INTO \(part.name) (created_at, updated_at, \(columns.joined(separator: ", ")))
          VALUES ($1, $1, \(columns.indices.map { "$\($0 + 2)" }.joined(separator: ", ")))
          ON CONFLICT (\(part.uniqueColumns)) DO UPDATE
          SET updated_at = excluded.updated_at, \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
          """), [.integer(change.at)] + values)
    }
  }

  /// Updates a user's settings row, and the profile derived from settings and zone.
  private func saveSettings(of record: Record, over old: Record?, _ part: PartTable, user: Int) throws {
    let former = try profiles.id(ofUser: user)
    let profile = try profiles.id(of: record, change)
    let isNew = former == nil
    let (before, after) = (old?["settings"], record["settings"])
    var columns: [String] = []
    var arguments: [SQLValue] = [.integer(user), .integer(change.at)]
    for field in part.fields where isNew || before?[field.name] != after[field.name] {
      columns.append(field.column)
      arguments.append(try field.kind.stored(after[field.name], reference: reference))
    }
    if profile != former {
      columns.append("profile_id")
      arguments.append(.integer(profile))
    }
    guard !columns.isEmpty else { return }
    if isNew {
      try connection.execute(
        .insert(into: part.name, [part.owner, "created_at", "updated_at"] + columns),
        [arguments[0], arguments[1]] + arguments[1...])
    } else {
      try connection.execute(.update(part.name, number: part.owner, columns), arguments)
    }
    if let former, former != profile { try profiles.remove(ifUnused: former) }
  }

  private func audit(
    _ action: String, _ record: Record, before: JSON? = nil, after: JSON? = nil
  ) throws {
    try log.note(action, record.entity.rawValue, id: record.id, key: record.key, before: before, after: after)
  }

  /// Logs added records. Their values are not stored, because they follow from the present values and later entries.
  private func auditAdded(_ records: [Record], of entity: Entity) throws {
    let ids = records.compactMap(\.id)
    guard let first = ids.first, let last = ids.last else { return }
    guard last - first == ids.count - 1, ids.count > Self.fewDrafts,
      first...last == (ids.min() ?? first)...(ids.max() ?? last)
    else {
      for record in records { try audit("add", record) }
      return
    }
    // The numbers of a register's new records are consecutive, so one statement logs them all.
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
}

extension PartTable {
  /// The columns that identify an item.
  fileprivate var uniqueColumns: String {
    // Devices and tokens are unique among all users.
    switch name {
    case "devices", "api_tokens": fields[0].column
    default: "\(owner), \(fields[0].column)"
    }
  }
}
