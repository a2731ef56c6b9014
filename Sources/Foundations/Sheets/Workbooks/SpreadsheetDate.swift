package import Lunisolar

/// Days and times as spreadsheets store them: days since the beginning of 1900 or of 1904 (ECMA-376 part 1, 18.17.4).
package enum SpreadsheetDate {
  /// The day of a serial number; nil for a number outside of 1900 to 9999, and for 29 February 1900, which spreadsheets count but which
  /// never was.
  package static func day(_ serial: Int, uses1904: Bool = false) -> SolarDate? {
    if uses1904 {
      guard (0...2_957_003).contains(serial) else { return nil }
      return SolarDate(julianDayNumber: 2_416_481 + serial)
    }
    guard (1...2_958_465).contains(serial), serial != 60 else { return nil }
    return SolarDate(julianDayNumber: (serial < 60 ? 2_415_020 : 2_415_019) + serial)
  }

  /// `2027-04-29`, `2027-04-29 19:00`, `19:00`, with seconds if there are some; nil if the number is no date.
  package static func text(_ serial: Double, uses1904: Bool = false) -> String? {
    guard serial >= 0, serial < 2_958_466 else { return nil }
    let seconds = (serial * 86_400).rounded()
    let (day, second) = (Int(seconds) / 86_400, Int(seconds) % 86_400)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = two(second / 3_600) + ":" + two(second / 60 % 60) + (second % 60 == 0 ? "" : ":" + two(second % 60))
    if day == 0, serial > 0 { return time }
    guard let date = Self.day(day, uses1904: uses1904) else { return nil }
    return second == 0 ? date.description : date.description + " " + time
  }
}

/// What a number format shows (ECMA-376 part 1, 18.8.30), as far as the text of a cell needs it.
enum NumberFormat: Hashable {
  case number
  case date
  /// A whole number with this many digits, as telephone numbers are kept.
  case digits(Int)

  /// A format that every spreadsheet program knows by its number. 27 to 36 and 50 to 58 are dates in East Asia.
  init(builtIn number: Int) {
    switch number {
    case 14...22, 27...36, 45...47, 50...58: self = .date
    default: self = .number
    }
  }

  init(code: String) {
    let code = code.prefix(1_000)
    if (2...40).contains(code.utf8.count), code.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) {
      self = .digits(code.utf8.count)
      return
    }
    self = Self.hasDateLetters(code) ? .date : .number
  }

  /// True if the first section has a letter of dates or times outside of texts and brackets.
  private static func hasDateLetters(_ code: Substring) -> Bool {
    guard code.lowercased() != "general" else { return false }
    var scalars = code.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "\"": while let next = scalars.next(), next != "\"" {}
      case "\\", "_", "*": _ = scalars.next()
      case "[":
        var inside = ""
        while let next = scalars.next(), next != "]" { inside.unicodeScalars.append(next) }
        // [h]:mm counts hours; [Red], [$-404] and [>0] are no dates.
        if ["h", "hh", "m", "mm", "s", "ss"].contains(inside.lowercased()) { return true }
      case ";": return false
      case "y", "Y", "m", "M", "d", "D", "h", "H", "s", "S", "e", "g", "年", "月", "日": return true
      case "E": _ = scalars.next()
      case "0", "#", "?": return false
      default: break
      }
    }
    return false
  }
}
