import Database
import Folklore
import JSON
import Lunisolar
import Records
import TestSupport
import Testing

@testable import Store

/// The days of a new year, which all users' events need.
@Suite("New year", .timed)
struct NewYearTests {
  /// Users with an own day each; the first follows e0 too.
  private static let users = 250

  /// In April 2025, when the days until the end of 2028 are stored.
  private static func desk() throws -> QueueDesk {
    let desk = try QueueDesk(rules: ["lunar 3/23"])
    let people = try desk.test.store.add(
      (1...users).map { number in
        Draft(fields: [
          .init("email", .text("u\(number)@example.org")),
          .init("event_subscriptions", .list(number == 1 ? [.object([.init("event", "e0")])] : [])),
        ])
      }, to: .user, QueueDesk.change())
    try desk.test.store.add(
      zip(1...users, people).map { number, user in
        Draft(fields: [
          .init("key", .text("own-\(number)")), .init("title", "祭"), .init("rule", .text("lunar \(number % 12 + 1)/9")),
          .init("type", "custom"), .init("owner", .text(user.key)),
        ])
      }, to: .event, QueueDesk.change())
    return desk
  }

  private static func change(_ year: Int, _ month: Int, _ day: Int) -> Change {
    let today = SolarDate(uncheckedYear: year, month: month, day: day)
    return Change(actor: "mei", at: CivilTime.midnight(of: today), today: today)
  }

  /// The stored days of a year of some events.
  private static func days(_ desk: QueueDesk, _ year: Int, of events: String = "%") throws -> Int {
    try desk.test.integer(
      """
      SELECT COUNT(*)
      FROM event_occurrences o
      JOIN events e ON e.id = o.event_id
      WHERE e.key LIKE '\(events)' AND o.solar_date BETWEEN '\(year)-01-01' AND '\(year)-12-31'
      """)
  }

  private static func edit(
    _ desk: QueueDesk, _ entity: Entity, _ key: String, _ fields: Draft.Given..., at change: Change
  ) throws {
    try desk.test.store.edit(entity, key: key, Draft(fields: fields), change)
  }

  @Test("The planner adds the days of a new year weeks before it begins, and not before")
  func ahead() throws {
    let desk = try Self.desk()
    _ = try desk.test.store.plan(days: 10, Self.change(2025, 11, 20))
    #expect(try Self.days(desk, 2029) == 0)
    _ = try desk.test.store.plan(days: 10, Self.change(2025, 12, 10))
    #expect(try Self.days(desk, 2029, of: "own-%") == Self.users)
    #expect(try desk.test.store.faults().isEmpty)
  }

  @Test("Without a planner a write of the new year adds no days but those of the event that it writes")
  func write() throws {
    let desk = try Self.desk()
    _ = try desk.plan()
    let new = Self.change(2026, 1, 1)
    try Self.edit(desk, .user, "u2@example.org", .init("display_name", "美"), at: new)
    #expect(try Self.days(desk, 2029) == 0)
    try Self.edit(desk, .event, "own-3", .init("rule", "lunar 5/5"), at: new)
    #expect(try Self.days(desk, 2029) == 1 && Self.days(desk, 2029, of: "own-3") == 1)
    #expect(try desk.test.store.faults().isEmpty)
  }

  @Test("A planner that comes weeks late misses nothing, also beside changes and after a kill", arguments: [1, 40])
  func late(weeks: Int) throws {
    let desk = try Self.desk()
    _ = try desk.plan()
    let today = SolarDate(uncheckedYear: 2026, month: 1, day: 1).advanced(by: weeks * 7)
    let late = Self.change(today.year, today.month, today.day)
    // Killed after the first piece, which does not reach all events.
    #expect(
      try !desk.test.store.database.write { connection in
        try OccurrenceTable(connection: connection).extend(to: late, for: .zero).isDone
      })
    #expect(try 0 < Self.days(desk, 2029, of: "own-%") && Self.days(desk, 2029, of: "own-%") < Self.users)
    // One that has the days already, one that has not, a new one, and one that is gone.
    try Self.edit(desk, .event, "own-1", .init("rule", "lunar 6/6"), at: late)
    try Self.edit(desk, .event, "own-\(Self.users)", .init("rule", "lunar 6/6"), at: late)
    try desk.test.store.remove(.event, key: "own-2", late)
    try desk.test.store.add(
      [Draft(fields: [.init("key", "e9"), .init("title", "e9"), .init("rule", "solar 12/31")])], to: .event, late)
    #expect(try desk.test.store.faults().isEmpty)

    _ = try desk.test.store.plan(days: 400, late)
    #expect(try Self.days(desk, 2029, of: "own-%") == Self.users - 1)
    #expect(try Self.days(desk, 2029, of: "e_") == 2)
    #expect(try desk.test.store.faults().isEmpty)
    #expect(try desk.test.integer("SELECT COUNT(*) FROM meta WHERE name = 'occurrences_growth'") == 0)
    // As if the planner had never been away.
    let queue = try Self.queue(desk, from: late.at)
    try desk.test.tamper("DELETE FROM notification_logs; DELETE FROM meta WHERE name LIKE 'planned%'")
    _ = try desk.test.store.plan(days: 400, late)
    #expect(try Self.queue(desk, from: late.at) == queue && queue.count > Self.users)
  }

  private static func queue(_ desk: QueueDesk, from instant: Int) throws -> [String] {
    try desk.test.store.database.read { connection in
      try connection.all(
        "SELECT user_id, occurrence_id, kind, scheduled_at FROM notification_logs WHERE status = 'queued' AND scheduled_at >= $1 ORDER BY 1, 2, 3",
        [.integer(instant)]
      ) { row in (0..<4).map { row.text($0) ?? "" }.joined(separator: " ") }
    }
  }
}
