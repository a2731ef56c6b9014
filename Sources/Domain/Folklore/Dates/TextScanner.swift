/// Reads a text from the front, character by character; `column` counts characters from 1.
///
/// Full-width digits, signs and blanks are read as their ASCII forms, because Chinese keyboards give them.
struct TextScanner {
  private let characters: [Character]
  private(set) var position = 0

  /// Characters that stand before the text, for columns.
  private let prefixCount: Int

  init(_ text: some StringProtocol, prefixCount: Int = 0) {
    characters = text.map(Self.halfWidth)
    self.prefixCount = prefixCount
  }

  var isAtEnd: Bool { position == characters.count }
  var column: Int { prefixCount + position + 1 }
  var next: Character? { isAtEnd ? nil : characters[position] }

  /// The character that was read last.
  var previous: Character? { position == 0 ? nil : characters[position - 1] }

  /// What has been read since a place.
  func text(from start: Int) -> String { text(from: start, to: position) }

  /// What stands between two places.
  func text(from start: Int, to end: Int) -> String { String(characters[start..<end]) }

  /// What has not been read, for messages.
  var rest: String { String(characters[position...]) }

  mutating func skipBlanks() {
    while let character = next, character.isWhitespace { position += 1 }
  }

  /// Consumes a text if it comes next.
  mutating func take(_ text: String) -> Bool {
    guard characters[position...].starts(with: text) else { return false }
    position += text.count
    return true
  }

  mutating func takeCharacter() -> Character? {
    guard let next else { return nil }
    position += 1
    return next
  }

  /// Consumes the first of several texts that comes next.
  mutating func takeAny(_ texts: [String]) -> String? {
    texts.first { take($0) }
  }

  /// Consumes the first of several English words, in lower case, that comes next as a whole word in any case.
  mutating func takeWord(of words: [String]) -> String? {
    let start = position
    let word = takeWhile { $0.isASCII && $0.isLetter }.lowercased()
    if words.contains(word) { return word }
    position = start
    return nil
  }

  /// The characters up to a blank or the end.
  mutating func takeWord() -> String {
    takeWhile { !$0.isWhitespace }
  }

  mutating func takeWhile(_ belongs: (Character) -> Bool) -> String {
    let start = position
    while let character = next, belongs(character) { position += 1 }
    return String(characters[start..<position])
  }

  /// ASCII digits; empty when none come next.
  mutating func takeDigits() -> String {
    takeWhile { $0.isASCII && $0.isNumber }
  }

  /// A decimal number of one to seven ASCII digits; nil, with nothing consumed, when no digit comes next.
  mutating func takeNumber() -> Int? {
    let start = position
    let digits = takeDigits()
    guard let number = digits.count <= 7 ? Int(digits) : nil else {
      position = start
      return nil
    }
    return number
  }

  /// Goes back to a place where the scanner has been.
  mutating func rewind(to position: Int) {
    self.position = position
  }

  private static func halfWidth(_ character: Character) -> Character {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else { return character }
    switch scalar.value {
    case 0xFF01...0xFF5E: return Character(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
    case 0x3000: return " "
    case 0x2010...0x2015, 0x2212: return "-"
    default: return character
    }
  }
}
