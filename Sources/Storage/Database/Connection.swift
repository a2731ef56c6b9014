/// A connection in a transaction; valid only inside the body.
package protocol Connection: AnyObject {
  /// Runs a statement without rows. It is prepared once per connection.
  ///
  /// - Returns: the number of rows inserted, changed or deleted.
  @discardableResult
  func execute(_ sql: SQL, _ arguments: [SQLValue]) throws -> Int

  /// The texts in which the engine differs.
  var dialect: Dialect { get }

  /// Tells those who listen (`Database.news`) when the transaction commits: public data changed, or reminders became due.
  func announce() throws

  /// Adds a row to a table with numbers.
  ///
  /// - Parameter columns: their names; `id` first if the number is given.
  /// - Returns: the number of the new row.
  func insert(into table: String, _ columns: [String], _ values: [SQLValue]) throws -> Int

  /// Adds many rows.
  func insertRows(into table: String, _ columns: [(name: String, type: ColumnType)], _ rows: [[SQLValue]]) throws

  /// Passes numbers to a statement with `Dialect.ids`, in as few calls as the engine can.
  ///
  /// - Parameter atMost: the most rows in one call on SQLite.
  func forIDs(_ ids: [Int], atMost: Int, _ body: (SQLValue, SQLValue) throws -> Void) throws

  /// The columns of a table.
  func columns(of table: String) throws -> [TableColumn]

  /// The last number that a table gave to a row, even if that row is gone; nil if it gives none or none yet.
  func lastNumber(of table: String) throws -> Int?

  /// Makes the next number of a table larger than those it has, after rows were written with numbers, and than a given one.
  func advanceNumbers(of table: String, beyond number: Int?) throws

  /// Passes each row of a statement to a body; the row is valid only inside it.
  func forEachRow(_ sql: SQL, _ arguments: [SQLValue], _ body: (any Row) throws -> Void) throws

  /// Runs the statements of a migration, separated by semicolons, without arguments.
  func executeScript(_ script: String) throws
}

/// The type of a column's values.
package enum ColumnType: Sendable {
  case integer, real, text
}

/// A column of a table.
package struct TableColumn: Sendable {
  package let name: String
  package let type: ColumnType
  /// True if it is a part of the primary key.
  package let isKey: Bool
}

/// A row of a result; columns count from 0.
package protocol Row {
  func integer(_ column: Int) -> Int?
  func real(_ column: Int) -> Double?
  func text(_ column: Int) -> String?
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

  /// The first row of a statement as a value; nil if there is none.
  package func first<Value>(
    _ sql: SQL, _ arguments: [SQLValue] = [], _ make: (any Row) throws -> Value
  ) throws -> Value? {
    var value: Value?
    try forEachRow(sql, arguments) { row in
      if value == nil { value = try make(row) }
    }
    return value
  }

  /// The integer in the first column of the first row; 0 if there is none.
  package func integer(_ sql: SQL, _ arguments: [SQLValue] = []) throws -> Int {
    try first(sql, arguments) { $0.integer(0) ?? 0 } ?? 0
  }
}
