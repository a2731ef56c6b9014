internal import Foundation

/// Text in the header of a mail: folded, ASCII, and never more than one header.
enum HeaderText {
  /// A header whose value is free text (RFC 5322, section 2.2.1): `Subject`.
  ///
  /// - Parameter value: any text. Control characters become spaces, so that no value can begin a header of its own.
  static func unstructured(_ name: String, _ value: String) -> String {
    let value = value.oneLine
    let isPlain =
      value.utf8.count <= 60 && value.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !value.contains("=?")
    return "\(name): " + (isPlain ? value : encodedWords(value, column: name.utf8.count + 2)) + "\r\n"
  }

  /// A header that holds one address (RFC 5322, section 3.4): `From`, `To`.
  static func address(_ name: String, _ address: MailAddress) -> String {
    guard !address.name.isEmpty else { return "\(name): \(address.address)\r\n" }
    // The name is a phrase: atoms as they are, all else as encoded words (RFC 2047, section 5, rule 3).
    let isPlain =
      address.name.utf8.count <= 60
      && address.name.utf8.allSatisfy { byte in
        byte == 0x20 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
          || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
      } && !address.name.contains("=?")
    let shown = isPlain ? address.name : encodedWords(address.name, column: name.utf8.count + 2)
    return "\(name): \(shown)\r\n <\(address.address)>\r\n"
  }

  /// Encoded words of RFC 2047: each at most 75 octets, each line at most 76 (section 2), each whole characters
  /// (section 5), as base64, which takes less than quoted-printable for all but the Latin script.
  private static func encodedWords(_ text: String, column: Int) -> String {
    var words: [String] = []
    var piece: [UInt8] = []
    func room() -> Int {
      // "=?UTF-8?B?" and "?=" are 12; base64 makes 4 of 3. A line that goes on begins with a space.
      let line = words.isEmpty ? 76 - column : 75
      return (min(line, 75) - 12) / 4 * 3
    }
    func finish() {
      words.append("=?UTF-8?B?\(Data(piece).base64EncodedString())?=")
      piece = []
    }
    for unit in units(text) {
      if !piece.isEmpty, piece.count + unit.count > room() { finish() }
      piece += unit
    }
    if !piece.isEmpty || words.isEmpty { finish() }
    return words.joined(separator: "\r\n ")
  }

  /// What is not cut: characters as people see them (a flag, a family), or the scalars of those that are too long.
  private static func units(_ text: String) -> [[UInt8]] {
    text.flatMap { character in
      character.utf8.count <= 30 ? [Array(character.utf8)] : character.unicodeScalars.map { Array($0.utf8) }
    }
  }
}

extension String {
  /// Without control characters and ends of lines, which become spaces; without spaces at its ends.
  var oneLine: String {
    var line = UnicodeScalarView()
    for scalar in unicodeScalars {
      let category = scalar.properties.generalCategory
      let isBreak = category == .control || category == .lineSeparator || category == .paragraphSeparator
      line.append(isBreak ? " " : scalar)
    }
    return String(String(line).drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
