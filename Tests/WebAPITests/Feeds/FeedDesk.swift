import Folklore
import Foundation
import JSON
import Lunisolar
import Records
import Reminders
import Store
import TestSupport
import Testing

@testable import WebAPI

/// A database with the shipped days, one user and a day of their own.
final class FeedDesk {
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
  func addOwn(_ key: String, _ rule: String, title: String? = nil, description: String = "三牲") throws {
    try add(
      .event, ["key": key, "title": title ?? key, "rule": rule, "owner": Self.user, "description": description])
  }

  /// Changes settings of the user.
  func set(_ settings: (String, JSON)...) throws {
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
      JSON.object([.init(kind, .text(key)), .init("is_enabled", .flag(isEnabled))])
    }
    try edit("\(kind)_subscriptions", .list(subscriptions))
  }

  private func edit(_ field: String, _ value: JSON) throws {
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

extension FeedDesk {
  /// Zones whose clocks stand still and zones whose clocks change; in Cairo at midnight.
  static let zones = [
    "Asia/Taipei", "America/New_York", "Europe/Berlin", "Asia/Kathmandu", "Pacific/Auckland", "Africa/Cairo",
  ]

  /// A user whose calendar rings, also on days on which clocks change.
  static func withClockChanges(zone: String) throws -> FeedDesk {
    let desk = try FeedDesk(zone: zone)
    try desk.set(("channel", .text("feed")))
    try desk.follow("event", [("mazu", true), ("tiangong", true)])
    // The Sundays on which clocks change in New York, Berlin and Auckland, and the last Friday of April, on which they do in Cairo.
    for (key, rule) in [
      ("a", "solar 3/sun#2"), ("b", "solar 3/sun#-1"), ("c", "solar 4/sun#1"), ("d", "solar 4/fri#-1"),
    ] {
      try desk.addOwn(key, rule)
    }
    return desk
  }

  /// When the planner would remind of each day of the feed, by UID: seconds of UTC since 1970.
  var planned: [String: Set<Int>] {
    get throws {
      let wishes = try wishes
      let range =
        try CivilTime.parse("2026-01-01T00:00:00Z").unixTime..<CivilTime.parse("2028-02-01T00:00:00Z").unixTime
      let feed = try feed
      let identities = Dictionary(
        uniqueKeysWithValues: feed.events.map { event in
          let key = event["UID", default: ""].split(separator: "-")[0]
          return ("\(key) \(event["DTSTART", default: ""])", event["UID", default: ""])
        })
      var planned: [String: Set<Int>] = [:]
      for reminder in try Planner(catalogue: wishes.catalogue).plan(
        user: wishes.name, following: wishes.following, settings: wishes.settings, in: range)
      {
        let day = reminder.occurrence.date.description.filter { $0 != "-" }
        guard let identity = identities["\(reminder.event.key) \(day)"] else { continue }
        planned[identity, default: []].insert(reminder.scheduledAt)
      }
      return planned
    }
  }
}
