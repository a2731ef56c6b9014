internal import Database
import Folklore
import JSON

/// One field of a kind of record: its name everywhere (JSON, CSV, command line, column), what it may hold, where it is kept.
public final class Field: Sendable {
  public let name: String
  let kind: FieldKind
  public let isRequired: Bool
  /// What it holds where nobody said.
  let defaultValue: JSON
  /// Whether it would let somebody in, or tell who may come in: it stands in no audit log.
  let isSecret: Bool
  let storage: Storage

  /// Where the values of a field are kept.
  enum Storage: Sendable {
    /// In a column of the record's own table.
    case column
    /// In rows of another table that belong to the record.
    case part(PartTable)
  }

  init(
    _ name: String, _ kind: FieldKind, isRequired: Bool = false, default defaultValue: JSON = .null,
    isSecret: Bool = false, part: PartTable? = nil
  ) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.isSecret = isSecret
    self.storage = part.map(Storage.part) ?? .column
    self.defaultValue =
      switch (defaultValue, kind) {
      case (.null, .names), (.null, .references), (.null, .objects): .list([])
      default: defaultValue
      }
  }

  var part: PartTable? { if case .part(let part) = storage { part } else { nil } }

  /// The column's name: that of a reference ends in `_id`.
  var column: String {
    if case .reference = kind { name + "_id" } else { name }
  }

  /// What a SELECT says to read the value; `t` is the table's row.
  var selected: String {
    if case .reference(let entity) = kind {
      return "(SELECT r.\(entity.keyName) FROM \(entity.table) r WHERE r.id = t.\(column))"
    }
    return "t.\(column)"
  }

  /// The kinds that a field refers to by key.
  var referredEntity: Entity? {
    switch kind {
    case .reference(let entity), .references(let entity): entity
    default: nil
    }
  }
}

/// Rows of another table that are part of a record: the items of a group, the devices of a user.
///
/// The first field of an item is its natural key among the items of one record.
final class PartTable: Sendable {
  let name: String
  /// The column that names the record.
  let owner: String
  let fields: [Field]
  /// One row at most, given as an object; else a list.
  let isSingle: Bool
  /// Whether the order of the items is kept in a column `position`.
  let isOrdered: Bool
  /// Whether items are given as the bare value of their only field.
  let isBare: Bool
  /// Reads the items of one record, in their order.
  let select: SQL
  /// Reads the items of all records, each behind the number of its record.
  let selectAll: SQL

  init(
    _ name: String, owner: String, fields: [Field], isSingle: Bool = false, isOrdered: Bool = false,
    isBare: Bool = false
  ) {
    self.name = name
    self.owner = owner
    self.fields = fields
    self.isSingle = isSingle
    self.isOrdered = isOrdered
    self.isBare = isBare
    // A table without an order of its own is ordered by what its items name.
    let order = isOrdered ? "position" : isSingle ? owner : fields[0].column
    select = SQL(
      """
      SELECT \(fields.map(\.selected).joined(separator: ", "))
      FROM \(name) t
      WHERE t.\(owner) = $1
      ORDER BY t.\(order)
      """)
    selectAll = SQL(
      """
      SELECT t.\(owner), \(fields.map(\.selected).joined(separator: ", "))
      FROM \(name) t
      ORDER BY t.\(owner), t.\(order)
      """)
  }
}

extension FieldKind {
  /// The value as a column holds it.
  ///
  /// - Parameter reference: the number of a record by its kind and key.
  func stored(
    _ value: JSON, reference: (Entity, String) throws -> Int
  ) throws -> SQLValue {
    switch (self, value) {
    case (_, .null): .null
    case (.reference(let entity), .text(let key)): .integer(try reference(entity, key))
    case (.instant, .text(let text)): .integer(try CivilTime.parse(text).unixTime)
    case (_, .flag(let flag)): SQLValue(flag)
    case (_, .integer(let integer)): .integer(integer)
    case (_, .real(let real)): .real(real)
    case (_, .text(let text)): .text(text)
    case (_, .list), (_, .object): .text(value.json())
    }
  }

  /// The value that a column of a row holds.
  ///
  /// - Throws: `JSONError` for a list or an object that is none.
  func value(_ row: any Row, _ column: Int) throws(JSONError) -> JSON {
    switch self {
    case .integer: JSON(row.integer(column))
    case .real: row.real(column).map(JSON.real) ?? .null
    case .flag: row.integer(column).map { .flag($0 != 0) } ?? .null
    case .instant: JSON(row.integer(column).map { CivilTime.iso(unixTime: $0) })
    case .names, .references, .objects, .object:
      switch row.text(column) {
      case nil, "[]": .list([])
      case let json?: arranged(try JSON(storedJSON: json))
      }
    case .slug, .text, .choice, .language, .dateRule, .url, .email, .uuid, .timeZone, .timeOfDay, .openingHours,
      .reference:
      JSON(row.text(column))
    }
  }

  /// A value read from JSON with the members of its objects in the order of their fields.
  func arranged(_ value: JSON) -> JSON {
    switch self {
    case .object(let fields): .object(fields.map { JSON.Member($0.name, value[$0.name]) })
    case .objects(let fields): .list(value.list.map { FieldKind.object(fields).arranged($0) })
    default: value
    }
  }
}
