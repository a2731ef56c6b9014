public import Folklore
public import Geo
import Lunisolar
public import OpeningHours

/// Finds temples near a place, in an immutable index of temples with reliable coordinates. A change needs a new directory.
///
///     let directory = TempleDirectory(temples: try store.temples())
///     var query = NearbyQuery()
///     query.deity = .any(["mazu"])
///     try directory.nearest(to: here, query, at: now)
public struct TempleDirectory: Sendable {
  /// All temples by number, so that indices have the same order as numbers.
  public private(set) var all: [Temple]
  /// The values for filters, separate because copying whole temples is slow.
  private var notes: [Note]
  private var traits: TempleTraits
  private let index: PointIndex
  private let days: TempleDays

  private struct Note: Sendable {
    let coordinate: Coordinate?
    /// Nil if there are no readable hours.
    let hours: OpeningHours?
    let deityKey: String?
    /// True if it keeps only its deity's days.
    let keepsUsualDays: Bool

    init(_ temple: Temple, _ days: TempleDays) {
      coordinate = temple.trustedCoordinate
      hours = temple.openTime.flatMap { try? OpeningHours($0) }
      deityKey = temple.deityKey
      keepsUsualDays = temple.dates.isEmpty && days.activities(of: temple).isEmpty
    }
  }

  /// - Parameters:
  /// - activities: the temples' activities.
  /// - events: the events; a temple keeps those of its main deity.
  public init(temples: [Temple], activities: [Activity] = [], events: [Event] = []) {
    self.init(temples: temples, days: TempleDays(activities: activities, events: events)) { _ in nil }
  }

  /// The same with other temples in the place of some.
  ///
  /// - Parameters:
  ///   - ids: the numbers of the temples that were added, changed or removed.
  ///   - temples: those that there are of them.
  public func replacing(_ ids: Set<Int>, with temples: [Temple]) -> TempleDirectory {
    if let same = replacingInPlace(ids, with: temples) { return same }
    let kept = all.enumerated().filter { !ids.contains($0.element.id) }
    let notes = Dictionary(uniqueKeysWithValues: kept.map { ($0.element.id, self.notes[$0.offset]) })
    return TempleDirectory(temples: kept.map(\.element) + temples, days: days) { notes[$0.id] }
  }

  /// The same where no temple comes, goes or moves, so that the index stays; nil otherwise.
  private func replacingInPlace(_ ids: Set<Int>, with temples: [Temple]) -> TempleDirectory? {
    guard Set(temples.map(\.id)) == ids else { return nil }
    var directory = self
    for temple in temples {
      guard let place = position(of: temple.id), notes[place].coordinate == temple.trustedCoordinate else { return nil }
      directory.all[place] = temple
      directory.notes[place] = Note(temple, days)
      directory.traits.replace(at: place, with: temple)
    }
    return directory
  }

  /// The index of a temple, by a search in the sorted numbers.
  private func position(of id: Int) -> Int? {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].id == id ? low : nil
  }

  /// - Parameter known: the note of a temple that has not changed, of which the opening hours take long to read.
  private init(temples: [Temple], days: TempleDays, known: (Temple) -> Note?) {
    let temples = temples.sorted { $0.id < $1.id }
    all = temples
    traits = TempleTraits(temples)
    index = PointIndex(
      temples.enumerated().compactMap { place, temple in
        temple.trustedCoordinate.map { (id: place, coordinate: $0) }
      })
    self.days = days
    notes = temples.map { known($0) ?? Note($0, days) }
  }

  /// The number of temples that can be found.
  public var count: Int { index.count }

  /// The nearest matching temples, ordered by distance, then by number.
  ///
  /// - Parameter moment: the time for opening states and next days.
  /// - Throws: `CalendarError.solarDateOutOfRange` if the next days are outside the calendar.
  public func nearest(to place: Coordinate, _ query: NearbyQuery, at moment: LocalMoment) throws -> [NearbyTemple] {
    try sightings(from: place, query, at: moment).map { NearbyTemple(temple: all[$0.position], $0) }
  }

  /// The same as indices.
  public func sightings(
    from place: Coordinate, _ query: NearbyQuery, at moment: LocalMoment
  ) throws -> [TempleSighting] {
    var finder = DayFinder(days: days, moment: moment, query: query)
    let found = search(query, moment, finder) { index.nearest(query.limit, to: place, within: query.radius, where: $0) }
    var sightings: [TempleSighting] = []
    sightings.reserveCapacity(found.count)
    for neighbor in found {
      let note = notes[neighbor.id]
      guard let coordinate = note.coordinate else { continue }
      let event =
        note.keepsUsualDays && finder.isUsual
        ? try note.deityKey.flatMap { try finder.usualDay(of: $0) } : try finder.next(of: all[neighbor.id])
      sightings.append(
        TempleSighting(
          position: neighbor.id, coordinate: coordinate, distanceKilometers: neighbor.distanceKilometers,
          bearing: place.compassPoint(to: coordinate), openState: Self.openState(note.hours, at: moment),
          specialEvent: event))
    }
    return sightings
  }

  /// The number of matching temples, without limit.
  public func count(around place: Coordinate, _ query: NearbyQuery, at moment: LocalMoment) -> Int {
    let finder = DayFinder(days: days, moment: moment, query: query)
    return search(query, moment, finder) { index.count(within: query.radius, of: place, where: $0) }
  }

  /// Searches the index with the query's filters.
  private func search<Result>(
    _ query: NearbyQuery, _ moment: LocalMoment, _ finder: DayFinder, _ body: ((Int) -> Bool) -> Result
  ) -> Result {
    let wanted = traits.test(for: query)
    guard query.needsWholeTemples else {
      // The closure captures only the traits; otherwise each call would copy the directory.
      let traits = traits
      return body { traits.satisfies(wanted, at: $0) }
    }
    return body { position in
      traits.satisfies(wanted, at: position) && isWanted(position, query, moment, finder)
    }
  }

  /// Applies the filters that need the whole temple.
  private func isWanted(
    _ position: Int, _ query: NearbyQuery, _ moment: LocalMoment, _ finder: DayFinder
  ) -> Bool {
    // Cheap filters first.
    if query.leavesOutClosed, Self.openState(notes[position].hours, at: moment) == .closed { return false }
    let temple = all[position]
    if temple.id == query.excludedID { return false }
    if let event = query.eventKey, !days.keeps(temple, event) { return false }
    return query.activityDays == nil || finder.holdsSomething(temple)
  }

  private static func openState(of temple: Temple, at moment: LocalMoment) -> OpeningHours.State {
    openState(temple.openTime.flatMap { try? OpeningHours($0) }, at: moment)
  }

  private static func openState(_ hours: OpeningHours?, at moment: LocalMoment) -> OpeningHours.State {
    hours?.state(on: moment.date, at: moment.time) ?? .unknown
  }
}

// MARK: - Without a place

extension TempleDirectory {
  /// All matching temples by number, without radius and limit.
  public func temples(_ query: NearbyQuery, at moment: LocalMoment) -> [Temple] {
    let finder = DayFinder(days: days, moment: moment, query: query)
    let wanted = traits.test(for: query)
    return all.enumerated().filter { position, _ in
      traits.satisfies(wanted, at: position) && isWanted(position, query, moment, finder)
    }.map(\.element)
  }

  /// Whether a temple is open.
  public func openState(of temple: Temple, at moment: LocalMoment) -> OpeningHours.State {
    Self.openState(of: temple, at: moment)
  }

  /// The next day of a temple within a month.
  ///
  /// - Throws: `CalendarError.solarDateOutOfRange` if it is outside the calendar.
  public func specialEvent(of temple: Temple, at moment: LocalMoment) throws -> SpecialEvent? {
    var finder = DayFinder(days: days, moment: moment, query: NearbyQuery())
    return try finder.next(of: temple)
  }
}

// MARK: - Lists

extension TempleDirectory {
  /// The temple of a key.
  public func temple(key: String) -> Temple? { all.first { $0.key == key } }

  /// The religions in the temples' words, most frequent first.
  public var religions: [String] {
    Dictionary(grouping: all.compactMap(\.religion)) { $0 }.sorted {
      ($1.value.count, $0.key) < ($0.value.count, $1.key)
    }.map(\.key)
  }

  /// The main deities in the temples' words, each once.
  public var deitySpellings: Set<String> { Set(all.compactMap(\.mainDeity)) }

  /// The mean position of the temples of a county or township, computed on the sphere.
  ///
  /// - Returns: the place and the number of temples; nil if there are none.
  public func center(county: String, town: String?) -> (place: Coordinate, temples: Int)? {
    let places = all.compactMap { temple in
      temple.county == county && (town == nil || temple.town == town) ? temple.trustedCoordinate : nil
    }
    return Coordinate.center(of: places).map { ($0, places.count) }
  }
}
