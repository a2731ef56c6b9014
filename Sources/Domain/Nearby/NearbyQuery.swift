public import Geo

/// Which temples are wanted, and how many.
public struct NearbyQuery: Sendable {
  /// How far away at most, that distance included.
  public var radius = NearbyQuery.defaultRadius
  /// How many at most.
  public var limit = 20
  public var deity: DeityWish?
  /// 道教, 佛教…, as the temples have it.
  public var religion: String?
  /// `彰化縣`, as the temples have it.
  public var county: String?
  /// The event that the temple keeps, by its key: a day of its deity, or one at a date of its own, or one that it holds something for.
  public var eventKey: String?
  /// Only temples that hold something within so many days, today included.
  public var activityDays: Int?
  /// Leaves out what is closed then; what is not known to be open or closed stays.
  public var leavesOutClosed = false
  /// A temple that is not wanted: the one from which the search begins.
  public var excludedID: Int?

  public init() {}

  /// Ten kilometres.
  public static let defaultRadius = (try? Radius(kilometers: 10)) ?? .everywhere
  public static let limits = 1...10_000
  public static let activityDayRange = 1...366

  /// Whether there are wishes that only the whole temple tells.
  var needsWholeTemples: Bool { excludedID != nil || eventKey != nil || activityDays != nil || leavesOutClosed }

  /// Whom a temple serves.
  public enum DeityWish: Hashable, Sendable {
    /// One of these deities, by their keys, is the main one.
    case main(Set<String>)
    /// One of these deities is the main one or another that the temple names.
    case any(Set<String>)
    /// The temple's own words for its main deity are one of these: for gods that are none of ours.
    case written(Set<String>)
  }
}
