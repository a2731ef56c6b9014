internal import Foundation
public import Lunisolar

/// The civil clock of one time zone: local days and times to instants and back.
public struct ZonedClock: Sendable {
  private let zone: TimeZone

  /// - Parameter identifier: an IANA name such as `Asia/Taipei`.
  /// - Throws: `UnknownTimeZone`.
  public init(identifier: String) throws(UnknownTimeZone) {
    // Foundation also accepts abbreviations such as "EST", which have no daylight saving.
    let isName = identifier == "UTC" || identifier.utf8.contains(UInt8(ascii: "/"))
    guard isName, let zone = TimeZone(identifier: identifier) else {
      throw UnknownTimeZone(identifier: identifier)
    }
    self.zone = zone
  }

  /// The instant, in seconds since 1970, at which the local clock shows a time on a day.
  ///
  /// If a clock change skips the time, the first instant after it; if it repeats the time, the first.
  public func instant(on date: SolarDate, at time: TimeOfDay) -> Int {
    let local = CivilTime.midnight(of: date) + time.minutes * 60
    // Offsets are less than a day, so these two apply before and after a nearby change.
    let before = offset(at: local - 86_400)
    let after = offset(at: local + 86_400)
    if before == after, offset(at: local - before) == before { return local - before }
    let candidates = [local - before, local - after].filter { $0 + offset(at: $0) == local }
    return candidates.min() ?? firstInstant(withOffset: after, from: local - 86_400, to: local + 86_400)
  }

  /// Each instant at which the local clock shows a time on a day: usually one, none if a clock change skips it, two if one repeats it.
  public func instants(on date: SolarDate, at time: TimeOfDay) -> [Int] {
    let local = CivilTime.midnight(of: date) + time.minutes * 60
    let offsets = Set([local - 86_400, local, local + 86_400].map { offset(at: $0) })
    return offsets.map { local - $0 }.filter { $0 + offset(at: $0) == local }.sorted()
  }

  /// Seconds that the zone's standard time is ahead of UTC at an instant: the clock without summer time.
  public func standardOffset(at instant: Int) -> Int {
    let date = Date(timeIntervalSince1970: Double(instant))
    return offset(at: instant) - Int(zone.daylightSavingTimeOffset(for: date))
  }

  /// The local day and time of an instant.
  public func local(at instant: Int) -> (date: SolarDate, secondOfDay: Int) {
    CivilTime.local(unixTime: instant, offset: offset(at: instant))
  }

  /// The local time of an instant, to the minute that has begun.
  public func time(at instant: Int) -> TimeOfDay {
    TimeOfDay(uncheckedMinutes: local(at: instant).secondOfDay / 60)
  }

  /// Seconds that the local clock is ahead of UTC at an instant.
  public func offset(at instant: Int) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
  }

  /// The instant of the clock change that skipped a local time, by bisection.
  private func firstInstant(withOffset offset: Int, from start: Int, to end: Int) -> Int {
    var (low, high) = (start, end)
    while high - low > 1 {
      let middle = (low + high) / 2
      if self.offset(at: middle) == offset { high = middle } else { low = middle }
    }
    return high
  }
}

/// A time zone that this machine does not know.
public struct UnknownTimeZone: SpokenError, Hashable, Sendable {
  public let identifier: String

  package init(identifier: String) {
    self.identifier = identifier
  }

  public var description: String {
    "time zone \"\(identifier)\" is not known: give an IANA name such as Asia/Taipei or America/Los_Angeles"
  }

  public var chinese: String { "沒有時區「\(identifier)」：請寫 IANA 的名稱，例如 Asia/Taipei 或 America/Los_Angeles" }
  public var code: String { "unknown_time_zone" }
}
