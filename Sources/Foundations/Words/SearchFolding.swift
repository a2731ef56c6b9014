/// How the characters of many texts are written when how they are written does not count.
///
/// ICU is asked once for all characters that occur, not once for each text: tens of thousands of names take milliseconds so.
public struct SearchFolding: Sendable {
  private let forms: [Character: Form]

  private struct Form {
    /// Simplified, lower case, 台 for 臺.
    let folded: String
    /// An ideograph's pinyin; a letter in ASCII and lower case; empty for what is neither.
    let latin: String
    let isIdeograph: Bool
  }

  /// - Parameter texts: every text that a key will be made of.
  public init(_ texts: some Sequence<String>) {
    var characters: Set<Character> = []
    for text in texts { characters.formUnion(text) }
    let list = characters.filter { !$0.isNewline }
    let joined = list.map(String.init).joined(separator: "\n")
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    let (folded, latin) = (
      lines(Transliteration.simplified(joined).lowercased()), lines(Transliteration.pinyin(joined))
    )
    var forms: [Character: Form] = [:]
    for (index, character) in list.enumerated() {
      // A transform that joined or parted lines would shift them: then each character is asked for by itself.
      let isAligned = folded.count == list.count && latin.count == list.count
      let simple = isAligned ? folded[index] : Transliteration.simplified(String(character)).lowercased()
      let letters = isAligned ? latin[index] : Transliteration.pinyin(String(character))
      forms[character] = Form(
        folded: simple.replacing("臺", with: "台"), latin: letters.filter(\.isLetter),
        isIdeograph: character.unicodeScalars.first?.properties.isIdeographic ?? false)
    }
    self.forms = forms
  }

  /// A text as keys compare it.
  func folded(_ text: String) -> String {
    text.reduce(into: "") { $0 += forms[$1]?.folded ?? String($1) }
  }

  /// The key of one of the texts.
  public func key(_ text: String) -> SearchKey {
    var folded = ""
    var syllables: [String] = []
    var word = ""
    for character in text {
      let form = forms[character]
      folded += form?.folded ?? String(character)
      let latin = form?.latin ?? ""
      if form?.isIdeograph == true || latin.isEmpty {
        if !word.isEmpty { syllables.append(word) }
        word = ""
        if !latin.isEmpty { syllables.append(latin) }
      } else {
        word += latin
      }
    }
    if !word.isEmpty { syllables.append(word) }
    return SearchKey(characters: folded, syllables: syllables)
  }
}
