import Folklore
import JSON
import Lunisolar
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Beginning of the plan", .timed)
struct PlanBeginningTests {
  /// Solar days every five days, from 4/20 to 6/29 of 2025.
  private static let rules = (0..<15).map { number in
    let day = 20 + number * 5
    return day <= 30 ? "solar 4/\(day)" : day <= 61 ? "solar 5/\(day - 30)" : "solar 6/\(day - 61)"
  }

  private static func desk() throws -> QueueDesk {
    let desk = try QueueDesk(rules: rules)
    try desk.user(1, events: Array(rules.indices))
    try desk.user(2, events: [0, 3, 7], zone: "America/New_York")
    return desk
  }

  /// The waiting messages by due time.
  private func queue(_ desk: QueueDesk) throws -> [String] {
    var query = ReminderQuery(status: .queued)
    query.limit = 1_000
    return try desk.queue.page(query, now: QueueDesk.start).reminders.map { "\($0.key) \($0.scheduledAt)" }.sorted()
  }

  private func meta(_ desk: QueueDesk, _ name: String) throws -> Int {
    try desk.test.integer("SELECT CAST(value AS INTEGER) FROM meta WHERE name = '\(name)'")
  }

  @Test(
    "After a plan for a future period, the next plan fills the gap and gives the queue of one single plan",
    arguments: [(40, 10), (40, 30), (3, 30), (25, 3)])
  func ahead(firstDay: Int, days: Int) throws {
    let (desk, straight) = (try Self.desk(), try Self.desk())
    _ = try desk.plan(days: days, at: QueueDesk.at(firstDay))
    let ahead = try queue(desk)
    let written = try desk.plan(days: 30)
    // One plan from now to where the later one of the two ends; the end is moved on to the next full hour, which it is already.
    _ = try straight.plan(days: max(firstDay + days, 30))
    #expect(try queue(desk) == queue(straight))
    #expect(try written == queue(straight).count - ahead.count && written > 0)
    // All is there now: nothing more is written, and nothing is noted.
    #expect(try meta(desk, "planned_from") == QueueDesk.start)
    #expect(try desk.plan(days: 30) == 0)
  }

  @Test("A plan that begins after the end of the last plan leaves no gap")
  func gap() throws {
    let (desk, straight) = (try Self.desk(), try Self.desk())
    _ = try desk.plan(days: 10)
    _ = try desk.plan(days: 10, at: QueueDesk.at(30))
    _ = try desk.plan(days: 10)
    _ = try straight.plan(days: 40)
    #expect(try queue(desk) == queue(straight))
  }

  @Test("Changes before the gap is filled apply in the gap")
  func changed() throws {
    let desk = try Self.desk()
    _ = try desk.plan(days: 10, at: QueueDesk.at(40))
    let user = "00000000-0000-4000-8000-000000000001"
    try desk.test.store.edit(
      .user, key: user,
      Draft(fields: [
        .init("event_subscriptions", .list([.object([.init("event", .text("e2"))])])),
        .init("settings", .object([.init("notify_time", .text("09:30"))])),
      ]), QueueDesk.change())
    _ = try desk.plan(days: 10)
    let straight = try QueueDesk(rules: Self.rules)
    try straight.user(1, events: [2], ["notify_time": .text("09:30")])
    try straight.user(2, events: [0, 3, 7], zone: "America/New_York")
    _ = try straight.plan(days: 50)
    #expect(try queue(desk) == queue(straight))
  }

  @Test("Planning everything again also fills the gap")
  func anew() throws {
    let (desk, straight) = (try Self.desk(), try Self.desk())
    _ = try desk.plan(days: 10, at: QueueDesk.at(40))
    try desk.test.store.replan(QueueDesk.change())
    _ = try straight.plan(days: 50)
    #expect(try queue(desk) == queue(straight))
    #expect(try desk.plan(days: 30) == 0)
  }

  @Test("Without a stored beginning, an older database continues as if planning began now")
  func older() throws {
    let desk = try Self.desk()
    _ = try desk.plan(days: 10)
    try desk.test.tamper("DELETE FROM meta WHERE name = 'planned_from'")
    #expect(try desk.plan(days: 10) == 0)
    _ = try desk.plan(days: 20)
    let straight = try Self.desk()
    _ = try straight.plan(days: 20)
    #expect(try queue(desk) == queue(straight))
  }

  @Test("After a clock error of years, only the requested days are planned")
  func years() throws {
    let (desk, straight) = (try Self.desk(), try Self.desk())
    _ = try desk.plan(days: 10, at: QueueDesk.at(4_030))
    let far = try queue(desk)
    _ = try desk.plan(days: 20)
    _ = try straight.plan(days: 20)
    #expect(try queue(desk) == (queue(straight) + far).sorted())
  }
}
