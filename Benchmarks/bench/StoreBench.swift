import Database
import Foundation
import JSON
import Lunisolar
import Records
import Store

/// The database: an import compared with the sqlite3 shell's own, a page of a long list, a look-up by key.
enum StoreBench {
  private static let change = Change(
    actor: "bench", at: 1_795_219_200, today: SolarDate(uncheckedYear: 2026, month: 11, day: 21))

  static func run(_ report: inout Report) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-bench-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try importTemples(&report, folder)
    try events(&report, folder)
  }

  // MARK: Import

  /// Reads, checks and writes 12,000 temples from CSV into a new database, with their audit log; the shell only writes.
  private static func importTemples(_ report: inout Report, _ folder: String) throws {
    let columns = [
      "key", "source_ref", "name", "address", "county", "town", "lat", "lng", "main_deity", "religion", "registration",
    ]
    var csv = columns.joined(separator: ",") + "\n"
    for number in 0..<12_000 {
      csv +=
        "moi-\(number),\(number),測試宮\(number),臺南市中西區民權路\(number)號,臺南市,中西區,\(22 + Double(number % 3_000) / 1_000),\(120 + Double(number % 1_700) / 1_000),天上聖母,道教,正式登記\n"
    }
    let file = folder + "/temples.csv"
    try csv.write(toFile: file, atomically: true, encoding: .utf8)

    var round = 0
    let stores = try (0..<5).map { try Store.create("sqlite:\(folder)/ours-\($0).db") }
    let ours = try shortestSeconds(rounds: stores.count) {
      let store = stores[round]
      round += 1
      let drafts = try RecordInput.drafts(of: .temple, in: Data(contentsOf: URL(fileURLWithPath: file)))
      _ = try store.merge([(.temple, drafts)], change)
    }
    // The shell gets the complete table rows, and creates the same indexes with the same durability.
    let rows = folder + "/rows.csv"
    try sqlite("\(folder)/ours-0.db", ".mode csv\n.output \(rows)\nSELECT * FROM temples;\n", folder)
    let whole = try stores[0].database.read { connection in
      try connection.all("SELECT name FROM pragma_table_info('temples')") { $0.text(0) ?? "" }
    }
    let script = """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      CREATE TABLE temples (\(whole.map { "\($0) TEXT" }.joined(separator: ", ")));
      .import --csv \(rows) temples
      CREATE UNIQUE INDEX temples_by_id ON temples (id);
      CREATE UNIQUE INDEX temples_by_key ON temples (key);
      CREATE UNIQUE INDEX temples_by_source ON temples (source_ref);
      CREATE INDEX temples_by_deity ON temples (deity_id);
      """
    let theirs = try (0..<5).map { try sqlite("\(folder)/theirs-\($0).db", script, folder) / 1_000 }.min() ?? 0
    report.add(
      "import of 12,000 temples", ours * 1_000, "ms", reference: "sqlite3 shell .import", theirs * 1_000,
      bar: "ratio <= 2", isMet: ours <= 2 * theirs)
  }

  /// Runs a script in SQLite's shell.
  ///
  /// - Returns: the time in milliseconds.
  @discardableResult
  private static func sqlite(_ path: String, _ script: String, _ folder: String) throws -> Double {
    try script.write(toFile: folder + "/script.sql", atomically: true, encoding: .utf8)
    // Uses posix_spawn, because Foundation's Process checks only every 50 ms whether a program has ended.
    return try StartBench.milliseconds(["/bin/sh", "-c", "sqlite3 '\(path)' < '\(folder)/script.sql'"])
  }

  // MARK: Lists and look-ups

  /// 100,000 events: a page of 50 in the middle, and one event by its key.
  private static func events(_ report: inout Report, _ folder: String) throws {
    let store = try Store.create("sqlite:\(folder)/events.db")
    let drafts = (0..<100_000).map { number in
      Draft(fields: [
        .init("key", .text("event-\(number)")), .init("title", .text("測試第 \(number) 日")),
        .init("rule", .text("lunar \(number % 12 + 1)/\(number % 29 + 1)")),
      ])
    }
    _ = try store.merge([(.event, drafts)], change)

    var query = ListQuery()
    query.limit = 50
    query.offset = 50_000
    let page = try shortestSeconds(rounds: 20) { _ = try store.list(.event, query) }
    let rows = try shortestSeconds(rounds: 20) {
      _ = try store.database.read { connection in
        try connection.all("SELECT * FROM events ORDER BY position, id LIMIT 50 OFFSET 50000") { $0.text(1) ?? "" }
      }
    }
    report.add(
      "page of 50 of 100,000 events", page * 1_000, "ms", reference: "the same rows by SQL", rows * 1_000,
      bar: "<= 5 ms",
      isMet: page <= 0.005)

    let count = 2_000
    let lookup = try shortestSeconds {
      for number in 0..<count { _ = try store.record(.event, key: "event-\(number * 49)") }
    }
    let raw = try shortestSeconds {
      for number in 0..<count {
        _ = try store.database.read { connection in
          try connection.first("SELECT * FROM events WHERE key = $1", [.text("event-\(number * 49)")]) {
            $0.text(1) ?? ""
          }
        }
      }
    }
    report.add(
      "event by its key", lookup / Double(count) * 1e6, "us", reference: "the same row by SQL",
      raw / Double(count) * 1e6,
      bar: "<= 50 us", isMet: lookup / Double(count) <= 50e-6)
  }
}
