/// The width of a text in columns, two for a Chinese character: on a terminal, or in half characters in a picture.
public enum DisplayWidth {
  /// The columns of a text.
  public static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// A text cut to a number of columns, with … at the end if shortened.
  public static func cut(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    var kept = ""
    for character in text {
      guard of(kept) + width(of: character) + 1 <= columns else { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// The width of a character is that of its widest scalar: combining marks add nothing.
  private static func width(of character: Character) -> Int {
    character.unicodeScalars.map(width(of:)).max() ?? 0
  }

  /// Unicode Standard Annex 11: wide and full-width characters take two columns.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      2
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format, .control: 0
      default: 1
      }
    }
  }
}
