import Folklore
import Foundation
import JSON
import Reminders
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("alarms of a user's own calendar", .timed)
struct UserFeedAlarmTests {
  private func alarms(_ key: String, in desk: FeedDesk) throws -> [String] {
    let feed = try desk.feed
    let index = try #require(feed.events.firstIndex { $0["UID"]?.hasPrefix(key + "-2027") == true })
    return feed.alarms[index].compactMap { $0["TRIGGER"] }
  }

  private func desk(zone: String = "Asia/Taipei") throws -> FeedDesk {
    let desk = try FeedDesk(zone: zone)
    try desk.set(("channel", .text("feed")))
    try desk.follow("event", [("mazu", true), ("tiangong", true)])
    return desk
  }

  @Test("only where the calendar is the user's channel: the others remind already")
  func channels() throws {
    let desk = try desk()
    #expect(try desk.feed.alarms.allSatisfy { $0.count == 3 })
    try desk.set(("channel", .text("push")))
    #expect(try desk.feed.alarms.allSatisfy { $0.isEmpty })
    #expect(try !desk.days.isEmpty)
  }

  @Test("for each kind of reminder that the settings ask for, at the notify time; what falls together is one")
  func kinds() throws {
    let desk = try desk()
    #expect(try alarms("mazu", in: desk) == ["-PT64H", "-PT16H", "PT8H"])
    try desk.set(("notify_time", .text("20:30")), ("advance_days", .integer(7)))
    #expect(try alarms("mazu", in: desk) == ["-PT147H30M", "-PT51H30M", "PT20H30M"])
    try desk.set(("advance_days", .integer(3)))
    #expect(try alarms("mazu", in: desk) == ["-PT51H30M", "PT20H30M"])
    try desk.set(("advance_days", .integer(0)))
    #expect(try alarms("mazu", in: desk) == ["-PT51H30M", "PT20H30M"])
    try desk.set(("advance_days", .integer(30)), ("early_enabled", .flag(false)), ("day_of_enabled", .flag(false)))
    #expect(try alarms("mazu", in: desk) == ["-PT699H30M"])
  }

  @Test(
    "of an observance that begins the evening before: at 18:00, or at the notify time where that is later and before 23:00"
  )
  func eve() throws {
    let desk = try desk()
    #expect(try alarms("tiangong", in: desk) == ["-PT64H", "-PT16H", "-PT6H"])
    try desk.set(("notify_time", .text("20:30")))
    // The main reminder of the day before and that of the evening are one.
    #expect(try alarms("tiangong", in: desk) == ["-PT51H30M", "-PT3H30M"])
    try desk.set(("notify_time", .text("23:00")))
    #expect(try alarms("tiangong", in: desk) == ["-PT49H", "-PT6H", "-PT1H"])
  }

  @Test("out of quiet hours")
  func quiet() throws {
    let desk = try desk()
    try desk.set(("quiet_from", .text("22:00")), ("quiet_to", .text("09:00")))
    #expect(try alarms("mazu", in: desk) == ["-PT63H", "-PT15H", "PT9H"])
  }

  /// By Foundation's calendar, not by our clock.
  @Test("ring when the planner would remind, in whatever zone, also when clocks change", arguments: FeedDesk.zones)
  func zones(zone: String) throws {
    let desk = try FeedDesk.withClockChanges(zone: zone)
    let expected = try desk.planned
    let feed = try desk.feed
    #expect(feed.events.count > 40)
    var absolute = 0
    for (event, alarms) in zip(feed.events, feed.alarms) {
      let (identity, day) = (event["UID", default: ""], event["DTSTART", default: ""])
      let triggers = alarms.compactMap { $0["TRIGGER"] }
      absolute += triggers.count { $0.hasSuffix("Z") }
      #expect(try Set(triggers.map { try instant($0, day, zone) }) == expected[identity], "\(identity) \(triggers)")
    }
    #expect((absolute > 0) == !["Asia/Taipei", "Asia/Kathmandu"].contains(zone))
  }

  /// When an alarm rings, in seconds of UTC since 1970.
  private func instant(_ trigger: String, _ day: String, _ zone: String) throws -> Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: trigger.hasSuffix("Z") ? "UTC" : zone))
    let digits = trigger.hasSuffix("Z") ? trigger.filter(\.isNumber) : day + "000000"
    func part(_ from: Int, _ count: Int) -> Int { Int(digits.dropFirst(from).prefix(count)) ?? -1 }
    let components = DateComponents(
      year: part(0, 4), month: part(4, 2), day: part(6, 2), hour: part(8, 2), minute: part(10, 2), second: part(12, 2))
    let start = Int(try #require(calendar.date(from: components)).timeIntervalSince1970)
    guard let match = trigger.wholeMatch(of: #/(-?)PT(?:(\d+)H)?(?:(\d+)M)?/#) else { return start }
    let minutes = (match.2.flatMap { Int($0) } ?? 0) * 60 + (match.3.flatMap { Int($0) } ?? 0)
    return start + (match.1.isEmpty ? 60 : -60) * minutes
  }
}

/// Where Tools/read-feeds wants the feeds, which it reads with other people's code.
private let folder = ProcessInfo.processInfo.environment["FOLKCAL_FEED_FOLDER"]

@Suite("users' calendars for readers from PyPI", .timed, .enabled(if: folder != nil, "make readers runs it"))
struct UserFeedWitnessTests {
  @Test("one for each zone, with the instants at which its alarms are to ring", arguments: FeedDesk.zones)
  func write(zone: String) throws {
    let desk = try FeedDesk.withClockChanges(zone: zone)
    let path = try #require(folder) + "/user-" + zone.replacing("/", with: "-")
    try desk.text.write(toFile: path + ".ics", atomically: true, encoding: .utf8)
    struct Expected: Encodable {
      let zone: String
      let alarms: [String: [Int]]
    }
    let expected = Expected(zone: zone, alarms: try desk.planned.mapValues { $0.sorted() })
    try JSONEncoder().encode(expected).write(to: URL(fileURLWithPath: path + ".alarms"))
  }
}
