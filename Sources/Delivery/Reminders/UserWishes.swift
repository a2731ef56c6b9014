public import Folklore
import JSON
public import Records
public import Store

/// The reminder settings of a user in the database, for the planner.
public struct UserWishes: Sendable {
  /// The user's UUID, used in keys.
  public let name: String
  public let language: Language
  public let settings: NotificationSettings
  /// The user's channel; nil if the settings name an unknown one.
  public let channel: ChannelKind?
  public let following: Following
  /// The shared events and the user's own.
  public let catalogue: Catalogue

  /// - Parameters:
  ///   - user: UUID, mail address or number such as u42.
  /// - shared: the shared events, if already read.
  /// - Throws: `RecordError.noSuchRecord`.
  public init(of user: String, in store: Store, shared: Catalogue? = nil) throws {
    let record = try store.record(.user, key: user)
    try self.init(record, store.personalDays(of: record), shared: shared ?? store.catalogue())
  }

  /// - Parameters:
  ///   - shared: the shared events.
  /// - Throws: `CatalogueError` if two of them have a key in common.
  public init(_ record: Record, _ personal: PersonalDays, shared: Catalogue) throws(CatalogueError) {
    let (own, temples) = (personal.own, personal.temples)
    catalogue = try Catalogue(
      sources: shared.sources, deities: shared.deities, events: shared.events + own + temples.flatMap(\.own),
      groups: shared.groups + temples.map(\.group))
    name = record.key
    language = Language(rawValue: record["locale"].text ?? "") ?? .traditionalChinese
    settings = NotificationSettings(record)
    channel = record.channel
    var following = Following(events: Set(own.map(\.key)))
    for subscription in record["event_subscriptions"].list {
      guard let key = subscription["event"].text else { continue }
      if subscription["is_enabled"] == .flag(true) {
        following.events.insert(key)
      } else {
        following.switchedOff.insert(key)
      }
    }
    following.groups = Set(
      record["group_subscriptions"].list.filter { $0["is_enabled"] == .flag(true) }.compactMap { $0["group"].text })
    self.following = following
  }
}

extension NotificationSettings {
  /// The settings of a user's record.
  fileprivate init(_ user: Record) {
    self.init()
    let settings = user["settings"]
    timeZone = user["time_zone"].text ?? timeZone
    isEnabled = settings["enable_all"].flag ?? isEnabled
    advanceDays = settings["advance_days"].integer ?? advanceDays
    notifyTime = settings["notify_time"].text.flatMap { TimeOfDay($0) } ?? notifyTime
    newMoon = settings["newmoon_enabled"].flag ?? newMoon
    fullMoon = settings["fullmoon_enabled"].flag ?? fullMoon
    custom = settings["custom_enabled"].flag ?? custom
    early = settings["early_enabled"].flag ?? early
    dayOf = settings["day_of_enabled"].flag ?? dayOf
    prepareDays = settings["prepare_days"].integer
    if let from = settings["quiet_from"].text.flatMap({ TimeOfDay($0) }),
      let to = settings["quiet_to"].text.flatMap({ TimeOfDay($0) })
    {
      quietHours = QuietHours(from: from, to: to)
    }
  }
}

/// Why somebody is reminded of a day.
public enum FollowReason: Hashable, Sendable {
  /// A day of the user's own.
  case own
  case chosen
  case group(Group)
  /// By the switch for 初一 or for 十五.
  case newMoon, fullMoon

  /// For programs: `chosen`, `group:mazu`.
  public var name: String {
    switch self {
    case .own: "own"
    case .chosen: "chosen"
    case .group(let group): "group:\(group.key)"
    case .newMoon: "new-moon"
    case .fullMoon: "full-moon"
    }
  }
}

extension UserWishes {
  /// The next reminders, as the planner plans them; fewer if the coming 400 days have fewer.
  ///
  /// - Throws: as `Planner.plan`.
  public func nextReminders(_ count: Int, at now: Int) throws -> [Reminder] {
    let planner = Planner(catalogue: catalogue)
    var found: [Reminder] = []
    // Most users have that many within some weeks.
    for days in [45, 400] where found.count < count {
      found = try planner.plan(
        user: name, following: following, settings: settings, in: now..<(now + days * 86_400))
    }
    return Array(found.prefix(count))
  }

  /// Why the user is reminded of a day that `Following.events` gives.
  public func reasons(for event: Event) -> [FollowReason] {
    if event.kind == .custom { return [.own] }
    var reasons: [FollowReason] = following.events.contains(event.key) ? [.chosen] : []
    for group in following.groups.sorted().compactMap({ catalogue.group($0) })
    where group.isEnabled && group.eventKeys.contains(event.key) {
      reasons.append(.group(group))
    }
    switch event.observance {
    case .newMoon where settings.newMoon: reasons.append(.newMoon)
    case .fullMoon where settings.fullMoon: reasons.append(.fullMoon)
    default: break
    }
    return reasons
  }
}
