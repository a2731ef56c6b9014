import Folklore
import JSON
import TestSupport
import Testing

@testable import Store

@Suite("What an operator keeps from being sent", .timed)
struct DeliveryHoldTests {
  private typealias Desk = QueueDesk

  private func at(_ day: Int, _ hours: Int = 0) -> Int { Desk.at(day, hours) }

  /// A user by mail and one by ntfy; both follow e0, of 2025-04-20.
  private func desk() throws -> QueueDesk {
    let desk = try Desk()
    try desk.user(1, events: [0], ["channel": .text("mail"), "channel_target": .text("a@b.tw")])
    try desk.user(2, events: [0], ["channel": .text("ntfy"), "channel_target": .text("https://ntfy.example.org/a")])
    _ = try desk.plan()
    return desk
  }

  @Test("A paused channel waits, the others go on, and what waited goes out when it is resumed")
  func pause() throws {
    let desk = try desk()
    #expect(try desk.queue.pause(channel: "mail", by: "mei", now: at(1)))
    #expect(try !desk.queue.pause(channel: "mail", by: "lin", now: at(1)))
    #expect(try desk.queue.holds().map(\.channel) == ["mail"])
    let first = try desk.claim(at: at(2))
    #expect(first.reminders.map(\.user.channel) == ["ntfy"])
    try desk.queue.acknowledge(first.reminders.map { .init($0, .sent) }, owner: "w", now: at(2))
    // Nothing is due that may go out: a worker need not look again at once.
    #expect(try desk.claim(at: at(2), owner: "x").isEmpty)
    #expect(try desk.queue.nextDue(now: at(2)).map { $0 > at(2) } == true)
    #expect(try desk.queue.resume(channel: "mail", by: "mei", now: at(2, 1)))
    #expect(try !desk.queue.resume(channel: "mail", by: "mei", now: at(2, 1)))
    #expect(try desk.claim(at: at(2, 1)).reminders.map(\.user.channel) == ["mail"])
    #expect(try desk.queue.holds().isEmpty)
    #expect(try desk.test.store.audit(kind: "hold", key: "mail", limit: 9).map(\.action) == ["remove", "add"])
  }

  @Test("What a worker has claimed but not sent waits too")
  func claimed() throws {
    let desk = try desk()
    let claim = try desk.claim(at: at(2))
    let ids = claim.reminders.map(\.id)
    #expect(ids.count == 2)
    let mails = Set(claim.reminders.filter { $0.user.channel == "mail" }.map(\.id))
    try desk.queue.pause(channel: "mail", by: "mei", now: at(2))
    #expect(try desk.unsendable(of: claim.reminders, now: at(2)) == mails)
    #expect(try desk.renew(claim.reminders, until: at(3), now: at(2)) == Set(ids).subtracting(mails))
    // The lease ends, and after the pause another worker has it.
    try desk.queue.resume(channel: "mail", by: "mei", now: at(2, 1))
    #expect(try Set(desk.claim(at: at(2, 1), owner: "x").reminders.map(\.id)) == mails)
  }

  @Test("A reminder whose day passes in a pause expires, and its reason says so", arguments: [1, 4])
  func expiry(days: Int) throws {
    let desk = try desk()
    try desk.queue.pause(channel: "mail", by: "mei", now: at(1))
    let end = at(5 + days)
    if days > 2 {
      // No worker claimed it for days.
      _ = try desk.queue.expireForgotten(now: end)
    } else {
      try desk.queue.resume(channel: "mail", by: "mei", now: end)
      _ = try desk.claim(at: end)
    }
    let expired = try desk.queue.page(ReminderQuery(status: .expired), now: end).reminders
    let mails = expired.filter { $0.user.channel == "mail" }
    #expect(mails.count == 3)
    #expect(mails.allSatisfy { $0.reason == "its day has passed while mail was paused" }, "\(mails.map(\.reason))")
    let others = expired.filter { $0.user.channel != "mail" }
    #expect(!others.isEmpty && others.allSatisfy { $0.reason == "its day has passed" }, "\(others.map(\.reason))")
  }

  @Test("After a restore nothing that was due before goes out, until it is marked as sent, cancelled or released")
  func restore() throws {
    let desk = try desk()
    try desk.queue.hold(dueBefore: at(4, 1), by: "mei", now: at(4, 1))
    #expect(try desk.claim(at: at(4, 1)).isEmpty)
    #expect(try desk.queue.statistics(now: at(4, 1)).holds.map(\.dueBefore) == [at(4, 1)])
    var mails = ReminderQuery(status: .queued)
    (mails.channel, mails.until) = ("mail", at(4, 1))
    let marked = try desk.queue.markAllSent(mails, by: "mei", now: at(4, 1))
    #expect(marked.changed == 2 && marked.left.isEmpty)
    // The times of what was sent are its own.
    let sent = try desk.queue.page(ReminderQuery(status: .sent), now: at(4, 1)).reminders
    #expect(sent.map(\.sentAt) == [at(2), at(4)])
    var rest = ReminderQuery(status: .queued)
    (rest.until, rest.event) = (at(3), "e0")
    #expect(try desk.queue.cancelAll(rest, by: "mei", now: at(4, 1)).changed == 1)
    // What is due later goes out as ever: the day-of reminders.
    #expect(try Desk.brief(desk.claim(at: at(5))) == ["e0 day_of", "e0 day_of"])
    try desk.queue.releaseHeld(by: "mei", now: at(5))
    #expect(try !desk.queue.releaseHeld(by: "mei", now: at(5)))
    let left = try desk.queue.page(ReminderQuery(status: .queued), now: at(5)).reminders
    #expect(left.count == 3)
  }

  @Test("What is not due, sent already, cancelled or held by a worker is not marked as sent")
  func notMarked() throws {
    let desk = try desk()
    let all = try desk.queue.page(ReminderQuery(status: .queued), now: at(2)).reminders
    let claimed = try #require(try desk.claim(1, at: at(2)).reminders.first?.id)
    _ = try desk.queue.cancel([all[1].id], by: "mei", now: at(2))
    let unchanged = try desk.queue.markSent(all.map(\.id), by: "mei", now: at(2))
    #expect(unchanged.count == all.count)
    #expect(unchanged.first { $0.id == claimed }?.reason == "is held by a worker")
    #expect(unchanged.contains { $0.reason == "is not due yet" })
    #expect(throws: NoSuchReminder.self) { try desk.queue.markSent([99_999], by: "mei", now: at(2)) }
  }
}
