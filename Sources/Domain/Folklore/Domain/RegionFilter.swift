/// Selects the days of one region, or of all.
public struct RegionFilter: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// Nil for all regions.
  public let region: Region?

  public static let all = RegionFilter(region: nil)
  public static let taiwan = RegionFilter(region: .taiwan)
  public static let allCases = Region.allCases.map { RegionFilter(region: $0) } + [all]

  /// - Parameter region: nil for all regions.
  public init(region: Region?) {
    self.region = region
  }

  /// - Parameter rawValue: a code such as `TW`, or `all`.
  public init?(rawValue: String) {
    guard rawValue != "all" else {
      self = .all
      return
    }
    guard let region = Region(rawValue: rawValue) else { return nil }
    self.init(region: region)
  }

  /// A region as people name it, or all of them: HK, 香港, all, 全部; nil for others.
  public init?(typed text: String) {
    if ["all", "全部", "所有", "不限", "全世界"].contains(text.lowercased()) {
      self = .all
    } else if let region = Region(typed: text) {
      self.init(region: region)
    } else {
      return nil
    }
  }

  public var rawValue: String { region?.rawValue ?? "all" }

  /// True if the event is kept there.
  public func contains(_ event: Event) -> Bool { region.map(event.regions.contains) ?? true }
}

extension RegionFilter {
  /// The events that are kept there, each with its weight there, in the order that every list has for the events of a day: by `Event.rank`, then
  /// that of the data.
  ///
  /// - Parameter maxWeight: leaves out what weighs less than this, that is, has a greater number.
  public func events(of events: [Event], maxWeight: Int = Event.weights.upperBound) -> [Event] {
    let kept = events.indices.filter { contains(events[$0]) && events[$0].weight(in: region) <= maxWeight }
    let ranks = kept.map { (rank: events[$0].rank(in: region), place: $0) }
    return ranks.sorted { $0 < $1 }.map { _, place in
      var event = events[place]
      event.weight = event.weight(in: region)
      return event
    }
  }
}
