/// Lines of an iCalendar object (RFC 5545, section 3.1).
struct ContentLines {
  /// The text so far: lines of at most 75 octets, each ended by CRLF.
  private(set) var text = ""

  /// Adds a property whose value is text: commas, semicolons, backslashes and line ends are escaped (section 3.3.11).
  mutating func add(_ name: String, text value: String) {
    add(name, value: Self.escaped(value))
  }

  /// Adds a property whose value holds nothing to escape.
  mutating func add(_ name: String, value: String) {
    fold(name + ":" + value)
  }

  /// Folds at 75 octets, the leading blank of a continuation counted, and never inside a character (a cluster, so that a mark stays
  /// with its letter) or an escape.
  private mutating func fold(_ line: String) {
    var width = 0
    var isEscaping = false
    for character in line {
      let octets = character.utf8.count
      // An escape is a backslash and one character: room for both, or both on the next line.
      let needed = character == "\\" && !isEscaping ? octets + 1 : octets
      if width + needed > 75, width > 1, !isEscaping {
        text += "\r\n "
        width = 1
      }
      text.append(character)
      width += octets
      isEscaping = character == "\\" && !isEscaping
    }
    text += "\r\n"
  }

  private static func escaped(_ value: String) -> String {
    var result = ""
    for character in value {
      switch character {
      case "\\", ";", ",": result += "\\" + String(character)
      case "\r\n", "\n", "\r": result += "\\n"
      default:
        // Controls other than a tab have no place in a text value.
        let isControl = character.unicodeScalars.contains { $0.value < 32 && $0.value != 9 || $0.value == 127 }
        if !isControl { result.append(character) }
      }
    }
    return result
  }
}
