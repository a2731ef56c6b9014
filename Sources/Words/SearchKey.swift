/// A text made ready to be searched: how it is written does not count.
///
/// `臺`, `台` and Simplified forms are one, so are letters of either case; a text of Latin letters also finds Chinese by its pinyin,
/// with or without blanks.
public struct SearchKey: Hashable, Sendable {
  private let characters: String
  private let pinyin: String

  public init(_ text: String) {
    characters = Self.folded(text)
    pinyin = Self.joined(Transliteration.pinyin(text))
  }

  /// Whether another text stands somewhere in this one.
  public func contains(_ wanted: Wanted) -> Bool {
    characters.contains(wanted.characters) || (wanted.latin.map { pinyin.contains($0) } ?? false)
  }

  /// What is looked for, made ready once for many keys.
  public struct Wanted: Hashable, Sendable {
    fileprivate let characters: String
    /// The text without blanks, when it is all Latin letters and there are enough of them to mean something.
    fileprivate let latin: String?

    public init(_ text: String) {
      characters = SearchKey.folded(text)
      let joined = SearchKey.joined(text.lowercased())
      latin = joined.count >= 2 && joined.allSatisfy { $0.isASCII && $0.isLetter } ? joined : nil
    }
  }

  private static func folded(_ text: String) -> String {
    Transliteration.simplified(text).lowercased().replacing("臺", with: "台")
  }

  private static func joined(_ text: String) -> String {
    text.filter { !$0.isWhitespace && $0 != "'" && $0 != "-" }
  }
}
