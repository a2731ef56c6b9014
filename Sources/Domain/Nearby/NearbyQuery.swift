public import Geo

/// A search for temples: filters and limit.
public struct NearbyQuery: Sendable {
  /// The radius, inclusive.
  public var radius = NearbyQuery.defaultRadius
  /// The most results.
  public var limit = 20
  public var deity: DeityWish?
  /// 道教, 佛教…, as the temples have it.
  public var religion: String?
  /// `彰化縣`, as the temples have it.
  public var county: String?
  /// The key of an event that the temple keeps: its deity's day, its own date, or the event of an activity.
  public var eventKey: String?
  /// Only temples with an activity within this many days, including today.
  public var activityDays: Int?
  /// Excludes temples closed at that time; temples with unknown hours stay.
  public var leavesOutClosed = false
  /// A temple to exclude: the starting point.
  public var excludedID: Int?

  public init() {}

  /// Ten kilometres.
  public static let defaultRadius = (try? Radius(kilometers: 10)) ?? .everywhere
  public static let limits = 1...10_000
  public static let activityDayRange = 1...366

  /// True if a filter needs the whole temple.
  var needsWholeTemples: Bool { excludedID != nil || eventKey != nil || activityDays != nil || leavesOutClosed }

  /// A filter on deities.
  public enum DeityWish: Hashable, Sendable {
    /// One of these deities, by their keys, is the main one.
    case main(Set<String>)
    /// One of these deities is the main one or another of the temple's.
    case any(Set<String>)
    /// The temple's text for its main deity is one of these; for deities not in the data.
    case written(Set<String>)
  }
}
