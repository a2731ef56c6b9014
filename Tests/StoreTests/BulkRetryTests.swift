import Folklore
import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Reminders changed all at once", .timed)
struct BulkRetryTests {
  /// Two users with three reminders each; those of the second failed for two reasons.
  private func desk() throws -> QueueDesk {
    let desk = try QueueDesk()
    try desk.user(1, events: [0], ["channel": .text("jsonl")])
    try desk.user(2, events: [0], ["channel": .text("ntfy"), "channel_target": .text("https://ntfy.sh/a")])
    _ = try desk.plan()
    try desk.test.tamper(
      """
      UPDATE notification_logs SET status = 'failed', error_message = 'no way' WHERE user_id = 2;
      UPDATE notification_logs SET error_message = 'other' WHERE user_id = 2 AND kind = 'main';
      """)
    return desk
  }

  private func failed(reason: String? = nil, channel: String? = nil) -> ReminderQuery {
    var query = ReminderQuery(status: .failed)
    (query.reason, query.channel) = (reason, channel)
    return query
  }

  @Test("Only what the query finds is sent again, and the log of changes names who did it")
  func retried() throws {
    let desk = try desk()
    #expect(try desk.queue.count(failed(reason: "no way"), upTo: 100, now: QueueDesk.at(0)) == 2)
    #expect(try desk.queue.count(failed(), upTo: 2, now: QueueDesk.at(0)) == 2)
    #expect(try desk.queue.count(failed(channel: "jsonl"), upTo: 100, now: QueueDesk.at(0)) == 0)
    var seen: [Int] = []
    let report = try desk.queue.retryAll(failed(reason: "no way"), by: "u7", now: QueueDesk.at(0)) { seen.append($0) }
    #expect(report.changed == 2 && report.left.isEmpty && seen.last == 2)
    #expect(try desk.statuses() == ["queued": 5, "failed": 1])
    let entries = try desk.test.store.audit(kind: "reminder", actor: "u7", limit: 10)
    #expect(entries.count == 2)
    #expect(entries.allSatisfy { $0.before["status"] == "failed" && $0.after["status"] == "queued" })
    #expect(try desk.test.store.audit(kind: "reminder", actor: "u8", limit: 10).isEmpty)
  }

  @Test("What the user does not want any more is left, and counted by reason")
  func unwanted() throws {
    let desk = try desk()
    try desk.test.store.edit(
      .user, key: "u2", Draft(fields: [.init("event_subscriptions", .list([]))]), QueueDesk.change(QueueDesk.at(0)))
    let report = try desk.queue.retryAll(failed(), by: "test", now: QueueDesk.at(0))
    #expect(report.changed == 0 && report.left == ["is not wanted any more": 3])
    #expect(try desk.test.store.audit(kind: "reminder", limit: 10).isEmpty)
  }

  @Test("All waiting reminders of a user or a channel are cancelled, and no others")
  func cancelled() throws {
    let desk = try desk()
    var query = ReminderQuery(status: .queued, user: "u1")
    #expect(try desk.queue.cancelAll(query, by: "test", now: QueueDesk.at(0)).changed == 3)
    #expect(try desk.statuses() == ["cancelled": 3, "failed": 3])
    query = ReminderQuery(status: .cancelled)
    query.channel = "jsonl"
    #expect(try desk.queue.retryAll(query, by: "test", now: QueueDesk.at(0)).changed == 3)
    // A cancelled plan stays what it is: planning again changes nothing.
    _ = try desk.plan()
    #expect(try desk.statuses() == ["queued": 3, "failed": 3])
  }
}
