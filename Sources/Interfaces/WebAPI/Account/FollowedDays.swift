import Folklore
import JSON
import Records
import Reminders
import Store

/// A deity or festival that can be followed, with its days.
struct FollowedDays {
  /// The deity's key, or the festival's.
  let key: String
  let name: LocalizedName
  /// Other names of the deity, as people say them.
  let aliases: [String]
  let events: [Event]
  /// True if somebody is reminded of one of its days, whatever the reason.
  let isFollowed: Bool
  /// True for a deity, whose page has its key.
  let isDeity: Bool

  /// Deities with days that people in Taiwan keep, or that the user follows.
  static func deities(_ wishes: UserWishes, _ data: PublicData) -> [FollowedDays] {
    let followed = followedKeys(wishes)
    let days = Dictionary(
      grouping: data.catalogue.events.filter { $0.kind == .deity && isOffered($0, followed) }
    ) { $0.deityKey ?? "" }
    return data.catalogue.deities.compactMap { deity in
      guard let events = days[deity.key] else { return nil }
      return FollowedDays(
        key: deity.key, name: deity.name, aliases: deity.aliases, events: events,
        isFollowed: events.contains { followed.contains($0.key) }, isDeity: true)
    }
  }

  static func festivals(_ wishes: UserWishes, _ data: PublicData) -> [FollowedDays] {
    let followed = followedKeys(wishes)
    return data.catalogue.events.filter { event in
      event.kind == .festival && event.observance != .newMoon && event.observance != .fullMoon
        && isOffered(event, followed)
    }.map { event in
      FollowedDays(
        key: event.key, name: event.title, aliases: event.aliases, events: [event],
        isFollowed: followed.contains(event.key), isDeity: false)
    }
  }

  private static func isOffered(_ event: Event, _ followed: Set<String>) -> Bool {
    followed.contains(event.key) || (event.isEnabled && RegionFilter.taiwan.contains(event))
  }

  /// The keys of the shared days that the user follows, also while the master switch is off.
  private static func followedKeys(_ wishes: UserWishes) -> Set<String> {
    var settings = wishes.settings
    settings.isEnabled = true
    return Set(wishes.following.events(of: wishes.catalogue, with: settings).map(\.key))
  }

  /// The subscriptions with these days followed or not. A day that a group brings is switched off; another one loses its entry.
  func change(_ list: [JSON], to isOn: Bool, _ wishes: UserWishes) -> [JSON] {
    var list = list
    for event in events {
      list.removeAll { $0["event"] == .text(event.key) }
      let comesByGroup = wishes.following.groups.contains { key in
        wishes.catalogue.group(key).map { $0.isEnabled && $0.eventKeys.contains(event.key) } ?? false
      }
      guard isOn || comesByGroup else { continue }
      list.append(SubscriptionKind.event.entry(event.key, isEnabled: isOn))
    }
    return list
  }
}
