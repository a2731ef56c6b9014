import Records
import TestSupport
import Testing

@testable import Store

@Suite("requests with a key are done once", .timed)
struct KeyedRequestTests {
  private let test: TestStore
  private let now = 1_795_219_200

  init() throws { test = try TestStore() }

  @Test("the first begins, another is told that it is under way, and afterwards everybody gets the answer")
  func once() throws {
    // Another server on the same database.
    let other = try Store.open(test.url)
    defer { other.close() }
    #expect(try test.store.begin(request: "r", key: "k", now: now) == .isNew)
    #expect(try other.begin(request: "r", key: "k", now: now + 1) == .underWay)
    #expect(try other.begin(request: "another", key: "k", now: now + 1) == .otherRequest)
    try test.store.finish(key: "k", answer: "done", began: now)
    for store in [test.store, other] {
      #expect(try store.begin(request: "r", key: "k", now: now + 86_399) == .answered("done"))
      #expect(try store.begin(request: "another", key: "k", now: now + 86_399) == .otherRequest)
    }
    // The day is over.
    #expect(try other.begin(request: "another", key: "k", now: now + 86_400) == .isNew)
  }

  @Test("many at once: one begins")
  func manyAtOnce() async throws {
    let (url, now) = (test.url, now)
    let begun = try await withThrowingTaskGroup(of: KeyedRequest.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let store = try Store.open(url)
          defer { store.close() }
          return try store.begin(request: "r", key: "k", now: now)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(begun.count { $0 == .isNew } == 1 && begun.count { $0 == .underWay } == 7)
  }

  @Test("a key whose request did nothing is free again, and so is one whose server died")
  func freed() throws {
    _ = try test.store.begin(request: "r", key: "k", now: now)
    try test.store.finish(key: "k", answer: nil, began: now)
    #expect(try test.store.begin(request: "r", key: "k", now: now + 1) == .isNew)
    #expect(try test.store.begin(request: "r", key: "k", now: now + 180) == .underWay)
    #expect(try test.store.begin(request: "r", key: "k", now: now + 181) == .isNew)
    // The server was only slow: what it says comes too late.
    try test.store.finish(key: "k", answer: "late", began: now + 1)
    #expect(try test.store.begin(request: "r", key: "k", now: now + 182) == .underWay)
    try test.store.finish(key: "k", answer: "right", began: now + 181)
    #expect(try test.store.begin(request: "r", key: "k", now: now + 183) == .answered("right"))
  }

  @Test("the clean-up removes the keys of which the day is over")
  func cleanUp() throws {
    for (key, at) in [("a", now), ("b", now + 10)] { _ = try test.store.begin(request: "r", key: key, now: at) }
    #expect(try test.store.cleanUpKeyedRequests(now: now + 86_399) == 0)
    #expect(try test.store.cleanUpKeyedRequests(now: now + 86_400) == 1)
    #expect(try test.store.begin(request: "r", key: "b", now: now + 20) == .underWay)
  }

  @Test(
    "links of mails from before links had secrets leave for sixty days after the last mail, and a new database has none",
    .enabled(if: TestDatabase.isFile))
  func oldLinks() throws {
    #expect(try !test.store.leavesByName(now: 0))
    let old = try TestStore.loaded()
    try old.add(.user, #"{"email":"mei@example.org","event_subscriptions":[{"event":"mazu"}]}"#)
    _ = try old.store.plan(days: 400, TestStore.change)
    try old.takeBackWorship()
    try old.tamper(
      """
      UPDATE notification_logs SET status = 'sent', sent_at = scheduled_at;
      DROP TABLE keyed_requests;
      ALTER TABLE events DROP COLUMN weight;
      ALTER TABLE events DROP COLUMN weight_in;
      ALTER TABLE events DROP COLUMN regions;
      ALTER TABLE events ADD COLUMN region TEXT NOT NULL DEFAULT 'TW';
      PRAGMA user_version = 21;
      """)
    let last = try old.integer("SELECT MAX(scheduled_at) FROM notification_logs")
    let store = try Store.open(old.url)
    defer { store.close() }
    #expect(last > 0)
    #expect(try store.leavesByName(now: last + 60 * 86_400 - 1))
    #expect(try !store.leavesByName(now: last + 60 * 86_400))
  }
}
