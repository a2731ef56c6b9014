internal import Database
import JSON
public import Records
internal import Words

/// The keys of records by name, for references by name: 榕樹宮 for our-temple.
///
/// An exact match precedes a folded one (臺 for 台, Simplified forms, letter case). Users' own days are not included.
struct NameTable {
  private var exact: [String: [String]] = [:]
  private var folded: [SearchKey: [String]] = [:]
  /// The place of a temple, for messages.
  private var places: [String: String] = [:]

  init(_ entity: Entity, _ connection: any Connection) throws {
    let fields = entity.nameFields
    let place = entity == .temple ? "COALESCE(county, '') || COALESCE(town, '')" : "''"
    let sql = SQL(
      """
      SELECT key, \(place), \(fields.joined(separator: ", "))
      FROM \(entity.table) t
      \(entity.isShared.map { "WHERE \($0)" } ?? "")
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

  /// The keys of the records with a name.
  func keys(_ name: String) -> [String] { exact[name] ?? folded[SearchKey(name)] ?? [] }

  /// Keys for a message, with the places of temples.
  func listed(_ keys: [String]) -> String {
    let most = 10
    let shown = keys.prefix(most).map { key in key + (places[key].map { " (\($0))" } ?? "") }
    return shown.joined(separator: ", ") + (keys.count > most ? " and \(keys.count - most) more" : "")
  }
}

extension Entity {
  /// The columns that hold names.
  var nameFields: [String] {
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
  /// The key of the record with this key or unambiguous name.
  ///
  /// - Returns: nil if there is none.
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
  /// The key of the record with this key or unambiguous name.
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
  /// The names of a kind of record, read once per transaction.
  private func table(_ entity: Entity) throws -> NameTable {
    if let table = names[entity] { return table }
    let table = try NameTable(entity, connection)
    names[entity] = table
    return table
  }

  /// The key for a reference by key or name; unchanged if nothing has that name.
  func key(_ entity: Entity, named text: String) throws -> String {
    if try id(of: entity, key: text) != nil { return text }
    return try reader.key(entity, named: text, table) ?? text
  }

  /// A value with names replaced by keys, and its faults.
  func resolved(_ value: JSON, _ kind: FieldKind) throws -> (
    value: JSON, problems: [(english: String, chinese: String)]
  ) {
    var problems: [(english: String, chinese: String)] = []
    func key(_ value: JSON, _ entity: Entity) throws -> JSON {
      guard entity != .user, let text = value.text else { return value }
      do {
        return .text(try self.key(entity, named: text))
      } catch let error as RecordError {
        problems.append((error.description, error.chinese))
        return value
      }
    }
    func keys(_ value: JSON, _ kind: FieldKind) throws -> JSON {
      switch kind {
      case .reference(let entity): return try key(value, entity)
      case .references(let entity):
        let list = try value.list.map { try key($0, entity) }
        var seen: Set<JSON> = []
        // Exact repetitions were found before; these are a key and a name of one record.
        for key in list where !seen.insert(key).inserted {
          problems.append(("\(key.shown) is named twice", "\(key.shown) 寫了兩次"))
        }
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
