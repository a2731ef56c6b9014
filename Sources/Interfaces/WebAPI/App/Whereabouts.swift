import Addresses
import Folklore
import HTTPTypes
import HummingbirdCore
import WebPages

/// Where somebody keeps the days: whose days the lists show, and whose today it is. Temples stay where they are: their hours are of their own
/// clock.
struct Whereabouts: Sendable {
  let region: Region
  /// The IANA name of the time zone.
  let zone: String
  let clock: ZonedClock

  /// - Throws: `UnknownTimeZone`.
  init(_ region: Region, zone: String) throws(UnknownTimeZone) {
    clock = try ZonedClock(identifier: zone)
    self.region = region
    self.zone = zone
  }

  /// What a time zone suggests: its own region, if that keeps days of its own, otherwise Taiwan's days by the clock of the zone.
  ///
  /// - Throws: `UnknownTimeZone`.
  init(zone: String) throws(UnknownTimeZone) {
    try self.init(Self.regions[zone] ?? .taiwan, zone: zone)
  }

  /// Reads `cookieValue`.
  init?(cookieValue text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let region = Region(rawValue: String(parts[0])) else { return nil }
    try? self.init(region, zone: String(parts[1]))
  }

  /// `MY:Asia/Kuala_Lumpur`
  var cookieValue: String { region.rawValue + ":" + zone }

  /// The zone of the pages until another is known.
  static let usualZone = "Asia/Taipei"

  /// The regions by their zones (IANA Time Zone Database, zone.tab).
  private static let regions: [String: Region] = [
    "Asia/Taipei": .taiwan, "Asia/Hong_Kong": .hongKong, "Asia/Macau": .macao, "Asia/Shanghai": .china,
    "Asia/Urumqi": .china, "Asia/Kuala_Lumpur": .malaysia, "Asia/Kuching": .malaysia, "Asia/Singapore": .singapore,
    "Asia/Ho_Chi_Minh": .vietnam, "Asia/Saigon": .vietnam, "Asia/Seoul": .korea,
  ]

  /// True if the clock is that of the region.
  var isUsual: Bool { Self.regions[zone] == region }

  /// Days for which a browser keeps what its time zone suggested: somebody who comes home sees Taiwan's today again.
  static let suggestedSeconds = 7 * 86_400
  /// Browsers keep no cookie longer (RFC 6265bis).
  static let chosenSeconds = 400 * 86_400
}

extension Visit {
  /// What the foot of a page says of it.
  var place: AppFrame.Place {
    let name = region.name(in: language)
    return AppFrame.Place(
      name: whereabouts?.isUsual == false ? name + " · " + timeWords : name,
      address: "/region?to=" + PercentEncoding.encode(canonical),
      assumedZone: whereabouts == nil ? Whereabouts.usualZone : nil)
  }

  /// The region whose days the lists show.
  var region: Region { whereabouts?.region ?? .taiwan }

  var regionFilter: RegionFilter { RegionFilter(region: region) }

  /// `臺灣時間`, `US Pacific (Los Angeles) time`
  var timeWords: String {
    guard let whereabouts else { return say("臺灣時間", "台湾时间", "Taiwan time") }
    let name = TimeZoneWords.name(of: whereabouts.zone, in: language)
    return name + say("時間", "时间", " time")
  }

  /// The events that lists show in the region, in the order of lists.
  func listed(_ data: PublicData, maxWeight: Int = Event.listedWeight) -> [Event] {
    data.listed(in: region, maxWeight: maxWeight)
  }

  /// The days off that the pages mark: those of Taiwan, where Taiwan's days are listed.
  var daysOff: DaysOff { region == .taiwan ? service.daysOff : DaysOff() }
}
