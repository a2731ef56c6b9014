/// Spellings of deities' names by temples, besides names and aliases.
public struct DeitySpellings: Hashable, Sendable {
  /// The spellings of one deity, and texts that name several.
  public let spellings: [Spelling]
  /// Names that several deities share; they match none, even if they are an alias.
  public let general: [String]

  /// A text and its deities.
  public struct Spelling: Hashable, Sendable {
    public let text: String
    /// Keys of deities, the main one first; at least one.
    public let deityKeys: [String]

    public init(_ text: String, deityKeys: [String]) {
      self.text = text
      self.deityKeys = deityKeys
    }
  }

  public init(spellings: [Spelling] = [], general: [String] = []) {
    self.spellings = spellings
    self.general = general
  }
}
