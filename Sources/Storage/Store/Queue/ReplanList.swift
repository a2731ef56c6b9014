internal import Database
internal import Folklore
import JSON
import Records

/// Collects the effects of one call's changes on the queue while records are written, and applies them at the end. Events with many followers
/// are left for `Store.completeReplans`.
struct ReplanList {
  private let connection: any Connection
  private let change: Change
  /// The end of the plan; nil before the first plan, when there is nothing to update.
  private let plannedUntil: Int?
  private var planning: ReminderPlanning
  private var users: [(id: Int, before: ReminderPlanning.Followed, onlyTimesChange: Bool)] = []
  private var manyUsers: [Int] = []
  private var events: Set<Int> = []

  /// From this number of users on, statements for all users are faster than one user at a time.
  private static let fewUsers = 200

  init(connection: any Connection, change: Change) throws {
    self.connection = connection
    self.change = change
    plannedUntil = try ReminderPlanning.plannedUntil(connection)
    planning = ReminderPlanning(connection: connection, now: change.at)
  }

  /// Records a user before it is changed.
  ///
  /// - Parameter count: the number of records written in total.
  mutating func willChange(_ old: Record, to new: Record, of count: Int) throws {
    guard let plannedUntil, let id = old.id else { return }
    let isFollowingTheSame = Self.follows(old) == Self.follows(new)
    guard !isFollowingTheSame || Self.times(old) != Self.times(new) else { return }
    if count > Self.fewUsers {
      manyUsers.append(id)
    } else {
      users.append((id, try planning.followed(by: id, until: plannedUntil), isFollowingTheSame))
    }
  }

  /// The fields of a user that decide which events are followed.
  private static func follows(_ user: Record) -> [JSON] {
    let settings = user["settings"]
    return [
      user["event_subscriptions"], user["group_subscriptions"], settings["newmoon_enabled"],
      settings["fullmoon_enabled"], settings["custom_enabled"],
    ]
  }

  /// The fields of a user that decide if and when reminders go out.
  private static func times(_ user: Record) -> [JSON] {
    let settings = user["settings"]
    let names = [
      "enable_all", "notify_time", "advance_days", "early_enabled", "day_of_enabled", "prepare_days",
      "quiet_from", "quiet_to",
    ]
    return [user["time_zone"], .flag(user.channel?.isSent == false)] + names.map { settings[$0] }
  }

  /// Records a change after it was written.
  mutating func didWrite(_ new: Record, over old: Record?, of count: Int) throws {
    guard plannedUntil != nil, let id = new.id else { return }
    switch new.entity {
    case .user where old == nil:
      if count > Self.fewUsers { manyUsers.append(id) } else { users.append((id, ReminderPlanning.Followed(), false)) }
    case .event:
      let isSame = ["rule", "is_enabled", "type", "observance", "advance_days"].allSatisfy { old?[$0] == new[$0] }
      let wasPrepared = old.map(Self.isPrepared)
      if !isSame || wasPrepared != Self.isPrepared(new) { events.insert(id) }
    case .group:
      guard old?["events"] != new["events"] || old?["is_enabled"] != new["is_enabled"] else { return }
      for key in Set((old?["events"].texts ?? []) + new["events"].texts) {
        if let event = try RecordReader(connection: connection).id(.event, key: key) { events.insert(event) }
      }
    default: break
    }
  }

  /// `Event.isPrepared` of a record.
  private static func isPrepared(_ event: Record) -> Bool {
    event["type"] != .text(Event.Kind.custom.rawValue)
      && (event["weight"].integer ?? Event.usualWeight) <= Event.preparedWeight
  }

  /// Records events whose days were computed anew.
  mutating func didChange(events ids: [Int]) {
    if plannedUntil != nil { events.formUnion(ids) }
  }

  /// Updates the queue.
  ///
  /// - Returns: whether some work is left for `Store.completeReplans`.
  mutating func replan() throws -> Bool {
    guard let plannedUntil else { return false }
    var leavesSome = false
    if !events.isEmpty {
      let pending = PendingReplans(connection: connection)
      if try pending.areMany(events, planning) {
        try pending.add(events, at: change.at)
        leavesSome = true
      } else {
        try planning.replan(.events(Array(events)))
        try Corrections(connection: connection, now: change.at).queue(of: events)
        try OccurrenceTable(connection: connection).removeUnused(events)
      }
    }
    if !manyUsers.isEmpty { try planning.replan(.users(manyUsers)) }
    for user in users {
      try planning.replan(
        user: user.id, until: plannedUntil, before: user.before, onlyTimesChange: user.onlyTimesChange)
    }
    (events, manyUsers, users) = ([], [], [])
    return leavesSome
  }
}
