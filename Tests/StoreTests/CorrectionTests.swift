import Database
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
    try desk.queue.acknowledge(claim.reminders.map { Acknowledgement($0, .sent) }, owner: "w", now: now)
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
    try desk.queue.acknowledge([Acknowledgement(reminder, .sent)], owner: "w", now: QueueDesk.at(2, 1))
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

  /// What a claim of corrections says: the old day and the new one.
  private func moves(_ claim: Claim) -> [String] {
    claim.reminders.filter { $0.kind == .correction }.map { reminder in
      "\(reminder.occurrence.date)>\(reminder.occurrence.movedTo.map { "\($0.solarDate)" } ?? "")"
    }
  }

  private func acknowledge(_ claim: Claim, _ result: Acknowledgement.Result, _ desk: QueueDesk, at now: Int) throws {
    try desk.queue.acknowledge(claim.reminders.map { Acknowledgement($0, result) }, owner: "w", now: now)
  }

  @Test("A day that moves back while its correction is being sent is corrected again if that was sent, and only then")
  func backWhileSending() throws {
    for isSent in [true, false] {
      let desk = try told()
      try announce("announced 2025-04-23", desk, at: QueueDesk.at(2, 1))
      let first = try desk.claim(at: QueueDesk.at(2, 1))
      #expect(moves(first) == ["2025-04-20>2025-04-23"])
      try announce("announced 2025-04-20", desk, at: QueueDesk.at(2, 1) + 1)
      // A worker that has not begun to send it lets it go.
      #expect(
        try desk.unsendable(of: first.reminders, now: QueueDesk.at(2, 1) + 2)
          == Set(first.reminders.map(\.id)))
      #expect(try desk.claim(at: QueueDesk.at(2, 1) + 3, owner: "v").reminders.isEmpty)
      try acknowledge(
        first, isSent ? .sent : .failed(reason: "500", nextAttemptAt: QueueDesk.at(2, 1) + 40), desk,
        at: QueueDesk.at(2, 1) + 4)
      let next = try desk.claim(at: QueueDesk.at(2, 2))
      #expect(moves(next) == (isSent ? ["2025-04-23>2025-04-20"] : []))
      try acknowledge(next, .sent, desk, at: QueueDesk.at(2, 2))
      #expect(try send(desk, at: QueueDesk.at(3)).isEmpty)
      // The day goes on to be reminded of as if nothing had been.
      #expect(try send(desk, at: QueueDesk.at(4)).sorted() == ["e0 main 1", "e0 main 2"])
      #expect(try desk.test.store.faults().isEmpty)
    }
  }

  @Test("A day that moves to and fro is told each time, each as a message of its own")
  func toAndFro() throws {
    let desk = try told()
    var told: Set<Int> = []
    for (step, day) in ["2025-04-23", "2025-04-20", "2025-04-23", "2025-04-20"].enumerated() {
      try announce("announced \(day)", desk, at: QueueDesk.at(2, step + 1))
      let claim = try desk.claim(at: QueueDesk.at(2, step + 1))
      let former = day == "2025-04-23" ? "2025-04-20" : "2025-04-23"
      #expect(moves(claim) == ["\(former)>\(day)"])
      for reminder in claim.reminders { told.insert(try #require(reminder.toldAt)) }
      try acknowledge(claim, .sent, desk, at: QueueDesk.at(2, step + 1))
    }
    #expect(told.count == 4)
  }

  @Test("A day that was never told, because its reminder under way fails, is not corrected")
  func underWay() throws {
    for isSent in [true, false] {
      let desk = try QueueDesk(rules: ["announced 2025-04-20"])
      try desk.user(1, events: [0])
      _ = try desk.plan()
      let early = try desk.claim(at: QueueDesk.at(2))
      #expect(QueueDesk.brief(early) == ["e0 early"])
      try announce("announced 2025-04-23", desk, at: QueueDesk.at(2) + 1)
      // Nobody knows yet whether the reminder arrives.
      #expect(try desk.claim(at: QueueDesk.at(2) + 2, owner: "v").reminders.isEmpty)
      try acknowledge(early, isSent ? .sent : .gaveUp(reason: "410"), desk, at: QueueDesk.at(2) + 3)
      #expect(moves(try desk.claim(at: QueueDesk.at(2) + 20)) == (isSent ? ["2025-04-20>2025-04-23"] : []))
    }
  }

  @Test("Moves in quiet hours are told once, to the newest day; a move after them is told again")
  func quietHours() throws {
    let desk = try QueueDesk(rules: ["announced 2025-04-20"])
    try desk.user(1, events: [0], ["quiet_from": .text("22:00"), "quiet_to": .text("07:00")])
    _ = try desk.plan()
    #expect(try send(desk, at: QueueDesk.at(2)) == ["e0 early 1"])
    // 22:30 and 23:30 in Taipei.
    try announce("announced 2025-04-23", desk, at: QueueDesk.at(2, 14) + 1_800)
    #expect(try desk.claim(at: QueueDesk.at(2, 15)).quieted == 1)
    try announce("announced 2025-04-25", desk, at: QueueDesk.at(2, 15) + 1_800)
    #expect(try desk.claim(at: QueueDesk.at(2, 16)).reminders.isEmpty)
    var claim = try desk.claim(at: QueueDesk.at(2, 23))
    #expect(moves(claim) == ["2025-04-20>2025-04-25"])
    try acknowledge(claim, .sent, desk, at: QueueDesk.at(2, 23))
    try announce("announced 2025-04-28", desk, at: QueueDesk.at(3, 1))
    claim = try desk.claim(at: QueueDesk.at(3, 1))
    #expect(moves(claim) == ["2025-04-25>2025-04-28"])
  }

  @Test("A correction of which there were no reminders, because they are past, is corrected too")
  func withoutReminders() throws {
    let desk = try told()
    // 2025-04-17 is today, and its reminders were due at eight.
    try announce("announced 2025-04-17", desk, at: QueueDesk.at(2, 1))
    #expect(try send(desk, at: QueueDesk.at(2, 1)) == ["e0 correction 1"])
    try announce("announced 2025-04-23", desk, at: QueueDesk.at(2, 2))
    #expect(moves(try desk.claim(at: QueueDesk.at(2, 2))) == ["2025-04-17>2025-04-23"])
  }

  @Test("Who was told that no day is announced learns of the next one, even if it is the old day")
  func announcedAgain() throws {
    for day in ["2025-04-25", "2025-04-20"] {
      let desk = try told()
      try announce("announced 2026-04-20", desk, at: QueueDesk.at(2, 1))
      var claim = try desk.claim(at: QueueDesk.at(2, 1))
      #expect(moves(claim) == ["2025-04-20>"])
      try acknowledge(claim, .sent, desk, at: QueueDesk.at(2, 1))
      try announce("announced \(day) 2026-04-20", desk, at: QueueDesk.at(2, 2))
      claim = try desk.claim(at: QueueDesk.at(2, 2))
      #expect(moves(claim) == ["2025-04-20>\(day)"])
      try acknowledge(claim, .sent, desk, at: QueueDesk.at(2, 2))
      #expect(try send(desk, at: QueueDesk.at(2, 3)).isEmpty)
      // And of its move.
      try announce("announced 2025-04-27 2026-04-20", desk, at: QueueDesk.at(2, 4))
      #expect(moves(try desk.claim(at: QueueDesk.at(2, 4))) == ["\(day)>2025-04-27"])
    }
  }

  @Test("A correction that fails is written anew for its next attempt")
  func outdated() throws {
    let desk = try told()
    try announce("announced 2025-04-23", desk, at: QueueDesk.at(2, 1))
    var claim = try desk.claim(at: QueueDesk.at(2, 1))
    try acknowledge(claim, .failed(reason: "500", nextAttemptAt: QueueDesk.at(2, 1) + 30), desk, at: QueueDesk.at(2, 1))
    try announce("announced 2025-04-25", desk, at: QueueDesk.at(2, 1) + 10)
    claim = try desk.claim(at: QueueDesk.at(2, 1) + 30)
    #expect(moves(claim) == ["2025-04-20>2025-04-25"])
    try acknowledge(claim, .sent, desk, at: QueueDesk.at(2, 1) + 31)
    #expect(try send(desk, at: QueueDesk.at(2, 2)).isEmpty)
  }

  @Test("A window of days that moves while it runs is corrected")
  func window() throws {
    let desk = try told("announced 2025-04-20..2025-04-24")
    _ = try send(desk, at: QueueDesk.at(4))
    _ = try send(desk, at: QueueDesk.at(5))
    try announce("announced 2025-04-22..2025-04-26", desk, at: QueueDesk.at(6))
    let corrected = moves(try desk.claim(at: QueueDesk.at(6)))
    #expect(corrected == ["2025-04-20>2025-04-22", "2025-04-20>2025-04-22"])
  }

  @Test("Several reminders of a day are corrected once; who no longer follows it is not")
  func severalAndUnfollowed() throws {
    let desk = try told()
    #expect(try send(desk, at: QueueDesk.at(4)).sorted() == ["e0 main 1", "e0 main 2"])
    try announce("announced 2025-04-25", desk, at: QueueDesk.at(4, 1))
    try desk.test.store.edit(
      .user, key: "00000000-0000-4000-8000-000000000002", Draft(fields: [.init("event_subscriptions", .list([]))]),
      QueueDesk.change(QueueDesk.at(4, 1)))
    let claim = try desk.claim(at: QueueDesk.at(4, 1))
    #expect(QueueDesk.brief(claim) == ["e0 correction"] && claim.reminders.first?.user.id == 1)
    #expect(claim.expired == 1)
  }

  @Test("A day that many were told of is corrected in pieces")
  func pieces() throws {
    let desk = try QueueDesk(rules: ["announced 2025-04-20"])
    let count = PendingReplans.fewReminders / 2
    try desk.test.store.add(
      (1...count).map { number in
        Draft(fields: [
          .init("email", .text("u\(number)@example.org")),
          .init("event_subscriptions", .list([.object([.init("event", .text("e0"))])])),
        ])
      }, to: .user, QueueDesk.change())
    _ = try desk.plan()
    var sent = 0
    while case let some = try send(desk, at: QueueDesk.at(2)).count, some > 0 { sent += some }
    #expect(sent == count)
    try announce("announced 2025-04-23", desk, at: QueueDesk.at(2, 1))
    sent = 0
    while case let some = try send(desk, at: QueueDesk.at(2, 1)).count, some > 0 { sent += some }
    #expect(sent == count)
  }

  @Test("Corrections are queued, and reminders of the day counted, along indexes", .enabled(if: TestDatabase.isFile))
  func plans() throws {
    let desk = try told()
    for sql in [Corrections.queue("n.user_id BETWEEN 1 AND 500"), ReminderQueue.countOfTheDay] {
      let plan = try desk.test.store.database.read { connection in
        try connection.all(SQL("EXPLAIN QUERY PLAN " + sql.text)) { $0.text(3) ?? "" }
      }
      #expect(
        plan.allSatisfy {
          !$0.hasPrefix("SCAN") || $0.contains("USING") || $0.hasPrefix("SCAN few") || $0.hasPrefix("SCAN t")
        }, "\(plan)")
    }
  }
}
