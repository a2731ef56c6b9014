import Database
import Foundation
import JSON
import Records
import Store
import Synchronization
import TestSupport

/// What 300,000 users ask of a PostgreSQL server on one machine: eight planners at once, a day on which all are told, by sixteen workers of which a third of the users
/// want digests, and a clean-up beside somebody who reads for long. `admin/postgresql.md` computes from these figures.
enum ScaleBench {
  private static let change = ReminderBench.change
  private static let noon = ReminderBench.noon
  private static let workers = 16

  static func run(_ report: inout Report, users: Int) throws {
    let cluster = try TestCluster(settings: ["shared_buffers=512MB", "max_wal_size=4GB", "max_connections=300"])
    let store = try ReminderBench.service(cluster.url(), users: users)
    defer { store.close() }
    try cluster.run("UPDATE notification_settings SET digest = 1 WHERE user_id % 3 = 0")
    try cluster.run("ANALYZE")

    let wal = try walBytes(store)
    let alone = try seconds { _ = try store.plan(days: 30, change) }
    let written = try walBytes(store) - wal
    try cluster.run("TRUNCATE notification_logs; DELETE FROM meta WHERE name LIKE 'plan%'")
    let failures = Mutex(0)
    let together = seconds {
      atOnce(8, cluster.url()) { _, store in
        do { _ = try store.plan(days: 30, change) } catch { failures.withLock { $0 += 1 } }
      }
    }
    let failed = failures.withLock { $0 }
    report.add(
      "PostgreSQL: 8 planners at once, \(users) users", together, "s", reference: "one alone", alone,
      bar: "ratio <= 1.5, no error", isMet: together <= 1.5 * alone && failed == 0)
    let (rows, bytes, others) = try size(store)
    let computed = "what admin/postgresql.md computes with"
    report.add(
      "PostgreSQL: WAL of a planned reminder", Double(written) / Double(rows), "bytes", reference: computed, 530)
    report.add("PostgreSQL: a user but the log", Double(others) / Double(users), "bytes", reference: computed, 720)
    report.add(
      "PostgreSQL: a waiting reminder, indexes included", Double(bytes) / Double(rows), "bytes",
      reference: computed,
      310)

    // Everybody is told of one day within the same hour, as at New Year.
    let due = try store.database.read {
      try $0.integer("SELECT COUNT(*) FROM notification_logs WHERE scheduled_at <= $1", [.integer(noon)])
    }
    let sent = Mutex(0)
    let rush = seconds {
      atOnce(workers, cluster.url()) { number, store in
        let queue = ReminderQueue(store)
        while let claim = try? queue.claim(500, owner: "w\(number)", leaseSeconds: 600, now: noon), !claim.isEmpty {
          let count = try? queue.acknowledge(
            claim.reminders.map { Acknowledgement($0, .sent) }, owner: "w\(number)", now: noon)
          sent.withLock { $0 += count ?? 0 }
        }
      }
    }
    report.add(
      "PostgreSQL: New Year, \(workers) workers, \(due) due", rush, "s", reference: "a minute", 60,
      bar: "<= 60, each once", isMet: rush <= 60 && sent.withLock { $0 } == due)

    let longest = try cleanUp(store, cluster.url(), users)
    report.add(
      "PostgreSQL: a change beside clean-up and a reader", longest, "s", reference: "the longest wait", 0.5,
      bar: "<= 0.5", isMet: longest <= 0.5)
  }

  private static func walBytes(_ store: Store) throws -> Int {
    try store.database.read {
      try $0.integer("SELECT CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS BIGINT)")
    }
  }

  /// The rows of the log, the bytes of its tables and indexes, and those of all other tables.
  private static func size(_ store: Store) throws -> (rows: Int, bytes: Int, others: Int) {
    try store.database.read { connection in
      (
        try connection.integer("SELECT COUNT(*) FROM notification_logs"),
        try connection.integer(
          "SELECT CAST(SUM(pg_total_relation_size(inhrelid)) AS BIGINT) FROM pg_inherits WHERE inhparent = CAST('notification_logs' AS REGCLASS)"
        ),
        try connection.integer(
          """
          SELECT CAST(SUM(pg_total_relation_size(oid)) AS BIGINT)
          FROM pg_class
          WHERE relkind = 'r' AND NOT relispartition AND relnamespace = CAST(current_schema() AS REGNAMESPACE)
          """)
      )
    }
  }

  /// Cleans up while another program reads as `pg_dump` does, and users change their settings.
  ///
  /// - Returns: the longest that a change took, in seconds.
  private static func cleanUp(_ store: Store, _ url: String, _ users: Int) throws -> Double {
    let (isReading, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      let reader = try? Store.open(url)
      _ = try? reader?.database.read { connection in
        _ = try connection.integer("SELECT COUNT(*) FROM notification_logs")
        isReading.signal()
        mayEnd.wait()
      }
      reader?.close()
    }
    isReading.wait()
    defer { mayEnd.signal() }
    return try ReplanBench.longestChange(store, url, users) {
      _ = try ReminderQueue($0).cleanUp(before: noon + 60 * 86_400)
    }.longest
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double { try shortestSeconds(rounds: 1, body) }

  /// Runs a body in several threads, each with a store of its own, and waits for all.
  private static func atOnce(_ count: Int, _ url: String, _ body: @escaping @Sendable (Int, Store) -> Void) {
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        guard let store = try? Store.open(url) else { return }
        defer { store.close() }
        body(number, store)
      }
    }
    group.wait()
  }
}
