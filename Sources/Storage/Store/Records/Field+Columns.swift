internal import Database
internal import Folklore
internal import JSON
import Records

extension Field {
  /// The column's name; a reference ends in `_id`.
  var column: String {
    if case .reference = kind { name + "_id" } else { name }
  }

  /// The SELECT expression that reads the value; `t` is the table.
  var selected: String {
    if case .reference(let entity) = kind {
      return "(SELECT r.\(entity.keyName) FROM \(entity.table) r WHERE r.id = t.\(column))"
    }
    return "t.\(column)"
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
    case .names, .references, .objects, .object, .choices, .numbers:
      switch row.text(column) {
      case nil, "[]": .list([])
      case let json?: arranged(try JSON(storedJSON: json))
      }
    case .slug, .text, .choice, .language, .dateRule, .url, .image, .email, .uuid, .timeZone, .timeOfDay, .openingHours,
      .reference:
      JSON(row.text(column))
    }
  }
}
