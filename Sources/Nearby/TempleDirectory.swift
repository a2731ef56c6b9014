public import Folklore
public import Geo
import Lunisolar
import OpeningHours

/// Finds temples near a place: all temples that have trusted coordinates, in an immutable index. A change needs a new one.
///
///     let directory = TempleDirectory(temples: try store.temples())
///     var query = NearbyQuery()
///     query.deity = .any(["mazu"])
///     try directory.nearest(to: here, query, at: now)
public struct TempleDirectory: Sendable {
  private let temples: [Temple]
  /// By the temple's number, its place in the list.
  private let positions: [Int: Int]
  private let index: PointIndex
  private let days: TempleDays

  /// - Parameters:
  ///   - activities: what the temples hold.
  ///   - events: the folk days; a temple keeps those of its main deity.
  public init(temples: [Temple], activities: [Activity] = [], events: [Event] = []) {
    self.temples = temples
    positions = Dictionary(temples.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    index = PointIndex(
      temples.lazy.compactMap { temple in temple.trustedCoordinate.map { (id: temple.id, coordinate: $0) } })
    days = TempleDays(activities: activities, events: events)
  }

  /// How many temples can be found.
  public var count: Int { index.count }

  /// The nearest temples that a query wants, nearest first, equal distances by number.
  ///
  /// - Parameter moment: what the opening times and the coming days are told for.
  /// - Throws: `CalendarError.solarDateOutOfRange` when the calendar does not reach the coming days.
  public func nearest(to place: Coordinate, _ query: NearbyQuery, at moment: LocalMoment) throws -> [NearbyTemple] {
    let calendar = DayFinder(days: days, moment: moment, query: query)
    let found = index.nearest(query.limit, to: place, within: query.radius) { id in
      guard let temple = temple(id: id) else { return false }
      return isWanted(temple, query, moment, calendar)
    }
    return try found.compactMap { neighbor in
      guard let temple = temple(id: neighbor.id), let coordinate = temple.trustedCoordinate else { return nil }
      return NearbyTemple(
        temple: temple, coordinate: coordinate, distanceKilometers: neighbor.distanceKilometers,
        bearing: place.compassPoint(to: coordinate), openState: Self.openState(of: temple, at: moment),
        specialEvent: try calendar.next(of: temple))
    }
  }

  private func isWanted(
    _ temple: Temple, _ query: NearbyQuery, _ moment: LocalMoment, _ calendar: DayFinder
  ) -> Bool {
    if temple.id == query.excludedID { return false }
    if let deity = query.deity, !deity.isServed(by: temple) { return false }
    if let religion = query.religion, temple.religion != religion { return false }
    if let county = query.county, temple.county != county { return false }
    if let event = query.eventKey, !days.keeps(temple, event) { return false }
    if query.activityDays != nil, !calendar.holdsSomething(temple) { return false }
    return !query.leavesOutClosed || Self.openState(of: temple, at: moment) != .closed
  }

  /// Open, closed, or not known: where no times are given, or none that can be read.
  private static func openState(of temple: Temple, at moment: LocalMoment) -> OpeningHours.State {
    guard let text = temple.openTime, let hours = try? OpeningHours(text) else { return .unknown }
    return hours.state(on: moment.date.weekday, at: moment.time)
  }
}

// MARK: - What the temples are

extension TempleDirectory {
  /// The temple of a number.
  public func temple(id: Int) -> Temple? { positions[id].map { temples[$0] } }

  /// The temple of a key.
  public func temple(key: String) -> Temple? { temples.first { $0.key == key } }

  /// What the temples call their religions, each once, most frequent first.
  public var religions: [String] {
    Dictionary(grouping: temples.compactMap(\.religion)) { $0 }.sorted {
      ($1.value.count, $0.key) < ($0.value.count, $1.key)
    }.map(\.key)
  }

  /// What the temples write for their main deities, each once.
  public var deitySpellings: Set<String> { Set(temples.compactMap(\.mainDeity)) }

  /// The middle of the temples of a county, or of a township of it: where their mean points from the centre of the Earth.
  ///
  /// - Returns: the place, and how many temples have it as their middle; nil where there is none.
  public func center(county: String, town: String?) -> (place: Coordinate, temples: Int)? {
    let places = temples.compactMap { temple in
      temple.county == county && (town == nil || temple.town == town) ? temple.trustedCoordinate : nil
    }
    return Coordinate.center(of: places).map { ($0, places.count) }
  }
}
