public import Folklore

/// The events that one user follows.
public struct Following: Hashable, Sendable {
  /// Keys of events followed directly.
  public var events: Set<String>
  /// Keys of groups.
  public var groups: Set<String>
  /// Keys of events that the user switched off; this overrides everything else.
  public var switchedOff: Set<String>

  public init(events: Set<String> = [], groups: Set<String> = [], switchedOff: Set<String> = []) {
    self.events = events
    self.groups = groups
    self.switchedOff = switchedOff
  }
}

// MARK: - Selection

extension Following {
  /// The events of a catalogue that the user is reminded of, in the order of lists; none if the master switch is off.
  public func events(of catalogue: Catalogue, with settings: NotificationSettings) -> [Event] {
    guard settings.isEnabled else { return [] }
    var followed = events
    for group in groups.compactMap({ catalogue.group($0) }) where group.isEnabled {
      // Groups do not bring a user's own days.
      followed.formUnion(group.eventKeys.filter { catalogue.event($0)?.kind != .custom })
    }
    let reminded = catalogue.events.filter { event in
      guard event.isEnabled, !switchedOff.contains(event.key) else { return false }
      // The switch for new moons does not bring a user's own day; `custom` does.
      if event.kind == .custom { return settings.custom && followed.contains(event.key) }
      switch event.observance {
      case .newMoon where settings.newMoon: return true
      case .fullMoon where settings.fullMoon: return true
      default: return followed.contains(event.key)
      }
    }
    return RegionFilter.all.events(of: reminded)
  }
}
