/// A god: names, role (職掌) and how to worship. The days are events.
public struct Deity: Hashable, Sendable {
  /// A stable ASCII slug: `mazu`.
  public let key: String
  public let name: LocalizedName
  /// Other names, Traditional Chinese: 媽祖, 天后.
  public let aliases: [String]
  /// The deity's role for worshippers, in a phrase.
  public let role: String?
  public let description: String?
  public let worshipNotes: String?
  /// Keys of sources.
  public let sources: [String]

  public init(
    key: String, name: LocalizedName, aliases: [String] = [], role: String? = nil, description: String? = nil,
    worshipNotes: String? = nil, sources: [String] = []
  ) {
    self.key = key
    self.name = name
    self.aliases = aliases
    self.role = role
    self.description = description
    self.worshipNotes = worshipNotes
    self.sources = sources
  }
}
