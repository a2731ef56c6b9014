internal import Database
public import Folklore
public import JSON
public import Records

/// The result of loading the shipped data for one kind of record.
public struct DataLoadReport: Hashable, Sendable {
  public let entity: Entity
  public internal(set) var added: [String] = []
  public internal(set) var updated: [String] = []
  /// Records that an operator removed; they are not added again.
  public internal(set) var removedHere: [String] = []
  /// Entries that depend on a removed record, such as the day of a removed deity; they are not added.
  public internal(set) var leftOut: [String] = []
  /// Records that the data no longer has; they stay.
  public internal(set) var gone: [String] = []
  /// Fields that both the operator and the data changed; the operator's values stay.
  public internal(set) var kept: [Kept] = []
  /// Records that cannot be read; they stay unchanged.
  public internal(set) var unreadable: [UnreadableRecord] = []
  public internal(set) var unchanged = 0

  /// A field that keeps the operator's value.
  public struct Kept: Hashable, Sendable {
    public let key: String
    public let field: String
    /// The value in the data.
    public let offered: JSON
  }
}

extension Store {
  /// Loads the shipped data: adds new records, and changes fields that only the data have changed since the last load.
  ///
  /// The loaded entries are stored (`data_entries`), so that changes by the data and by an operator can be distinguished. A record that an
  /// operator removed stays removed, also from lists in other entries.
  ///
  /// - Throws: `RecordFaults` if a new entry conflicts with the database.
  public func load(_ catalogue: Catalogue, temples: [Temple] = [], _ change: Change) throws -> [DataLoadReport] {
    let events = catalogue.events.enumerated().map { index, event in
      JSON.object(
        [JSON.Member("id", .integer(event.id))] + event.members
          + [JSON.Member("position", .integer((index + 1) * 10))])
    }
    // Temples have no number in the data, because registers add temples too.
    let entries: [(Entity, [JSON])] = [
      (.source, catalogue.sources.map { .object($0.members) }),
      (.deity, catalogue.deities.map { .object($0.members) }), (.event, events),
      (.temple, temples.map { .object($0.members) }), (.group, catalogue.groups.map { .object($0.members) }),
    ]
    return try changing(change) { writer in
      let connection = writer.connection
      var merge = DataMerge(connection: connection, writer: writer, change: change)
      let reports = try entries.map { try merge.merge($1, of: $0) }
      var replans = try ReplanList(connection: connection, change: change)
      let repaired = try OccurrenceTable(connection: connection).repair(change)
      if !repaired.isEmpty { try writer.markPublic() }
      replans.didChange(events: repaired)
      try writer.replan(&replans)
      return reports
    }
  }
}

/// The three-way merge of the last loaded data, the new data and the database.
private struct DataMerge {
  let connection: any Connection
  let writer: RecordWriter
  let change: Change
  /// The keys of removed records and of dependent ones; referenced kinds come first.
  var removed: [Entity: Set<String>] = [:]

  mutating func merge(_ entries: [JSON], of entity: Entity) throws -> DataLoadReport {
    var report = DataLoadReport(entity: entity)
    let entriesLoaded = LoadedEntries(connection: connection, change: change, origin: entity.rawValue)
    let loaded = try entriesLoaded.all()
    let records = Dictionary(
      try RecordReader(connection: connection).records(entity).map { ($0.key, $0) },
      uniquingKeysWith: { first, _ in first })
    // A temple imported from the register has a key of its own.
    let registered = Dictionary(
      records.values.compactMap { record in record["source_ref"].text.map { ($0, record) } },
      uniquingKeysWith: { first, _ in first })
    var added: [Draft] = []
    var updated: [Draft] = []
    for loadedEntry in entries {
      let key = loadedEntry["key"].text ?? ""
      guard let entry = withoutRemoved(loadedEntry, entity) else {
        report.leftOut.append(key)
        if loaded[key] == nil { removed[entity, default: []].insert(key) }
        continue
      }
      let base = loaded[key].flatMap { try? JSON(storedJSON: $0) }.map { withoutRemoved($0, entity) ?? $0 }
      if let record = records[key] ?? entry["source_ref"].text.flatMap({ registered[$0] }) {
        if let unreadable = record.unreadable {
          report.unreadable.append(unreadable)
          continue
        }
        let merged = FieldMerge(entry, base: base, others: try register(of: record), record)
        let given = merged.given
        if given.isEmpty {
          report.unchanged += 1
        } else {
          updated.append(
            Draft(place: "\(entity) \(key)", fields: [Draft.Given("key", .text(record.key))] + given))
        }
        for member in merged.kept where member.name != "position" {
          report.kept.append(DataLoadReport.Kept(key: record.key, field: member.name, offered: member.value))
        }
        if given.contains(where: { $0.name != "position" }) { report.updated.append(key) }
      } else if loaded[key] != nil {
        report.removedHere.append(key)
        removed[entity, default: []].insert(key)
      } else {
        added.append(Draft(place: "\(entity) \(key)", fields: entry.members.map { Draft.Given($0.name, $0.value) }))
        report.added.append(key)
      }
      let json = loadedEntry.json()
      if loaded[key] != json { try entriesLoaded.remember(json, key) }
    }
    _ = try writer.write(added, of: entity, .add)
    _ = try writer.write(updated, of: entity, .merge)
    let keys = Set(entries.compactMap { $0["key"].text })
    report.gone = loaded.keys.filter { !keys.contains($0) && records[$0] != nil }.sorted()
    return report
  }

  /// The last entry of a register for a temple.
  private func register(of record: Record) throws -> [JSON] {
    guard record.entity == .temple else { return [] }
    let entries = LoadedEntries(connection: connection, change: change, origin: LoadedEntries.register)
    let json = try entries.json(record["source_ref"].text ?? record.key)
    return try [json].compactMap(\.self).map { try JSON(storedJSON: $0) }
  }

  /// The entry without references to removed records; nil if it depends on one.
  private func withoutRemoved(_ entry: JSON, _ entity: Entity) -> JSON? {
    guard !removed.isEmpty else { return entry }
    var members = entry.members
    for index in members.indices {
      guard let field = entity.index(of: members[index].name).map({ entity.fields[$0] }) else { continue }
      members[index] = JSON.Member(field.name, withoutRemoved(members[index].value, field.kind))
      // A deity's day depends on its deity.
      if entity == .event, field.name == "deity", members[index].value != entry[field.name] { return nil }
    }
    return .object(members)
  }

  private func withoutRemoved(_ value: JSON, _ kind: FieldKind) -> JSON {
    value.keepingReferences(kind) { removed[$0]?.contains($1) != true }
  }
}
