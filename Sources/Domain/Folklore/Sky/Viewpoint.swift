package import Ephemeris
public import Geo
package import Lunisolar

/// A place from which the sky is seen, with its name and the clock of its days.
public struct Viewpoint: Sendable {
  /// The place in the reader's language: 臺北, 臺中市西屯區, 24.1477,120.6736.
  public let name: LocalizedName
  public let place: Coordinate
  /// The IANA name of the zone: Asia/Taipei.
  public let timeZone: String
  public let clock: ZonedClock

  /// - Throws: `UnknownTimeZone`.
  public init(name: LocalizedName, place: Coordinate, timeZone: String) throws(UnknownTimeZone) {
    self.init(name: name, place: place, timeZone: timeZone, clock: try ZonedClock(identifier: timeZone))
  }

  /// - Parameter clock: the clock of the zone.
  public init(name: LocalizedName, place: Coordinate, timeZone: String, clock: ZonedClock) {
    self.name = name
    self.place = place
    self.timeZone = timeZone
    self.clock = clock
  }

  /// 臺北, where nobody names another place: the coordinates of the city hall, to a hundred metres.
  public static func taipei() throws -> Viewpoint {
    try Viewpoint(
      name: LocalizedName("臺北", simplifiedChinese: "台北", english: "Taipei"),
      place: Coordinate(latitude: 25.033, longitude: 121.5654), timeZone: "Asia/Taipei")
  }

  /// The place as the ephemeris has it. A `Coordinate` is always on the Earth.
  package var skyPlace: SkyPlace { SkyPlace(uncheckedLatitude: place.latitude, longitude: place.longitude) }

  /// The instants from the midnight that begins a civil day to the one that ends it: 23, 24 or 25 hours, none of a day that the zone
  /// left out.
  package func span(of date: SolarDate) -> Range<Int> {
    let midnight = TimeOfDay(uncheckedMinutes: 0)
    let start = clock.instant(on: date, at: midnight)
    return start..<max(start, clock.instant(on: date.advanced(by: 1), at: midnight))
  }

  /// `臺北（Asia/Taipei）`
  public func text(in language: Language) -> String {
    ViewpointRecord(self, language).text(in: language)
  }

  /// A sentence where the zone's clock is more than four hours from the sun's mean time at the place; nil elsewhere.
  public func zoneRemark(at instant: Int, in language: Language) -> String? {
    let hours = Double(clock.offset(at: instant)) / 3_600 - place.longitude / 15
    let apart = abs(hours - (hours / 24).rounded() * 24)
    guard apart > 4 else { return nil }
    return language.say(
      "\(name.text(in: language))的時刻以 \(timeZone) 表示，不是當地的時區：請指定當地的時區",
      "\(name.text(in: language))的时刻以 \(timeZone) 表示，不是当地的时区：请指定当地的时区",
      "times at \(name.text(in: language)) are in \(timeZone), which is not the zone of that place: give its time zone")
  }
}

/// A place in JSON.
public struct ViewpointRecord: Encodable, Hashable, Sendable {
  public let name: String
  public let lat: Double
  public let lng: Double
  public let timeZone: String

  enum CodingKeys: String, CodingKey {
    case name, lat, lng
    case timeZone = "time_zone"
  }

  init(_ viewpoint: Viewpoint, _ language: Language) {
    name = viewpoint.name.text(in: language)
    (lat, lng) = (viewpoint.place.latitude, viewpoint.place.longitude)
    timeZone = viewpoint.timeZone
  }

  /// `臺北（Asia/Taipei）`
  public func text(in language: Language) -> String {
    language.say("\(name)（\(timeZone)）", "\(name)（\(timeZone)）", "\(name) (\(timeZone))")
  }
}
