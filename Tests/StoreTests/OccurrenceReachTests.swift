import Folklore
import JSON
import Lunisolar
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Reach of the stored days", .timed)
struct OccurrenceReachTests {
  private static func queue(_ desk: QueueDesk) throws -> [String] {
    try desk.queue.page(ReminderQuery(), now: QueueDesk.start).reminders.map {
      "\($0.scheduledAt) \($0.occurrence.date) \($0.kind.rawValue)"
    }
  }

  /// A database that was made by a clock that is years ahead.
  private static func early(by years: Int) throws -> QueueDesk {
    let desk = try QueueDesk(rules: [])
    let (now, today) = (
      QueueDesk.start + years * 365 * 86_400, SolarDate(uncheckedYear: 2025 + years, month: 4, day: 15)
    )
    try desk.test.store.add(
      [Draft(fields: [.init("key", .text("e0")), .init("title", .text("e0")), .init("rule", .text("lunar 3/23"))])],
      to: .event, Change(actor: "mei", at: now, today: today))
    return desk
  }

  @Test("Days that are missing because a clock was ahead are added once the clock is right", arguments: [1, 5, 60])
  func behind(years: Int) throws {
    let desk = try Self.early(by: years)
    try desk.user(1, events: [0])
    #expect(try desk.plan(days: 30) == 3)
    let straight = try QueueDesk(rules: ["lunar 3/23"])
    try straight.user(1, events: [0])
    _ = try straight.plan(days: 30)
    #expect(try Self.queue(desk) == Self.queue(straight))
    #expect(try desk.test.store.faults().isEmpty)
  }

  @Test("A change with a clock years behind plans nothing for those years")
  func rehearsed() throws {
    let desk = try QueueDesk(rules: ["lunar 3/23"])
    let user = try desk.user(1, events: [0])
    _ = try desk.plan(days: 30)
    let right = try Self.queue(desk)
    let (past, today) = (QueueDesk.start - 3 * 365 * 86_400, SolarDate(uncheckedYear: 2022, month: 4, day: 15))
    try desk.test.store.edit(
      .user, key: user, Draft(fields: [.init("display_name", .text("美"))]), Change(actor: "mei", at: past, today: today)
    )
    #expect(try Self.queue(desk) == right)
    #expect(try desk.test.store.faults().isEmpty)
  }

  @Test("Reminders of days that were missing from an earlier plan are planned too")
  func planned() throws {
    let desk = try QueueDesk(rules: ["lunar 3/23"])
    try desk.user(1, events: [0])
    _ = try desk.plan(days: 30)
    let right = try Self.queue(desk)
    // As a clock that was ahead has left it.
    try desk.test.tamper(
      """
      DELETE FROM notification_logs;
      DELETE FROM event_occurrences WHERE solar_date < '2027';
      UPDATE meta SET value = '2027-01-01/2028-12-31' WHERE name = 'occurrences';
      """)
    #expect(try desk.plan(days: 30) == 3)
    #expect(try Self.queue(desk) == right)
  }
}
