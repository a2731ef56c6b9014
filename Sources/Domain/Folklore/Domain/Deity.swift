/// A god: names, role (職掌) and worship. Its days are events.
public struct Deity: Hashable, Sendable {
  /// A stable ASCII slug: `mazu`.
  public let key: String
  public package(set) var name: LocalizedName
  /// Other names, Traditional Chinese: 媽祖, 天后.
  public package(set) var aliases: [String]
  /// The deity's role for worshippers, in a phrase.
  public package(set) var role: String?
  /// What people ask the deity for, what most ask for first.
  public package(set) var needs: [Answer]
  public package(set) var description: String?
  public package(set) var worshipNotes: String?
  /// The description in English, if any.
  public package(set) var englishDescription: String?
  /// The worship notes in English, if any.
  public package(set) var englishWorshipNotes: String?
  /// How to worship, line by line.
  public package(set) var worshipGuide: [WorshipLine]
  /// Keys of sources.
  public package(set) var sources: [String]

  /// A need for which people turn to the deity.
  public struct Answer: Hashable, Sendable {
    public let need: Need
    /// Keys of the sources that say so.
    public let sources: [String]

    public init(to need: Need, sources: [String] = []) {
      self.need = need
      self.sources = sources
    }
  }

  public init(
    key: String, name: LocalizedName, aliases: [String] = [], role: String? = nil, needs: [Answer] = [],
    description: String? = nil, worshipNotes: String? = nil, englishDescription: String? = nil,
    englishWorshipNotes: String? = nil, worshipGuide: [WorshipLine] = [], sources: [String] = []
  ) {
    self.key = key
    self.name = name
    self.aliases = aliases
    self.role = role
    self.needs = needs
    self.description = description
    self.worshipNotes = worshipNotes
    self.englishDescription = englishDescription
    self.englishWorshipNotes = englishWorshipNotes
    self.worshipGuide = worshipGuide
    self.sources = sources
  }
}

extension Deity {
  /// The description in a language; Chinese if missing.
  public func description(in language: Language) -> String? {
    language == .english ? englishDescription ?? description : description
  }

  /// The worship notes in a language; Chinese if missing.
  public func worshipNotes(in language: Language) -> String? {
    language == .english ? englishWorshipNotes ?? worshipNotes : worshipNotes
  }
}
