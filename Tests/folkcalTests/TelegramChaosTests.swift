import Foundation
import Sinks
import TestSupport
import Testing

/// Workers that send by Telegram and are killed, and answers of Telegram that are lost. `make chaos` does it at length.
@Suite("remind deliver by Telegram under hard treatment", .timed, .serialized, .timeLimit(.minutes(60)))
struct TelegramChaosTests {
  private static let isFull = ProcessInfo.processInfo.environment["FOLKCAL_CHAOS"] == "full"
  private static let concurrency = 16

  /// - Parameter time: the hour and minute of 2026-11-21 in Taipei; the reminders are due at 08:00.
  private static func start(
    _ desk: OperatorDesk, _ telegram: TelegramSink, _ mode: String, at time: String
  ) throws -> Process {
    try Program.start(
      [
        "remind", "deliver", mode, "--now", "2026-11-21T\(time):00+08:00", "--lease", "10",
        "--concurrency", "\(concurrency)", "--rate", "telegram=100000",
      ],
      environment: [
        "FOLKCAL_DATABASE": desk.url, "FOLKCAL_ALLOW_PRIVATE_ADDRESSES": "1",
        "FOLKCAL_DATA": PackageRoot.path("data"), "FOLKCAL_TELEGRAM_TOKEN": TelegramSink.token,
        "FOLKCAL_TELEGRAM_URL": telegram.url,
      ])
  }

  @Test("killed at random moments, with answers lost: nobody is left out; only what was under way or lost comes twice")
  func killed() throws {
    let (kills, users) = Self.isFull ? (200, 50_000) : (8, 1_500)
    // One in a hundred is taken, and the answer is lost: Telegram knows no key by which it could tell.
    let telegram = try TelegramSink { $0 % 100 == 50 ? .acceptedThenReset : nil }
    let desk = try OperatorDesk()
    var rows = ReminderRows()
    rows.users = users
    rows.channel = "telegram"
    if !TestDatabase.isFile { _ = try desk.sql("SELECT folkcal_make_month('2026-11')") }
    _ = try desk.sql(rows.sql)
    _ = try desk.sql(
      """
      INSERT INTO chats (user_id, service, chat, is_active, is_own, created_at, updated_at)
      SELECT id, 'telegram', CAST(10000000 + id AS TEXT), 1, 0, 0, 0 FROM users
      """)
    var generator = SeededGenerator(seed: 20_261_122)
    var underWay = 0
    for _ in 0..<kills {
      let before = telegram.requestCount
      let process = try Self.start(desk, telegram, "--follow", at: "08:00")
      let share = Double.random(in: 0...2, using: &generator)
      let enough = before + Int(share * Double(users) / Double(kills))
      let end = Date().addingTimeInterval(share)
      while telegram.requestCount < enough, Date() < end { Thread.sleep(forTimeInterval: 0.001) }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      // What Telegram took and the log does not know was under way.
      let got = Set(telegram.accepted.map(\.chat)).count
      let sent = try desk.sql("SELECT COUNT(*) FROM notification_logs WHERE status = 'sent'")
      underWay += max(0, got - (Int(sent) ?? 0))
      // Its leases are another's from now on, as after their time.
      _ = try desk.sql("UPDATE notification_logs SET lease_until = 0 WHERE lease_owner IS NOT NULL")
    }
    // Those whose answers were lost wait, at most a quarter of an hour; each round may lose answers again.
    for hour in 9...18 {
      let last = try Self.start(desk, telegram, "--once", at: hour < 10 ? "09:00" : "\(hour):00")
      last.waitUntilExit()
      #expect(last.terminationStatus == 0)
    }

    #expect(try desk.sql("SELECT DISTINCT status FROM notification_logs") == "sent")
    #expect(Set(telegram.accepted.map(\.chat)).count == users && telegram.complaints.isEmpty)
    let lost = (telegram.requestCount + 49) / 100
    let twice = telegram.accepted.count - users
    // A request that its couriers had begun may be taken after the kill.
    #expect(
      twice <= underWay + lost + kills * Self.concurrency, "\(twice) twice, \(underWay) under way, \(lost) answers lost"
    )
    print(
      "Telegram chaos: \(kills) kills, \(users) reminders, \(underWay) under way, \(lost) answers lost, \(twice) twice")
  }
}
