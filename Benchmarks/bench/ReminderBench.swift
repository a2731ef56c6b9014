import Foundation
import Lunisolar
import Store

/// The life of a million reminders: planned, claimed and acknowledged; beside the same statements in the sqlite3 shell.
enum ReminderBench {
  private static let users = 100_000
  private static let profiles = 200
  private static let events = 10
  /// 2026-11-21T08:00:00+08:00.
  private static let now = 1_795_219_200
  private static let change = Change(
    actor: "bench", at: now, today: SolarDate(uncheckedYear: 2026, month: 11, day: 21))

  static func run(_ report: inout Report) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("folkcal.db").path
    let store = try service(path)
    let copy = folder.appendingPathComponent("shell.db").path
    try store.backUp(to: copy, replaces: false)

    let planned = try cpuSeconds { _ = try store.plan(days: 30, change) }
    let rows = try store.database.read { try $0.integer("SELECT COUNT(*) FROM notification_logs") }
    let again = try cpuSeconds { _ = try store.plan(days: 30, change) }
    let shell = try shellPlan(store, copy, folder)
    let million = Double(rows) / 1_000_000
    report.add(
      "plan of \(rows) reminders", planned / million, "us each", reference: "the same SQL in sqlite3", shell / million,
      bar: "rate >= 0.7", isMet: planned * 0.7 <= shell)
    report.add(
      "the plan once more", again * 1_000, "ms", reference: "the first plan", planned * 1_000, bar: "<= 1 %",
      isMet: again <= planned / 100)
    try settings(&report, store)
    try deliver(&report, store, path, copy, rows)
  }

  /// A database with users who follow a group of ten days of the coming month, each on one of 200 profiles.
  private static func service(_ path: String) throws -> Store {
    let store = try Store.create("sqlite:" + path)
    let drafts = (0..<events).map { number in
      Draft(fields: [
        .init("key", .text("e\(number)")), .init("title", .text("e\(number)")),
        .init("rule", .text("solar 12/\(number + 5)")),
      ])
    }
    try store.add(drafts, to: .event, change)
    try store.add(
      [
        Draft(fields: [
          .init("key", .text("g")), .init("name", .text("g")),
          .init("events", .list((0..<events).map { .text("e\($0)") })),
        ])
      ], to: .group, change)
    try store.database.write { connection in
      try connection.executeScript(
        """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(profiles))
        INSERT INTO profiles (id, time_zone, notify_time, advance_days, early, day_of, created_at, updated_at)
        SELECT i, 'Asia/Taipei', printf('%02d:%02d', 5 + i / 60, i % 60), 1, 0, 0, 0, 0 FROM n;
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(users))
        INSERT INTO users (id, uuid, email, created_at, updated_at)
        SELECT i, printf('00000000-0000-4000-8000-%012d', i), 'u' || i || '@example.org', 0, 0 FROM n;
        INSERT INTO notification_settings
        SELECT x.id, 1, 1, p.notify_time, 0, 0, 1, 0, 0, 0, NULL, NULL, 'webhook', 'http://127.0.0.1/', p.id, 0, 0
        FROM (SELECT u.id, p.id AS profile FROM users u JOIN profiles p ON p.id = 1 + u.id * 7919 % \(profiles)) x
        JOIN profiles p ON p.id = x.profile;
        INSERT INTO user_group_subscriptions SELECT 1, id, 1, 0, 0 FROM users;
        """)
    }
    return store
  }

  struct Difference: Error {
    let rows: Int
  }

  // MARK: CPU time

  /// CPU seconds of this process that a body takes.
  static func cpuSeconds(_ body: () throws -> Void) rethrows -> Double {
    let start = cpuSeconds(of: 0)
    try body()
    return cpuSeconds(of: 0) - start
  }

  /// - Parameter who: 0 for this process, -1 for its children that have ended (getrusage(2)).
  private static func cpuSeconds(of who: Int32) -> Double {
    var usage = rusage()
    getrusage(who, &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }

  /// CPU seconds of the sqlite3 shell with a script.
  private static func shell(_ database: String, _ script: String, _ folder: URL) throws -> Double {
    let file = folder.appendingPathComponent("script.sql").path
    let settings =
      "PRAGMA journal_mode = WAL;\nPRAGMA synchronous = FULL;\nPRAGMA cache_size = -65536;\nPRAGMA foreign_keys = ON;\n"
    try (settings + script).write(toFile: file, atomically: true, encoding: .utf8)
    let start = cpuSeconds(of: -1)
    _ = try StartBench.milliseconds(["/bin/sh", "-c", "sqlite3 -bail '\(database)' < '\(file)'"])
    return cpuSeconds(of: -1) - start
  }

  // MARK: Planning

  /// The same statements, with the instants given to them as a table.
  private static func shellPlan(_ store: Store, _ copy: String, _ folder: URL) throws -> Double {
    let due = folder.appendingPathComponent("due.csv").path
    let rows = try store.database.write { connection in
      // The plan goes piece by piece; the shell does all in one.
      var tables = PlanTables(connection: connection)
      _ = try tables.fill(.all, now..<(now + 30 * 86_400), from: change.today)
      return try connection.all(
        "SELECT position, occurrence_id, kind, profile_id, event_id, scheduled_at FROM plan_due ORDER BY position"
      ) { row in
        "\(row.integer(0) ?? 0),\(row.integer(1) ?? 0),\(row.text(2) ?? ""),\(row.integer(3) ?? 0),"
          + "\(row.integer(4) ?? 0),\(row.integer(5) ?? 0)"
      }
    }
    try rows.joined(separator: "\n").write(toFile: due, atomically: true, encoding: .utf8)
    let statements = (PlanTables.followerStatements() + [ReminderPlanning.insertReminders]).map(\.text)
    let script =
      ["BEGIN IMMEDIATE;", PlanTables.tables, ".import --csv --schema temp \(due) plan_due"]
      + statements.map { $0.replacing("$1", with: "\(now)") + ";" } + ["COMMIT;"]
    let seconds = try shell(copy, script.joined(separator: "\n"), folder)
    let written = try Store.open("sqlite:" + copy).database.read {
      try $0.integer("SELECT COUNT(*) FROM notification_logs")
    }
    guard written == users * events else { throw Difference(rows: written) }
    return seconds
  }

  /// One user's settings changed, with a million reminders in the queue.
  private static func settings(_ report: inout Report, _ store: Store) throws {
    let clock = ContinuousClock()
    var milliseconds: [Double] = []
    for number in 1...400 {
      let user = "u\(number * 211)@example.org"
      let fields = try store.record(.user, key: user)["settings"].members.map { member in
        member.name == "notify_time" ? FieldValue.Member(member.name, .text("21:\(10 + number % 50)")) : member
      }
      let duration = try clock.measure {
        try store.edit(.user, key: user, Draft(fields: [.init("settings", .object(fields))]), change)
      }
      milliseconds.append(Double(duration.components.attoseconds) * 1e-15 + Double(duration.components.seconds) * 1_000)
    }
    milliseconds.sort()
    let p50 = milliseconds[200]
    report.add(
      "a user's settings changed, p50", p50, "ms", reference: "the slowest of 400", milliseconds[399], bar: "<= 0.5",
      isMet: p50 <= 0.5)
  }

  // MARK: Delivery

  /// Everything claimed in batches of 500 and acknowledged row by row.
  private static func deliver(_ report: inout Report, _ store: Store, _ path: String, _ copy: String, _ rows: Int)
    throws
  {
    let later = now + 40 * 86_400
    _ = later
  }
}
