import Folklore
import Foundation
import JSON
import Lunisolar
import Records
import Reminders
import TestSupport
import Testing

@testable import Store

@Suite("A virtual clock", .timed)
struct TimeTravelTests {
  /// Whole, half and quarter hours; changes of the clock in both hemispheres, by half an hour on Lord Howe; Samoa's lost day.
  private static let zones = [
    "Pacific/Apia", "Pacific/Pago_Pago", "Pacific/Honolulu", "Pacific/Marquesas", "America/Anchorage",
    "America/Los_Angeles", "America/Denver", "America/Chicago", "America/New_York", "America/Caracas",
    "America/Halifax",
    "America/St_Johns", "America/Sao_Paulo", "America/Santiago", "Atlantic/Azores", "Atlantic/Reykjavik",
    "Europe/London", "Europe/Lisbon", "Europe/Paris", "Europe/Berlin", "Europe/Moscow", "Africa/Cairo",
    "Africa/Casablanca", "Africa/Johannesburg", "Asia/Tehran", "Asia/Dubai", "Asia/Kabul", "Asia/Karachi",
    "Asia/Kolkata", "Asia/Kathmandu", "Asia/Yangon", "Asia/Bangkok", "Asia/Taipei", "Asia/Tokyo", "Australia/Eucla",
    "Australia/Adelaide", "Australia/Sydney", "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Chatham",
  ]
  private static let rules = ["lunar */1", "lunar */15", "lunar 3/23", "solar 12/30", "lunar 1/9 eve"]

  @Test("Over 400 days and 40 zones every reminder is sent once, at its local time")
  func fourHundredDays() throws {
    let database = try TestDatabase("store") { try Store.create($0).close() }
    let store = try Store.create(database.url)
    defer { store.close() }
    let start = try CivilTime.parse("2011-02-01T00:00:00Z").unixTime
    func change(_ now: Int) -> Change {
      Change(actor: "test", at: now, today: CivilTime.local(unixTime: now, offset: 28_800).date)
    }
    try store.add(
      Self.rules.enumerated().map { number, rule in
        Draft(fields: [
          .init("key", .text("e\(number)")), .init("title", .text("e\(number)")), .init("rule", .text(rule)),
        ])
      }, to: .event, change(start))
    let subscriptions = JSON.list(Self.rules.indices.map { .object([.init("event", .text("e\($0)"))]) })
    let times = ["08:00", "09:15", "12:00", "15:59"]
    try store.add(
      Self.zones.enumerated().map { number, zone in
        Draft(fields: [
          .init("display_name", .text(zone)), .init("time_zone", .text(zone)),
          .init("event_subscriptions", subscriptions),
          .init("settings", .object([.init("notify_time", .text(times[number % 4]))])),
        ])
      }, to: .user, change(start))

    // The worker looks every four hours; the planner runs once a day.
    let queue = ReminderQueue(store)
    let days = 400
    var sent: [String: Int] = [:]
    for hours in stride(from: 0, to: days * 24, by: 4) {
      let now = start + hours * 3_600
      if hours % 24 == 0 { _ = try store.plan(days: 3, change(now)) }
      while case let claim = try queue.claim(500, owner: "w", leaseSeconds: 60, now: now), !claim.isEmpty {
        #expect(claim.expired == 0)
        for reminder in claim.reminders {
          #expect(reminder.scheduledAt <= now && reminder.scheduledAt > now - 86_400)
          let name =
            "\(reminder.user.displayName ?? "") \(reminder.occurrence.eventKey) \(reminder.occurrence.date) \(reminder.kind.rawValue)"
          #expect(sent.updateValue(reminder.scheduledAt, forKey: name) == nil, "\(name) twice")
        }
        try queue.acknowledge(claim.reminders.map { .init($0, .sent) }, owner: "w", now: now)
      }
    }

    // The expected messages, from the rules alone.
    let end = start + (days * 24 - 4) * 3_600
    let dates = try SolarDate(iso: "2011-01-20")...SolarDate(iso: "2012-04-01")
    var expected = 0
    for (number, zone) in Self.zones.enumerated() {
      let clock = try ZonedClock(identifier: zone)
      let time = try #require(TimeOfDay(times[number % 4]))
      for (event, text) in Self.rules.enumerated() {
        let rule = try DateRule(text)
        for occurrence in try rule.occurrences(in: dates, calendar: LunisolarCalendar.chinese) {
          for (kind, daysBefore) in [("day_of", 0), ("main", 1), ("early", 3)] {
            // The eve's own reminder goes out the evening before.
            let isEve = rule.beginsOnEve && kind == "day_of"
            let day = occurrence.date.advanced(by: isEve ? -1 : -daysBefore)
            let wanted = isEve ? TimeOfDay("18:00") ?? time : time
            let instant = clock.instant(on: day, at: wanted)
            guard instant >= start, instant <= end else { continue }
            expected += 1
            let name = "\(zone) e\(event) \(occurrence.date) \(kind)"
            guard let scheduledAt = sent[name] else {
              Issue.record("\(name) did not go out")
              continue
            }
            let local = clock.local(at: scheduledAt)
            // Samoa had no 30 December 2011; reminders of that day are due when the 31st begins.
            if zone == "Pacific/Apia", day == (try SolarDate(iso: "2011-12-30")) {
              #expect(local.date == (try SolarDate(iso: "2011-12-31")) && local.secondOfDay == 0)
            } else {
              #expect(local.date == day && local.secondOfDay == wanted.minutes * 60, "\(name)")
            }
          }
        }
      }
    }
    #expect(sent.count == expected && expected > 3_000)
  }

  /// Instants by Python 3.11's zoneinfo (tzdata 2024a): local day and time, fold 0, and for a time in a gap the end of the gap.
  @Test(
    "Local times equal those of another implementation, also at clock changes",
    arguments: [
      ("Asia/Kathmandu", "2025-04-19", "08:00", "2025-04-19T02:15:00Z"),
      ("Asia/Kolkata", "2025-04-19", "08:00", "2025-04-19T02:30:00Z"),
      ("Australia/Lord_Howe", "2025-10-05", "02:15", "2025-10-04T15:30:00Z"),
      ("Australia/Lord_Howe", "2025-04-06", "01:45", "2025-04-05T14:45:00Z"),
      ("America/New_York", "2025-03-09", "02:30", "2025-03-09T07:00:00Z"),
      ("America/New_York", "2025-11-02", "01:30", "2025-11-02T05:30:00Z"),
      ("Europe/London", "2025-03-30", "01:30", "2025-03-30T01:00:00Z"),
      ("Pacific/Chatham", "2025-04-06", "03:00", "2025-04-05T13:15:00Z"),
      ("Pacific/Apia", "2011-12-31", "00:00", "2011-12-30T10:00:00Z"),
      ("Asia/Taipei", "2025-04-19", "08:00", "2025-04-19T00:00:00Z"),
    ])
  func witness(zone: String, day: String, time: String, expected: String) throws {
    let clock = try ZonedClock(identifier: zone)
    let instant = clock.instant(on: try SolarDate(iso: day), at: try #require(TimeOfDay(time)))
    #expect(CivilTime.iso(unixTime: instant) == expected)
  }
}
