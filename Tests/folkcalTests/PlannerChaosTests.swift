import Folklore
import Foundation
import TestSupport
import Testing

@Suite("the planner under hard treatment", .timed)
struct PlannerChaosTests {
  /// 200 kills with FOLKCAL_CHAOS=full (`make chaos`).
  private static var kills: Int { ProcessInfo.processInfo.environment["FOLKCAL_CHAOS"] == "full" ? 200 : 12 }

  @Test("killed at random moments and begun again, the plan is that of an undisturbed planner")
  func kills() throws {
    let (killed, undisturbed) = (try desk(), try desk())
    let whole = ContinuousClock().measure {
      #expect((try? undisturbed.run("remind", "plan", "--days", "60", "--now", Self.now).status) == 0)
    }
    let milliseconds = Int(whole / .milliseconds(1))
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<Self.kills {
      // What was planned is taken away now and then, so that there is always something to be killed at.
      if Int.random(in: 0..<4, using: &generator) == 0 { try killed.forgetPlan() }
      let process = try Program.start(
        ["remind", "plan", "--days", "60", "--now", Self.now],
        environment: ["FOLKCAL_DATABASE": killed.url])
      Thread.sleep(forTimeInterval: Double(Int.random(in: 0...milliseconds, using: &generator)) / 1_000)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    #expect(try killed.run("remind", "plan", "--days", "60", "--now", Self.now).status == 0)
    let (left, right) = (try killed.reminders(), try undisturbed.reminders())
    #expect(left == right && !left.isEmpty)
    #expect(try killed.run("admin", "check").status == 0)
  }

  @Test("eight planners at once write what one does, and all of them end well")
  func eight() throws {
    let (both, alone) = (try desk(), try desk())
    let environment = ["FOLKCAL_DATABASE": both.url]
    let processes = try (0..<8).map { _ in
      try Program.start(["remind", "plan", "--days", "60", "--now", Self.now], environment: environment)
    }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    try alone.run("remind", "plan", "--days", "60", "--now", Self.now)
    #expect(try both.reminders() == alone.reminders())
  }

  @Test("killed while everything is planned anew, a worker completes that and sends what was held")
  func anew() throws {
    let desk = try desk()
    #expect(try desk.run("remind", "plan", "--days", "60", "--now", Self.now).status == 0)
    let before = try desk.reminders()
    // Of the whole plan: while it is made anew, some reminders are missing.
    let due = try #require(Int(desk.sql("SELECT MIN(scheduled_at) FROM notification_logs")))
    func pending() throws -> Int { try Int(desk.sql("SELECT COUNT(*) FROM pending_replans")) ?? 0 }
    // Killed when it has noted the work and not done all of it, which may need several attempts.
    for _ in 0..<20 where try pending() == 0 {
      let process = try Program.start(
        ["remind", "plan", "--anew", "--days", "60", "--now", Self.now], environment: ["FOLKCAL_DATABASE": desk.url])
      while process.isRunning, try pending() == 0 {}
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    #expect(try pending() > 0)

    let sent = desk.folder.appendingPathComponent("sent.jsonl")
    let run = try desk.run(
      "remind", "deliver", "--channel", "jsonl", "--to", sent.path, "--now", CivilTime.iso(unixTime: due))
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      try desk.sql("SELECT COUNT(*) FROM notification_logs WHERE status = 'queued' AND scheduled_at <= \(due)") == "0")
    #expect(try desk.sql("SELECT COUNT(*) FROM notification_logs WHERE status = 'sent'") != "0")
    #expect(try pending() == 0)
    _ = try desk.sql("UPDATE notification_logs SET status = 'queued' WHERE status = 'sent'")
    #expect(try desk.reminders() == before)
  }

  private static let now = "2026-11-21T08:00:00+08:00"

  /// 400 users who follow some groups, in several zones.
  private func desk() throws -> OperatorDesk {
    let desk = try OperatorDesk(loaded: true)
    let zones = ["Asia/Taipei", "America/New_York", "Europe/London", "Asia/Kathmandu"]
    let users = (1...400).map { number in
      let digits = String(repeating: "0", count: 12 - "\(number)".count) + "\(number)"
      return """
        {"uuid":"00000000-0000-4000-8000-\(digits)","time_zone":"\(zones[number % 4])","settings":{"notify_time":"0\(number % 10):15"},\
        "group_subscriptions":[{"group":"\(number % 2 == 0 ? "mazu" : "seasonal")"}]}
        """
    }
    let file = try desk.file("users.json", "[" + users.joined(separator: ",\n") + "]")
    let run = try desk.run("admin", "user", "import", file, "--now", Self.now)
    #expect(run.status == 0, "\(run.errors)")
    return desk
  }
}

extension OperatorDesk {
  /// Every reminder of the log without its number, which follows from the order of writing.
  fileprivate func reminders() throws -> [String] {
    let found = try self.sql(
      "SELECT user_id, occurrence_id, kind, scheduled_at, status FROM notification_logs ORDER BY 1, 2, 3")
    return found.split(separator: "\n").map(String.init)
  }

  /// As if nothing had ever been planned.
  fileprivate func forgetPlan() throws {
    _ = try sql("DELETE FROM notification_logs; DELETE FROM meta WHERE name IN ('planned_until', 'plan_step');")
  }

}
