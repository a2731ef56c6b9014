import Database
import Folklore
import JSON
import Records
import TestSupport
import Testing

@testable import Store

/// Long work is done for some users at a time. If a step read rows in proportion to all users, the whole would take time in proportion to their
/// square.
@Suite("Query plans of steps on a server", .enabled(if: !TestDatabase.isFile), .timed, .timeLimit(.minutes(10)))
struct StepPlanTests {
  private static let users = 34_000
  /// Of each table that a step reads. A step of 1,000 users has some thousand reminders; the log has more than 100,000.
  private static let mostRows = 8_000
  /// The tables that grow with the users.
  private static let large = [
    "users", "events", "event_occurrences", "notification_settings", "user_event_subscriptions",
    "user_group_subscriptions",
  ]

  /// Everybody follows e0 by a group, half of them e1 by themselves, hardly anybody e2; every third has an own day.
  private static func desk() throws -> QueueDesk {
    let desk = try QueueDesk(rules: ["solar 4/20", "solar 4/22", "solar 4/22"])
    try desk.test.add(.group, #"{"key":"g","name":"組","events":["e0"]}"#)
    try desk.test.tamper(
      """
      INSERT INTO profiles (time_zone, notify_time, advance_days, early, day_of, created_at, updated_at)
      SELECT 'Asia/Taipei', '08:' || LPAD(CAST(i AS TEXT), 2, '0'), 1, 1, 1, 0, 0 FROM generate_series(10, 29) i;
      INSERT INTO users (uuid, email, created_at, updated_at)
      SELECT '00000000-0000-4000-8000-' || LPAD(CAST(i AS TEXT), 12, '0'), 'u' || i || '@example.org', 0, 0
      FROM generate_series(1, \(users)) i;
      INSERT INTO notification_settings (
        user_id, enable_all, advance_days, notify_time, newmoon_enabled, fullmoon_enabled, custom_enabled, early_enabled,
        day_of_enabled, digest, channel, channel_target, profile_id, created_at, updated_at)
      SELECT u.id, 1, 1, p.notify_time, 0, 0, 1, 1, 1, 0, 'webhook', 'http://127.0.0.1/', p.id, 0, 0
      FROM users u
      JOIN profiles p ON p.notify_time = '08:' || 10 + u.id % 20;
      INSERT INTO user_group_subscriptions (group_id, user_id, is_enabled, created_at, updated_at)
      SELECT g.id, u.id, 1, 0, 0 FROM groups g, users u;
      INSERT INTO user_event_subscriptions (event_id, user_id, is_enabled, created_at, updated_at)
      SELECT e.id, u.id, 1, 0, 0 FROM events e, users u
      WHERE e.key = 'e1' AND u.id % 2 = 0 OR e.key = 'e2' AND u.id % 5000 = 0;
      INSERT INTO user_event_subscriptions (event_id, user_id, is_enabled, created_at, updated_at)
      SELECT e.id, u.id, 0, 0, 0 FROM events e, users u WHERE e.key = 'e0' AND u.id % 10 = 0;
      INSERT INTO events (key, type, observance, title, rule, owner_id, position, created_at, updated_at)
      SELECT 'own' || id, 'custom', 'memorial', 'own', 'solar 4/23', id, id, 0, 0 FROM users WHERE id % 3 = 0;
      INSERT INTO event_occurrences (
        event_id, solar_date, last_date, lunar_year, lunar_month, lunar_is_leap, lunar_day, rule_year, is_certain, created_at,
        updated_at)
      SELECT id, '2025-04-23', '2025-04-23', 2025, 3, 0, 26, 2025, 1, 0, 0 FROM events WHERE owner_id IS NOT NULL;
      """)
    return desk
  }

  /// Runs a body on a connection that explains, checks what it read, and undoes it.
  private static func check(_ name: String, _ desk: QueueDesk, _ body: (any Connection) throws -> Void) throws {
    struct Undo: Error {}
    var reads: [ExplainingConnection.Read] = []
    do {
      try desk.test.store.database.write { connection in
        let explaining = try ExplainingConnection(connection)
        try body(explaining)
        reads = explaining.reads
        throw Undo()
      }
    } catch is Undo {}
    #expect(!reads.isEmpty, "\(name)")
    // An index whose bounds leave its first column open is read as a whole, and what does not match is not counted. Without bounds it is counted,
    // and of a few pages it says nothing.
    let first = Dictionary(
      try desk.test.store.database.read { connection in
        try connection.all(
          """
          SELECT c.relname, pg_get_indexdef(i.indexrelid, 1, true)
          FROM pg_index i
          JOIN pg_class c ON c.oid = i.indexrelid
          WHERE pg_relation_size(i.indexrelid) > 100000
          """
        ) { ($0.text(0) ?? "", $0.text(1) ?? "") }
      }, uniquingKeysWith: { first, _ in first })
    for read in reads where large.contains(read.table) || read.table.hasPrefix("notification_logs") {
      #expect(read.rows <= mostRows, "\(name): \(read.rows) rows of \(read.table) in:\n\(read.statement)")
      guard let index = read.index, !read.bounds.isEmpty, let column = first[index] else { continue }
      #expect(
        read.bounds.contains(column),
        "\(name): all of \(index) (\(read.bounds)) in:\n\(read.statement)")
    }
  }

  @Test(
    "A step of a changed event, of everything, of a plan and a small change read what concerns their users alone",
    arguments: [false, true])
  func steps(isAnalyzed: Bool) throws {
    let desk = try Self.desk()
    try desk.test.tamper(isAnalyzed ? "ANALYZE" : "SELECT 1")
    let now = QueueDesk.start
    _ = try desk.plan(days: 3)
    // A block of users of the next piece of time; the last days are planned below.
    try desk.test.store.database.write { connection in
      var planning = ReminderPlanning(connection: connection, now: now)
      _ = try planning.plan(until: now + 12 * QueueDesk.day, atMost: 10 * QueueDesk.day)
    }
    try Self.check("a block of a plan", desk) { connection in
      var planning = ReminderPlanning(connection: connection, now: now)
      _ = try planning.plan(until: now + 12 * QueueDesk.day, atMost: 10 * QueueDesk.day)
    }
    _ = try desk.plan(days: 12)
    try desk.test.tamper(isAnalyzed ? "ANALYZE" : "SELECT 1")
    #expect(try desk.test.integer("SELECT COUNT(*) FROM notification_logs") > 100_000)
    let events = try (0...2).map { try desk.test.store.record(.event, key: "e\($0)").id ?? 0 }
    for (name, place) in [
      ("an event of a group", events[0]), ("an event", events[1]), ("own days", PendingReplans.ownDays),
    ] {
      try Self.check(name, desk) { connection in
        try connection.execute(
          "INSERT INTO pending_replans (event_id, after_user, created_at, updated_at) VALUES ($1, 15000, 0, 0)",
          [.integer(place)])
        var planning = ReminderPlanning(connection: connection, now: now)
        let done = try PendingReplans(connection: connection).step(&planning)
        #expect(done?.added == 0 && done?.withdrawn == 0)
      }
    }
    try Self.check("a small event", desk) { connection in
      var planning = ReminderPlanning(connection: connection, now: now)
      #expect(try !PendingReplans(connection: connection).areMany([events[2]], planning))
      try planning.replan(.events([events[2]]))
    }
    try Self.check("a large event", desk) { connection in
      let planning = ReminderPlanning(connection: connection, now: now)
      let isMany = try PendingReplans(connection: connection).areMany([events[0]], planning)
      #expect(isMany)
    }
  }
}
