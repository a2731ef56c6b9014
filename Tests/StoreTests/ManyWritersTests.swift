import Database
import Folklore
import Foundation
import JSON
import Records
import Synchronization
import TestSupport
import Testing

@testable import Store

/// Several workers, planners and changers at once, each with a database connection of its own, as other processes have.
@Suite("Many writers at once", .timed, .timeLimit(.minutes(5)))
struct ManyWritersTests {
  private typealias Desk = QueueDesk

  /// Runs a body in several threads at once, with a store of its own each; throws the first error.
  private func atOnce(_ count: Int, _ url: String, _ body: @escaping @Sendable (Int, Store) throws -> Void) async throws
  {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask {
          try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
              continuation.resume(
                with: Result {
                  let store = try Store.open(url)
                  defer { store.close() }
                  try body(number, store)
                })
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// A desk with users of three events; every third wants a digest.
  private func desk(users: Int) throws -> Desk {
    let desk = try Desk()
    let drafts = (1...users).map { number in
      Draft(fields: [
        .init("email", .text("u\(number)@example.org")),
        .init("event_subscriptions", .list((0...2).map { .object([.init("event", .text("e\($0)"))]) })),
        .init("settings", .object([.init("digest", .flag(number % 3 == 0)), .init("channel", "jsonl")])),
      ])
    }
    try desk.test.store.add(drafts, to: .user, Desk.change())
    return desk
  }

  @Test("Four workers claim each reminder once and split no digest")
  func workers() async throws {
    let desk = try desk(users: 150)
    let written = try desk.plan()
    let now = Desk.at(5, 8)
    let due = try desk.test.integer("SELECT COUNT(*) FROM notification_logs WHERE scheduled_at <= \(now)")
    try #require(due > 600 && due <= written)
    // The digests that were claimed: user and due time.
    let claimed = Mutex<(ids: [Int], digests: [String], ended: Int)>(([], [], 0))
    try await atOnce(4, desk.test.url) { number, store in
      let queue = ReminderQueue(store)
      while true {
        let claim = try queue.claim(7, owner: "w\(number)", leaseSeconds: 600, now: now)
        let sent = try queue.acknowledge(
          claim.reminders.map { Acknowledgement($0, .sent) }, owner: "w\(number)", now: now)
        #expect(sent == claim.reminders.count)
        let digests = Set(claim.reminders.filter(\.user.wantsDigest).map { "\($0.user.id) \($0.scheduledAt)" })
        let isDone = try claimed.withLock { claimed in
          claimed.ids += claim.reminders.map(\.id)
          claimed.digests += digests
          claimed.ended += claim.expired
          return try claim.isEmpty && queue.nextDue(now: now).map { $0 > now } ?? true
        }
        if isDone { return }
      }
    }
    let (ids, digests, ended) = claimed.withLock { $0 }
    #expect(ids.count == Set(ids).count && ids.count + ended == due)
    #expect(digests.count == Set(digests).count)
  }

  @Test(
    "A clean-up beside a long reader removes what ended, and its empty months the next time",
    .enabled(if: !TestDatabase.isFile))
  func cleanUpBesideReader() async throws {
    let desk = try desk(users: 30)
    let planned = try desk.plan()
    try desk.test.tamper("UPDATE notification_logs SET status = 'sent', sent_at = scheduled_at")
    let (later, isReading, mayEnd) = (Desk.at(100), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let url = desk.test.url
    let reader = Thread {
      // As pg_dump does.
      let store = try? Store.open(url)
      _ = try? store?.database.read { connection in
        _ = try connection.integer("SELECT COUNT(*) FROM notification_logs")
        isReading.signal()
        mayEnd.wait()
      }
      store?.close()
      isReading.signal()
    }
    reader.start()
    isReading.wait()
    #expect(try desk.queue.cleanUp(before: later) == planned)
    func months() throws -> Int {
      try desk.test.integer("SELECT COUNT(*) FROM pg_inherits WHERE inhparent = CAST('notification_logs' AS REGCLASS)")
    }
    let before = try months()
    mayEnd.signal()
    isReading.wait()
    #expect(try desk.queue.cleanUp(before: later) == 0)
    #expect(try months() < before)
  }

  @Test("A claim takes the digests of more users than a server has advisory locks", .enabled(if: !TestDatabase.isFile))
  func manyDigests() throws {
    // A server has memory for 64 locks of each of 100 connections, and one more for each it prepares for.
    let count = 12_000
    let desk = try Desk(rules: ["solar 4/20", "solar 4/20"])
    let drafts = (1...count).map { number in
      Draft(fields: [
        .init("email", .text("u\(number)@example.org")),
        .init("event_subscriptions", .list(["e0", "e1"].map { .object([.init("event", .text($0))]) })),
        .init(
          "settings",
          .object([
            .init("digest", .flag(true)), .init("channel", "jsonl"), .init("early_enabled", .flag(false)),
            .init("day_of_enabled", .flag(false)),
          ])),
      ])
    }
    try desk.test.store.add(drafts, to: .user, Desk.change())
    #expect(try desk.plan() == 2 * count)
    let claim = try desk.claim(2 * count - 1, at: Desk.at(4))
    // The last digest is whole.
    #expect(claim.reminders.count == 2 * count)
    #expect(Set(claim.reminders.map(\.id)).count == 2 * count)
  }

  /// User, occurrence, kind and time of what waits.
  private func queue(_ desk: Desk) throws -> [String] {
    try desk.test.store.database.read { connection in
      try connection.all(
        """
        SELECT user_id, occurrence_id, kind, scheduled_at
        FROM notification_logs
        WHERE status = 'queued'
        ORDER BY user_id, occurrence_id, kind
        """
      ) { row in (0..<4).map { row.text($0) ?? "" }.joined(separator: " ") }
    }
  }

  @Test("The queue equals a new plan after planners, users and an operator wrote at once")
  func planners() async throws {
    // More users than one step of a plan on a server.
    let desk = try desk(users: 40)
    try desk.test.store.add(
      (0..<60).map { number in
        Draft(
          fields: [
            .init("uuid", .text("00000000-0000-4000-9000-\(100_000_000_000 + number)")),
            .init("event_subscriptions", .list([.object([.init("event", "e0")])])),
          ] + (number < 30 ? [] : [.init("id", .integer(5_000 + number))]))
      }, to: .user, Desk.change())
    let times = ["06:30", "08:00", "12:15", "19:45"]
    try await atOnce(7, desk.test.url) { number, store in
      var generator = SeededGenerator(seed: UInt64(number))
      switch number {
      case 0, 1:
        for days in [2, 4, 6, 9, 12] { _ = try store.plan(days: days, Desk.change()) }
      case 2:
        for rule in ["solar 4/22", "solar 4/19", "solar 4/21"] {
          try store.edit(.event, key: "e2", Draft(fields: [.init("rule", .text(rule))]), Desk.change())
        }
      default:
        for _ in 0..<12 {
          let user = Int.random(in: 1...40, using: &generator)
          let settings: [JSON.Member] = [
            .init("notify_time", .text(times[Int.random(in: 0..<4, using: &generator)])),
            .init("advance_days", .integer(Int.random(in: 0...3, using: &generator))),
          ]
          try store.edit(
            .user, key: "u\(user)@example.org", Draft(fields: [.init("settings", .object(settings))]), Desk.change())
        }
      }
    }
    _ = try desk.test.store.plan(days: 12, Desk.change())
    #expect(try desk.test.store.faults().isEmpty)
    let after = try queue(desk)
    #expect(after.count > 200)
    try desk.test.tamper("DELETE FROM notification_logs; DELETE FROM meta WHERE name LIKE 'plan%'")
    _ = try desk.plan(days: 12)
    #expect(try queue(desk) == after)
  }

  @Test(
    "Another process's change of the public data and a retried reminder are announced",
    .enabled(if: !TestDatabase.isFile))
  func news() async throws {
    let desk = try desk(users: 1)
    _ = try desk.plan()
    let claim = try desk.claim(at: Desk.at(5, 8))
    let reminder = try #require(claim.reminders.first)
    try desk.queue.acknowledge([.init(reminder, .gaveUp(reason: "full"))], owner: "w", now: Desk.at(5, 8))
    let other = try Store.open(desk.test.url)
    defer { other.close() }
    var news = other.news().makeAsyncIterator()
    // The first says that somebody listens.
    #expect(await news.next() != nil)
    try desk.test.store.edit(.event, key: "e0", Draft(fields: [.init("title", "改名")]), Desk.change())
    #expect(await news.next() != nil)
    _ = try desk.queue.retry([reminder.id], by: "test", now: Desk.at(5, 8))
    #expect(await news.next() != nil)
  }

  @Test("The same new user, profile and token at once give one each, and the others an error")
  func unique() async throws {
    let test = try TestStore()
    let results = Mutex<[String]>([])
    try await atOnce(6, test.url) { number, store in
      do {
        try store.add(
          RecordInput.drafts(of: .user, in: Data(#"{"email":"a@b.tw","settings":{"notify_time":"05:55"}}"#.utf8)),
          to: .user,
          TestStore.change)
        results.withLock { $0.append("added") }
      } catch let faults as RecordFaults {
        results.withLock { $0.append(faults.lines.joined()) }
      }
    }
    let all = results.withLock { $0 }
    #expect(all.count { $0 == "added" } == 1)
    #expect(all.count { $0.contains("\"a@b.tw\" is taken") } == 5)
    #expect(try test.integer("SELECT COUNT(*) FROM profiles WHERE notify_time = '05:55'") == 1)
  }
}
