/// A text prepared for search; spelling variants are ignored.
///
/// `臺`, `台` and Simplified forms are equal, as are upper and lower case; Latin letters also find Chinese by its pinyin,
/// with or without blanks. Pinyin is matched by whole syllables: `mazu` is in 媽祖 (ma zu), not in 白馬尊王 (bai ma zun wang).
public struct SearchKey: Hashable, Sendable {
  private let characters: String
  private let syllables: [String]

  /// The key of one text. For many texts, `SearchFolding` is faster.
  public init(_ text: String) {
    self = SearchFolding(CollectionOfOne(text)).key(text)
  }

  init(characters: String, syllables: [String]) {
    self.characters = characters
    self.syllables = syllables
  }

  /// True if this text contains the query.
  public func contains(_ wanted: Query) -> Bool {
    guard !wanted.isTooLong else { return false }
    return hasBytes(wanted.bytes) || (wanted.latin.map(hasSyllables) ?? false)
  }

  /// True if a text is in the characters, byte by byte: a search by characters takes twenty times as long.
  private func hasBytes(_ wanted: [UInt8]) -> Bool {
    let found = characters.utf8.withContiguousStorageIfAvailable { bytes in
      guard let first = wanted.first, wanted.count <= bytes.count else { return wanted.isEmpty }
      return (0...bytes.count - wanted.count).contains { start in
        bytes[start] == first && bytes[start..<start + wanted.count].elementsEqual(wanted)
      }
    }
    return found ?? characters.utf8.contains(wanted)
  }

  /// True if consecutive syllables make up a text.
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

  /// A search term, prepared once for many keys.
  public struct Query: Hashable, Sendable {
    fileprivate let bytes: [UInt8]
    /// The text without blanks, if it is all Latin letters and long enough.
    fileprivate let latin: String?
    fileprivate let isTooLong: Bool

    /// No name has as many characters; a text with more finds nothing.
    private static let longestText = 200

    public init(_ text: String) {
      guard text.unicodeScalars.count <= Self.longestText else {
        (bytes, latin, isTooLong) = ([], nil, true)
        return
      }
      isTooLong = false
      bytes = Array(SearchFolding.folded(text).utf8)
      let joined = text.lowercased().filter { !$0.isWhitespace && $0 != "'" && $0 != "-" }
      latin = joined.count >= 2 && joined.allSatisfy { $0.isASCII && $0.isLetter } ? joined : nil
    }
  }
}
