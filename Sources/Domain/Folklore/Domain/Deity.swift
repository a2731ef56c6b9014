/// A god: names, role (職掌) and worship. Its days are events.
public struct Deity: Hashable, Sendable {
  /// A stable ASCII slug: `mazu`.
  public let key: String
  public package(set) var name: LocalizedName
  /// Other names, Traditional Chinese: 媽祖, 天后.
  public package(set) var aliases: [String]
  /// The deity's role for worshippers, in a phrase.
  public package(set) var role: String?
  public package(set) var description: String?
  public package(set) var worshipNotes: String?
  /// Keys of sources.
  public package(set) var sources: [String]

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
