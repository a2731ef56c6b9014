/// A value that is bound to a placeholder.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int)
  case real(Double)
  case text(String)

  package init(_ value: Int?) { self = value.map(SQLValue.integer) ?? .null }
  package init(_ value: String?) { self = value.map(SQLValue.text) ?? .null }
  package init(_ value: Bool) { self = .integer(value ? 1 : 0) }
}

/// The text of a statement, with `$1`, `$2` … for its arguments.
package struct SQL: Hashable, Sendable, ExpressibleByStringLiteral {
  /// As it is written, and as PostgreSQL takes it.
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }
}

extension SQL {
  /// Adds a row; `$1` is the value of the first column.
  package static func insert(into table: String, _ columns: [String]) -> SQL {
    let values = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    return SQL("INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(values))")
  }
}
