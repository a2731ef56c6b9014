internal import CPostgreSQL

/// A connection in a transaction. Results are read whole, so that the body of a row can run other statements.
final class PostgreSQLConnection: Connection {
  private let link: PostgreSQLLink

  init(_ link: PostgreSQLLink) {
    self.link = link
  }

  var dialect: Dialect { .postgresql }

  /// The channel of notifications.
  static let channel = "folkcal"

  func announce() throws { try link.run("NOTIFY \(Self.channel)") }

  func execute(_ sql: SQL, _ arguments: [SQLValue]) throws -> Int {
    try link.run(sql.serverText, arguments) { result in
      PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }
  }

  func insert(into table: String, _ columns: [String], _ values: [SQLValue]) throws -> Int {
    let sql = SQL(SQL.insert(into: table, columns).text + " RETURNING id")
    let id = try first(sql, values) { $0.integer(0) ?? 0 } ?? 0
    // A number that was given does not advance the sequence.
    if columns.first == "id" { try advanceNumbers(of: table, beyond: nil) }
    return id
  }

  func insertRows(into table: String, _ columns: [(name: String, type: ColumnType)], _ rows: [[SQLValue]]) throws {
    guard !rows.isEmpty else { return }
    let lists = columns.indices.map { column in SQLValue.text(Self.array(rows.lazy.map { $0[column] })) }
    let types = columns.enumerated().map { index, column in
      let type =
        switch column.type {
        case .integer: "BIGINT"
        case .real: "DOUBLE PRECISION"
        case .text: "TEXT"
        }
      return "CAST($\(index + 1) AS \(type)[])"
    }
    _ = try execute(
      SQL(
        """
        INSERT INTO \(table) (\(columns.map { "\"\($0.name)\"" }.joined(separator: ", ")))
        SELECT * FROM unnest(\(types.joined(separator: ", ")))
        """), lists)
  }

  func forIDs(_ ids: [Int], atMost: Int, _ body: (SQLValue, SQLValue) throws -> Void) throws {
    guard !ids.isEmpty else { return }
    try body(.text(Self.array(ids.lazy.map(SQLValue.integer))), .integer(.max))
  }

  func forEachRow(_ sql: SQL, _ arguments: [SQLValue], _ body: (any Row) throws -> Void) throws {
    try link.run(sql.serverText, arguments) { result in
      for row in 0..<PQntuples(result) { try body(PostgreSQLRow(result: result, row: row)) }
    }
  }

  func executeScript(_ script: String) throws {
    try link.run(script)
  }

  func columns(of table: String) throws -> [TableColumn] {
    try all(
      """
      SELECT a.attname, CAST(a.atttypid AS regtype), a.attnum = ANY(i.indkey)
      FROM pg_attribute a
      LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
      WHERE a.attrelid = CAST($1 AS regclass) AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attnum
      """, [.text(table)]
    ) { row in
      let type: ColumnType =
        switch row.text(1) {
        case "text": .text
        case "double precision": .real
        default: .integer
        }
      return TableColumn(name: row.text(0) ?? "", type: type, isKey: row.integer(2) == 1)
    }
  }

  func lastNumber(of table: String) throws -> Int? {
    try first(
      "SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence($1, 'id') AS regclass))", [.text(table)]
    ) { $0.integer(0) } ?? nil
  }

  func advanceNumbers(of table: String, beyond number: Int?) throws {
    try link.run(
      """
      SELECT setval(t.sequence, t.last)
      FROM (
        SELECT CAST(pg_get_serial_sequence('\(table)', 'id') AS regclass) AS sequence,
          GREATEST(MAX(id), \(number ?? 0)) AS last
        FROM \(table)) t
      JOIN pg_sequence s ON s.seqrelid = t.sequence
      WHERE t.last > COALESCE(pg_sequence_last_value(t.sequence), s.seqstart - 1)
      """)
  }

  /// Values in the server's notation of an array.
  private static func array(_ values: some Sequence<SQLValue>) -> String {
    var text = "{"
    for value in values {
      if text.utf8.count > 1 { text += "," }
      switch value {
      case .null: text += "NULL"
      case .integer(let integer): text += "\(integer)"
      case .real(let real): text += "\(real)"
      case .text(let content):
        text += "\"" + content.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
      }
    }
    return text + "}"
  }
}

/// A row of a result in text format.
private struct PostgreSQLRow: Row {
  let result: OpaquePointer
  let row: Int32

  func integer(_ column: Int) -> Int? {
    guard let bytes = bytes(column) else { return nil }
    // Booleans count as 1 and 0, as in SQLite.
    if bytes.count == 1 {
      if bytes[0] == UInt8(ascii: "t") { return 1 }
      if bytes[0] == UInt8(ascii: "f") { return 0 }
    }
    return Int(String(decoding: bytes, as: UTF8.self))
  }

  func real(_ column: Int) -> Double? { text(column).flatMap { Double($0) } }

  func text(_ column: Int) -> String? { bytes(column).map { String(decoding: $0, as: UTF8.self) } }

  private func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
    let column = Int32(column)
    guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return nil }
    let count = Int(PQgetlength(result, row, column))
    return start.withMemoryRebound(to: UInt8.self, capacity: count) { UnsafeBufferPointer(start: $0, count: count) }
  }
}

extension SQL {
  /// With ILIKE for LIKE, which ignores the case of ASCII letters in SQLite.
  fileprivate var serverText: String { text.contains(" LIKE ") ? text.replacing(" LIKE ", with: " ILIKE ") : text }
}
