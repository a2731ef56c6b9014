internal import Crypto
internal import Database
public import Folklore
internal import Foundation
import Lunisolar

/// The result of a copy of a whole database.
public struct CopyReport: Hashable, Sendable {
  /// A table, its number of rows, and a digest of their values, the same in both databases.
  public struct Table: Encodable, Hashable, Sendable {
    public let table: String
    public let rows: Int
    public let digest: String
  }

  public let tables: [Table]
}

/// The reason why a database cannot be copied.
public enum CopyRefusal: SpokenError, Hashable, Sendable {
  /// The target has records already.
  case targetNotEmpty(String)
  /// A planner of the source was interrupted, or is at work.
  case planUnfinished(String)
  /// The tables of both differ after the copy; the target was emptied again.
  case different([String])

  public var description: String {
    switch self {
    case .targetNotEmpty(let place): "the database \(place) is not empty: a copy needs a new one; nothing was changed"
    case .planUnfinished(let place):
      "a plan of the database \(place) is not finished: wait for the planner or run folkcal remind plan, then copy again; nothing was changed"
    case .different(let tables):
      "the copy differs in \(tables.joined(separator: ", ")) and was removed: stop the programs that write, then copy again"
    }
  }

  public var chinese: String {
    switch self {
    case .targetNotEmpty(let place): "資料庫 \(place) 不是空的：請複製到新的資料庫；什麼都沒有改變"
    case .planUnfinished(let place):
      "資料庫 \(place) 的排程還沒做完：請等排程結束，或執行 folkcal remind plan，再複製一次；什麼都沒有改變"
    case .different(let tables):
      "複製的資料表 \(tables.joined(separator: "、")) 和原來的不同，已經移除：請停止正在寫入的程式，再複製一次"
    }
  }

  public var code: String {
    switch self {
    case .targetNotEmpty: "copy_target_not_empty"
    case .planUnfinished: "plan_unfinished"
    case .different: "copy_differs"
    }
  }
}

extension Store {
  /// Copies the whole database into another one, with its numbers, log and hashes. Leases are left out, so the workers of the source must have
  /// ended.
  ///
  /// Everything is written in one transaction of the target and read back before it commits, so an interrupted copy leaves the target empty.
  ///
  /// - Throws: `CopyRefusal`; `DatabaseError`.
  public func copy(to target: Store) throws -> CopyReport {
    try database.read { source in
      guard try source.meta("plan_step") == nil else { throw CopyRefusal.planUnfinished(place) }
      return try target.database.write(mayRepeat: false) { other in
        try StoreLock.everything.take(other)
        for table in DatabaseCopy.tables where table != "meta" {
          guard try other.integer(SQL("SELECT COUNT(*) FROM \(table)")) == 0 else {
            throw CopyRefusal.targetNotEmpty(target.place)
          }
        }
        return try DatabaseCopy(source: source, target: other).run()
      }
    }
  }
}

/// One copy, in a transaction of each database.
struct DatabaseCopy {
  let source: any Connection
  let target: any Connection

  /// All tables; those that others refer to come first.
  static let tables = [
    "meta", "delivery_holds", "delivery_attempts", "send_turns", "outbox", "sources", "deities", "users", "temples",
    "events", "event_occurrences", "temple_events", "activities",
    "groups", "group_items", "devices", "profiles", "notification_settings", "user_event_subscriptions",
    "user_group_subscriptions", "notification_logs", "api_tokens", "audit_log", "data_entries", "sessions",
    "google_accounts", "pending_replans", "sign_in_links", "browser_sessions", "passkeys", "spent_challenges", "images",
    "choices", "chats", "chat_links", "chat_events", "alarms", "alarm_messages", "service_troubles",
    "keyed_requests",
  ]

  /// Rows read and written at a time.
  private static let batch = 5_000

  func run() throws -> CopyReport {
    // A new database has its own public mark.
    try target.execute("DELETE FROM meta")
    try makeMonths()
    var tables: [CopyReport.Table] = []
    var different: [String] = []
    for table in Self.tables {
      let columns = try target.columns(of: table)
      var written = TableDigest()
      try forEachBatch(of: table, columns, source) { rows in
        let rows = table == "notification_logs" ? withoutLeases(rows, columns) : rows
        written.add(rows)
        try target.insertRows(into: table, columns.map { ($0.name, $0.type) }, rows)
      }
      if columns.contains(where: { $0.name == "id" }) {
        try target.advanceNumbers(of: table, beyond: source.lastNumber(of: table))
      }
      var read = TableDigest()
      try forEachBatch(of: table, columns, target) { read.add($0) }
      if written.text != read.text { different.append(table) }
      tables.append(CopyReport.Table(table: table, rows: written.count, digest: written.text))
    }
    guard different.isEmpty else { throw CopyRefusal.different(different) }
    return CopyReport(tables: tables)
  }

  private func makeMonths() throws {
    let months = try source.all("SELECT DISTINCT SUBSTR(day, 1, 7) FROM notification_logs") { $0.text(0) ?? "" }
    for month in months {
      let day = try SolarDate(iso: month + "-01")
      try LogMonths(connection: target).make(day...day)
    }
  }

  private func withoutLeases(_ rows: [[SQLValue]], _ columns: [TableColumn]) -> [[SQLValue]] {
    let leases = columns.indices.filter { columns[$0].name.hasPrefix("lease_") }
    return rows.map { row in
      var row = row
      for index in leases { row[index] = .null }
      return row
    }
  }

  /// Passes the rows of a table in the order of its key.
  private func forEachBatch(
    of table: String, _ columns: [TableColumn], _ connection: any Connection, _ body: ([[SQLValue]]) throws -> Void
  ) throws {
    let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
    func value(_ row: any Row, _ column: Int) -> SQLValue {
      switch columns[column].type {
      case .integer: SQLValue(row.integer(column))
      case .real: row.real(column).map(SQLValue.real) ?? .null
      case .text: SQLValue(row.text(column))
      }
    }
    func make(_ row: any Row) -> [SQLValue] { columns.indices.map { value(row, $0) } }
    guard let id = columns.firstIndex(where: { $0.name == "id" }) else {
      let key = columns.filter(\.isKey).map(\.name).joined(separator: ", ")
      let rows = try connection.all(SQL("SELECT \(names) FROM \(table) ORDER BY \(key)"), [], make)
      for start in stride(from: 0, to: rows.count, by: Self.batch) {
        try body(Array(rows[start..<min(start + Self.batch, rows.count)]))
      }
      return
    }
    let sql = SQL("SELECT \(names) FROM \(table) WHERE id > $1 ORDER BY id LIMIT $2")
    var last = SQLValue.integer(.min)
    while true {
      let rows = try connection.all(sql, [last, .integer(Self.batch)], make)
      guard let end = rows.last?[id] else { return }
      try body(rows)
      last = end
    }
  }
}

/// The number of a table's rows, and a digest of their values in order.
private struct TableDigest {
  private(set) var count = 0
  private var hash = SHA256()

  mutating func add(_ rows: [[SQLValue]]) {
    count += rows.count
    var bytes: [UInt8] = []
    func append(_ kind: UInt8, _ number: UInt64) {
      bytes.append(kind)
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    for value in rows.joined() {
      switch value {
      case .null: bytes.append(0)
      case .integer(let integer): append(1, UInt64(bitPattern: Int64(integer)))
      case .real(let real): append(2, real.bitPattern)
      case .text(let text):
        append(3, UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
      }
    }
    hash.update(data: bytes)
  }

  var text: String { hash.finalize().map(\.hexadecimal).joined() }
}
