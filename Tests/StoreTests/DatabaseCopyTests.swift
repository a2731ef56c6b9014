import Database
import Folklore
import Foundation
import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Copies of a whole database", .timed)
struct DatabaseCopyTests {
  /// A desk with a queue in every state, own days, tokens and an audit log.
  private func desk() throws -> QueueDesk {
    let desk = try QueueDesk()
    for number in 1...3 { try desk.user(number, events: [0, 1, 2], ["channel": "jsonl"]) }
    _ = try desk.plan()
    let claim = try desk.claim(4, at: QueueDesk.at(2), lease: 9_999)
    try desk.queue.acknowledge(
      [.init(claim.reminders[0], .sent), .init(claim.reminders[1], .gaveUp(reason: "full\n郵箱"))], owner: "w",
      now: QueueDesk.at(2))
    _ = try desk.test.store.makeToken(name: "t", role: .reader, user: nil, expiresAt: nil, QueueDesk.change())
    try desk.test.add(.temple, #"{"key":"t","name":"測試宮","lat":23.123456,"lng":120.5}"#)
    try desk.test.tamper("DELETE FROM notification_logs WHERE id = (SELECT MAX(id) FROM notification_logs)")
    return desk
  }

  @Test("A copy to a file and back has the same rows and numbers; leases are left out; nothing is sent again")
  func bothWays() throws {
    let desk = try desk()
    let file = desk.test.folder + "/copy.db"
    let copy = try Store.create("sqlite:" + file)
    let there = try desk.test.store.copy(to: copy)
    let third = try TestStore()
    let back = try copy.copy(to: third.store)
    #expect(there == back)
    #expect(there.tables.first { $0.table == "notification_logs" }?.rows == 26)
    #expect(try third.integer("SELECT COUNT(*) FROM notification_logs WHERE lease_owner IS NOT NULL") == 0)
    #expect(try third.integer("SELECT COUNT(*) FROM notification_logs WHERE status = 'sent'") == 1)
    #expect(try third.store.faults().isEmpty && copy.faults().isEmpty)
    let page = try ReminderQueue(third.store).page(ReminderQuery(), now: QueueDesk.start).reminders.map(\.key)
    #expect(try desk.queue.page(ReminderQuery(), now: QueueDesk.start).reminders.map(\.key) == page)
    // A number of a removed reminder is not given again.
    _ = try third.store.plan(days: 10, QueueDesk.change())
    try third.store.edit(
      .user, key: "u1", Draft(fields: [.init("settings", .object([.init("advance_days", .integer(2))]))]),
      QueueDesk.change())
    #expect(try third.integer("SELECT COUNT(*) FROM notification_logs WHERE id = 27") == 0)
    // And an operator's events continue after the old ones.
    try third.add(.event, #"{"key":"new","title":"新","rule":"lunar 1/1"}"#)
    #expect(try third.store.record(.event, key: "new").id == 1_000_003)
  }

  @Test("A target with records is refused and not changed")
  func refused() throws {
    let desk = try desk()
    let other = try TestStore()
    try other.add(.source, #"{"key":"s","title":"書"}"#)
    #expect(throws: CopyRefusal.targetNotEmpty(other.store.place)) { try desk.test.store.copy(to: other.store) }
    #expect(try other.integer("SELECT COUNT(*) FROM users") == 0)
  }

  @Test("A failed copy leaves the target empty")
  func failed() throws {
    let desk = try desk()
    let other = try TestStore()
    try other.refuseReminders(ofUser: 2)
    #expect(throws: DatabaseError.self) { try desk.test.store.copy(to: other.store) }
    #expect(try other.integer("SELECT COUNT(*) FROM users") == 0)
    #expect(try other.integer("SELECT COUNT(*) FROM meta WHERE name = 'planned_until'") == 0)
  }

  @Test("A copy knows every table")
  func tables() throws {
    let test = try TestStore()
    let names =
      TestDatabase.isFile
      ? "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
      : """
      SELECT relname FROM pg_class
      WHERE relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'folkcal_schema'
        AND relnamespace = CAST(current_schema() AS regnamespace)
      """
    let tables = try test.store.database.read { try $0.all(SQL(names)) { $0.text(0) ?? "" } }
    #expect(Set(tables) == Set(DatabaseCopy.tables))
  }
}
