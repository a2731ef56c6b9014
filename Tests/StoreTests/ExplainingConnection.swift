import Database
import Foundation

@testable import Store

/// A connection to a server that runs each statement twice: first under EXPLAIN ANALYZE, which is rolled back, and then for good.
final class ExplainingConnection: Connection {
  /// What a statement read of one table or index.
  struct Read {
    let statement: String
    /// The table; of a part of the log, that part.
    let table: String
    let index: String?
    /// The bounds of the index.
    let bounds: String
    /// All rows that were looked at, also those that a condition left out.
    let rows: Int
  }

  private(set) var reads: [Read] = []
  private let connection: any Connection
  /// The table of each index.
  private let tables: [String: String]

  init(_ connection: any Connection) throws {
    self.connection = connection
    tables = Dictionary(
      try connection.all(
        "SELECT i.relname, t.relname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid"
      ) { ($0.text(0) ?? "", $0.text(1) ?? "") }, uniquingKeysWith: { first, _ in first })
  }

  private func explain(_ sql: SQL, _ arguments: [SQLValue]) throws {
    try connection.executeScript("SAVEPOINT explaining")
    let lines = try connection.all(SQL("EXPLAIN (ANALYZE, FORMAT JSON) " + sql.text), arguments) { $0.text(0) ?? "" }
    try connection.executeScript("ROLLBACK TO SAVEPOINT explaining; RELEASE SAVEPOINT explaining")
    let explained = try JSONSerialization.jsonObject(with: Data(lines.joined(separator: "\n").utf8))
    for part in explained as? [[String: Any]] ?? [] {
      if let plan = part["Plan"] as? [String: Any] { collect(plan, sql.text) }
    }
  }

  private func collect(_ plan: [String: Any], _ statement: String) {
    let index = plan["Index Name"] as? String
    if (plan["Node Type"] as? String)?.contains("Scan") == true,
      let table = plan["Relation Name"] as? String ?? index.flatMap({ tables[$0] })
    {
      let counts = ["Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck"]
      let rows = counts.reduce(0) { $0 + (plan[$1] as? Int ?? 0) } * (plan["Actual Loops"] as? Int ?? 1)
      reads.append(
        Read(
          statement: statement, table: table, index: index, bounds: plan["Index Cond"] as? String ?? "", rows: rows))
    }
    for part in plan["Plans"] as? [[String: Any]] ?? [] { collect(part, statement) }
  }

  // MARK: Connection

  func execute(_ sql: SQL, _ arguments: [SQLValue]) throws -> Int {
    try explain(sql, arguments)
    return try connection.execute(sql, arguments)
  }

  func forEachRow(_ sql: SQL, _ arguments: [SQLValue], _ body: (any Row) throws -> Void) throws {
    try explain(sql, arguments)
    try connection.forEachRow(sql, arguments, body)
  }

  var dialect: Dialect { connection.dialect }
  func announce() throws { try connection.announce() }
  func executeScript(_ script: String) throws { try connection.executeScript(script) }
  func columns(of table: String) throws -> [TableColumn] { try connection.columns(of: table) }
  func lastNumber(of table: String) throws -> Int? { try connection.lastNumber(of: table) }

  func insert(into table: String, _ columns: [String], _ values: [SQLValue]) throws -> Int {
    try connection.insert(into: table, columns, values)
  }

  func insertRows(into table: String, _ columns: [(name: String, type: ColumnType)], _ rows: [[SQLValue]]) throws {
    try connection.insertRows(into: table, columns, rows)
  }

  func forIDs(_ ids: [Int], atMost: Int, _ body: (SQLValue, SQLValue) throws -> Void) throws {
    try connection.forIDs(ids, atMost: atMost, body)
  }

  func advanceNumbers(of table: String, beyond number: Int?) throws {
    try connection.advanceNumbers(of: table, beyond: number)
  }
}
