import Database
import Folklore
import Foundation
import JSON
import Records
import TestSupport
import Testing

@testable import Store

/// A change of what many follow: one short transaction, and then pieces by users.
@Suite("Replanning in pieces", .timed)
struct PendingReplanTests {
  /// More than a step replans.
  private static let followers = PendingReplans.fewReminders * 3 / 4

  /// Users who follow e0, each with main and day_of of two days, some also by a group.
  private func desk(group events: [String] = ["e0"]) throws -> QueueDesk {
    let desk = try QueueDesk(rules: ["solar 4/20", "solar 4/22"])
    try desk.test.store.add(
      [Draft(fields: [.init("key", "g"), .init("name", "組"), .init("events", .list(events.map(JSON.text)))])],
      to: .group,
      QueueDesk.change())
    let users = (1...Self.followers).map { number in
      Draft(fields: [
        .init("email", .text("u\(number)@example.org")),
        .init("event_subscriptions", .list(number % 3 == 0 ? [] : [.object([.init("event", .text("e0"))])])),
        .init("group_subscriptions", .list(number % 3 == 0 ? [.object([.init("group", .text("g"))])] : [])),
        .init("settings", .object([.init("advance_days", .integer(number % 4))])),
      ])
    }
    try desk.test.store.add(users, to: .user, QueueDesk.change())
    _ = try desk.plan()
    return desk
  }

  /// User, event and due time of the waiting messages.
  private func queue(_ store: Store) throws -> [String] {
    try store.database.read { connection in
      try connection.all(
        """
        SELECT n.user_id, e.key, o.solar_date, n.kind, n.scheduled_at
        FROM notification_logs n, event_occurrences o, events e
        WHERE o.id = n.occurrence_id AND e.id = o.event_id AND n.status = 'queued'
        ORDER BY 1, 2, 3, 4
        """
      ) { row in (0..<5).map { row.text($0) ?? "" }.joined(separator: " ") }
    }
  }

  /// The change as a server makes it, which leaves the rest for later; or one that is killed there.
  private func change(_ desk: QueueDesk, _ fields: Draft.Given...) throws {
    let change = Change(
      actor: "mei", at: QueueDesk.start, today: QueueDesk.change().today, completesReplans: false)
    try desk.test.store.edit(.event, key: "e0", Draft(fields: fields), change)
  }

  private func pending(_ desk: QueueDesk) throws -> Int {
    try desk.test.integer("SELECT COUNT(*) FROM pending_replans")
  }

  @Test(
    "After a changed rule or switch, replanning in pieces gives the same queue as a new plan",
    arguments: [
      Draft.Given("rule", .text("solar 4/21")), Draft.Given("rule", .text("lunar 3/25")),
      Draft.Given("is_enabled", .flag(false)),
    ])
  func wholeChange(field: Draft.Given) throws {
    let desk = try desk()
    let before = try queue(desk.test.store)
    try change(desk, field)
    // The change itself touches no reminder.
    #expect(try pending(desk) == 1 && queue(desk.test.store) == before)
    var pieces = 0
    while try desk.test.store.completeSomeReplans(now: QueueDesk.start, for: .zero) { pieces += 1 }
    #expect(pieces >= 2 && pieces <= Self.followers / 100)
    #expect(try pending(desk) == 0)
    let after = try queue(desk.test.store)
    #expect(after != before)
    // From nothing.
    try desk.test.tamper("DELETE FROM notification_logs; DELETE FROM meta WHERE name LIKE 'planned%'")
    _ = try desk.plan()
    #expect(try queue(desk.test.store) == after)
    #expect(try desk.test.store.faults() == [])
    #expect(try desk.test.integer("SELECT COUNT(*) FROM event_occurrences WHERE is_current = 0") == 0)
  }

  @Test("A command completes its own replanning before it ends")
  func command() throws {
    let desk = try desk()
    try desk.test.store.edit(
      .event, key: "e0", Draft(fields: [.init("rule", .text("solar 4/21"))]), QueueDesk.change())
    #expect(try pending(desk) == 0)
    #expect(try queue(desk.test.store).allSatisfy { $0.contains("2025-04-21") })
  }

  @Test("A change does not wait for the pieces of another change")
  func others() throws {
    let desk = try desk()
    try change(desk, .init("rule", .text("solar 4/21")))
    try desk.test.store.edit(
      .user, key: "u1@example.org", Draft(fields: [.init("display_name", .text("美"))]), QueueDesk.change())
    #expect(try pending(desk) == 1)
  }

  @Test("The next plan completes an interrupted plan, with users' later changes")
  func killed() throws {
    let desk = try desk()
    try change(desk, .init("rule", .text("solar 4/21")))
    #expect(try desk.test.store.completeSomeReplans(now: QueueDesk.start, for: .zero))
    // One of those that are done, one of those that are not, and somebody new.
    for user in ["u1@example.org", "u\(Self.followers)@example.org"] {
      try desk.test.store.edit(
        .user, key: user, Draft(fields: [.init("settings", .object([.init("notify_time", .text("19:30"))]))]),
        Change(actor: "u", at: QueueDesk.start, today: QueueDesk.change().today, completesReplans: false))
    }
    try desk.user(7_777, events: [0])
    try change(desk, .init("title", .text("另名")))
    let again = try Store.open(desk.test.url)
    _ = try again.plan(days: 10, QueueDesk.change())
    #expect(try pending(desk) == 0)
    let after = try queue(desk.test.store)
    try desk.test.tamper("DELETE FROM notification_logs; DELETE FROM meta WHERE name LIKE 'planned%'")
    _ = try desk.plan()
    #expect(try queue(desk.test.store) == after)
  }

  @Test("Reminders of a changed event wait for the new plan; others are sent")
  func heldBack() throws {
    let desk = try desk()
    try desk.user(8_888, events: [1])
    try change(desk, .init("is_enabled", .flag(false)))
    let claim = try desk.claim(5_000, at: QueueDesk.at(7))
    #expect(Set(claim.reminders.map(\.occurrence.eventKey)) == ["e1"] && claim.isHeldBack)
    while try desk.test.store.completeSomeReplans(now: QueueDesk.start, for: .zero) {}
    let next = try desk.claim(5_000, at: QueueDesk.at(7), owner: "x")
    #expect(next.reminders.isEmpty && !next.isHeldBack)
  }

  @Test("Replanning everything releases each event when it is done, and the users' own days last")
  func inTurn() throws {
    let desk = try desk(group: ["e0", "e1"])
    try desk.test.store.add(
      [
        Draft(fields: [
          .init("key", "own"), .init("title", "祭"), .init("rule", "solar 4/20"), .init("type", "custom"),
          .init("owner", .text(try desk.test.store.record(.user, key: "u1@example.org").key)),
        ])
      ], to: .event, QueueDesk.change())
    try desk.test.store.database.write { connection in
      try PendingReplans(connection: connection).add([PendingReplans.everything], at: QueueDesk.start)
    }
    // What may be claimed, in the order of its release.
    var released: [Set<String>] = []
    repeat {
      let keys = Set(
        try desk.claim(10_000, at: QueueDesk.at(5), owner: "w\(released.count)").reminders.map {
          $0.occurrence.eventType == .custom ? "own" : $0.occurrence.eventKey
        })
      if !keys.isEmpty { released.append(keys) }
    } while try desk.test.store.completeSomeReplans(now: QueueDesk.start, for: .zero)
    #expect(released == [["e0"], ["e1"], ["own"]])
  }

  @Test("Replanning everything is continued by whoever comes next")
  func everythingKilled() throws {
    let desk = try desk(group: ["e0", "e1"])
    let before = try queue(desk.test.store)
    try desk.test.tamper("UPDATE notification_logs SET scheduled_at = scheduled_at + 60 WHERE user_id % 2 = 0")
    try desk.test.store.database.write { connection in
      try PendingReplans(connection: connection).add([PendingReplans.everything], at: QueueDesk.start)
    }
    for _ in 0..<2 { #expect(try desk.test.store.completeSomeReplans(now: QueueDesk.start, for: .zero)) }
    #expect(try queue(desk.test.store) != before)
    _ = try desk.plan()
    #expect(try queue(desk.test.store) == before && pending(desk) == 0)
  }

  @Test("A full replan runs by users and repairs manual changes to the database")
  func anew() throws {
    let desk = try desk()
    let before = try queue(desk.test.store)
    try desk.test.tamper(
      "DELETE FROM notification_logs WHERE user_id % 5 = 0; UPDATE notification_logs SET scheduled_at = scheduled_at + 60 WHERE user_id % 7 = 0"
    )
    #expect(try queue(desk.test.store) != before)
    _ = try desk.test.store.plan(days: 10, anew: true, QueueDesk.change())
    #expect(try queue(desk.test.store) == before && pending(desk) == 0)
  }
}
