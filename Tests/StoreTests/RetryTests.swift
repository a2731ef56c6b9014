import Folklore
import JSON
import Lunisolar
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Retried reminders", .timed)
struct RetryTests {
  private func at(_ day: Int, _ hours: Int = 0) -> Int { QueueDesk.at(day, hours) }

  /// User 1 follows e0, on the 20th: reminders on the 17th, the 19th and the 20th at 08:00.
  private func desk(_ settings: [String: JSON] = [:]) throws -> (desk: QueueDesk, user: String) {
    let desk = try QueueDesk()
    let user = try desk.user(1, events: [0], settings)
    _ = try desk.plan()
    return (desk, user)
  }

  private func reminder(_ desk: QueueDesk, _ kind: ReminderKind) throws -> LoggedReminder {
    let all = try desk.queue.page(ReminderQuery(), now: at(0)).reminders
    return try #require(all.first { $0.kind == kind })
  }

  private func edit(_ desk: QueueDesk, _ user: String, _ settings: [String: JSON], at now: Int) throws {
    try desk.test.store.edit(
      .user, key: user,
      Draft(fields: [.init("settings", .object(settings.map { .init($0.key, $0.value) }))]), QueueDesk.change(now))
  }

  /// The causes that make a reminder unwanted.
  enum Cause: CaseIterable {
    case enableAll, feed, unsubscribed, switchedOff, eventDisabled, ruleChanged, kindSwitchedOff
  }

  @Test("A retry of an unwanted message is refused and changes nothing", arguments: Cause.allCases)
  func unwanted(cause: Cause) throws {
    let (desk, user) = try desk()
    let id = try reminder(desk, .early).id
    #expect(try desk.queue.cancel([id], by: "test", now: at(0)).isEmpty)
    let write = QueueDesk.change(at(1))
    func follow(_ list: [JSON]) throws {
      try desk.test.store.edit(.user, key: user, Draft(fields: [.init("event_subscriptions", .list(list))]), write)
    }
    switch cause {
    case .enableAll: try edit(desk, user, ["enable_all": .flag(false)], at: at(1))
    case .feed: try edit(desk, user, ["channel": .text("feed")], at: at(1))
    case .unsubscribed: try follow([])
    case .switchedOff: try follow([.object([.init("event", .text("e0")), .init("is_enabled", .flag(false))])])
    case .eventDisabled:
      try desk.test.store.edit(.event, key: "e0", Draft(fields: [.init("is_enabled", .flag(false))]), write)
    case .ruleChanged:
      try desk.test.store.edit(.event, key: "e0", Draft(fields: [.init("rule", .text("solar 4/24"))]), write)
    case .kindSwitchedOff: try edit(desk, user, ["early_enabled": .flag(false)], at: at(1))
    }
    // Before its time and after it.
    for now in [at(1), at(3)] {
      let refused = try desk.queue.retry([id], by: "test", now: now)
      #expect(refused.map(\.id) == [id] && refused.map(\.status) == [.cancelled])
      #expect(refused.map(\.reason) == ["is not wanted any more"])
    }
    let logged = try desk.queue.reminder(id)
    #expect(logged.status == .cancelled && logged.reason == "cancelled by an operator")
  }

  @Test("A wanted message is due at once if its time has passed, otherwise at its time")
  func wanted() throws {
    let (desk, _) = try desk()
    let (early, main) = (try reminder(desk, .early), try reminder(desk, .main))
    #expect(try desk.queue.cancel([early.id, main.id], by: "test", now: at(0)).isEmpty)
    #expect(try desk.queue.retry([early.id, main.id], by: "test", now: at(3)).isEmpty)
    let claim = try desk.claim(at: at(3))
    #expect(claim.reminders.map(\.id) == [early.id] && claim.reminders.map(\.firstAttemptAt) == [at(3)])
    let waiting = try desk.queue.reminder(main.id)
    #expect(waiting.status == .queued && waiting.scheduledAt == at(4) && waiting.nextAttemptAt == nil)
    try desk.queue.acknowledge(claim.reminders.map { .init($0, .sent) }, owner: "w", now: at(3))
    #expect(try desk.claim(at: at(4) - 1).isEmpty)
    #expect(try desk.claim(at: at(4)).reminders.map(\.id) == [main.id])
  }

  @Test("A retried reminder uses the new notify time if it is still ahead, and is due now otherwise")
  func moved() throws {
    let (desk, user) = try desk()
    let main = try reminder(desk, .main)
    #expect(try desk.queue.cancel([main.id], by: "test", now: at(0)).isEmpty)
    try edit(desk, user, ["notify_time": .text("20:00")], at: at(1))
    // At 09:00 on the 19th: 08:00 would have been its time, 20:00 is.
    #expect(try desk.queue.retry([main.id], by: "test", now: at(4, 1)).isEmpty)
    #expect(try desk.queue.reminder(main.id).scheduledAt == at(4, 12))
    #expect(try desk.queue.reminder(main.id).nextAttemptAt == nil)
    #expect(try desk.queue.cancel([main.id], by: "test", now: at(4, 1)).isEmpty)
    try edit(desk, user, ["notify_time": .text("08:30")], at: at(4, 1))
    #expect(try desk.queue.retry([main.id], by: "test", now: at(4, 1)).isEmpty)
    #expect(try desk.claim(at: at(4, 1)).reminders.map(\.id) == [main.id])
    // The queue is right: nothing takes it away again.
    try desk.test.store.replan(QueueDesk.change(at(4, 1)))
    #expect(try desk.queue.reminder(main.id).status == .queued)
  }

  @Test(
    "A retry that is due after the planned period waits until the plan covers it")
  func beyond() throws {
    let desk = try QueueDesk(rules: ["solar 5/10"])
    let user = try desk.user(1, events: [0], ["advance_days": .integer(20)])
    _ = try desk.plan(days: 10)
    let main = try reminder(desk, .main)
    #expect(main.scheduledAt == at(5))
    #expect(try desk.queue.cancel([main.id], by: "test", now: at(0)).isEmpty)
    try edit(desk, user, ["advance_days": .integer(2)], at: at(0))
    #expect(try desk.queue.retry([main.id], by: "test", now: at(0)).map(\.id) == [main.id])
    _ = try desk.plan(days: 30)
    #expect(try desk.queue.reminder(main.id).status == .cancelled)
    #expect(try desk.queue.retry([main.id], by: "test", now: at(0)).isEmpty)
    #expect(try desk.queue.reminder(main.id).scheduledAt == at(23))
  }

  @Test("A retry of a leased message is refused until the lease ends")
  func held() throws {
    let (desk, user) = try desk()
    let held = try #require(try desk.claim(at: at(2)).reminders.first)
    func follow(_ events: [String]) throws {
      let list = events.map { JSON.object([.init("event", .text($0))]) }
      try desk.test.store.edit(
        .user, key: user, Draft(fields: [.init("event_subscriptions", .list(list))]), QueueDesk.change(at(2) + 1))
    }
    try follow([])
    try follow(["e0"])
    #expect(try desk.queue.reminder(held.id).status == .cancelled)
    let refused = try desk.queue.retry([held.id], by: "test", now: at(2) + 59)
    #expect(refused.map(\.id) == [held.id] && refused.map(\.reason) == ["is held by a worker"])
    #expect(try desk.queue.acknowledge([.init(held, .sent)], owner: "w", now: at(2) + 59) == 1)
    #expect(try desk.queue.reminder(held.id).status == .sent)

    let main = try #require(try desk.claim(at: at(4)).reminders.first)
    #expect(try desk.queue.cancel([main.id], by: "test", now: at(4)).isEmpty)
    #expect(try desk.queue.retry([main.id], by: "test", now: at(4) + 59).map(\.id) == [main.id])
    #expect(try desk.queue.retry([main.id], by: "test", now: at(4) + 60).isEmpty)
    #expect(try desk.claim(at: at(4) + 60).reminders.map(\.id) == [main.id])
  }

  @Test("An unknown number in a retry leaves the other reminders unchanged")
  func missing() throws {
    let (desk, _) = try desk()
    let id = try reminder(desk, .main).id
    #expect(try desk.queue.cancel([id], by: "test", now: at(0)).isEmpty)
    #expect(throws: NoSuchReminder(id: 99)) { try desk.queue.retry([id, 99], by: "test", now: at(0)) }
    #expect(try desk.queue.reminder(id).status == .cancelled)
  }
}
