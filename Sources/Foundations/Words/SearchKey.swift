/// A text made ready to be searched: how it is written does not count.
///
/// `臺`, `台` and Simplified forms are one, so are letters of either case; a text of Latin letters also finds Chinese by its pinyin,
/// with or without blanks. Pinyin is matched by whole syllables: `mazu` is in 媽祖 (ma zu), not in 白馬尊王 (bai ma zun wang).
public struct SearchKey: Hashable, Sendable {
  private let characters: String
  private let syllables: [String]

  /// The key of one text. For many, `SearchFolding` does the work for all of them at once.
  public init(_ text: String) {
    self = SearchFolding(CollectionOfOne(text)).key(text)
  }

  init(characters: String, syllables: [String]) {
    self.characters = characters
    self.syllables = syllables
  }

  /// Whether another text stands somewhere in this one.
  public func contains(_ wanted: Query) -> Bool {
    characters.contains(wanted.characters) || (wanted.latin.map(hasSyllables) ?? false)
  }

  /// Whether some syllables in a row make up a text.
  private func hasSyllables(_ text: String) -> Bool {
    syllables.indices.contains { start in
      var rest = Substring(text)
      for syllable in syllables[start...] where !rest.isEmpty {
        guard rest.hasPrefix(syllable) else { return false }
        rest = rest.dropFirst(syllable.count)
      }
      return rest.isEmpty
    }
  }

  /// What is looked for, made ready once for many keys.
  public struct Query: Hashable, Sendable {
    fileprivate let characters: String
    /// The text without blanks, when it is all Latin letters and there are enough of them to mean something.
    fileprivate let latin: String?

    public init(_ text: String) {
      characters = SearchFolding(CollectionOfOne(text)).folded(text)
      let joined = text.lowercased().filter { !$0.isWhitespace && $0 != "'" && $0 != "-" }
      latin = joined.count >= 2 && joined.allSatisfy { $0.isASCII && $0.isLetter } ? joined : nil
    }
  }
}
