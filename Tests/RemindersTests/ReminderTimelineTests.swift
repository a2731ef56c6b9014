import Folklore
import JSON
import Records
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("What happened to a reminder", .timed)
struct ReminderTimelineTests {
  /// 08:00 of 2026-11-10 in Taipei.
  private let start = 1_794_268_800

  private func change(_ actor: String, _ seconds: Int) -> Change {
    Change(actor: actor, at: start + seconds, today: CivilTime.local(unixTime: start, offset: 28_800).date)
  }

  /// Only the reminder of the day before.
  private func settings(at time: String) -> JSON {
    .object([
      .init("early_enabled", .flag(false)), .init("day_of_enabled", .flag(false)), .init("notify_time", .text(time)),
    ])
  }

  @Test(
    "It says by which change a reminder was planned and moved, with the values, and nothing of changes that move nothing"
  )
  func moves() throws {
    let desk = try DeliveryDesk()
    let (store, queue) = (desk.store, desk.queue)
    try store.add(
      [Draft(fields: [.init("key", "feast"), .init("title", "廟會"), .init("rule", "solar 11/22")])], to: .event,
      change("mei", 0))
    let user = try store.add(
      [
        Draft(fields: [
          .init("display_name", "阿芳"), .init("event_subscriptions", .list([.object([.init("event", "feast")])])),
          .init("settings", settings(at: "08:00")),
        ])
      ], to: .user, change("mei", 0))[0].key
    _ = try store.plan(days: 30, change("plan", 10))
    func steps(_ language: Language = .english) throws -> [ReminderTimeline.Step] {
      var query = ReminderQuery()
      query.event = "feast"
      let reminder = try #require(try queue.page(query, now: start + 9_000).reminders.first)
      return try ReminderTimeline(of: reminder, in: store, language).steps
    }
    #expect(try steps().map(\.text) == ["planned", "due"])
    try store.edit(
      .user, key: user, Draft(fields: [.init("settings", settings(at: "20:30"))]), change("mei", 2_000))
    try store.edit(.user, key: user, Draft(fields: [.init("display_name", "阿芳姨")]), change("mei", 3_000))
    let moved = try steps()
    #expect(moved.map(\.text) == ["planned", "mei changed the time of day: 08:00 → 20:30", "due"])
    #expect(moved[1].at == start + 2_000 && moved[1].reason == "it moved to the time at which it is due")
    #expect(try steps(.traditionalChinese)[1].text == "mei 改了提醒時刻：08:00 → 20:30")
    // A new day is another reminder, which says whence it comes.
    try store.edit(.event, key: "feast", Draft(fields: [.init("rule", "solar 11/25")]), change("lin", 4_000))
    let planned = try steps()
    #expect(planned.map(\.text).contains("lin changed Rule: solar 11/22 → solar 11/25"))
    let texts = planned.map(\.text)
    #expect(
      texts.firstIndex(of: "lin changed Rule: solar 11/22 → solar 11/25") ?? 9 < texts.firstIndex(of: "planned") ?? 0)
  }
}
