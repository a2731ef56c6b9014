import Folklore
import Foundation
import JSON
import Lunisolar
import Records
import Testing

@testable import Store

/// A database with the solar days 4/20 and 4/21 of 2025 as events, on 2025-04-15 in Taipei.
final class QueueDesk {
  let test: TestStore
  let queue: ReminderQueue
  /// 2025-04-15T00:00:00Z, 08:00 in Taipei.
  static let start = 1_744_675_200
  static let day = 86_400

  init(rules: [String] = ["solar 4/20", "solar 4/20", "solar 4/21"]) throws {
    test = try TestStore()
    queue = ReminderQueue(test.store)
    try test.store.add(
      rules.enumerated().map { number, rule in
        Draft(fields: [
          .init("key", .text("e\(number)")), .init("title", .text("e\(number)")), .init("rule", .text(rule)),
        ])
      }, to: .event, Self.change())
  }

  static func change(_ now: Int = start) -> Change {
    Change(actor: "mei", at: now, today: CivilTime.local(unixTime: now, offset: 28_800).date)
  }

  /// A user who follows some of the events.
  @discardableResult
  func user(
    _ number: Int, events: [Int], zone: String = "Asia/Taipei", _ settings: [String: JSON] = [:]
  ) throws -> String {
    let uuid = "00000000-0000-4000-8000-\(String(repeating: "0", count: 12 - "\(number)".count))\(number)"
    try test.store.add(
      [
        Draft(fields: [
          .init("uuid", .text(uuid)), .init("time_zone", .text(zone)),
          .init("event_subscriptions", .list(events.map { .object([.init("event", .text("e\($0)"))]) })),
          .init("settings", .object(settings.map { .init($0.key, $0.value) })),
        ])
      ], to: .user, Self.change())
    return uuid
  }

  func plan(days: Int = 10, at now: Int = start) throws -> Int {
    try test.store.plan(days: days, Self.change(now)).written
  }

  func claim(_ limit: Int = 100, at now: Int, owner: String = "w", lease: Int = 60) throws -> Claim {
    try queue.claim(limit, owner: owner, leaseSeconds: lease, now: now)
  }

  func renew(_ reminders: [DueReminder], owner: String = "w", until: Int, now: Int) throws -> Set<Int> {
    let days = try #require(ReminderQueue.days(reminders.map(\.occurrence.date)))
    return try queue.renew(reminders.map(\.id), days: days, owner: owner, until: until, now: now)
  }

  func unsendable(of reminders: [DueReminder], owner: String = "w", now: Int) throws -> Set<Int> {
    let days = try #require(ReminderQueue.days(reminders.map(\.occurrence.date)))
    return try queue.unsendable(of: reminders.map(\.id), days: days, owner: owner, now: now)
  }

  /// `e0 main` of each.
  static func brief(_ claim: Claim) -> [String] {
    claim.reminders.map { "\($0.occurrence.eventKey) \($0.kind.rawValue)" }
  }

  func statuses() throws -> [String: Int] {
    try queue.statistics(now: Self.start).statuses
  }

  /// 08:00 in Taipei, so many days after the 15th.
  static func at(_ day: Int, _ hours: Int = 0) -> Int { start + day * self.day + hours * 3_600 }
}

extension ReminderQuery {
  init(status: ReminderStatus? = nil, user: String? = nil) {
    self.init()
    self.status = status
    self.user = user
  }
}
