/// A connection in a transaction; valid only inside the body.
package protocol Connection: AnyObject {
  /// Runs a statement without rows. It is prepared once per connection.
  ///
  /// - Returns: the number of rows inserted, changed or deleted.
  @discardableResult
  func execute(_ sql: SQL, _ arguments: [SQLValue]) throws -> Int

  /// Runs an INSERT into a table with numbers.
  ///
  /// - Returns: the number of the new row.
  func insert(_ sql: SQL, _ arguments: [SQLValue]) throws -> Int

  /// Passes each row of a statement to a body; the row is valid only inside it.
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
