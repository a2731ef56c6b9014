/// Simplified and Latin forms of the characters of many texts, for searches that ignore spelling variants.
///
/// One ICU call covers all characters, not one call for each text: tens of thousands of names take milliseconds.
public struct SearchFolding: Sendable {
  private let forms: [Character: Form]

  private struct Form {
    /// Simplified, lower case, 台 for 臺.
    let folded: String
    /// An ideograph's pinyin; a letter in ASCII and lower case; empty for other characters.
    let latin: String
    let isIdeograph: Bool
  }

  /// - Parameter texts: all texts that need a key.
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
      // A transform that joins or splits lines would shift them: then each character is transformed separately.
      let isAligned = folded.count == list.count && latin.count == list.count
      let simple = isAligned ? folded[index] : Transliteration.simplified(String(character)).lowercased()
      let letters = isAligned ? latin[index] : Transliteration.pinyin(String(character))
      forms[character] = Form(
        folded: simple.replacing("臺", with: "台"), latin: letters.filter(\.isLetter),
        isIdeograph: character.unicodeScalars.first?.properties.isIdeographic ?? false)
    }
    self.forms = forms
  }

  /// A text in the form that keys compare. The sounds, whose transform takes longest, are left out.
  package static func folded(_ text: String) -> String {
    // Lines keep neighbours from being read as a word, as in the keys.
    let lines = text.filter { !$0.isNewline }.map(String.init).joined(separator: "\n")
    return Transliteration.simplified(lines).lowercased().replacing("臺", with: "台").filter { !$0.isNewline }
  }

  /// The key of one of these texts.
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
