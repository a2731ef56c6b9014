/// Selects the days of one region, or of all.
public struct RegionFilter: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// Nil for all regions.
  public let region: Region?

  public static let all = RegionFilter(region: nil)
  public static let taiwan = RegionFilter(region: .taiwan)
  public static let allCases = Region.allCases.map { RegionFilter(region: $0) } + [all]

  private init(region: Region?) {
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

  public var rawValue: String { region?.rawValue ?? "all" }

  /// True if the event's region is selected.
  public func contains(_ event: Event) -> Bool { region == nil || region == event.region }
}
