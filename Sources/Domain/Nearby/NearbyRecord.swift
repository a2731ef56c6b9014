import Addresses
public import Folklore
public import Geo
public import Lunisolar
import OpeningHours

/// A nearby temple as JSON, on the command line and in the API: the fields of the specification's section 5.4 and more.
public struct NearbyRecord: Encodable, Hashable, Sendable {
  public let id: Int
  public let key: String
  public let name: String
  @ExplicitNull public private(set) var address: String?
  public let lat: Double
  public let lng: Double
  /// As the temple writes it.
  @ExplicitNull public private(set) var mainDeity: String?
  /// The key of this deity.
  @ExplicitNull public private(set) var deity: String?
  @ExplicitNull public private(set) var religion: String?
  @ExplicitNull public private(set) var county: String?
  @ExplicitNull public private(set) var town: String?
  @ExplicitNull public private(set) var rating: Double?
  /// Kilometres, to the metre; `distance` is the specification's name for the same.
  public let distance: Double
  public let distanceKilometers: Double
  public let bearing: String
  @ExplicitNull public private(set) var openTime: String?
  /// `open`, `closed` or `unknown`, at the given time.
  public let openState: String
  @ExplicitNull public private(set) var phone: String?
  public let mapURL: String
  public let geoURI: String
  @ExplicitNull public private(set) var specialEvent: Special?

  /// The temple's next event.
  public struct Special: Encodable, Hashable, Sendable {
    public let title: String
    public let date: SolarDate
    public let lastDate: SolarDate
    @ExplicitNull public private(set) var time: String?
    @ExplicitNull public private(set) var event: String?

    init(_ event: SpecialEvent, language: Language) {
      title = event.title.text(in: language)
      date = event.date
      lastDate = event.lastDate
      time = event.time
      self.event = event.eventKey
    }

    enum CodingKeys: String, CodingKey {
      case title, date, time, event
      case lastDate = "last_date"
    }
  }

  enum CodingKeys: String, CodingKey {
    case id, key, name, address, lat, lng, deity, religion, county, town, rating, distance, bearing, phone
    case mainDeity = "main_deity"
    case distanceKilometers = "distance_km"
    case openTime = "open_time"
    case openState = "open_state"
    case mapURL = "map_url"
    case geoURI = "geo_uri"
    case specialEvent = "special_event"
  }

  public init(_ found: NearbyTemple, language: Language) {
    let temple = found.temple
    id = temple.id
    key = temple.key
    name = temple.name(in: language)
    lat = found.coordinate.latitude
    lng = found.coordinate.longitude
    distanceKilometers = (found.distanceKilometers * 1_000).rounded() / 1_000
    distance = distanceKilometers
    bearing = found.bearing.rawValue
    openState = found.openState.rawValue
    let links = MapLinks(found.coordinate)
    mapURL = links.google
    geoURI = links.geo
    address = temple.address
    mainDeity = temple.mainDeity
    deity = temple.deityKey
    religion = temple.religion
    county = temple.county
    town = temple.town
    rating = temple.rating
    openTime = temple.openTime
    phone = temple.phone
    specialEvent = found.specialEvent.map { Special($0, language: language) }
  }
}

/// Addresses that open a place on a map.
public struct MapLinks: Hashable, Sendable {
  /// Google's cross-platform form, https://developers.google.com/maps/documentation/urls/get-started.
  public let google: String
  /// RFC 5870.
  public let geo: String

  private static let search = "https://www.google.com/maps/search/?api=1&query="

  public init(_ place: Coordinate) {
    google = Self.search + "\(place.latitude),\(place.longitude)"
    geo = "geo:\(place.latitude),\(place.longitude)"
  }

  /// Google's map of what it finds for a name and an address.
  public static func google(searching text: String) -> String { search + PercentEncoding.encode(text) }
}
