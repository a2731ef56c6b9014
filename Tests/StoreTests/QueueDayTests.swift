import Folklore
import JSON
import Lunisolar
import TestSupport
import Testing

@testable import Store

@Suite("Days of attempts", .timed)
struct QueueDayTests {
  private func at(_ day: Int, _ hours: Int = 0) -> Int { QueueDesk.at(day, hours) }

  private static let mainOnly = ["day_of_enabled": JSON.flag(false), "early_enabled": .flag(false)]

  @Test(
    "An attempt on a later local day starts again; within one day the time of the first attempt stays",
    arguments: [
      // The day before at 08:00 of the zone, and midnight there: hours after 08:00 on the 19th in Taipei.
      ("Asia/Taipei", 0, 16), ("Pacific/Honolulu", 18, 34), ("Pacific/Auckland", -4, 12),
    ])
  func nextDay(zone: String, first: Int, midnight: Int) throws {
    let desk = try QueueDesk()
    try desk.user(1, events: [0], zone: zone, Self.mainOnly)
    _ = try desk.plan()
    func claim(_ instant: Int) throws -> DueReminder { try #require(try desk.claim(at: instant).reminders.first) }
    let (first, midnight) = (at(4, first), at(4, midnight))
    let eve = try SolarDate(iso: "2025-04-19")
    for instant in [first, first + 3_600, midnight - 60] {
      let reminder = try claim(instant)
      #expect(reminder.localDate == eve && reminder.firstAttemptAt == first)
    }
    for instant in [midnight, midnight + 60, midnight + 40_000] {
      let reminder = try claim(instant)
      #expect(reminder.localDate == eve.advanced(by: 1) && reminder.firstAttemptAt == midnight)
    }
  }

  @Test("The next day's attempt keeps the reminder and its failure count; a digest starts again as a whole")
  func sameReminder() throws {
    let desk = try QueueDesk()
    try desk.user(1, events: [0, 1], Self.mainOnly.merging(["digest": .flag(true)]) { $1 })
    _ = try desk.plan()
    let before = try desk.claim(at: at(4)).reminders
    try desk.queue.acknowledge(
      before.map { .init($0, .failed(reason: "500", nextAttemptAt: at(4) + 30)) }, owner: "w", now: at(4))
    let after = try desk.claim(at: at(5)).reminders
    #expect(before.count == 2 && Set(after.map(\.id)) == Set(before.map(\.id)))
    #expect(after.allSatisfy { $0.firstAttemptAt == at(5) && $0.retryCount == 1 && $0.scheduledAt == at(4) })
  }

  @Test("A finished message has no next attempt")
  func over() throws {
    for ending in [Acknowledgement.Result.sent, .gaveUp(reason: "410")] {
      let desk = try QueueDesk()
      try desk.user(1, events: [0], Self.mainOnly)
      _ = try desk.plan()
      let reminder = try #require(try desk.claim(at: at(4)).reminders.first)
      try desk.queue.acknowledge(
        [.init(reminder, .failed(reason: "x", nextAttemptAt: at(4) + 30))], owner: "w", now: at(4))
      #expect(try desk.queue.reminder(reminder.id).nextAttemptAt == at(4) + 30)
      #expect(try desk.claim(at: at(4) + 30).reminders.map(\.id) == [reminder.id])
      try desk.queue.acknowledge([.init(reminder, ending)], owner: "w", now: at(4) + 31)
      let logged = try desk.queue.reminder(reminder.id)
      #expect(logged.status != .queued && logged.nextAttemptAt == nil && logged.scheduledAt == at(4))
    }
    let desk = try QueueDesk()
    try desk.user(1, events: [0], Self.mainOnly)
    _ = try desk.plan()
    let reminder = try #require(try desk.claim(at: at(4)).reminders.first)
    try desk.queue.acknowledge(
      [.init(reminder, .failed(reason: "x", nextAttemptAt: at(4) + 30))], owner: "w", now: at(4))
    #expect(try desk.claim(at: at(7)).expired == 1)
    #expect(try desk.queue.reminder(reminder.id).nextAttemptAt == nil)
  }
}
