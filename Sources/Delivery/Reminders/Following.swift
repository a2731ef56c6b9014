public import Folklore

/// What one user follows.
public struct Following: Hashable, Sendable {
  /// Keys of events followed by themselves.
  public var events: Set<String>
  /// Keys of groups.
  public var groups: Set<String>
  /// Keys of events that the user switched off, whatever brings them.
  public var switchedOff: Set<String>

  public init(events: Set<String> = [], groups: Set<String> = [], switchedOff: Set<String> = []) {
    self.events = events
    self.groups = groups
    self.switchedOff = switchedOff
  }
}

// MARK: - Who gets what

extension Following {
  /// The events of a catalogue that a user hears of, in the catalogue's order: none while the master switch is off.
  public func events(of catalogue: Catalogue, with settings: NotificationSettings) -> [Event] {
    guard settings.isEnabled else { return [] }
    var followed = events
    for group in groups.compactMap({ catalogue.group($0) }) where group.isEnabled {
      // A user's own days are in no group.
      followed.formUnion(group.eventKeys.filter { catalogue.event($0)?.kind != .custom })
    }
    return catalogue.events.filter { event in
      guard event.isEnabled, !switchedOff.contains(event.key) else { return false }
      // A user's own day may be kept at new moon as well; it goes by its own switch.
      if event.kind == .custom { return settings.custom && followed.contains(event.key) }
      switch event.observance {
      case .newMoon where settings.newMoon: return true
      case .fullMoon where settings.fullMoon: return true
      default: return followed.contains(event.key)
      }
    }
  }
}
