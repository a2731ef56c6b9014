import Folklore
import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("How attempts at reminders ended", .timed)
struct DeliveryAttemptTests {
  private typealias Desk = QueueDesk

  @Test("Each answer is kept with its way, equal ones together, and a first success needs none")
  func answers() throws {
    let desk = try Desk()
    try desk.user(1, events: [0], ["day_of_enabled": .flag(false), "early_enabled": .flag(false)])
    _ = try desk.plan()
    var now = Desk.at(4)
    func end(_ result: Acknowledgement.Result, way: String? = "mail") throws -> Int {
      let reminder = try #require(try desk.claim(at: now).reminders.first)
      try desk.queue.acknowledge([.init(reminder, result, way: way)], owner: "w", now: now)
      return reminder.id
    }
    for _ in 1...3 {
      _ = try end(.deferred(reason: "no connection to mail.example.org", until: now + 30))
      now += 30
    }
    _ = try end(.failed(reason: "550 no such user", nextAttemptAt: now + 60))
    now += 60
    let id = try end(.sent, way: "ntfy")
    let attempts = try desk.queue.attempts(of: id)
    #expect(attempts.map(\.outcome) == [.deferred, .failed, .sent])
    #expect(attempts.map(\.way) == ["mail", "mail", "ntfy"] && attempts.map(\.count) == [3, 1, 1])
    #expect(attempts[0].firstAt == Desk.at(4) && attempts[0].lastAt == Desk.at(4) + 60)
    #expect(attempts[1].reason == "550 no such user" && attempts[1].firstAt == Desk.at(4) + 90)
    // Another, which went out at once.
    try desk.user(2, events: [0], ["day_of_enabled": .flag(false), "early_enabled": .flag(false)])
    _ = try desk.plan(at: Desk.at(3))
    #expect(try desk.queue.attempts(of: end(.sent, way: nil)).isEmpty)
  }

  @Test("They go with the user, and with the reminder that is cleaned up")
  func gone() throws {
    let desk = try Desk()
    for user in 1...2 { try desk.user(user, events: [0]) }
    _ = try desk.plan()
    let claim = try desk.claim(at: Desk.at(2))
    try desk.queue.acknowledge(
      claim.reminders.map { .init($0, .gaveUp(reason: "404 by hook.example.org"), way: "webhook") }, owner: "w",
      now: Desk.at(2))
    func count() throws -> Int { try desk.test.integer("SELECT COUNT(*) FROM delivery_attempts") }
    #expect(try count() == 2)
    try desk.test.store.remove(.user, key: "u1", Desk.change())
    #expect(try count() == 1)
    _ = try desk.queue.cleanUp(before: Desk.at(1))
    #expect(try count() == 1)
    _ = try desk.queue.cleanUp(before: Desk.at(100))
    #expect(try count() == 0)
  }
}
