import Foundation
import Sinks
import TestSupport
import Testing

/// Workers that send by LINE and are killed, and answers of LINE that are lost. `make chaos` does it at length.
@Suite("remind deliver by LINE under hard treatment", .timed, .serialized, .timeLimit(.minutes(60)))
struct LineChaosTests {
  private static let isFull = ProcessInfo.processInfo.environment["FOLKCAL_CHAOS"] == "full"

  /// - Parameter time: the hour and minute of 2026-11-21 in Taipei; the reminders are due at 08:00.
  private static func start(_ desk: OperatorDesk, _ line: LineSink, _ mode: String, at time: String) throws -> Process {
    try Program.start(
      ["remind", "deliver", mode, "--now", "2026-11-21T\(time):00+08:00", "--lease", "10", "--concurrency", "16"],
      environment: [
        "FOLKCAL_DATABASE": desk.url, "FOLKCAL_ALLOW_PRIVATE_ADDRESSES": "1",
        "FOLKCAL_DATA": PackageRoot.path("data"), "FOLKCAL_LINE_TOKEN": LineSink.token, "FOLKCAL_LINE_URL": line.url,
      ])
  }

  @Test("killed at random moments, with answers lost: nobody is left out, and nobody gets a message twice")
  func killed() throws {
    let (kills, users) = Self.isFull ? (200, 50_000) : (8, 1_500)
    // One in a hundred is taken, and the answer is lost.
    let line = try LineSink { $0 % 100 == 50 ? .acceptedThenReset : nil }
    let desk = try OperatorDesk()
    var rows = ReminderRows()
    rows.users = users
    rows.channel = "line"
    if !TestDatabase.isFile { _ = try desk.sql("SELECT folkcal_make_month('2026-11')") }
    _ = try desk.sql(rows.sql)
    _ = try desk.sql(
      """
      INSERT INTO chats (user_id, service, chat, is_active, is_own, created_at, updated_at)
      SELECT id, 'line', 'U000000000000000000000000' || CAST(10000000 + id AS TEXT), 1, 0, 0, 0 FROM users
      """)
    var generator = SeededGenerator(seed: 20_261_121)
    for _ in 0..<kills {
      let before = line.requestCount
      let process = try Self.start(desk, line, "--follow", at: "08:00")
      let share = Double.random(in: 0...2, using: &generator)
      let enough = before + Int(share * Double(users) / Double(kills))
      let end = Date().addingTimeInterval(share)
      while line.requestCount < enough, Date() < end { Thread.sleep(forTimeInterval: 0.001) }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      // Its leases are another's from now on, as after their time.
      _ = try desk.sql("UPDATE notification_logs SET lease_until = 0 WHERE lease_owner IS NOT NULL")
    }
    // Those whose answers were lost wait, at most a quarter of an hour; each round may lose answers again.
    for hour in 9...18 {
      let last = try Self.start(desk, line, "--once", at: hour < 10 ? "09:00" : "\(hour):00")
      last.waitUntilExit()
      #expect(last.terminationStatus == 0)
    }

    #expect(try desk.sql("SELECT DISTINCT status FROM notification_logs") == "sent")
    #expect(line.accepted.count == users && Set(line.accepted.map(\.to)).count == users)
    #expect(line.repeated > 0 && line.changed == 0 && line.complaints.isEmpty)
    print("LINE chaos: \(kills) kills, \(users) reminders, \(line.repeated) sent again and known by their key")
  }
}
