import Database
import Folklore
import Foundation
import JSON
import Records
import TestSupport
import Testing

@testable import Store

/// The log of all users read along its indexes, held against a sort of the whole of it.
@Suite("Pages of a long log", .timed)
struct LogStreamTests {
  /// A log in which everything happens: all statuses, later attempts, many at one instant, many events.
  private static func desk(seed: UInt64) throws -> (desk: QueueDesk, generator: SeededGenerator) {
    var generator = SeededGenerator(seed: seed)
    let desk = try QueueDesk(rules: ["solar 4/20", "solar 4/20", "solar 4/21", "solar 4/25"])
    for number in 1...40 {
      try desk.user(
        number, events: [0, 1, 2, 3].filter { _ in Bool.random(using: &generator) },
        [
          "advance_days": .integer(Int.random(in: 0...3, using: &generator)),
          "channel": .text(Bool.random(using: &generator) ? "push" : "jsonl"),
        ])
    }
    _ = try desk.plan(days: 20)
    for id in try desk.test.store.database.read({
      try $0.all("SELECT id FROM notification_logs") { $0.integer(0) ?? 0 }
    }) {
      let status = try #require(ReminderStatus.allCases.randomElement(using: &generator)).rawValue
      let next =
        status == "queued" && Bool.random(using: &generator)
        ? "scheduled_at + \(Int.random(in: 1...3, using: &generator) * 3_600)" : "NULL"
      let reason = ["NULL", "'a'", "'b'"].randomElement(using: &generator) ?? "NULL"
      try desk.test.tamper(
        "UPDATE notification_logs SET status = '\(status)', next_attempt_at = \(next), error_message = \(reason) WHERE id = \(id)"
      )
    }
    return (desk, generator)
  }

  /// The expected page, from a full sort.
  private static func expected(_ desk: QueueDesk, _ query: ReminderQuery, _ now: Int) throws -> [Int] {
    let rows = try desk.test.store.database.read { connection in
      try connection.all(
        """
        SELECT n.id, CASE n.status WHEN 'queued' THEN COALESCE(n.next_attempt_at, n.scheduled_at) ELSE n.scheduled_at END,
          n.status, e.key, n.user_id, n.error_message, s.channel
        FROM notification_logs n, event_occurrences o, events e, notification_settings s
        WHERE o.id = n.occurrence_id AND e.id = o.event_id AND s.user_id = n.user_id
        """
      ) {
        (
          id: $0.integer(0) ?? 0, due: $0.integer(1) ?? 0, status: $0.text(2) ?? "", event: $0.text(3) ?? "",
          user: $0.integer(4) ?? 0, reason: $0.text(5), channel: $0.text(6)
        )
      }
    }
    let chosen = rows.filter { row in
      (query.status.map { row.status == $0.rawValue } ?? true) && (query.event.map { row.event == $0 } ?? true)
        && (!query.isDue || row.status == "queued" && row.due <= now) && (query.from.map { row.due >= $0 } ?? true)
        && (query.until.map { row.due < $0 } ?? true) && (query.reason.map { row.reason == $0 } ?? true)
        && (query.channel.map { row.channel == $0 } ?? true)
    }.sorted { ($0.due, $0.user, $0.id) < ($1.due, $1.user, $1.id) }.map(\.id)
    return query.isDescending ? chosen.reversed() : chosen
  }

  @Test("Pages by number and by cursor equal parts of the sorted whole log", arguments: [1, 2, 3] as [UInt64])
  func pages(seed: UInt64) throws {
    var (desk, generator) = try Self.desk(seed: seed)
    let now = QueueDesk.at(4, 3)
    for _ in 0..<60 {
      var query = ReminderQuery()
      if Bool.random(using: &generator) { query.status = ReminderStatus.allCases.randomElement(using: &generator) }
      if Int.random(in: 0..<3, using: &generator) == 0 { query.event = "e\(Int.random(in: 0..<4, using: &generator))" }
      query.isDue = Int.random(in: 0..<4, using: &generator) == 0
      query.isDescending = Bool.random(using: &generator)
      if Int.random(in: 0..<3, using: &generator) == 0 { query.reason = "a" }
      if Int.random(in: 0..<3, using: &generator) == 0 { query.channel = "jsonl" }
      if Bool.random(using: &generator) { query.from = QueueDesk.at(Int.random(in: 0...6, using: &generator)) }
      if Bool.random(using: &generator) { query.until = QueueDesk.at(Int.random(in: 2...9, using: &generator), 1) }
      let whole = try Self.expected(desk, query, now)
      query.limit = Int.random(in: 1...30, using: &generator)
      query.offset = Int.random(in: 0...20, using: &generator)
      #expect(
        try ids(desk, query, now) == Array(whole.dropFirst(query.offset).prefix(query.limit)), "seed \(seed): \(query)")
      query.offset = 0
      var walked: [Int] = []
      while true {
        let page = try ids(desk, query, now)
        guard let last = page.last else { break }
        walked += page
        let reminder = try desk.queue.reminder(last)
        query.after = ReminderCursor(scheduledAt: reminder.dueAt, user: reminder.user.id, id: last)
      }
      #expect(walked == whole, "seed \(seed): \(query)")
    }
  }

  /// By the indexes, also where an event has so few that it would be gathered.
  private func ids(_ desk: QueueDesk, _ query: ReminderQuery, _ now: Int) throws -> [Int] {
    try desk.test.store.database.read { connection in
      let event = try query.event.map { try RecordReader(connection: connection).existingID(.event, key: $0) }
      let ids = try LogStreams(query, event: event, now: now, connection).ids(connection)
      #expect(try ReminderSelection(query, now: now, connection).ids(connection) == ids)
      return ids
    }
  }

  @Test(
    "The log is read along its indexes, in index order", .enabled(if: TestDatabase.isFile), arguments: [false, true],
    [nil, 1])
  func plan(isDescending: Bool, event: Int?) throws {
    let test = try TestStore()
    var query = ReminderQuery()
    query.isDescending = isDescending
    for (status, index) in [
      (ReminderStatus.sent, "COVERING INDEX notification_logs_ended (status=? AND scheduled_at>?"),
      (.queued, "INDEX notification_logs_due (<expr>>? AND <expr><?)"),
    ] {
      let plan = try test.store.database.read { connection in
        let statement = try LogStreams(query, event: event, now: 0, connection).statement(status)
        return try connection.all(
          SQL("EXPLAIN QUERY PLAN " + statement.text), (0..<(event == nil ? 6 : 9)).map(SQLValue.integer)
        ) { $0.text(3) ?? "" }
      }
      #expect(plan.first?.contains(index) == true, "\(plan)")
      // Only the reminders of one user at one instant are sorted.
      #expect(plan.last == "USE TEMP B-TREE FOR RIGHT PART OF ORDER BY", "\(plan)")
    }
  }

  @Test("Statistics equal the counts of a full scan")
  func statistics() throws {
    let (desk, _) = try Self.desk(seed: 4)
    let now = QueueDesk.at(6)
    try desk.test.tamper(
      """
      UPDATE notification_settings SET channel = CASE user_id % 3 WHEN 0 THEN 'mail' WHEN 1 THEN 'ntfy' ELSE 'push' END;
      UPDATE notification_logs SET sent_at = scheduled_at + 60, updated_at = scheduled_at + 60 WHERE status <> 'queued';
      UPDATE notification_logs SET error_message = 'no connection to mail' || (id % 2) || '.example.org: refused'
        WHERE status = 'failed' OR next_attempt_at IS NOT NULL;
      """)
    func count(_ condition: String) throws -> Int {
      try desk.test.integer(
        "SELECT COUNT(*) FROM notification_logs n, notification_settings s WHERE s.user_id = n.user_id AND \(condition)"
      )
    }
    let statistics = try desk.queue.statistics(now: now)
    for status in ReminderStatus.allCases {
      #expect(try statistics.statuses[status.rawValue] == count("status = '\(status.rawValue)'"))
    }
    for channel in ["mail", "ntfy", "push"] {
      #expect(try statistics.queuedByChannel[channel] == count("status = 'queued' AND channel = '\(channel)'"))
    }
    #expect(try statistics.sentLastDay == count("status = 'sent' AND sent_at > \(now - 86_400)"))
    #expect(try statistics.failedLastDay == count("status = 'failed' AND n.updated_at > \(now - 86_400)"))
    #expect(try statistics.waitingAfterFailure == count("status = 'queued' AND next_attempt_at IS NOT NULL"))
    #expect(try statistics.failures.reduce(0) { $0 + $1.count } == count("status = 'failed'"))
    #expect(statistics.waitingReasons.count == 2)
    #expect(statistics.sentLastDay > 0 && statistics.failedLastDay > 0)

    let health = try desk.queue.health(now: now)
    #expect(health.isFailing && health.reasons.map(\.reason) == ["no connection to …"])
    #expect(try health.waitingAfterFailure == count("status = 'queued' AND next_attempt_at IS NOT NULL"))
  }

  @Test("The public summary of a failure contains no host and no address")
  func summaries() {
    for (reason, expected) in [
      ("no connection to mail.example.org: Connection refused", "no connection to …"),
      ("hooks.example.org did not answer within 30 s", "… did not answer within 30 s"),
      ("answered 500: <html>kai@example.org", "answered 500"),
      ("no connection to [2001:db8::1]:25: refused", "no connection to …"), ("", "unknown"),
    ] { #expect(DeliveryHealth.summary(of: reason) == expected) }
  }
}
