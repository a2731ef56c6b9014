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
