public import Geo
public import JSON

/// A temple: place, deities, and information for visitors.
public struct Temple: Hashable, Sendable {
  /// The number in links and in the database.
  public var id: Int
  /// A stable ASCII slug: `longshan-mengjia`, `moi-1746804`.
  public var key: String
  public var name: String
  public var englishName: String?
  /// The number in its source register.
  public var sourceReference: String?
  public var address: String?
  /// `彰化縣`, `鹿港鎮`.
  public var county: String?
  public var town: String?
  public var coordinate: Coordinate?
  public var coordinateQuality = CoordinateQuality.missing
  /// 主祀神祇 in the temple's spelling.
  public var mainDeity: String?
  /// The key of this deity; nil if it is not in the data.
  public var deityKey: String?
  /// The keys of the other deities.
  public var otherDeityKeys: [String] = []
  /// 道教, 佛教, 儒教…
  public var religion: String?
  public var registration: String?
  /// The year of foundation (common era), and a note if it is disputed.
  public var founded: Int?
  public var foundedNote: String?
  /// In OpenStreetMap's syntax, for example `05:00-22:00`.
  public var openTime: String?
  public var phone: String?
  /// 0 to 5.
  public var rating: Double?
  /// Texts for visitors, an object by field name (`RecordSchema.templeDetails`): `introduction`, `features`… Empty fields are absent.
  public var details: JSON = .object([])
  /// What the temple says of worship there, line by line.
  public var worshipGuide: [WorshipLine] = []
  /// Keys of sources.
  public var sources: [String] = []
  /// Events with dates that differ from the general ones.
  public var dates: [OwnDate] = []

  public init(id: Int, key: String, name: String) {
    self.id = id
    self.key = key
    self.name = name
  }

  /// An event that a temple keeps.
  public struct OwnDate: Hashable, Sendable {
    public let eventKey: String
    /// The temple's own date; nil to use the general one.
    public let rule: DateRule?

    public init(eventKey: String, rule: DateRule?) {
      self.eventKey = eventKey
      self.rule = rule
    }
  }

  /// The position; nil if there are no reliable coordinates.
  public var trustedCoordinate: Coordinate? { coordinateQuality.isUsable ? coordinate : nil }

  /// True if it serves a deity, as the main one or another.
  public func serves(_ deityKey: String) -> Bool {
    self.deityKey == deityKey || otherDeityKeys.contains(deityKey)
  }

  /// The name in a language; Traditional Chinese if missing.
  public func name(in language: Language) -> String {
    language == .english ? englishName ?? name : name
  }
}

/// An activity of a temple: 法會, 遶境.
public struct Activity: Hashable, Sendable {
  public let id: Int
  public let key: String
  public let templeKey: String
  /// The event of the activity.
  public let eventKey: String?
  public let title: String
  public let time: Time
  /// Where it is, if not at the temple: 起駕、會合的地點.
  public let place: String?
  public let coordinate: Coordinate?
  public let description: String?
  public let imageURL: String?

  /// The date of the activity.
  public enum Time: Hashable, Sendable {
    /// Every year by a rule.
    case yearly(DateRule)
    /// Once: seconds of UTC since 1970.
    case once(start: Int, end: Int?)
  }

  public init(
    id: Int, key: String, templeKey: String, eventKey: String?, title: String, time: Time, place: String? = nil,
    coordinate: Coordinate? = nil, description: String?, imageURL: String? = nil
  ) {
    self.id = id
    self.key = key
    self.templeKey = templeKey
    self.eventKey = eventKey
    self.title = title
    self.time = time
    self.place = place
    self.coordinate = coordinate
    self.description = description
    self.imageURL = imageURL
  }
}
