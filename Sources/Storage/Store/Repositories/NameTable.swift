internal import Database
import JSON
public import Records
internal import Words

/// The keys of the records of a kind by their names, for references that somebody wrote by name: 榕樹宮 for our-temple.
///
/// A name that is written the same way counts before one that is only meant to be the same: 臺 for 台, Simplified forms, other letter case.
/// Users' own days are not everybody's to name.
struct NameTable {
  private var exact: [String: [String]] = [:]
  private var folded: [SearchKey: [String]] = [:]
  /// Where a temple is, for messages.
  private var places: [String: String] = [:]

  init(_ entity: Entity, _ connection: any Connection) throws {
    let fields = entity.nameFields
    let place = entity == .temple ? "COALESCE(county, '') || COALESCE(town, '')" : "''"
    let sql = SQL(
      """
      SELECT key, \(place), \(fields.joined(separator: ", "))
      FROM \(entity.table)
      \(entity == .event ? "WHERE owner_id IS NULL" : "")
      ORDER BY id
      """)
    var rows: [(key: String, names: [String])] = []
    try connection.forEachRow(sql, []) { row in
      let key = row.text(0) ?? ""
      let texts = fields.indices.compactMap { row.text($0 + 2) }
      rows.append((key, texts.flatMap { $0.hasPrefix("[") ? (try? JSON(storedJSON: $0).texts) ?? [] : [$0] }))
      if let place = row.text(1), !place.isEmpty { places[key] = place }
    }
    let folding = SearchFolding(rows.lazy.flatMap(\.names))
    for row in rows {
      for name in Set(row.names) { exact[name, default: []].append(row.key) }
      for name in Set(row.names.map(folding.key)) { folded[name, default: []].append(row.key) }
    }
  }

  /// The keys of the records that bear a name.
  func keys(_ name: String) -> [String] { exact[name] ?? folded[SearchKey(name)] ?? [] }

  /// Some keys for a message, with the places of temples.
  func listed(_ keys: [String]) -> String {
    let most = 10
    let shown = keys.prefix(most).map { key in key + (places[key].map { " (\($0))" } ?? "") }
    return shown.joined(separator: ", ") + (keys.count > most ? " and \(keys.count - most) more" : "")
  }
}

extension Entity {
  /// The columns that hold names.
  fileprivate var nameFields: [String] {
    switch self {
    case .source: ["title"]
    case .deity: ["name", "name_zh_hans", "name_en", "aliases"]
    case .event: ["title", "title_zh_hans", "title_en", "aliases"]
    case .temple: ["name", "name_en"]
    case .activity: ["title"]
    case .group: ["name", "name_zh_hans", "name_en"]
    case .user: []
    }
  }
}

extension RecordReader {
  /// The key of a record that somebody named by its key or by a name that no other record of its kind has.
  ///
  /// - Returns: nil where there is none.
  /// - Throws: `RecordError.severalRecords`.
  func key(_ entity: Entity, named text: String, _ names: (Entity) throws -> NameTable) throws -> String? {
    if entity == .user { return try uuid(ofUser: text) }
    if try id(entity, key: text) != nil { return text }
    let table = try names(entity)
    let keys = table.keys(text)
    guard keys.count <= 1 else {
      throw RecordError.severalRecords(entity, name: text, count: keys.count, keys: table.listed(keys))
    }
    return keys.first
  }
}

extension Store {
  /// The key of a record that is named by its key or by an unambiguous name.
  ///
  /// - Throws: `RecordError.noSuchRecord` or `.severalRecords`.
  public func key(_ entity: Entity, named text: String) throws -> String {
    try database.read { connection in
      let reader = RecordReader(connection: connection)
      guard let key = try reader.key(entity, named: text, { try NameTable($0, connection) }) else {
        throw try reader.missing(entity, text)
      }
      return key
    }
  }
}

// MARK: - References in drafts

extension RecordWriter {
  /// The names of a kind of record, read once a transaction.
  private func table(_ entity: Entity) throws -> NameTable {
    if let table = names[entity] { return table }
    let table = try NameTable(entity, connection)
    names[entity] = table
    return table
  }

  /// The key that a reference means, which somebody may have written as a name; the reference itself where it names nothing.
  func key(_ entity: Entity, named text: String) throws -> String {
    if try id(of: entity, key: text) != nil { return text }
    return try reader.key(entity, named: text, table) ?? text
  }

  /// A value with keys for the names in its references, and what is wrong with them.
  func resolved(_ value: JSON, _ kind: FieldKind) throws -> (value: JSON, problems: [String]) {
    var problems: [String] = []
    func key(_ value: JSON, _ entity: Entity) throws -> JSON {
      guard entity != .user, let text = value.text else { return value }
      do {
        return .text(try self.key(entity, named: text))
      } catch let error as RecordError {
        problems.append(error.description)
        return value
      }
    }
    func keys(_ value: JSON, _ kind: FieldKind) throws -> JSON {
      switch kind {
      case .reference(let entity): return try key(value, entity)
      case .references(let entity):
        let list = try value.list.map { try key($0, entity) }
        var seen: Set<JSON> = []
        // Written twice as it stands was found before; here one was written as a key and as a name.
        for key in list where !seen.insert(key).inserted { problems.append("\(key.shown) is named twice") }
        return .list(list)
      case .objects(let fields):
        return .list(
          try value.list.map { item in
            .object(
              try item.members.map { member in
                guard let field = fields.first(where: { $0.name == member.name }) else { return member }
                return JSON.Member(member.name, try keys(member.value, field.kind))
              })
          })
      default: return value
      }
    }
    return (try keys(value, kind), problems)
  }
}
