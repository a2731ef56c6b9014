import Channels
import Database
import Folklore
import Foundation
import Lunisolar
import Sinks
import Synchronization
import TestSupport
import Testing
import Transfer

@testable import Reminders
@testable import Store

/// A database with reminders that are due, a clock that a test can put forward, and workers on both.
final class DeliveryDesk: Sendable {
  /// 08:00 of 2026-11-21 in Taipei.
  static let start = 1_795_219_200
  private let database: TestDatabase
  let store: Store
  let queue: ReminderQueue
  private let time = Mutex(Double(DeliveryDesk.start))
  private let told = Mutex(DeliveryTally())

  init(keepsOutbox: Bool = false) throws {
    database = try TestDatabase("store") { try Store.create($0).close() }
    let store = try Store.create(database.url)
    self.store = keepsOutbox ? store.keepingOutbox() : store
    queue = ReminderQueue(self.store)
  }

  deinit { store.close() }

  // MARK: Time

  /// It stands still but for what somebody sleeps: on a machine that is busy, half a minute goes by in no time, and what is to be tried
  /// again after it would be tried at once.
  var now: Double { time.withLock { $0 } }

  func putForward(seconds: Double) { time.withLock { $0 += seconds } }

  var clock: DeliveryClock {
    DeliveryClock(
      now: { self.now },
      sleep: { seconds in
        let end = self.now + seconds
        do {
          try await Task.sleep(for: .seconds(seconds))
          self.time.withLock { $0 = max($0, end) }
        } catch {}
      })
  }

  // MARK: Rows

  func add(_ change: (inout ReminderRows) -> Void) throws {
    var rows = ReminderRows()
    change(&rows)
    try run(rows.sql)
  }

  func run(_ sql: String) throws {
    try store.database.write { connection in
      let (first, last) = (
        SolarDate(uncheckedYear: 2026, month: 11, day: 1), SolarDate(uncheckedYear: 2026, month: 12, day: 31)
      )
      try LogMonths(connection: connection).make(first...last)
      try connection.executeScript(
        sql.replacing("BEGIN;", with: "").replacing("COMMIT;", with: ""))
    }
  }

  /// A row of the notification log.
  struct Row {
    let user: Int
    let status: String
    let retryCount: Int
    let nextAttempt: Int?
    let isLeased: Bool
    let error: String?
  }

  func rows() throws -> [Row] {
    try store.database.read { connection in
      try connection.all(
        """
        SELECT user_id, status, retry_count, next_attempt_at, lease_owner IS NOT NULL, error_message
        FROM notification_logs ORDER BY id
        """, []
      ) {
        Row(
          user: $0.integer(0) ?? 0, status: $0.text(1) ?? "", retryCount: $0.integer(2) ?? 0,
          nextAttempt: $0.integer(3), isLeased: $0.integer(4) == 1, error: $0.text(5))
      }
    }
  }

  func count(_ status: String) throws -> Int { try rows().count { $0.status == status } }

  // MARK: Workers

  /// Webhooks that may go to this machine.
  func webhooks(timeout: Duration = .seconds(10)) -> Route {
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    configuration.timeout = timeout
    let channel = WebhookChannel(client: TransferClient(configuration), secrets: [], allowsPlainHTTP: true) {
      Int(self.now)
    }
    return Route(toOwnTargets: channel)
  }

  /// - Parameter door: what the worker passes when it has slept; until the door opens it is as if its process had been stopped, and it
  ///   does not see the time go by.
  func worker(
    _ routes: [String: Route], hook: EventHook? = nil, sleepsBehind door: Door? = nil,
    _ change: (inout DeliveryWorker.Configuration) -> Void = { _ in },
    random: @escaping @Sendable () -> Double = { 0.5 }
  ) throws -> DeliveryWorker {
    var configuration = DeliveryWorker.Configuration()
    change(&configuration)
    let beginning = now
    return DeliveryWorker(
      queue: queue,
      channels: ChannelTable(
        Dictionary(uniqueKeysWithValues: try routes.map { (try #require(ChannelKind(rawValue: $0)), $1) })),
      writer: MessageWriter(try Claimed.templates()), hook: hook,
      configuration: configuration,
      clock: DeliveryClock(
        now: { [clock] in door?.isOpen == false ? beginning : clock.now() },
        sleep: { [clock] seconds in
          await clock.sleep(seconds)
          await door?.pass()
        }), random: random,
      report: { report in
        if case .progress(let tally) = report { self.told.withLock { $0 += tally } }
      })
  }

  /// The reports of all workers.
  var tally: DeliveryTally { told.withLock { $0 } }

  /// Sends until nothing is due.
  func deliver(_ routes: [String: Route]) async throws {
    try await worker(routes).run(.untilNothingIsDue)
  }
}

/// A door that messages wait at until a test opens it, or until they are cancelled.
actor Door {
  private let opened = Mutex(false)
  nonisolated var isOpen: Bool { opened.withLock { $0 } }
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var arrivals: [(count: Int, CheckedContinuation<Void, Never>)] = []
  private(set) var count = 0

  func pass() async {
    count += 1
    let number = count
    for arrival in arrivals where arrival.count <= count { arrival.1.resume() }
    arrivals.removeAll { $0.count <= count }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if isOpen || Task.isCancelled { continuation.resume() } else { waiting[number] = continuation }
      }
    } onCancel: {
      Task { await self.leave(number) }
    }
  }

  func open() {
    opened.withLock { $0 = true }
    for continuation in waiting.values { continuation.resume() }
    waiting = [:]
  }

  /// Waits until so many have come.
  func came(_ count: Int) async {
    if self.count < count { await withCheckedContinuation { arrivals.append((count, $0)) } }
  }

  private func leave(_ number: Int) { waiting.removeValue(forKey: number)?.resume() }
}

extension Door {
  /// A way on which each message waits at the door, and is then delivered.
  ///
  /// - Parameter look: sees a message when it comes to the door.
  nonisolated func route(
    concurrency: Int = 1, _ look: @escaping @Sendable (Message, Recipient) -> Void = { _, _ in }
  ) -> Route {
    var route = Route { message, recipient in
      look(message, recipient)
      await self.pass()
      return .delivered
    }
    route.concurrency = concurrency
    return route
  }
}

/// A channel with scripted outcomes.
struct Puppet: Channel {
  let body: @Sendable (Message, String) async -> Outcome

  func send(_ message: Message, to target: String) async -> Outcome { await body(message, target) }
}
