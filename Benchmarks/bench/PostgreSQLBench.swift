import Database
import Folklore
import Foundation
import JSON
import Records
import Store
import Synchronization
import TestSupport

/// A million reminders on a PostgreSQL server, which shares the machine with everybody: planned, claimed, changed and copied; compared with psql
/// and pgbench, which run the same statements.
enum PostgreSQLBench {
  private static let change = ReminderBench.change
  private static let noon = ReminderBench.noon
  private static let batch = 500

  static func run(_ report: inout Report) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let cluster = try TestCluster(settings: ["shared_buffers=256MB", "max_wal_size=4GB"])
    try cluster.run("CREATE DATABASE shell")
    let store = try ReminderBench.service(cluster.url())
    let other = try ReminderBench.service(cluster.url("shell"))
    for database in ["postgres", "shell"] { try cluster.run("ANALYZE", in: database) }

    let planned = try seconds { _ = try store.plan(days: 30, change) }
    let psql = try shellPlan(other, cluster, folder)
    report.add(
      "PostgreSQL: plan of 1 M reminders", planned, "s", reference: "the same SQL in psql", psql, bar: "rate >= 0.8",
      isMet: planned * 0.8 <= psql)

    let settings = try changes(store, count: 1_000)
    let reference = try pgbench(
      cluster,
      """
      \\set user random(1, 100000)
      BEGIN;
      UPDATE notification_settings SET notify_time = '07:07', updated_at = 1 WHERE user_id = :user;
      UPDATE notification_logs SET scheduled_at = scheduled_at + 1, updated_at = 1
      WHERE occurrence_id IN (SELECT id FROM event_occurrences WHERE solar_date LIKE '2026-12-%') AND kind = 'main'
        AND user_id = :user AND status = 'queued';
      INSERT INTO audit_log (actor, action, entity, entity_id, entity_key, at) VALUES ('b', 'edit', 'user', :user, 'u', 1);
      COMMIT;
      """, ["-c", "1", "-t", "1000"], folder)
    report.add(
      "PostgreSQL: a settings change, p50", median(settings), "ms", reference: "pgbench, the same rows",
      reference * 1_000,
      bar: "ratio <= 3", isMet: median(settings) <= 3 * reference * 1_000)
    let busy = try duringPlan(store, cluster)
    report.add(
      "PostgreSQL: its p99 during a plan", busy, "ms", reference: "half a second", 500, bar: "<= 500",
      isMet: busy <= 500)

    let due = try store.database.read {
      try $0.integer("SELECT COUNT(*) FROM notification_logs WHERE scheduled_at <= $1", [.integer(noon)])
    }
    let ours = try Double(due) / work(cluster.url())
    let transactions = due / batch / 2
    let theirs =
      try Double(batch)
      / pgbench(
        cluster, claiming(batch), ["-c", "2", "-j", "2", "-t", "\(transactions)"], folder)
    report.add(
      "PostgreSQL: claim and acknowledge", ours, "a second", reference: "pgbench, 2 clients", theirs,
      bar: "ratio >= 0.7", isMet: ours >= 0.7 * theirs)
    try cluster.run(
      "UPDATE notification_logs SET status = 'queued', lease_owner = NULL, lease_until = NULL WHERE scheduled_at <= \(noon)",
      in: "shell")
    let single = try 1 / pgbench(cluster, claiming(1), ["-c", "2", "-j", "2", "-T", "5"], folder)
    report.add(
      "PostgreSQL: claim and acknowledge", ours, "a second", reference: "one row at a time", single, bar: "ratio >= 2",
      isMet: ours >= 2 * single)

    let file = try Store.create("sqlite:" + folder.path + "/copy.db")
    let there = try seconds { _ = try store.copy(to: file) }
    report.add(
      "PostgreSQL: copy of 1 M to a file", there, "s", reference: "a minute", 60, bar: "<= 60", isMet: there <= 60)
    try cluster.run("CREATE DATABASE back")
    let target = try Store.create(cluster.url("back"))
    let back = try seconds { _ = try file.copy(to: target) }
    report.add(
      "PostgreSQL: copy of 1 M from a file", back, "s", reference: "a minute", 60, bar: "<= 60", isMet: back <= 60)
    for store in [store, other, target] { store.close() }
    try ReplanBench.run(&report, users: 100_000)
    try ScaleBench.run(&report, users: 300_000)
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    try shortestSeconds(rounds: 1, body)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// The same statements in psql, with the instants supplied as a table.
  private static func shellPlan(_ store: Store, _ cluster: TestCluster, _ folder: URL) throws -> Double {
    let due = folder.appendingPathComponent("due.csv").path
    try ReminderBench.dueRows(store).joined(separator: "\n").write(toFile: due, atomically: true, encoding: .utf8)
    let statements = (PlanTables.followerStatements(.postgresql) + [ReminderPlanning.insertReminders]).map(\.text)
    let script =
      ["BEGIN;", PlanTables.tables(.postgresql)]
      + ["2026-11", "2026-12"].map { "SELECT folkcal_make_month('\($0)');" } + [
        "\\copy plan_due (occurrence_id, kind, profile_id, event_id, scheduled_at, day) FROM '\(due)' CSV"
      ] + statements.map { $0.replacing("$1", with: "\(change.at)") + ";" } + ["COMMIT;"]
    let file = folder.appendingPathComponent("plan.sql").path
    try script.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
    try open(folder)
    return try seconds { try cluster.run(file: file, in: "shell") }
  }

  /// The server's account reads the scripts.
  private static func open(_ folder: URL) throws {
    for name in [""] + (try FileManager.default.contentsOfDirectory(atPath: folder.path)) {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/" + name)
    }
  }

  // MARK: Settings

  /// Milliseconds of each change of one user's notify time.
  private static func changes(
    _ store: Store, count: Int, until isOver: () -> Bool = { false }
  ) throws -> [Double] {
    var times: [Double] = []
    for number in 0..<count where !isOver() {
      let draft = Draft(fields: [
        .init("settings", .object([.init("notify_time", .text("0\(6 + number % 3):\(10 + number % 40)"))]))
      ])
      let user = "u\(1 + number * 7_919 % 100_000)"
      times.append(try seconds { try store.edit(.user, key: user, draft, change) } * 1_000)
    }
    return times
  }

  /// The p99 of changes while everything is planned anew.
  private static func duringPlan(_ store: Store, _ cluster: TestCluster) throws -> Double {
    try cluster.run("TRUNCATE notification_logs; DELETE FROM meta WHERE name LIKE 'plan%'")
    let isOver = Mutex(false)
    let url = cluster.url()
    let change = change
    Thread.detachNewThread {
      if let planner = try? Store.open(url) {
        _ = try? planner.plan(days: 30, change)
        planner.close()
      }
      isOver.withLock { $0 = true }
    }
    let times = try changes(store, count: 1_000_000) { isOver.withLock { $0 } }.sorted()
    return times[times.count * 99 / 100]
  }

  // MARK: Claims

  /// Seconds in which two workers claim and acknowledge everything that is due.
  private static func work(_ url: String) throws -> Double {
    let stores = try (0..<2).map { _ in try Store.open(url) }
    defer { for store in stores { store.close() } }
    let (noon, batch) = (noon, batch)
    return seconds {
      DispatchQueue.concurrentPerform(iterations: 2) { number in
        let queue = ReminderQueue(stores[number])
        while let claim = try? queue.claim(batch, owner: "w\(number)", leaseSeconds: 600, now: noon), !claim.isEmpty {
          _ = try? queue.acknowledge(
            claim.reminders.map { Acknowledgement($0, .sent) }, owner: "w\(number)", now: noon)
        }
      }
    }
  }

  /// A script of pgbench that claims some reminders and acknowledges them, by the statements of a worker.
  private static func claiming(_ count: Int) -> String {
    """
    BEGIN;
    SELECT COALESCE(STRING_AGG(CAST(number AS TEXT), ','), '0') AS ids FROM (
      \(ReminderClaiming.due(nil, .all, .postgresql).text.replacing("$1", with: "\(noon)").replacing("$2", with: "\(count)"))
    ) due (number) \\gset
    UPDATE notification_logs
    SET lease_owner = 'b' || :client_id, lease_until = \(noon + 600), first_attempt_at = COALESCE(first_attempt_at, \(noon))
    WHERE id IN (:ids);
    COMMIT;
    UPDATE notification_logs
    SET status = 'sent', sent_at = \(noon), next_attempt_at = NULL, error_message = NULL, lease_owner = NULL,
      lease_until = NULL, updated_at = \(noon)
    WHERE id IN (:ids) AND lease_owner = 'b' || :client_id;
    """
  }

  /// Seconds of a transaction, of all clients together.
  private static func pgbench(
    _ cluster: TestCluster, _ script: String, _ arguments: [String], _ folder: URL
  ) throws -> Double {
    let file = folder.appendingPathComponent("bench.sql").path
    try script.write(toFile: file, atomically: true, encoding: .utf8)
    try open(folder)
    let output = try cluster.bench(arguments + ["-n", "-f", file], in: "shell")
    guard let line = output.split(separator: "\n").first(where: { $0.hasPrefix("tps = ") }),
      let rate = Double(line.split(separator: " ")[2])
    else { throw TestDatabase.Failure(statement: output) }
    return 1 / rate
  }
}
