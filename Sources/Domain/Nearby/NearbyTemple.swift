public import Folklore
public import Geo
public import Lunisolar
public import OpeningHours

/// A temple that was found, with what is true of it here and now.
public struct NearbyTemple: Sendable {
  public let temple: Temple
  public let coordinate: Coordinate
  public let distanceKilometers: Double
  /// The direction from where the search began.
  public let bearing: CompassPoint
  public let openState: OpeningHours.State
  /// The day that it keeps next, of those that were asked about.
  public let specialEvent: SpecialEvent?
}

extension NearbyTemple {
  init(temple: Temple, _ sighting: TempleSighting) {
    self.temple = temple
    coordinate = sighting.coordinate
    distanceKilometers = sighting.distanceKilometers
    bearing = sighting.bearing
    openState = sighting.openState
    specialEvent = sighting.specialEvent
  }
}

/// A temple that was found, by its place in `TempleDirectory.all`, with what is true of it here and now.
public struct TempleSighting: Sendable {
  public let position: Int
  public let coordinate: Coordinate
  public let distanceKilometers: Double
  public let bearing: CompassPoint
  public let openState: OpeningHours.State
  public let specialEvent: SpecialEvent?
}

/// A day that a temple keeps: its deity's, one at a date of its own, or something that it holds.
public struct SpecialEvent: Hashable, Sendable {
  public let title: LocalizedName
  public let date: SolarDate
  /// The last day, the same as the first for one of a single day.
  public let lastDate: SolarDate
  /// The local times, `09:00-16:00` or `09:00`; nil for all day.
  public let time: String?
  /// The event that it is, or that it is held for.
  public let eventKey: String?
}

/// A local day and time, and how to tell local times of instants.
public struct LocalMoment: Sendable {
  public let date: SolarDate
  public let time: TimeOfDay
  public let clock: ZonedClock

  /// - Parameter instant: seconds of UTC since 1970.
  public init(instant: Int, clock: ZonedClock) {
    let local = clock.local(at: instant)
    date = local.date
    time = clock.time(at: instant)
    self.clock = clock
  }
}
