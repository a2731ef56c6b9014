import Database
import Folklore
import Foundation
import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("What the operator's own program is told", .timed)
struct OutboxTests {
  private typealias Desk = QueueDesk
  private let now = Desk.at(2)

  /// Two users of e0, whose reminders are claimed, and a queue that keeps the outbox.
  private func desk() throws -> (desk: QueueDesk, queue: ReminderQueue, claim: Claim) {
    let desk = try Desk()
    for user in 1...2 {
      try desk.user(user, events: [0], ["channel": .text("ntfy"), "channel_target": "https://ntfy.example.org/a"])
    }
    _ = try desk.plan()
    return (desk, ReminderQueue(desk.test.store.keepingOutbox()), try desk.claim(at: now))
  }

  private func events(_ desk: QueueDesk) throws -> [JSON] {
    try desk.test.store.database.read { connection in
      try connection.all("SELECT body FROM outbox ORDER BY id") { try JSON(storedJSON: $0.text(0) ?? "") }
    }.flatMap { $0["data"].list }
  }

  @Test("Nothing is written where nobody listens")
  func off() throws {
    let (desk, _, claim) = try desk()
    try desk.queue.acknowledge(claim.reminders.map { .init($0, .sent) }, owner: "w", now: now)
    #expect(try events(desk).isEmpty)
  }

  @Test(
    "What was sent and what failed for good is told with its way; a later attempt and another worker's lease are not")
  func reminders() throws {
    let (desk, queue, claim) = try desk()
    let (first, second) = (claim.reminders[0], claim.reminders[1])
    try queue.acknowledge([.init(first, .sent, way: "mail")], owner: "other", now: now)
    try queue.acknowledge([.init(first, .failed(reason: "500", nextAttemptAt: now + 30))], owner: "w", now: now)
    #expect(try events(desk).isEmpty)
    let again = try #require(try desk.claim(at: now + 30).reminders.first)
    try queue.acknowledge(
      [.init(again, .sent, way: "mail"), .init(second, .gaveUp(reason: "410"))], owner: "w", now: now + 30)
    let events = try events(desk)
    #expect(events.map { $0["type"].text } == ["reminder.sent", "reminder.failed"])
    #expect(events.map { $0["channel"].text } == ["mail", "ntfy"])
    #expect(events.map { $0["reminder"].integer } == [first.id, second.id])
    #expect(events.map { $0["user"].text } == [first.user.uuid, second.user.uuid])
    #expect(events[1]["reason"].text == "410" && events[0]["at"].text == "2025-04-17T00:00:30Z")
    // Neither the day nor the name of anything that people worship.
    #expect(
      Set(events.flatMap { $0.members.map(\.name) }) == ["type", "at", "reminder", "user", "kind", "channel", "reason"])
  }

  @Test("A device, a mail address and a chat that take nothing any more are told once")
  func waysGone() throws {
    let desk = try Desk()
    let store = desk.test.store.keepingOutbox()
    let queue = ReminderQueue(store)
    try store.add(
      [
        Draft(fields: [
          .init("uuid", .text("00000000-0000-4000-8000-000000000001")), .init("email", .text("a@b.tw")),
          .init(
            "devices", .list([.object([.init("token", .text("t1")), .init("platform", .text("ios"))])])),
          .init("settings", .object([.init("channel", .text("mail"))])),
          .init("event_subscriptions", .list([.object([.init("event", .text("e0"))])])),
        ])
      ], to: .user, Desk.change())
    for _ in 1...2 { try queue.switchOff(device: "t1", now: now) }
    _ = try desk.plan()
    let user = try #require(try desk.claim(at: now).reminders.first).user
    try queue.noteBounce(of: user, reason: "550", now: now)
    let events = try events(desk)
    #expect(events.map { $0["type"].text } == ["way.gone", "way.gone"])
    #expect(
      events.map { $0["channel"].text } == ["push", "mail"] && events.allSatisfy { $0["user"].text == user.uuid })
  }

  @Test("An alarm is told when it begins and when it is over")
  func alarms() throws {
    let desk = try Desk()
    let store = desk.test.store.keepingOutbox()
    let sighting = AlarmSighting(.plannerSilent, since: now - 100)
    try store.note([sighting], targets: [], holdSeconds: 0, now: now)
    try store.note([sighting], targets: [], holdSeconds: 0, now: now + 60)
    try store.note([], targets: [], holdSeconds: 0, now: now + 120)
    #expect(try events(desk).map { $0["type"].text } == ["alarm.begun", "alarm.over"])
    #expect(try events(desk).allSatisfy { $0["alarm"].text == "planner-silent" })
  }

  @Test(
    "Messages are told in order by one worker at a time, tried again with the same bytes, and dropped after three days")
  func order() throws {
    let (desk, queue, claim) = try desk()
    for reminder in claim.reminders { try queue.acknowledge([.init(reminder, .sent)], owner: "w", now: now) }
    func take(_ owner: String, at now: Int) throws -> OutboxMessage? {
      try queue.claimOutbox(owner: owner, leaseSeconds: 120, now: now)
    }
    let first = try #require(try take("a", at: now))
    #expect(try take("b", at: now) == nil)
    // Its worker died.
    let again = try #require(try take("b", at: now + 120))
    #expect(again.key == first.key && again.body == first.body && again.firstAttemptAt == now)
    // A word of the dead one changes nothing.
    try queue.end(first, .sent, owner: "a")
    try queue.end(again, .failed(reason: "500", nextAttemptAt: now + 200), owner: "b")
    #expect(try take("a", at: now + 199) == nil)
    #expect(try queue.outboxState() == OutboxState(count: 2, oldestAt: now, error: "500"))
    let third = try #require(try take("a", at: now + 200))
    #expect(third.key == first.key && third.retryCount == 1)
    try queue.end(third, .sent, owner: "a")
    let next = try #require(try take("a", at: now + 200))
    #expect(next.key != first.key)
    #expect(try take("a", at: now + 3 * 86_400 + 1) == nil)
    #expect(try queue.outboxState().count == 0)
    _ = desk
  }
}
