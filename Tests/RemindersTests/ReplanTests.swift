import Database
import Folklore
import Foundation
import JSON
import Lunisolar
import Records
import Reminders
import TestSupport
import Testing

@testable import Store

/// A small service that lives through chance, and what its queue should be: what the planner of one user says for everybody.
private final class RandomService {
  private let database: TestDatabase
  let store: Store
  var generator: SeededGenerator
  var now: Int
  /// The sent messages: user, event, day and kind.
  var sent: Set<String> = []
  private(set) var log: [String] = []

  private static let users = (1...5).map { "00000000-0000-4000-8000-00000000000\($0)" }
  private static let events = ["a", "b", "c", "moon", "full", "eve"]
  private static let groups = ["g", "h"]
  private static let rules = [
    "lunar 3/23", "lunar 3/22", "lunar 3/30 short=forward", "lunar */15", "solar 4/20", "lunar 4/1 eve",
  ]
  private static let zones = [
    "Asia/Taipei", "Asia/Kathmandu", "America/New_York", "Pacific/Auckland", "Australia/Lord_Howe",
  ]

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    now = try CivilTime.parse("2025-03-20T10:00:00+08:00").unixTime
    database = try TestDatabase("store") { try Store.create($0).close() }
    store = try Store.create(database.url)
    for (key, rule, observance) in [
      ("a", "lunar 3/23", "birth"), ("b", "lunar 3/23", "festival"), ("c", "solar 4/5", "festival"),
      ("moon", "lunar */1", "new-moon"), ("full", "lunar */15", "full-moon"), ("eve", "lunar 3/9 eve", "festival"),
    ] {
      try add(.event, ["key": key, "title": key, "rule": rule, "observance": observance])
    }
    for (key, events) in [("g", ["a", "b"]), ("h", ["b", "c", "eve"])] {
      try store.add(
        [
          Draft(fields: [
            .init("key", .text(key)), .init("name", .text(key)), .init("events", .list(events.map(JSON.text))),
          ])
        ],
        to: .group, change)
    }
    for user in Self.users.prefix(3) { try add(.user, ["uuid": user]) }
  }

  deinit { store.close() }

  var change: Change {
    Change(actor: "test", at: now, today: CivilTime.local(unixTime: now, offset: 28_800).date)
  }

  private func add(_ entity: Entity, _ fields: [String: String]) throws {
    try store.add([Draft(fields: fields.map { .init($0.key, .text($0.value)) })], to: entity, change)
  }

  private func any<Element>(_ list: [Element]) -> Element {
    list[Int.random(in: 0..<list.count, using: &generator)]
  }

  private func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }

  /// Something happens.
  func step() throws {
    let kind = Int.random(in: 0..<14, using: &generator)
    do {
      switch kind {
      case 0, 1: try changeSettings()
      case 2, 3: try changeSubscriptions()
      case 4: try changeGroup()
      case 5: try changeEvent()
      case 6: try changeOwn()
      case 7: try changeUser()
      case 8, 9: try deliver()
      case 12: try planAhead()
      case 13: try operate()
      case 10: now += Int.random(in: 600...(3 * 86_400), using: &generator)
      default:
        let days = any([1, 10, 30, 45])
        log.append("plan \(days)")
        _ = try store.plan(days: days, change)
      }
    } catch is RecordFaults {
      log.append("  refused")
    } catch is RecordError {
      log.append("  refused")
    }
  }

  /// A planner whose clock is ahead leaves a hole, in which things change before the next planner fills it.
  private func planAhead() throws {
    let (lead, days) = (any([1, 8, 40]), any([1, 10, 30]))
    log.append("plan \(days), \(lead) days ahead")
    let then = now + lead * 86_400
    _ = try store.plan(
      days: days, Change(actor: "test", at: then, today: CivilTime.local(unixTime: then, offset: 28_800).date))
    for _ in 0..<3 {
      do {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: try changeSettings()
        case 1: try changeSubscriptions()
        case 2: try changeEvent()
        case 3: try changeOwn()
        case 4: try deliver()
        default: break
        }
      } catch is RecordFaults {
        log.append("  refused")
      } catch is RecordError {
        log.append("  refused")
      }
    }
    log.append("plan 1")
    _ = try store.plan(days: 1, change)
  }

  /// An operator takes reminders out of the queue, and puts others back.
  private func operate() throws {
    let queue = ReminderQueue(store)
    var query = ReminderQuery()
    query.limit = 1_000
    let all = try queue.page(query, now: now).reminders
    let cancelled = all.filter { $0.status == .queued && chance(6) }.map(\.id)
    let back = all.filter { $0.status != .queued && chance(3) }.map(\.id)
    log.append("cancel \(cancelled.count), retry \(back.count)")
    _ = try queue.cancel(cancelled, by: "test", now: now)
    let refused = try queue.retry(back, by: "test", now: now)
    if refused.contains(where: { $0.status == .queued }) { Issue.record("refused what waits") }
  }

  private func changeSettings() throws {
    let user = try anyUser()
    var settings: [JSON.Member] = try store.record(.user, key: user)["settings"].members
    func set(_ name: String, _ value: JSON) {
      settings.removeAll { $0.name == name }
      settings.append(.init(name, value))
    }
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: set("enable_all", .flag(!chance(3)))
    case 1: set("advance_days", .integer(any([0, 1, 2, 3, 7, 30])))
    case 2: set("notify_time", .text(any(["08:00", "02:30", "23:30", "00:00", "19:00"])))
    case 3: set(any(["newmoon_enabled", "fullmoon_enabled", "custom_enabled"]), .flag(chance(2)))
    case 4: set(any(["early_enabled", "day_of_enabled"]), .flag(chance(2)))
    case 5:
      let isQuiet = !chance(3)
      set("quiet_from", isQuiet ? .text("22:00") : .null)
      set("quiet_to", isQuiet ? .text(any(["06:00", "09:00"])) : .null)
    case 6: set("channel", .text(any(["push", "feed", "jsonl"])))
    case 7: set("prepare_days", any([.null, .integer(1), .integer(3), .integer(5), .integer(30)]))
    default: set("digest", .flag(chance(2)))
    }
    log.append("settings \(user.suffix(1)) \(settings.map { "\($0.name)=\($0.value.json())" }.joined(separator: " "))")
    try store.edit(.user, key: user, Draft(fields: [.init("settings", .object(settings))]), change)
  }

  private func changeSubscriptions() throws {
    let user = try anyUser()
    let (field, keys) = chance(2) ? ("event_subscriptions", Self.events) : ("group_subscriptions", Self.groups)
    let name = field == "event_subscriptions" ? "event" : "group"
    let chosen = keys.filter { _ in chance(2) }
    let list = chosen.map { key in
      JSON.object([.init(name, .text(key)), .init("is_enabled", .flag(!chance(3)))])
    }
    log.append("\(field) \(user.suffix(1)) \(JSON.list(list).json())")
    try store.edit(.user, key: user, Draft(fields: [.init(field, .list(list))]), change)
  }

  private func changeGroup() throws {
    let key = any(Self.groups)
    let field: Draft.Given =
      chance(2)
      ? .init("is_enabled", .flag(!chance(3)))
      : .init("events", .list(["a", "b", "c", "eve"].filter { _ in chance(2) }.map(JSON.text)))
    log.append("group \(key) \(field.name)=\(field.value.json())")
    try store.edit(.group, key: key, Draft(fields: [field]), change)
  }

  private func changeEvent() throws {
    let key = any(Self.events)
    let isRule = chance(2) && key != "moon" && key != "full"
    let field: Draft.Given =
      isRule
      ? .init("rule", .text(any(Self.rules)))
      : chance(2) ? .init("weight", .integer(any([1, 2, 3, 5]))) : .init("is_enabled", .flag(!chance(3)))
    log.append("event \(key) \(field.name)=\(field.value.json())")
    try store.edit(.event, key: key, Draft(fields: [field]), change)
  }

  private func changeOwn() throws {
    let own = try store.records(.event).filter { $0["type"] == .text("custom") }
    if own.count > 2 || (chance(3) && !own.isEmpty) {
      let event = any(own)
      if chance(2) {
        log.append("remove \(event.key)")
        try store.remove(.event, key: event.key, change)
      } else if chance(2) {
        log.append("own rule \(event.key)")
        try store.edit(.event, key: event.key, Draft(fields: [.init("rule", .text(any(Self.rules)))]), change)
      } else {
        let days = any([JSON.null, .integer(0), .integer(3), .integer(9), .integer(30)])
        log.append("own days before \(event.key) \(days.json())")
        try store.edit(.event, key: event.key, Draft(fields: [.init("advance_days", days)]), change)
      }
    } else {
      let user = try anyUser()
      let key = "own-\(log.count)"
      // A user's own day at new moon belongs to no other user.
      let observance = any(["memorial", "new-moon", "full-moon"])
      log.append("own \(key) of \(user.suffix(1)), \(observance)")
      try add(
        .event, ["key": key, "title": "own", "rule": any(Self.rules), "owner": user, "observance": observance])
    }
  }

  private func changeUser() throws {
    let users = try store.records(.user).map(\.key)
    if users.count > 4 || (chance(8) && users.count > 1), let user = users.last {
      log.append("remove user \(user.suffix(1))")
      try store.remove(.user, key: user, change)
      sent = sent.filter { !$0.hasPrefix(user) }
    } else if chance(2), let new = Self.users.first(where: { !users.contains($0) }) {
      log.append("add user \(new.suffix(1))")
      try add(.user, ["uuid": new])
    } else {
      let (user, zone) = (try anyUser(), any(Self.zones))
      log.append("zone \(user.suffix(1)) \(zone)")
      try store.edit(.user, key: user, Draft(fields: [.init("time_zone", .text(zone))]), change)
    }
  }

  private func anyUser() throws -> String { any(try store.records(.user).map(\.key)) }

  /// A worker sends some of what is due, and now and then stands between claim and acknowledgement while something changes.
  private func deliver() throws {
    let queue = ReminderQueue(store)
    let claim = try queue.claim(20, owner: "w", leaseSeconds: 60, now: now)
    log.append("deliver \(claim.reminders.count)")
    if chance(3) { try chance(2) ? changeSubscriptions() : changeSettings() }
    var done: [Acknowledgement] = []
    for reminder in claim.reminders {
      let key = Self.name(
        reminder.user.uuid, reminder.occurrence.eventKey, "\(reminder.occurrence.date)", reminder.kind.rawValue)
      if chance(5) {
        done.append(.init(reminder, .failed(reason: "x", nextAttemptAt: now + 30)))
      } else {
        if !sent.insert(key).inserted { Issue.record("sent twice: \(key)") }
        done.append(.init(reminder, .sent))
      }
    }
    try queue.acknowledge(done, owner: "w", now: now)
  }

  static func name(_ user: String, _ event: String, _ day: String, _ kind: String) -> String {
    "\(user) \(event) \(day) \(kind)"
  }

  // MARK: Actual and expected queue

  /// The reminders that wait for an instant to come.
  func queue() throws -> [String] {
    try rows("n.status = 'queued' AND n.scheduled_at >= \(now)")
  }

  private func rows(_ condition: String) throws -> [String] {
    try store.database.read { connection in
      try connection.all(
        SQL(
          """
          SELECT u.uuid, e.key, o.solar_date, n.kind, n.scheduled_at
          FROM notification_logs n
          JOIN users u ON u.id = n.user_id
          JOIN event_occurrences o ON o.id = n.occurrence_id
          JOIN events e ON e.id = o.event_id
          WHERE \(condition)
          """)
      ) { row in
        Self.name(row.text(0) ?? "", row.text(1) ?? "", row.text(2) ?? "", row.text(3) ?? "")
          + " \(row.integer(4) ?? 0)"
      }.sorted()
    }
  }

  /// The rows of a new plan, without those that the log has as sent, failed or being sent.
  func planFromNothing() throws -> [String] {
    guard let until = try store.database.read({ try ReminderPlanning.plannedUntil($0) }), until > now else { return [] }
    let done = Set(
      try rows("n.status <> 'queued'").map { $0.split(separator: " ").dropLast().joined(separator: " ") })
    var planned: [String] = []
    for user in try store.records(.user) where user["settings"]["channel"] != .text("feed") {
      let wishes = try UserWishes(of: user.key, in: store)
      for reminder in try Planner(catalogue: wishes.catalogue).plan(
        user: user.key, following: wishes.following, settings: wishes.settings, in: now..<until)
      {
        let name = Self.name(user.key, reminder.event.key, "\(reminder.occurrence.date)", reminder.kind.rawValue)
        if !done.contains(name) { planned.append(name + " \(reminder.scheduledAt)") }
      }
    }
    return planned.sorted()
  }
}

@Suite("Replanning", .timed)
struct ReplanTests {
  /// 10,000 steps and more with FOLKCAL_HISTORIES=full (`make chaos`).
  private static var seeds: ClosedRange<UInt64> {
    ProcessInfo.processInfo.environment["FOLKCAL_HISTORIES"] == "full" ? 1...200 : 1...8
  }

  @Test(
    "After any history the queue equals a new plan, and sent reminders never return",
    arguments: seeds)
  func histories(seed: UInt64) throws {
    let service = try RandomService(seed: seed)
    for number in 0..<60 {
      try service.step()
      let (queue, expected) = (try service.queue(), try service.planFromNothing())
      guard queue == expected else {
        let missing = Set(expected).subtracting(queue).sorted()
        let surplus = Set(queue).subtracting(expected).sorted()
        Issue.record(
          """
          seed \(seed), step \(number), at \(CivilTime.iso(unixTime: service.now)): missing \(missing.prefix(3)), surplus \(surplus.prefix(3))
          \(service.log.suffix(6).joined(separator: "\n"))
          """)
        return
      }
    }
    #expect(try service.store.faults().isEmpty)
  }
}
