import Foundation
import Sinks
import Synchronization
import TestSupport
import Testing

/// What a worker leaves that is killed, or stopped for longer than its leases last. `make chaos` does it at length.
@Suite("remind deliver under hard treatment", .timed, .serialized, .timeLimit(.minutes(60)))
struct DeliveryChaosTests {
  private static let isFull = ProcessInfo.processInfo.environment["FOLKCAL_CHAOS"] == "full"
  /// 08:00 of 2026-11-21 in Taipei.
  private static let now = "2026-11-21T08:00:00+08:00"
  private static let concurrency = 16

  /// A database with reminders that are due, each of a user of its own.
  private static func desk(_ users: Int, _ sink: SinkServer) throws -> OperatorDesk {
    let desk = try OperatorDesk()
    var rows = ReminderRows()
    rows.users = users
    rows.target = sink.url + "/hook"
    if !TestDatabase.isFile { _ = try desk.sql("SELECT folkcal_make_month('2026-11')") }
    _ = try desk.sql(rows.sql)
    return desk
  }

  private static func start(_ desk: OperatorDesk, _ mode: String, lease: Int = 10) throws -> Process {
    try Program.start(
      ["remind", "deliver", mode, "--now", now, "--lease", "\(lease)", "--concurrency", "\(concurrency)"],
      environment: [
        "FOLKCAL_DATABASE": desk.url, "FOLKCAL_ALLOW_PRIVATE_ADDRESSES": "1",
        "FOLKCAL_DATA": PackageRoot.path("data"),
      ])
  }

  @Test("killed at random moments: nothing is lost, and what comes twice was under way and is the same")
  func killed() throws {
    let (kills, users) = Self.isFull ? (200, 100_000) : (8, 2_000)
    let sink = try SinkServer { _ in SinkAnswer.status(200).after(.milliseconds(Self.isFull ? 1 : 2)) }
    let desk = try Self.desk(users, sink)
    var generator = SeededGenerator(seed: 20_261_121)
    var killed = 0
    var underWay = 0
    while killed < kills {
      let before = sink.requestCount
      let process = try Self.start(desk, "--follow")
      // From the moment at which it is at work, or before.
      let share = Double.random(in: 0...2, using: &generator)
      let enough = before + Int(share * Double(users) / Double(kills))
      let end = Date().addingTimeInterval(share)
      while sink.requestCount < enough, Date() < end { Thread.sleep(forTimeInterval: 0.001) }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      killed += 1
      // What the sink got and the log does not know was under way.
      let got = Set(sink.requests.compactMap { $0.header("webhook-id") }).count
      let sent = try desk.sql("SELECT COUNT(*) FROM notification_logs WHERE status = 'sent'")
      underWay += max(0, got - (Int(sent) ?? 0))
      // Its leases are another's from now on, as after their time.
      _ = try desk.sql("UPDATE notification_logs SET lease_until = 0 WHERE lease_owner IS NOT NULL")
    }
    let last = try Self.start(desk, "--once")
    last.waitUntilExit()
    #expect(last.terminationStatus == 0)

    #expect(try desk.sql("SELECT DISTINCT status FROM notification_logs") == "sent")
    var bodies: [String: [UInt8]] = [:]
    for request in sink.requests {
      let key = try #require(request.header("webhook-id"))
      #expect(bodies.updateValue(request.body, forKey: key).map { $0 == request.body } ?? true)
    }
    #expect(bodies.count == users)
    // A request that its couriers had begun may reach the sink after the kill.
    let twice = sink.requestCount - users
    #expect(twice <= underWay + kills * Self.concurrency, "\(twice) twice, \(underWay) under way at \(kills) kills")
    print("delivery chaos: \(kills) kills, \(users) reminders, \(underWay) under way, \(twice) twice")
  }

  @Test("stopped for longer than its leases last: another worker finishes, and the late word touches nothing")
  func stopped() throws {
    let users = Self.isFull ? 20_000 : 500
    let gate = SinkGate()
    let sink = try SinkServer { _ in
      // The first requests hang until the worker that made them has been stopped.
      gate.isShut ? SinkAnswer.status(200).after(.seconds(Self.isFull ? 14 : 12)) : .status(200)
    }
    let desk = try Self.desk(users, sink)
    let first = try Self.start(desk, "--once")
    // One host holds an eighth of the couriers.
    while sink.requestCount < Self.concurrency / 8 { Thread.sleep(forTimeInterval: 0.005) }
    kill(first.processIdentifier, SIGSTOP)
    // Not while it writes: it would keep everybody from writing until it goes on.
    while TestDatabase.isFile,
      try desk.sql("BEGIN IMMEDIATE; ROLLBACK; SELECT 'free'", waitingMilliseconds: 100) != "free"
    {
      kill(first.processIdentifier, SIGCONT)
      Thread.sleep(forTimeInterval: 0.05)
      kill(first.processIdentifier, SIGSTOP)
    }
    gate.open()
    // As if the lease had run out: both programs' clocks began at the same instant, the second's later.
    _ = try desk.sql("UPDATE notification_logs SET lease_until = 0 WHERE lease_owner IS NOT NULL")
    let second = try Self.start(desk, "--once")
    second.waitUntilExit()
    #expect(second.terminationStatus == 0)
    let dump =
      "SELECT id, status, retry_count, sent_at, error_message, lease_owner, updated_at FROM notification_logs ORDER BY id"
    let after = try desk.sql(dump)
    #expect(try desk.sql("SELECT COUNT(*) FROM notification_logs WHERE status = 'sent'") == "\(users)")
    // Past the first worker's own idea of its lease, so that it sends nothing of what waits.
    Thread.sleep(forTimeInterval: 11)
    let before = sink.requestCount
    kill(first.processIdentifier, SIGCONT)
    first.waitUntilExit()
    #expect(first.terminationStatus == 0)
    #expect(try desk.sql(dump) == after)
    #expect(sink.requestCount == before)
    #expect(Set(sink.requests.map { $0.header("webhook-id") }).count == users)
    #expect(sink.requestCount <= users + Self.concurrency)
  }

  @Test("SIGTERM ends a worker in good order: nothing stays leased, and the status is 0")
  func terminated() throws {
    let sink = try SinkServer { _ in SinkAnswer.status(200).after(.milliseconds(5)) }
    let desk = try Self.desk(5_000, sink)
    let process = try Self.start(desk, "--follow")
    while sink.requestCount < 100 { Thread.sleep(forTimeInterval: 0.005) }
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(try desk.sql("SELECT COUNT(*) FROM notification_logs WHERE lease_owner IS NOT NULL") == "0")
    let sent = try desk.sql("SELECT COUNT(*) FROM notification_logs WHERE status = 'sent'")
    #expect(sent == "\(sink.requestCount)")
  }
}

/// Shut, until it is opened.
private final class SinkGate: Sendable {
  private let state = Mutex(true)

  var isShut: Bool { state.withLock { $0 } }
  func open() { state.withLock { $0 = false } }
}
