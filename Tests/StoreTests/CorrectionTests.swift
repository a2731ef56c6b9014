import Folklore
import JSON
import Lunisolar
import Records
import TestSupport
import Testing

@testable import Store

/// An announced day that moves after reminders went out.
@Suite("Corrections", .timed)
struct CorrectionTests {
  /// Users 1 and 2 follow an announced day; user 1 alone wants the early reminder. The early reminder of 17 April is sent.
  private func told(_ rule: String = "announced 2025-04-20") throws -> QueueDesk {
    let desk = try QueueDesk(rules: [rule])
    try desk.user(1, events: [0])
    try desk.user(2, events: [0], ["early_enabled": .flag(false)])
    _ = try desk.plan()
    let claim = try send(desk, at: QueueDesk.at(2))
    #expect(claim == ["e0 early 1"])
    return desk
  }

  /// Sends what is due: event, kind and user of each.
  @discardableResult
  private func send(_ desk: QueueDesk, at now: Int) throws -> [String] {
    let claim = try desk.claim(at: now)
    try desk.queue.acknowledge(claim.reminders.map { Acknowledgement($0.id, .sent) }, owner: "w", now: now)
    return claim.reminders.map { "\($0.occurrence.eventKey) \($0.kind.rawValue) \($0.user.id)" }
  }

  private func announce(_ rule: String, _ desk: QueueDesk, at now: Int) throws {
    try desk.test.store.edit(.event, key: "e0", Draft(fields: [.init("rule", .text(rule))]), QueueDesk.change(now))
  }

  @Test("Each user who was told of the old day gets one correction, and nobody else")
  func once() throws {
    let desk = try told()
    try announce("announced 2025-04-23", desk, at: QueueDesk.at(2, 1))
    let claim = try desk.claim(at: QueueDesk.at(2, 1))
    #expect(QueueDesk.brief(claim) == ["e0 correction"])
    let reminder = try #require(claim.reminders.first)
    #expect(reminder.user.id == 1 && "\(reminder.occurrence.date)" == "2025-04-20")
    #expect(reminder.occurrence.movedTo.map { "\($0.solarDate)" } == "2025-04-23")
    try desk.queue.acknowledge([Acknowledgement(reminder.id, .sent)], owner: "w", now: QueueDesk.at(2, 1))
    // Another change of the event and another plan bring no second one.
    try desk.test.store.edit(
      .event, key: "e0", Draft(fields: [.init("note", .text("註"))]), QueueDesk.change(QueueDesk.at(2, 2)))
    _ = try desk.plan(at: QueueDesk.at(2, 2))
    #expect(try send(desk, at: QueueDesk.at(2, 2)).isEmpty)
    // The reminders of the new day go out as usual.
    #expect(try send(desk, at: QueueDesk.at(7)).sorted() == ["e0 main 1", "e0 main 2"])
    #expect(try send(desk, at: QueueDesk.at(8)).sorted() == ["e0 day_of 1", "e0 day_of 2"])
    #expect(try desk.test.store.faults().isEmpty)
  }

  @Test("A day that moves twice before the correction is sent is corrected once, to the newest day")
  func twice() throws {
    let desk = try told()
    try announce("announced 2025-04-23", desk, at: QueueDesk.at(2, 1))
    try announce("announced 2025-04-25", desk, at: QueueDesk.at(2, 2))
    let claim = try desk.claim(at: QueueDesk.at(2, 3))
    #expect(QueueDesk.brief(claim) == ["e0 correction"])
    #expect(claim.reminders.first?.occurrence.movedTo.map { "\($0.solarDate)" } == "2025-04-25")
  }

  @Test("A user who was corrected is corrected again if the new day moves too")
  func again() throws {
    let desk = try told()
    try announce("announced 2025-04-23", desk, at: QueueDesk.at(2, 1))
    #expect(try send(desk, at: QueueDesk.at(2, 1)) == ["e0 correction 1"])
    try announce("announced 2025-04-25", desk, at: QueueDesk.at(2, 2))
    #expect(try send(desk, at: QueueDesk.at(2, 2)) == ["e0 correction 1"])
    #expect(try send(desk, at: QueueDesk.at(2, 3)).isEmpty)
    // Back to the first day, which the user believes no longer.
    try announce("announced 2025-04-20", desk, at: QueueDesk.at(2, 4))
    let claim = try desk.claim(at: QueueDesk.at(2, 4))
    #expect(QueueDesk.brief(claim) == ["e0 correction"])
    #expect(claim.reminders.first?.occurrence.movedTo.map { "\($0.solarDate)" } == "2025-04-20")
  }

  @Test("A day that moves and moves back before the correction is sent needs none")
  func back() throws {
    let desk = try told()
    try announce("announced 2025-04-23", desk, at: QueueDesk.at(2, 1))
    try announce("announced 2025-04-20", desk, at: QueueDesk.at(2, 2))
    #expect(try send(desk, at: QueueDesk.at(2, 3)).isEmpty)
    #expect(try send(desk, at: QueueDesk.at(4)).sorted() == ["e0 main 1", "e0 main 2"])
  }

  @Test("A day without a new one is corrected too")
  func withdrawn() throws {
    let desk = try told()
    try announce("announced 2026-04-20", desk, at: QueueDesk.at(2, 1))
    let claim = try desk.claim(at: QueueDesk.at(2, 1))
    #expect(QueueDesk.brief(claim) == ["e0 correction"])
    #expect(claim.reminders.allSatisfy { $0.occurrence.movedTo == nil })
  }

  @Test("A change of any other rule sends no correction")
  func otherRules() throws {
    let desk = try told("solar 4/20")
    try announce("solar 4/23", desk, at: QueueDesk.at(2, 1))
    #expect(try send(desk, at: QueueDesk.at(2, 1)).isEmpty)
  }

  @Test("A correction survives a change of settings, and a user who turns reminders off gets none")
  func settings() throws {
    let desk = try told()
    try announce("announced 2025-04-23", desk, at: QueueDesk.at(2, 1))
    let uuid = "00000000-0000-4000-8000-000000000001"
    func set(_ name: String, _ value: JSON, at now: Int) throws {
      let draft = Draft(fields: [.init("settings", .object([.init(name, value)]))])
      try desk.test.store.edit(.user, key: uuid, draft, QueueDesk.change(now))
    }
    try set("notify_time", .text("09:30"), at: QueueDesk.at(2, 2))
    #expect(try desk.statuses()["queued"] == 6)
    try set("enable_all", .flag(false), at: QueueDesk.at(2, 2))
    let claim = try desk.claim(at: QueueDesk.at(2, 3))
    #expect(claim.reminders.isEmpty && claim.expired == 1)
  }
}
