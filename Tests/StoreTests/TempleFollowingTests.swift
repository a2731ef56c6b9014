import Folklore
import JSON
import Lunisolar
import Records
import Testing

@testable import Store

/// Followers of a temple are told of the days that it keeps, by its own dates, and of its activities.
@Suite struct TempleFollowingTests {
  let desk: QueueDesk
  var store: Store { desk.test.store }
  /// `temple-lukang`
  private static let group = "temple-lukang"

  /// The deity's days are e0 on 4/20 and e1 on 4/22; the temple keeps e1 on 4/18. e2 on 4/21 belongs to nobody.
  init() throws {
    desk = try QueueDesk(rules: ["solar 4/20", "solar 4/22", "solar 4/21"])
    let change = QueueDesk.change()
    let store = desk.test.store
    try store.add([Draft(fields: [.init("key", "mazu"), .init("name", "媽祖")])], to: .deity, change)
    for key in ["e0", "e1"] {
      try store.edit(.event, key: key, Draft(fields: [.init("type", "deity"), .init("deity", "mazu")]), change)
    }
    try store.add(
      [
        Draft(fields: [
          .init("key", "lukang"), .init("name", "鹿港天后宮"), .init("county", "彰化縣"), .init("deity", "mazu"),
          .init("events", [["event": "e1", "rule": "solar 4/18"]]),
        ])
      ], to: .temple, change)
    try store.add(
      [
        Draft(fields: [
          .init("key", "march"), .init("temple", "lukang"), .init("title", "遶境"),
          .init("start_at", "2025-04-19T01:00:00Z"),
        ])
      ], to: .activity, change)
  }

  private func follow(_ user: String, isEnabled: Bool = true, at now: Int = QueueDesk.start) throws {
    try store.openTemples(ofGroups: [Self.group], QueueDesk.change(now))
    let entry: JSON = ["group": .text(Self.group), "is_enabled": .flag(isEnabled)]
    try store.edit(.user, key: user, Draft(fields: [.init("group_subscriptions", [entry])]), QueueDesk.change(now))
  }

  /// The waiting reminders of the day itself: `18 鹿港天后宮：e1`.
  private func waiting(_ user: String) throws -> [String] {
    var query = ReminderQuery(status: .queued, user: user)
    query.limit = 100
    return try desk.queue.page(query, now: QueueDesk.start).reminders.filter { $0.kind == .dayOf }.map {
      "\($0.occurrence.date.day) \($0.occurrence.title.traditionalChinese)"
    }
  }

  private static let all = ["18 鹿港天后宮：e1", "19 鹿港天后宮：遶境", "20 e0"]

  @Test func tellsWhatTheTempleKeeps() throws {
    let user = try desk.user(1, events: [])
    _ = try desk.plan()
    try follow(user)
    #expect(try waiting(user) == Self.all)
  }

  /// A plan from nothing has what the change of the user wrote.
  @Test func isPlannedTheSame() throws {
    let user = try desk.user(1, events: [])
    try follow(user)
    #expect(try waiting(user).isEmpty)
    _ = try desk.plan()
    #expect(try waiting(user) == Self.all)
  }

  /// Who follows the deity's day as well has it once.
  @Test func tellsACommonDayOnce() throws {
    let user = try desk.user(1, events: [0, 1, 2])
    _ = try desk.plan()
    try follow(user)
    #expect(try waiting(user) == Self.all + ["21 e2", "22 e1"])
  }

  @Test func movesWithTheTemple() throws {
    let user = try desk.user(1, events: [])
    try follow(user)
    _ = try desk.plan()
    let change = QueueDesk.change()
    try store.edit(
      .temple, key: "lukang", Draft(fields: [.init("events", [["event": "e1", "rule": "solar 4/17"]])]), change)
    #expect(try waiting(user) == ["17 鹿港天后宮：e1"] + Self.all.dropFirst())
    // Without a date of its own, the temple keeps the general one.
    try store.edit(.temple, key: "lukang", Draft(fields: [.init("events", [])]), change)
    #expect(try waiting(user) == Self.all.dropFirst() + ["22 e1"])
  }

  /// An import writes many temples at once, and few of them are followed.
  @Test func movesWithAnImport() throws {
    let change = QueueDesk.change()
    let others = (1...5).map { number in
      Draft(fields: [.init("key", .text("other-\(number)")), .init("name", .text("別的廟\(number)"))])
    }
    try store.add(others, to: .temple, change)
    let user = try desk.user(1, events: [])
    try follow(user)
    _ = try desk.plan()
    let changed = others.map { Draft(fields: $0.fields + [.init("county", "彰化縣")]) }
    let temple = Draft(
      fields: [.init("key", "lukang"), .init("name", "新名宮"), .init("events", [["event": "e1", "rule": "solar 4/17"]])])
    _ = try store.merge([(.temple, changed + [temple])], change)
    #expect(try waiting(user) == ["17 新名宮：e1", "19 新名宮：遶境", "20 e0"])
  }

  @Test func movesWithActivitiesAndEvents() throws {
    let user = try desk.user(1, events: [])
    try follow(user)
    _ = try desk.plan()
    let change = QueueDesk.change()
    try store.edit(.activity, key: "march", Draft(fields: [.init("start_at", "2025-04-21T01:00:00Z")]), change)
    try store.edit(.event, key: "e0", Draft(fields: [.init("rule", "solar 4/23")]), change)
    try store.edit(.event, key: "e1", Draft(fields: [.init("title", "聖誕")]), change)
    #expect(try waiting(user) == ["18 鹿港天后宮：聖誕", "21 鹿港天后宮：遶境", "23 e0"])
    try store.remove(.activity, key: "march", change)
    // A new day of the deity is one of the temple.
    try store.add(
      [
        Draft(fields: [
          .init("key", "e9"), .init("title", "飛昇"), .init("rule", "solar 4/24"), .init("deity", "mazu"),
        ])
      ], to: .event, change)
    #expect(try waiting(user) == ["18 鹿港天后宮：聖誕", "23 e0", "24 飛昇"])
  }

  /// What cannot be read is left out and keeps nobody from writing.
  @Test func leavesOutWhatCannotBeRead() throws {
    let user = try desk.user(1, events: [])
    try follow(user)
    _ = try desk.plan()
    try desk.test.tamper(
      "UPDATE activities SET rule = 'nonsense', start_at = NULL; UPDATE events SET rule = 'nonsense' WHERE key = 'e0';")
    try store.edit(.temple, key: "lukang", Draft(fields: [.init("name", "新名宮")]), QueueDesk.change())
    #expect(try waiting(user) == ["18 新名宮：e1"])
  }

  @Test func endsWithTheSubscription() throws {
    let user = try desk.user(1, events: [])
    try follow(user)
    _ = try desk.plan()
    try follow(user, isEnabled: false)
    #expect(try waiting(user).isEmpty)
  }

  /// A preview is what the planner plans.
  @Test func claimsWithTheTemple() throws {
    let user = try desk.user(1, events: [])
    try follow(user)
    _ = try desk.plan()
    let claimed = try desk.claim(at: QueueDesk.at(3, 12)).reminders.filter { $0.kind == .dayOf }
    let temple = try store.record(.temple, key: "lukang").id
    #expect(claimed.map(\.occurrence.templeID) == [temple])
  }

  /// The days of followed temples are nobody's records.
  @Test func isInNoList() throws {
    try follow(desk.user(1, events: []))
    #expect(try store.catalogue().events.map(\.key) == ["e0", "e1", "e2"])
    #expect(try store.catalogue().groups.isEmpty)
    #expect(try store.records(.group).isEmpty)
    #expect(try store.list(.event, ListQuery()).total == 3)
    #expect(try store.list(.group, ListQuery()).total == 0)
    #expect(try store.export(.event).count == 3)
    #expect(try store.export(.group).isEmpty)
  }

  /// An export of a user follows the temple in another database too.
  @Test func comesWithAnImport() throws {
    let user = try desk.user(1, events: [])
    try follow(user)
    let others = try QueueDesk(rules: ["solar 4/20"])
    let exported = try store.export(.user).map { Draft(fields: $0.members.map { .init($0.name, $0.value) }) }
    #expect(throws: RecordFaults.self) { try others.test.store.merge([(.user, exported)], QueueDesk.change()) }
    try others.test.store.add(
      [Draft(fields: [.init("key", "lukang"), .init("name", "鹿港天后宮")])], to: .temple, QueueDesk.change())
    _ = try others.test.store.merge([(.user, exported)], QueueDesk.change())
    let days = try others.test.store.personalDays(of: others.test.store.record(.user, key: user))
    #expect(days.temples.map(\.group.key) == [Self.group])
  }

  @Test func staysWhileItIsFollowed() throws {
    let user = try desk.user(1, events: [])
    try follow(user)
    _ = try desk.plan()
    let change = QueueDesk.change()
    try store.remove(.activity, key: "march", change)
    #expect(throws: RecordError.self) { try store.remove(.temple, key: "lukang", change) }
    // A follower is no reason to keep an event of the deity.
    try store.remove(.event, key: "e0", change)
    try store.edit(.user, key: user, Draft(fields: [.init("group_subscriptions", [])]), change)
    try store.remove(.temple, key: "lukang", change)
    #expect(try store.statistics().rows["groups"] == 0)
  }

  /// Names of groups that only look like those of temples are refused as ever.
  @Test func refusesUnknownTemples() throws {
    let user = try desk.user(1, events: [])
    try store.openTemples(ofGroups: ["temple-nowhere", "temple-", "mazu"], QueueDesk.change())
    #expect(throws: RecordFaults.self) {
      try store.edit(
        .user, key: user, Draft(fields: [.init("group_subscriptions", [["group": "temple-nowhere"]])]),
        QueueDesk.change())
    }
  }
}
