internal import Words

/// The room that a text takes in a picture. No font is known here, so widths are estimates on the safe side.
enum TextFit {
  /// The width in units of the font size: a Chinese character is a square; a Latin letter takes a little more than half of one.
  static func width(_ text: some StringProtocol) -> Double {
    text.reduce(0) { sum, character in
      switch DisplayWidth.of(String(character)) {
      case 0: sum
      case 1: sum + 0.56
      default: sum + 1
      }
    }
  }

  /// The lines of a text, none wider than `width`: Latin text breaks at blanks, Chinese before a parenthesis or anywhere. A line of one Chinese
  /// character alone is avoided.
  static func lines(_ text: String, width: Double) -> [String] {
    var lines: [String] = []
    var rest = text[...]
    while Self.width(rest) > width {
      let end = breakPoint(rest, width: width)
      lines.append(String(rest[..<end]).trimmingBlanks)
      rest = rest[end...].drop { $0 == " " }
    }
    return lines + [String(rest)]
  }

  private static func breakPoint(_ text: Substring, width: Double) -> String.Index {
    var (end, taken) = (text.startIndex, 0.0)
    var soft: String.Index?
    while end < text.endIndex {
      let character = text[end]
      taken += Self.width(String(character))
      if end > text.startIndex, character == " " || character == "（" { soft = end }
      if taken > width { break }
      end = text.index(after: end)
      if end < text.endIndex, character == "、" || character == "-" || character == "/" { soft = end }
    }
    guard end > text.startIndex else { return text.index(after: text.startIndex) }
    guard end < text.endIndex else { return end }
    if let soft, text[end].isASCII || text[end...].contains("）") || text[soft] == "、" { return soft }
    // No punctuation begins a line, and no character stands alone on the last one.
    let isBad = "，、。）」".contains(text[end]) || text.index(after: end) == text.endIndex
    let before = text.index(before: end)
    return isBad && before > text.startIndex ? before : end
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
