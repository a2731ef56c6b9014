/// A recurring event with a date rule: a festival, a deity's day, or a user's own day.
public struct Event: Hashable, Sendable, Identifiable {
  /// The number in deep links and in the API. It never changes and is never reused.
  public let id: Int
  /// A stable ASCII slug: `mazu`.
  public let key: String
  public package(set) var kind: Kind
  public package(set) var observance: Observance
  public package(set) var title: LocalizedName
  /// Other names of the day, Traditional Chinese.
  public package(set) var aliases: [String]
  public package(set) var rule: DateRule
  /// The weight in Taiwan, 1 to 5 (`weights`).
  public package(set) var weight: Int
  /// The weights in other regions where they differ.
  public package(set) var weightIn: [Region: Int]
  /// The regions that keep the day; the first is its home.
  public package(set) var regions: [Region]
  /// The key of the deity, for a deity's day.
  public package(set) var deityKey: String?
  /// The key of the event that shares its message if both fall on one day; nil for that main event and for most others.
  public package(set) var bundle: String?
  public package(set) var description: String?
  public package(set) var worshipNotes: String?
  /// The description in English, if any.
  public package(set) var englishDescription: String?
  /// The worship notes in English, if any.
  public package(set) var englishWorshipNotes: String?
  /// How to worship, line by line.
  public package(set) var worshipGuide: [WorshipLine]
  /// Keys of the sources that give this rule.
  public package(set) var sources: [String]
  public package(set) var disagreements: [Disagreement]
  /// Further information for readers.
  public package(set) var note: String?
  /// The web address of a picture.
  public let coverURL: String?
  /// The number of changes, from 0; feeds report it.
  public let revision: Int
  /// Days from the main reminder to a user's own day, 0 to 30; nil for those of the user's settings.
  public package(set) var advanceDays: Int?
  /// A disabled event is shown only to operators and sends no reminders.
  public package(set) var isEnabled: Bool
  /// The number of the temple that alone keeps the day (`TempleGroup`); nil for all others.
  public package(set) var templeID: Int?

  /// The type of an event, as JSON and the database name it.
  public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
    case festival, deity, custom

    /// A type as people name it: deity, 神明, 節慶, 自訂; nil for others.
    public init?(typed text: String) {
      switch text.lowercased() {
      case "festival", "festivals", "節慶", "節日", "节庆", "节日", "年節": self = .festival
      case "deity", "deities", "god", "gods", "神明", "神", "神明聖誕", "神明生日": self = .deity
      case "custom", "自訂", "自定", "自己的", "自訂日子": self = .custom
      default: return nil
      }
    }
  }

  /// The kind of observance.
  public enum Observance: String, CaseIterable, Codable, Hashable, Sendable {
    case birth, enlightenment, ascension, renunciation, nirvana, descent, procession
    case festival, memorial, birthday, custom, fast
    /// 初一 and 十五, which have their own switches.
    case newMoon = "new-moon"
    case fullMoon = "full-moon"
  }

  /// Another date for the same event, with its sources.
  public struct Disagreement: Hashable, Sendable {
    public let rule: DateRule
    /// Keys of sources; if empty, the note gives the reason.
    public let sources: [String]
    public let note: String?

    public init(rule: DateRule, sources: [String], note: String?) {
      self.rule = rule
      self.sources = sources
      self.note = note
    }
  }

  public init(
    id: Int, key: String, kind: Kind, observance: Observance, title: LocalizedName, aliases: [String] = [],
    rule: DateRule, weight: Int = usualWeight, weightIn: [Region: Int] = [:], regions: [Region] = [.taiwan],
    deityKey: String? = nil, bundle: String? = nil,
    description: String? = nil, worshipNotes: String? = nil, englishDescription: String? = nil,
    englishWorshipNotes: String? = nil, worshipGuide: [WorshipLine] = [], sources: [String] = [],
    disagreements: [Disagreement] = [], note: String? = nil, coverURL: String? = nil, revision: Int = 0,
    isEnabled: Bool = true, advanceDays: Int? = nil, templeID: Int? = nil
  ) {
    self.id = id
    self.key = key
    self.kind = kind
    self.observance = observance
    self.title = title
    self.aliases = aliases
    self.rule = rule
    self.weight = weight
    self.weightIn = weightIn
    self.regions = regions
    self.deityKey = deityKey
    self.bundle = bundle
    self.description = description
    self.worshipNotes = worshipNotes
    self.englishDescription = englishDescription
    self.englishWorshipNotes = englishWorshipNotes
    self.worshipGuide = worshipGuide
    self.sources = sources
    self.disagreements = disagreements
    self.note = note
    self.coverURL = coverURL
    self.revision = revision
    self.isEnabled = isEnabled
    self.advanceDays = advanceDays
    self.templeID = templeID
  }
}

extension Event {
  /// The path of its page on the public site: `/event/88`, `/temple/12`; nil for a user's own day and for what has no number.
  public var path: String? {
    if let templeID { return "/temple/\(templeID)" }
    return kind == .custom || id == 0 ? nil : "/event/\(id)"
  }

  /// The link into the app: `folklore://event/88`, `folklore://temple/12`.
  public var deepLink: String { Self.deepLink(id, templeID: templeID) }

  /// `deepLink` of an event by its number and `templeID`.
  public static func deepLink(_ id: Int, templeID: Int?) -> String {
    templeID.map { "folklore://temple/\($0)" } ?? "folklore://event/\(id)"
  }

  /// The key of its bundle, the events that share one message, feed entry and card on a common day: the key of the main event.
  public var bundleKey: String { bundle ?? key }

  /// The description in a language; Chinese if missing.
  public func description(in language: Language) -> String? {
    language == .english ? englishDescription ?? description : description
  }

  /// The worship notes in a language; Chinese if missing.
  public func worshipNotes(in language: Language) -> String? {
    language == .english ? englishWorshipNotes ?? worshipNotes : worshipNotes
  }
}
