import FolkData
import Folklore
import Foundation
import Lunisolar
import Reminders
import Store
import TestSupport
import Testing

/// A database with the shipped days, one user and a day of their own.
private final class FeedDesk {
  static let user = "00000000-0000-4000-8000-000000000042"
  let store: Store
  let now: Int
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-" + UUID().uuidString)
    .path

  init(locale: String = "zh-Hant", zone: String = "Asia/Taipei", now: String = "2026-04-20T12:00:00+08:00") throws {
    store = try Store.create("sqlite:\(folder)/folkcal.db")
    self.now = try CivilTime.parse(now).unixTime
    for (key, rule, observance) in [
      ("mazu", "lunar 3/23", "birth"), ("tiangong", "lunar 1/9 eve", "festival"), ("qingming", "term 清明", "festival"),
      ("first", "lunar */1", "new-moon"), ("fifteenth", "lunar */15", "full-moon"),
    ] {
      try add(.event, ["key": key, "title": key, "rule": rule, "observance": observance])
    }
    try store.add(
      [
        Draft(fields: [
          .init("key", .text("spring")), .init("name", .text("春")),
          .init("events", .list([.text("mazu"), .text("qingming")])),
        ])
      ], to: .group, change)
    try add(
      .user,
      [
        "uuid": Self.user, "display_name": "林阿土", "email": "atu@example.org", "locale": locale, "time_zone": zone,
      ])
    try addOwn("grandmother", "lunar 4/2", title: "阿嬤忌日")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private var change: Change {
    Change(actor: "test", at: now, today: CivilTime.local(unixTime: now, offset: 28_800).date)
  }

  private func add(_ entity: Entity, _ fields: [String: String]) throws {
    try store.add([Draft(fields: fields.map { .init($0.key, .text($0.value)) })], to: entity, change)
  }

  /// Adds a day of the user's own.
  func addOwn(_ key: String, _ rule: String, title: String? = nil) throws {
    try add(
      .event, ["key": key, "title": title ?? key, "rule": rule, "owner": Self.user, "description": "三牲"])
  }

  /// Changes settings of the user.
  func set(_ settings: (String, FieldValue)...) throws {
    var members = try store.record(.user, key: Self.user)["settings"].members
    for (name, value) in settings {
      members.removeAll { $0.name == name }
      members.append(.init(name, value))
    }
    try edit("settings", .object(members))
  }

  /// Subscribes the user to events or groups, and to nothing else of the kind.
  func follow(_ kind: String, _ keys: [(String, Bool)]) throws {
    let subscriptions = keys.map { key, isEnabled in
      FieldValue.object([.init(kind, .text(key)), .init("is_enabled", .flag(isEnabled))])
    }
    try edit("\(kind)_subscriptions", .list(subscriptions))
  }

  private func edit(_ field: String, _ value: FieldValue) throws {
    try store.edit(.user, key: Self.user, Draft(fields: [.init(field, value)]), change)
  }

  var wishes: UserWishes { get throws { try UserWishes(of: Self.user, in: store) } }
  var text: String { get throws { try UserFeed(wishes).text(at: now) } }
  var feed: FeedLinter {
    get throws {
      let linter = FeedLinter(try text)
      #expect(linter.faults.isEmpty, "\(linter.faults.prefix(5))")
      return linter
    }
  }
  /// Keys and years of the days in the feed.
  var days: Set<String> { get throws { Set(try feed.events.compactMap { $0["UID"]?.dropLast(8) }.map(String.init)) } }
}

@Suite("a user's own calendar")
struct UserFeedTests {
  @Test("holds what the user is reminded of: the planner says the same")
  func samesAsPlanned() throws {
    let desk = try FeedDesk()
    try desk.follow("group", [("spring", true)])
    try desk.follow("event", [("tiangong", true), ("qingming", false)])
    let wishes = try desk.wishes
    // From 30 days back to the end of the next year.
    let range =
      try CivilTime.parse("2026-03-21T00:00:00+08:00").unixTime..<CivilTime.parse("2028-01-01T00:00:00+08:00").unixTime
    let planned = try Planner(catalogue: wishes.catalogue).plan(
      user: wishes.name, following: wishes.following, settings: wishes.settings, in: range)
    let expected = Set(planned.filter { $0.kind == .dayOf }.map { "\($0.event.key) \($0.occurrence.date)" })
    let found = try desk.feed.events.map { event in
      let key = event["UID", default: ""].split(separator: "-")[0]
      let day = event["DTSTART", default: ""]
      return "\(key) \(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))"
    }
    #expect(Set(found) == expected)
    #expect(found.count > 40 && found.count == expected.count)
    #expect(!found.contains { $0.hasPrefix("qingming") })
  }

  @Test("a change of the wishes is seen at once")
  func changes() throws {
    let desk = try FeedDesk()
    let moons = try desk.days
    #expect(moons.contains("grandmother-2026") && moons.contains("first-2026-3-1") && !moons.contains("mazu-2026"))
    try desk.set(("newmoon_enabled", .flag(false)), ("fullmoon_enabled", .flag(false)))
    #expect(try desk.days == ["grandmother-2026", "grandmother-2027"])
    try desk.set(("custom_enabled", .flag(false)))
    #expect(try desk.days.isEmpty)
    try desk.follow("group", [("spring", true)])
    #expect(try desk.days == ["mazu-2026", "mazu-2027", "qingming-2026", "qingming-2027"])
    try desk.follow("event", [("mazu", false)])
    #expect(try desk.days == ["qingming-2026", "qingming-2027"])
    try desk.set(("enable_all", .flag(false)))
    #expect(try desk.days.isEmpty)
    #expect(try desk.text.contains("X-WR-CALNAME:我的民俗日子\r\n"))
  }

  @Test("from 30 days back to the end of the next year, by the user's own clock")
  func range() throws {
    // 清明 of 2026 is 5 April: 30 days before 5 May.
    for (now, isThere) in [
      ("2026-05-05T23:59:59+08:00", true), ("2026-05-06T00:00:00+08:00", false), ("2026-05-06T00:00:00+00:00", false),
    ] {
      let desk = try FeedDesk(now: now)
      try desk.follow("event", [("qingming", true)])
      #expect(try desk.days.contains("qingming-2026") == isThere)
      #expect(try desk.days.contains("qingming-2027") && !desk.days.contains("qingming-2028"))
    }
    let west = try FeedDesk(zone: "America/Los_Angeles", now: "2026-05-06T00:00:00+08:00")
    try west.follow("event", [("qingming", true)])
    #expect(try west.days.contains("qingming-2026"))
  }

  @Test(
    "the name is in the user's language, and who the user is stands nowhere",
    arguments: [
      ("zh-Hant", "我的民俗日子", "阿嬤忌日"), ("zh-Hans", "我的民俗日子", "阿嬷忌日"), ("en", "My folk days", "阿嬤忌日"),
    ])
  func names(locale: String, name: String, title: String) throws {
    let desk = try FeedDesk(locale: locale)
    let text = try desk.text
    #expect(text.contains("NAME:\(name)\r\n"))
    #expect(text.contains("SUMMARY:\(title)\r\n") && text.contains("三牲"))
    for secret in ["林阿土", "atu", FeedDesk.user] { #expect(!text.contains(secret)) }
  }

  @Test("the same wishes on the same day are the same bytes; the shared days can be handed in")
  func sameBytes() throws {
    let desk = try FeedDesk()
    let text = try desk.text
    #expect(try desk.text == text)
    #expect(try UserFeed(desk.wishes).text(at: desk.now + 3_600) == text)
    let shared = try desk.store.catalogue()
    let wishes = try UserWishes(of: FeedDesk.user, in: desk.store, shared: shared)
    #expect(try UserFeed(wishes).text(at: desk.now) == text)
  }
}

@Suite("alarms of a user's own calendar")
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

  /// Midnight in the zone from which a reader counts, and back to the instant: by Foundation's calendar, not by ours.
  @Test(
    "ring when the planner would remind, in whatever zone, also when clocks change",
    arguments: [
      "Asia/Taipei", "America/New_York", "Europe/Berlin", "Asia/Kathmandu", "Pacific/Auckland", "Africa/Cairo",
    ])
  func zones(zone: String) throws {
    let desk = try desk(zone: zone)
    // The Sundays on which clocks change in New York, Berlin and Auckland, and the last Friday of April, on which they do in Cairo.
    for (key, rule) in [
      ("a", "solar 3/sun#2"), ("b", "solar 3/sun#-1"), ("c", "solar 4/sun#1"), ("d", "solar 4/fri#-1"),
    ] {
      try desk.addOwn(key, rule)
    }
    let wishes = try desk.wishes
    let range = try CivilTime.parse("2026-01-01T00:00:00Z").unixTime..<CivilTime.parse("2028-02-01T00:00:00Z").unixTime
    var expected: [String: Set<Int>] = [:]
    for reminder in try Planner(catalogue: wishes.catalogue).plan(
      user: wishes.name, following: wishes.following, settings: wishes.settings, in: range)
    {
      let day = reminder.occurrence.date.description.filter { $0 != "-" }
      expected["\(reminder.event.key) \(day)", default: []].insert(reminder.scheduledAt)
    }
    let feed = try desk.feed
    #expect(feed.events.count > 40)
    var absolute = 0
    for (event, alarms) in zip(feed.events, feed.alarms) {
      let day = event["DTSTART", default: ""]
      let key = event["SUMMARY", default: ""] == "阿嬤忌日" ? "grandmother" : event["SUMMARY", default: ""]
      let triggers = alarms.compactMap { $0["TRIGGER"] }
      absolute += triggers.count { $0.hasSuffix("Z") }
      #expect(
        try Set(triggers.map { try instant($0, day, zone) }) == expected["\(key) \(day)"], "\(key) \(day) \(triggers)")
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
