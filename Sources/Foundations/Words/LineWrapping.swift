/// Breaks text into lines by display width. Latin words stay whole, Chinese text breaks between characters, and no line begins with 「，」 or 「）」.
///
///     LineWrapping.lines(of: "只列出這個群組的節日。", width: 10)   // ["只列出這個", "群組的節", "日。"]
package enum LineWrapping {
  /// The lines of a text, whose own line breaks are kept.
  ///
  /// - Parameters:
  ///   - width: the columns of a line.
  ///   - firstColumn: the columns that are taken already before the first line.
  ///   - hanging: the indentation of continued lines, in addition to that of the text's own line.
  package static func lines(of text: String, width: Int, firstColumn: Int = 0, hanging: Int = 0) -> [String] {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let taken = lines.isEmpty ? firstColumn : 0
      lines += wrapped(String(line), width: width, firstColumn: taken, hanging: hanging)
    }
    return lines
  }

  /// - Parameter line: one line. It stays as it is if it fits, with the columns that its blanks may align.
  private static func wrapped(_ line: String, width: Int, firstColumn: Int, hanging: Int) -> [String] {
    guard firstColumn + DisplayWidth.of(line) > width else { return [line] }
    let blanks = String(repeating: " ", count: hanging + continuation(of: line, width: width))
    var lines: [String] = []
    var current = ""
    var column = firstColumn
    var isEmpty = true
    for piece in pieces(of: line) {
      let isFitting = column + piece.blanks + DisplayWidth.of(piece.text) <= width
      if isFitting || isEmpty {
        current += String(repeating: " ", count: piece.blanks) + piece.text
        column += piece.blanks + DisplayWidth.of(piece.text)
      } else {
        lines.append(current)
        current = blanks + piece.text
        column = blanks.count + DisplayWidth.of(piece.text)
      }
      isEmpty = false
    }
    return lines + [current]
  }

  /// The indentation of the lines that continue an indented line or an entry with a remark, as in `folkcal year 2033   the months of a year`.
  private static func continuation(of line: String, width: Int) -> Int {
    let indentation = line.prefix { $0 == " " }.count
    if let gap = line.dropFirst(indentation).firstMatch(of: #/ {2,}/#) {
      let column = DisplayWidth.of(String(line[..<gap.range.upperBound]))
      if column <= width * 2 / 3 { return column }
    }
    return indentation == 0 ? 0 : indentation + 2
  }

  /// Text that no line break may divide, and the blanks before it.
  private struct Piece {
    var blanks: Int
    var text: String
  }

  private static func pieces(of line: String) -> [Piece] {
    var pieces: [Piece] = []
    var blanks = 0
    // Within <…> of an option's value nothing breaks.
    var isInValue = false
    let addresses = line.matches(of: #/[A-Za-z][A-Za-z0-9+.\-]*:\/\/[^ ，。；：、）」]*/#).map(\.range)
    for (index, character) in zip(line.indices, line) {
      if character == " ", !isInValue {
        blanks += 1
        continue
      }
      let isJoined: Bool =
        if let last = pieces.last?.text.last, blanks == 0 {
          isInValue || addresses.contains { $0.contains(index) && $0.lowerBound < index } || closing.contains(character)
            || opening.contains(last)
            || (!isWide(character) && !isWide(last))
        } else {
          false
        }
      if isJoined {
        pieces[pieces.count - 1].text.append(character)
      } else {
        pieces.append(Piece(blanks: blanks, text: String(character)))
      }
      blanks = 0
      if character == "<" {
        isInValue = line[index...].prefix { $0 != " " }.contains(">")
      } else if character == ">" {
        isInValue = false
      }
    }
    return pieces
  }

  private static func isWide(_ character: Character) -> Bool { DisplayWidth.of(String(character)) > 1 }

  /// Characters that may not begin a line, and those that may not end one (CLREQ, section 3.1.3.1).
  private static let closing: Set<Character> = [
    "，", "。", "、", "；", "：", "）", "」", "』", "！", "？", "》", "…", "～", ",", ".", ")",
  ]
  private static let opening: Set<Character> = ["（", "「", "『", "《", "<", "("]
}
