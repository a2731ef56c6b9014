internal import Database
import Records

/// The statements that follow from the fields of a kind of record. There is one for each kind, so it is shared, not copied.
final class RecordTable: Sendable {
  /// The indices of the fields in the table itself.
  let columns: [Int]
  /// The indices of the fields in other tables, with their tables.
  let parts: [(index: Int, table: PartTable)]
  /// Everything of the table before a WHERE; the columns are the number, `columns`, and the two times.
  let selection: String
  let selectByKey: SQL
  let selectByID: SQL
  let idByKey: SQL
  private let entity: Entity

  private init(_ entity: Entity) {
    self.entity = entity
    let fields = entity.fields
    let columns = fields.indices.filter { fields[$0].part == nil }
    self.columns = columns
    parts = fields.enumerated().compactMap { index, field in
      field.part.map { (index, PartTable($0, of: entity, field.name)) }
    }
    let selected = ["t.id"] + columns.map { fields[$0].selected } + ["t.created_at", "t.updated_at"]
    selection = "SELECT \(selected.joined(separator: ", ")) FROM \(entity.table) t"
    selectByKey = SQL(selection + " WHERE t.\(entity.keyName) = $1")
    selectByID = SQL(selection + " WHERE t.id = $1")
    idByKey = SQL("SELECT id FROM \(entity.table) WHERE \(entity.keyName) = $1")
  }

  /// The statement that changes some of `columns`.
  func update(_ changed: [Int]) -> SQL { .update(entity.table, changed.map { entity.fields[$0].column }) }

  static let source = RecordTable(.source)
  static let deity = RecordTable(.deity)
  static let event = RecordTable(.event)
  static let temple = RecordTable(.temple)
  static let activity = RecordTable(.activity)
  static let group = RecordTable(.group)
  static let user = RecordTable(.user)
}

extension Entity {
  /// The name of the table.
  var table: String { plural }

  var recordTable: RecordTable {
    switch self {
    case .source: .source
    case .deity: .deity
    case .event: .event
    case .temple: .temple
    case .activity: .activity
    case .group: .group
    case .user: .user
    }
  }
}

extension SQL {
  /// Changes only the given columns: SQLite writes the index of each column that is set, even to the same value. $1 is the number, $2 the time;
  /// the columns follow.
  static func update(_ table: String, number: String = "id", _ columns: [String]) -> SQL {
    let assignments = columns.enumerated().map { ", \($1) = $\($0 + 3)" }.joined()
    return SQL("UPDATE \(table) SET updated_at = $2\(assignments) WHERE \(number) = $1")
  }
}
