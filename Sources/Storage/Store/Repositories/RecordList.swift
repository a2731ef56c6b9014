internal import Database
import JSON
public import Records
public import Words

/// The query of a list: filter, order and page.
public struct ListQuery: Hashable, Sendable {
  /// A text in a name, alias or key; 臺/台, Simplified forms and pinyin match. Events also match by deity.
  public var search: String?
  /// Required field values, as text: `type` `deity`.
  public var conditions: [Condition] = []
  public var order = Order.data
  /// The most records of a page.
  public var limit = 50
  public var offset = 0
  /// The number of the last record of the page before; the page starts after it even if records were added or removed.
  public var after: Int?

  public init() {}

  public struct Condition: Hashable, Sendable {
    public let field: String
    public let value: String

    public init(field: String, value: String) {
      self.field = field
      self.value = value
    }
  }

  public enum Order: Hashable, Sendable {
    /// The order of the data.
    case data
    case key
    case name(NameOrder)

    public static let names = ["data", "key"] + NameOrder.allCases.map(\.rawValue)

    /// An order by its name: `data`, `key`, `stroke`, `zhuyin` or `pinyin`.
    public init?(_ name: String) {
      switch name {
      case "data": self = .data
      case "key": self = .key
      default:
        guard let order = NameOrder(rawValue: name) else { return nil }
        self = .name(order)
      }
    }
  }
}

/// One page of a list.
public struct RecordPage: Hashable, Sendable {
  public let records: [Record]
  /// How many records there are on all pages.
  public let total: Int

  package init(records: [Record], total: Int) {
    self.records = records
    self.total = total
  }
}

extension Store {
  ///
  ///
  /// - Throws: `RecordFaults` for an invalid condition or if the record `after` is gone; `RecordError.noSuchRecord` if a condition names an
  ///   unknown record.
  public func list(_ entity: Entity, _ query: ListQuery) throws -> RecordPage {
    try database.read { connection in
      let reader = RecordReader(connection: connection)
      let (condition, arguments) = try Self.condition(entity, query.conditions, reader)
      let order = query.order == .key ? "t.\(entity.keyName)" : entity.order
      var page: ([Int], Int)?
      if query.search != nil { page = try scan(entity, query, condition, order, arguments, connection) }
      if case .name = query.order, page == nil {
        page = try scan(entity, query, condition, order, arguments, connection)
      }
      if let (ids, total) = page {
        // Read one by one, because the database does not know this order.
        return RecordPage(
          records: readable(try ids.compactMap { try reader.record(entity, id: $0) }), total: total)
      }
      let filter = condition.isEmpty ? "" : "WHERE " + condition
      let total = try connection.integer(SQL("SELECT COUNT(*) FROM \(entity.table) t \(filter)"), arguments)
      let (behind, place) = try Self.behind(query, entity, arguments.count, connection)
      let both = [condition, behind].filter { !$0.isEmpty }.joined(separator: " AND ")
      let given = arguments + place
      // The page is selected from an index alone (events_by_position, or the key's); then its records are read.
      let picked = """
        t.id IN (
          SELECT t.id
          FROM \(entity.table) t
          \(both.isEmpty ? "" : "WHERE " + both)
          ORDER BY \(order)
          LIMIT $\(given.count + 1) OFFSET $\(given.count + 2))
        """
      let records = try reader.records(
        entity, where: picked, order: order, given + [.integer(query.limit), .integer(query.offset)])
      return RecordPage(records: readable(records), total: total)
    }
  }

  /// The condition for records after `after` in a database order, with its arguments.
  ///
  /// - Parameter count: the number of preceding arguments.
  private static func behind(
    _ query: ListQuery, _ entity: Entity, _ count: Int, _ connection: any Connection
  ) throws -> (String, [SQLValue]) {
    guard let after = query.after else { return ("", []) }
    let place =
      switch query.order {
      case .key: entity.keyName
      default: entity == .event ? "position" : "id"
      }
    let sql = SQL("SELECT \(place), id FROM \(entity.table) WHERE id = $1")
    let found = try connection.first(sql, [.integer(after)]) { row -> SQLValue in
      place == entity.keyName ? SQLValue(row.text(0)) : SQLValue(row.integer(0))
    }
    guard let found else { throw Self.gone(after) }
    // Keys are unique, positions are not.
    return place == "position"
      ? ("(t.position, t.id) > ($\(count + 1), $\(count + 2))", [found, .integer(after)])
      : ("t.\(place) > $\(count + 1)", [found])
  }

  private static func gone(_ after: Int) -> RecordFaults {
    RecordFaults([
      RecordFault(
        field: "after", "record \(after) is not in this list any more: begin again without it",
        "編號 \(after) 已經不在這個清單裡：請不要寫 after，從頭開始")
    ])
  }

  /// The numbers of a page of a search or collated list, and the total.
  private func scan(
    _ entity: Entity, _ query: ListQuery, _ condition: String, _ order: String, _ arguments: [SQLValue],
    _ connection: any Connection
  ) throws -> ([Int], Int) {
    let wanted = query.search.map { SearchKey.Query($0) }
    let deities = try wanted.map { try Self.deities(matching: $0, connection) } ?? []
    let fields = entity.searchedFields.map { "t.\($0)" }
    let deity = entity == .event || entity == .temple ? "t.deity_id" : "NULL"
    let sql = SQL(
      """
      SELECT t.id, t.\(entity.nameField), \(deity), \(fields.joined(separator: ", "))
      FROM \(entity.table) t
      \(condition.isEmpty ? "" : "WHERE " + condition)
      ORDER BY \(order)
      """)
    var rows: [(id: Int, name: String, isFound: Bool, texts: [String])] = []
    try connection.forEachRow(sql, arguments) { row in
      let texts = wanted == nil ? [] : (3..<(3 + fields.count)).compactMap { row.text($0) }
      rows.append((row.integer(0) ?? 0, row.text(1) ?? "", row.integer(2).map(deities.contains) ?? false, texts))
    }
    if let wanted {
      let folding = SearchFolding(rows.lazy.flatMap(\.texts))
      rows = rows.filter { row in row.isFound || row.texts.contains { folding.key($0).contains(wanted) } }
    }
    var found = rows.map { (id: $0.id, name: $0.name) }
    if case .name(let order) = query.order { found = order.sorted(found) { $0.name } }
    var rest = found[...]
    if let after = query.after {
      guard let index = found.firstIndex(where: { $0.id == after }) else { throw Self.gone(after) }
      rest = found[(index + 1)...]
    }
    return (rest.dropFirst(query.offset).prefix(query.limit).map(\.id), found.count)
  }

  private static func deities(matching wanted: SearchKey.Query, _ connection: any Connection) throws -> Set<Int> {
    let rows = try connection.all("SELECT id, key, name, name_en, aliases FROM deities") { row in
      (id: row.integer(0) ?? 0, texts: (1...4).compactMap { row.text($0) })
    }
    let folding = SearchFolding(rows.lazy.flatMap(\.texts))
    return Set(rows.filter { row in row.texts.contains { folding.key($0).contains(wanted) } }.map(\.id))
  }

  /// Conditions as SQL on the row `t`, with their arguments.
  private static func condition(
    _ entity: Entity, _ conditions: [ListQuery.Condition], _ reader: RecordReader
  ) throws -> (String, [SQLValue]) {
    // Users' own days can be listed by their owner or type; the days of followed temples are nobody's record.
    var texts: [String] = entity == .event || entity == .group ? ["t.temple_id IS NULL"] : []
    var arguments: [SQLValue] = []
    var faults: [RecordFault] = []
    func compare(_ field: Field, _ value: SQLValue, by comparison: String = "=") {
      arguments.append(value)
      texts.append("t.\(field.column) \(comparison) $\(arguments.count)")
    }
    for condition in conditions {
      guard let index = entity.index(of: condition.field), entity.fields[index].part == nil else {
        let names = entity.fields.filter { $0.part == nil }.map(\.name)
        faults.append(
          RecordFault(
            field: condition.field, "is not a field to filter by: \(names.joined(separator: ", "))",
            "不能用這個欄位篩選；可以用 \(names.joined(separator: "、"))"))
        continue
      }
      let field = entity.fields[index]
      let value: JSON
      do throws(FieldProblem) {
        value = try field.kind.checked(.text(condition.value), isText: true)
      } catch {
        faults.append(RecordFault(field: field.name, error))
        continue
      }
      guard value != .null else {
        texts.append(field.defaultValue == .list([]) ? "t.\(field.column) = '[]'" : "t.\(field.column) IS NULL")
        continue
      }
      switch field.kind {
      case .reference(let other):
        let text = value.text ?? ""
        let key = try reader.key(other, named: text) { try NameTable($0, reader.connection) } ?? text
        compare(field, .integer(try reader.existingID(other, key: key)))
      case .names, .references, .objects, .object, .choices, .numbers:
        compare(field, .text("%" + JSON.text(condition.value).json() + "%"), by: "LIKE")
      case .instant: compare(field, SQLValue(value.unixTime))
      default:
        compare(
          field,
          value.flag.map { SQLValue($0) } ?? value.integer.map(SQLValue.integer) ?? value.real.map(SQLValue.real)
            ?? SQLValue(value.text))
      }
    }
    guard faults.isEmpty else { throw RecordFaults(faults) }
    return (texts.joined(separator: " AND "), arguments)
  }
}
