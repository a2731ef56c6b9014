import Database
import Foundation
import JSON
import Records
import Store
import Synchronization
import TestSupport

/// Replans what many follow on a PostgreSQL server, while another program changes users' settings: after the edit of an event, and everything.
enum ReplanBench {
  private static let change = ReminderBench.change

  /// - Parameter users: followers of each of ten events.
  static func run(_ report: inout Report, users: Int) throws {
    let cluster = try TestCluster(settings: ["shared_buffers=256MB", "max_wal_size=4GB"])
    let store = try ReminderBench.service(cluster.url(), users: users)
    defer { store.close() }
    _ = try store.plan(days: 30, change)
    let works: [(name: String, body: (Store) throws -> Void)] = [
      (
        "an edited event",
        { _ = try $0.edit(.event, key: "e5", Draft(fields: [.init("rule", .text("solar 12/11"))]), change) }
      ),
      ("everything anew", { _ = try $0.plan(days: 30, anew: true, change) }),
    ]
    for (name, body) in works {
      let (seconds, longest) = try longestChange(store, cluster.url(), users, body)
      report.add(
        "PostgreSQL: \(name), \(users) users", seconds, "s", reference: "a minute for 300,000",
        60 * Double(users) / 300_000, bar: "ratio <= 1", isMet: seconds <= 60 * Double(users) / 300_000)
      report.add(
        "PostgreSQL: a change meanwhile", longest, "s", reference: "the longest wait", 0.5, bar: "<= 0.5",
        isMet: longest <= 0.5)
    }
  }

  /// Runs a work while users change their settings.
  ///
  /// - Returns: its seconds, and the longest that a change took.
  static func longestChange(
    _ store: Store, _ url: String, _ users: Int, _ body: (Store) throws -> Void
  ) throws -> (seconds: Double, longest: Double) {
    let isOver = Mutex(false)
    let longest = Mutex(0.0)
    let hasEnded = DispatchSemaphore(value: 0)
    let change = change
    Thread.detachNewThread {
      defer { hasEnded.signal() }
      guard let other = try? Store.open(url) else { return }
      defer { other.close() }
      var number = 0
      while !isOver.withLock({ $0 }) {
        number += 1
        let draft = Draft(fields: [
          .init("settings", .object([.init("notify_time", .text("0\(6 + number % 3):\(10 + number % 40)"))]))
        ])
        let seconds = shortestSecondsOfOne {
          _ = try? other.edit(.user, key: "u\(1 + number * 7_919 % users)@example.org", draft, change)
        }
        longest.withLock { $0 = max($0, seconds) }
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
    let seconds = try shortestSeconds(rounds: 1) { try body(store) }
    isOver.withLock { $0 = true }
    hasEnded.wait()
    return (seconds, longest.withLock { $0 })
  }

  private static func shortestSecondsOfOne(_ body: () -> Void) -> Double { shortestSeconds(rounds: 1, body) }
}
