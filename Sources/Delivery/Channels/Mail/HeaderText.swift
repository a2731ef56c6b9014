internal import Foundation

/// Mail header text: folded, ASCII, always one header.
enum HeaderText {
  /// A header whose value is free text (RFC 5322, section 2.2.1): `Subject`.
  ///
  /// - Parameter value: any text. Control characters become spaces, so a value cannot start another header.
  static func unstructured(_ name: String, _ value: String) -> String {
    let value = value.oneLine
    let isPlain =
      value.utf8.count <= 60 && value.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !value.contains("=?")
    return "\(name): " + (isPlain ? value : encodedWords(value, column: name.utf8.count + 2)) + "\r\n"
  }

  /// A header that holds one address (RFC 5322, section 3.4): `From`, `To`.
  static func address(_ name: String, _ address: MailAddress) -> String {
    guard !address.name.isEmpty else { return "\(name): \(address.address)\r\n" }
    // The name is a phrase: atoms, or encoded words (RFC 2047, section 5, rule 3).
    let isPlain =
      address.name.utf8.count <= 60
      && address.name.utf8.allSatisfy { byte in
        byte == 0x20 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
          || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
      } && !address.name.contains("=?")
    let shown = isPlain ? address.name : encodedWords(address.name, column: name.utf8.count + 2)
    return "\(name): \(shown)\r\n <\(address.address)>\r\n"
  }

  /// RFC 2047 encoded words: at most 75 octets each, 76 per line (section 2), whole characters (section 5), in base64, which is shorter than
  /// quoted-printable for non-Latin scripts.
  private static func encodedWords(_ text: String, column: Int) -> String {
    var words: [String] = []
    var piece: [UInt8] = []
    func room() -> Int {
      // "=?UTF-8?B?" and "?=" have 12 characters; base64 makes 4 of 3 bytes. A continued line starts with a space.
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

  /// The units that are not split: characters, or the scalars of very long ones.
  private static func units(_ text: String) -> [[UInt8]] {
    text.flatMap { character in
      character.utf8.count <= 30 ? [Array(character.utf8)] : character.unicodeScalars.map { Array($0.utf8) }
    }
  }
}

extension String {
  /// With control characters and line ends replaced by spaces, and trimmed.
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
