internal import GRDB
internal import GRDBSQLite

/// A SQLite connection in a transaction. GRDB prepares and caches statements; values are bound and read by SQLite's C functions for speed.
final class SQLiteConnection: Connection {
  private let db: GRDB.Database

  init(_ db: GRDB.Database) {
    self.db = db
  }

  func execute(_ sql: SQL, _ arguments: [SQLValue]) throws -> Int {
    try run(sql, arguments) { _ in }
    return db.changesCount
  }

  var dialect: Dialect { .sqlite }

  /// A file tells nobody.
  func announce() {}

  func insert(into table: String, _ columns: [String], _ values: [SQLValue]) throws -> Int {
    try run(.insert(into: table, columns), values) { _ in }
    return Int(db.lastInsertedRowID)
  }

  func insertRows(into table: String, _ columns: [(name: String, type: ColumnType)], _ rows: [[SQLValue]]) throws {
    let sql = SQL.insert(into: table, columns.map { "\"\($0.name)\"" })
    for row in rows { try run(sql, row) { _ in } }
  }

  func forIDs(_ ids: [Int], atMost: Int, _ body: (SQLValue, SQLValue) throws -> Void) throws {
    for run in ids.runs(atMost: atMost) { try body(.integer(run.lowerBound), .integer(run.upperBound)) }
  }

  func columns(of table: String) throws -> [TableColumn] {
    try all("SELECT name, type, pk FROM pragma_table_info($1) ORDER BY cid", [.text(table)]) { row in
      let type: ColumnType =
        switch row.text(1) {
        case "TEXT": .text
        case "DOUBLE PRECISION": .real
        default: .integer
        }
      return TableColumn(name: row.text(0) ?? "", type: type, isKey: row.integer(2) != 0)
    }
  }

  func lastNumber(of table: String) throws -> Int? {
    try first("SELECT seq FROM sqlite_sequence WHERE name = $1", [.text(table)]) { $0.integer(0) } ?? nil
  }

  /// SQLite looks at the table's numbers by itself.
  func advanceNumbers(of table: String, beyond number: Int?) throws {
    guard let number else { return }
    let sql: SQL =
      try lastNumber(of: table) == nil
      ? "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)"
      : "UPDATE sqlite_sequence SET seq = $2 WHERE name = $1 AND seq < $2"
    _ = try execute(sql, [.text(table), .integer(number)])
  }

  func forEachRow(_ sql: SQL, _ arguments: [SQLValue], _ body: (any Row) throws -> Void) throws {
    try run(sql, arguments) { try body(SQLiteRow(statement: $0)) }
  }

  func executeScript(_ script: String) throws {
    try db.execute(sql: script)
  }

  /// Binds the arguments, runs the statement, and passes it to a body at each row.
  private func run(_ sql: SQL, _ arguments: [SQLValue], _ body: (OpaquePointer) throws -> Void) throws {
    // A statement in use must not be restarted; a nested run of the same SQL gets its own.
    let text = sql.numbered
    let kept = try db.cachedStatement(sql: text)
    let free = try sqlite3_stmt_busy(kept.sqliteStatement) == 0 ? kept : db.makeStatement(sql: text)
    let statement = free.sqliteStatement
    defer { sqlite3_reset(statement) }
    // Unbound parameters are null.
    sqlite3_clear_bindings(statement)
    for index in arguments.indices where arguments[index] != .null {
      try check(Self.bind(arguments[index], Int32(index + 1), statement))
    }
    while true {
      let code = sqlite3_step(statement)
      guard code == SQLITE_ROW else {
        if code != SQLITE_DONE { try check(code) }
        return
      }
      try body(statement)
    }
  }

  private static func bind(_ value: SQLValue, _ index: Int32, _ statement: OpaquePointer) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let integer): sqlite3_bind_int64(statement, index, Int64(integer))
    case .real(let real): sqlite3_bind_double(statement, index, real)
    case .text(var text):
      // SQLITE_TRANSIENT: SQLite copies the bytes.
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_bind_text(
            statement, index, characters.baseAddress, Int32(characters.count),
            unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
      }
    }
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else {
      throw GRDB.DatabaseError(
        resultCode: ResultCode(rawValue: code),
        message: db.sqliteConnection.map { String(cString: sqlite3_errmsg($0)) })
    }
  }
}

private struct SQLiteRow: Row {
  let statement: OpaquePointer

  // A value that is not 0 or empty is not null, so its type need not be read.

  func integer(_ column: Int) -> Int? {
    let value = sqlite3_column_int64(statement, Int32(column))
    return value == 0 && isNull(column) ? nil : Int(value)
  }

  func real(_ column: Int) -> Double? {
    let value = sqlite3_column_double(statement, Int32(column))
    return value == 0 && isNull(column) ? nil : value
  }

  func text(_ column: Int) -> String? {
    // Read as a blob, because SQLite would copy text to terminate it. An empty blob has no address.
    guard let start = sqlite3_column_blob(statement, Int32(column)) else { return isNull(column) ? nil : "" }
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }

  private func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }
}

extension SQL {
  /// With `?1` for `$1`, because SQLite numbers `$1` by position.
  var numbered: String {
    var text = text
    // One pass over the bytes; a substring search would be slower than the statement.
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
