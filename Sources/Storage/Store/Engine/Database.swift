/// A database engine as the repositories use it: whole transactions, statements with `$1` placeholders, rows.
///
/// Two engines are meant: SQLite (`SQLiteDatabase`), and PostgreSQL on more than one machine. What differs between them stands in
/// their own files; SQL is written once, in their common dialect.
package protocol Database: Sendable {
  /// Runs a body on one snapshot of the database.
  func read<Result>(_ body: (any Connection) throws -> Result) throws -> Result

  /// Runs a body in one transaction: all that it did is kept when it returns, nothing when it throws.
  func write<Result>(_ body: (any Connection) throws -> Result) throws -> Result

  /// Where it is, for messages.
  var place: String { get }
}

/// One connection inside a transaction. It must not leave the body that it was given to.
package protocol Connection: AnyObject {
  /// Runs a statement that yields no rows. The statement is prepared once for the connection and kept.
  ///
  /// - Returns: how many rows it inserted, changed or deleted.
  @discardableResult
  func execute(_ sql: SQL, _ arguments: [SQLValue]) throws -> Int

  /// Runs an INSERT into a table that has numbers.
  ///
  /// - Returns: the number of the new row.
  func insert(_ sql: SQL, _ arguments: [SQLValue]) throws -> Int

  /// Runs a statement and gives each row to a body. The row is valid inside the body only.
  func forEachRow(_ sql: SQL, _ arguments: [SQLValue], _ body: (any Row) throws -> Void) throws

  /// Runs the statements of a migration, separated by semicolons, without arguments.
  func executeScript(_ script: String) throws
}

/// A row of a result; columns count from 0.
package protocol Row {
  func integer(_ column: Int) -> Int?
  func real(_ column: Int) -> Double?
  func text(_ column: Int) -> String?
}

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

  /// With `?1` for `$1`: SQLite would number `$1` by where it stands, not by what it says.
  var numbered: String {
    var text = text
    // In one pass: some statements are put together for each call, and a search for substrings would cost more than they do.
    return text.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: bytes.count) { numbered in
        for index in bytes.indices {
          numbered.initializeElement(
            at: index, to: bytes[index] == UInt8(ascii: "$") ? UInt8(ascii: "?") : bytes[index])
        }
        return bytes.count
      }
    }
  }
}

extension Connection {
  @discardableResult
  package func execute(_ sql: SQL) throws -> Int { try execute(sql, []) }

  /// All rows of a statement, each made into a value.
  package func all<Value>(
    _ sql: SQL, _ arguments: [SQLValue] = [], _ make: (any Row) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    try forEachRow(sql, arguments) { values.append(try make($0)) }
    return values
  }

  /// The first row of a statement made into a value; nil where there is none.
  package func first<Value>(
    _ sql: SQL, _ arguments: [SQLValue] = [], _ make: (any Row) throws -> Value
  ) throws -> Value? {
    var value: Value?
    try forEachRow(sql, arguments) { row in
      if value == nil { value = try make(row) }
    }
    return value
  }

  /// The number in the first column of the first row; 0 where there is none.
  package func integer(_ sql: SQL, _ arguments: [SQLValue] = []) throws -> Int {
    try first(sql, arguments) { $0.integer(0) ?? 0 } ?? 0
  }
}
