import Database
import Foundation
import Records
import TestSupport
import Testing

@testable import Store

/// The statements that were rewritten for the dialect that SQLite and PostgreSQL share: `CROSS JOIN … ON`, `MAX` of two values and untyped
/// parameters are gone from them (`DialectTests`).
@Suite("Query plans of the statements in the common dialect", .enabled(if: TestDatabase.isFile), .timed)
struct StatementPlanTests {
  static func statements(_ connection: any Connection) throws -> [(name: String, text: String)] {
    var statements: [(name: String, text: String)] = []
    func add(_ name: String, _ sql: SQL) { statements.append((name, sql.text)) }
    func addAll(_ name: String, _ sql: [SQL]) {
      for (number, sql) in sql.enumerated() { add("\(name) \(number + 1)", sql) }
    }
    addAll("followers", PlanTables.followerStatements(.sqlite))
    addAll("followers of some", PlanTables.followerStatements(.sqlite, "AND s.user_id IN (SELECT id FROM plan_scope)"))
    addAll("followers of a range", PlanTables.followerStatementsOfRange(.sqlite))
    addAll(
      "counts of a replan",
      [PendingReplans.reminders, PendingReplans.followers, PendingReplans.members, PendingReplans.watchers])
    addAll("users of a replan", [PendingReplans.users, PendingReplans.owners])
    for (name, scope) in [
      ("an event", .events([1])), ("users", .users([1])), ("a range", .range(1...2, events: [1])),
    ] as [(String, PlanTables.Scope)] {
      add(
        "unwanted of \(name)", SQL("DELETE FROM notification_logs WHERE \(ReminderPlanning.unwanted(scope, .sqlite))"))
    }
    add("wanted", PlanTables.insertWanted)
    add("missing", ReminderPlanning.insertMissing)
    add("days of one user", ReminderPlanning.followedDays)
    add("insert", ReminderPlanning.insertReminders)
    for (name, channels) in [("all channels", nil), ("a channel", ["webhook"])] as [(String, Set<String>?)] {
      add("due, \(name)", ReminderClaiming.due(channels))
      add("due at an instant, \(name)", ReminderClaiming.due(channels, .restOfInstant))
      add("due later, \(name)", ReminderClaiming.due(channels, .later))
      add("next free, \(name)", ReminderQueue.nextDue(channels).free)
      add("next leased, \(name)", ReminderQueue.nextDue(channels).leased)
    }
    add("due counts", ReminderQueue.dueCounts)
    add("log of an event, count", ReminderSelection.countOfEvent)
    var query = ReminderQuery()
    query.user = "u1"
    add("log of a user", try #require(try ReminderSelection(query, now: 0, connection).gatheredPage).sql)
    add("failed", ReminderQueue.failed)
    add("deferred", ReminderQueue.deferred)
    add("audit log", Store.auditSelect)
    return statements
  }

  @Test("The query plans equal those of the former SQLite statements")
  func plans() throws {
    let test = try TestStore.loaded()
    try test.add(.user, #"{"email":"a@b.tw"}"#)
    var plans: [String] = []
    try test.store.database.write { connection in
      try connection.executeScript(PlanTables.tables(.sqlite) + PlanTables.tablesOfReplan(.sqlite))
      for (name, text) in try Self.statements(connection) {
        #expect(DialectTests.foreign(text).isEmpty)
        let lines = try connection.all(SQL("EXPLAIN QUERY PLAN " + text)) { $0.text(3) ?? "" }
        plans.append(([name] + lines).joined(separator: "\n  "))
      }
    }
    let before = Self.plansBefore.components(separatedBy: "\n\n")
    #expect(plans.count == before.count)
    for (plan, old) in zip(plans, before) { #expect(plan == old, "\(plan)\n\nof the old text:\n\n\(old)") }
  }
}
