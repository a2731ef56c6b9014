/// Reads a text from the front, character by character; `column` counts characters from 1.
///
/// Full-width digits, signs and blanks are read as their ASCII forms, because Chinese keyboards give them.
struct TextScanner {
  private let characters: [Character]
  /// The scalar of each character that has one, for fast comparisons; 0 for the others.
  private let scalars: [UInt32]
  private(set) var position = 0

  /// Characters that stand before the text, for columns.
  private let prefixCount: Int

  init(_ text: some StringProtocol, prefixCount: Int = 0) {
    characters = text.map(Self.halfWidth)
    scalars = characters.map { character in
      let scalars = character.unicodeScalars
      return scalars.index(after: scalars.startIndex) == scalars.endIndex ? scalars[scalars.startIndex].value : 0
    }
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

  /// The next characters, at most so many.
  func ahead(_ count: Int) -> String { String(characters[position..<min(position + count, characters.count)]) }

  /// What has not been read, for messages.
  var rest: String { String(characters[position...]) }

  mutating func skipBlanks() {
    while position < scalars.count, isBlank(position) { position += 1 }
  }

  /// Consumes a text if it comes next.
  mutating func take(_ text: String) -> Bool {
    var end = position
    for scalar in text.unicodeScalars {
      guard end < scalars.count, scalars[end] == scalar.value else { return false }
      end += 1
    }
    position = end
    return true
  }

  /// True for a blank. Ideographs and letters, which most characters are, need no look at Unicode's tables.
  private func isBlank(_ place: Int) -> Bool {
    switch scalars[place] {
    case 0x20, 0x09...0x0D: true
    case 0x21...0x7F, 0x3001...0xFFFF: false
    default: characters[place].isWhitespace
    }
  }

  /// True if digits and the signs between the numbers of a date are all that comes next.
  var isNumeric: Bool {
    guard position < scalars.count, (0x30...0x39).contains(scalars[position]) else { return false }
    return scalars[position...].allSatisfy { (0x2D...0x39).contains($0) || $0 == 0x20 }
  }

  /// True if nothing but blanks comes next.
  var isAtEndButBlanks: Bool { (position..<scalars.count).allSatisfy(isBlank) }

  mutating func takeCharacter() -> Character? {
    guard let next else { return nil }
    position += 1
    return next
  }

  /// Consumes the first of several texts that comes next.
  mutating func takeAny(_ texts: [String]) -> String? {
    guard !isAtEnd else { return nil }
    return texts.first { take($0) }
  }

  /// True if one of some characters is in what has not been read.
  func comes(anyOf wanted: String) -> Bool {
    let wanted = wanted.unicodeScalars.map(\.value)
    return scalars[position...].contains { wanted.contains($0) }
  }

  /// Consumes an English word of a table, in any case; gives its value.
  mutating func takeWord<Value>(in words: [String: Value]) -> Value? {
    guard position < scalars.count, scalars[position] < 0x80 else { return nil }
    let start = position
    if let value = words[takeWhile { $0.isASCII && $0.isLetter }.lowercased()] { return value }
    position = start
    return nil
  }

  /// Consumes the first of several English words, in lower case, that comes next as a whole word in any case.
  mutating func takeWord(of words: [String]) -> String? {
    let start = position
    // Most texts are Chinese.
    guard position < scalars.count, scalars[position] < 0x80 else { return nil }
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
    let start = position
    while position < scalars.count, (0x30...0x39).contains(scalars[position]) { position += 1 }
    return start == position ? "" : text(from: start)
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
