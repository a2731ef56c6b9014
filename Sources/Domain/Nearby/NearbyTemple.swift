public import Folklore
public import Geo
public import Lunisolar
public import OpeningHours

/// A temple in a result, with distance, opening state and next day.
public struct NearbyTemple: Sendable {
  public let temple: Temple
  public let coordinate: Coordinate
  public let distanceKilometers: Double
  /// The direction from the starting point.
  public let bearing: CompassPoint
  public let openState: OpeningHours.State
  /// The next of the requested days.
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

/// A temple in a result, by its index in `TempleDirectory.all`.
public struct TempleSighting: Sendable {
  public let position: Int
  public let coordinate: Coordinate
  public let distanceKilometers: Double
  public let bearing: CompassPoint
  public let openState: OpeningHours.State
  public let specialEvent: SpecialEvent?
}

/// A day of a temple: its deity's, its own, or an activity.
public struct SpecialEvent: Hashable, Sendable {
  public let title: LocalizedName
  public let date: SolarDate
  /// The last day; equal to the first for a single day.
  public let lastDate: SolarDate
  /// The local times, `09:00-16:00` or `09:00`; nil for all day.
  public let time: String?
  /// The event itself, or the activity's event.
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
