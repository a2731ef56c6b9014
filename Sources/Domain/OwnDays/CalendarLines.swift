/// One property of an iCalendar file: `DTSTART;VALUE=DATE:20250420`.
struct CalendarLine {
  /// The line in the file on which it begins, from 1.
  let number: Int
  /// In capitals; RFC 5545 ignores the case. Without a group as contacts have it (`item1.`).
  let name: String
  /// The parameters behind the name, in capitals: `VALUE=DATE`.
  let parameters: [String]
  /// The text after the colon, as it stands in the file; nil for a line without one.
  let value: String?
}

/// The unfolded lines of an iCalendar file (RFC 5545, section 3.1), in one pass over its bytes.
///
/// Lines end in CR LF, LF or CR. A fold may cut a character in two, so the bytes are joined before they become text.
struct CalendarLines {
  private let bytes: [UInt8]
  private var position = 0
  private var number = 1

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// The next line that is not blank; nil at the end.
  ///
  /// - Throws: a fault for a line that is not UTF-8.
  mutating func next() throws(OwnDayFault) -> CalendarLine? {
    while position < bytes.count {
      let start = number
      var line = physicalLine()
      while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 {
        position += 1
        line += physicalLine()
      }
      if line.allSatisfy({ $0 <= 0x20 }) { continue }
      return try Self.property(Array(line), number: start)
    }
    return nil
  }

  /// The next line as it stands, for values that go on without a fold; nil at the end.
  mutating func nextPhysical() -> String? {
    position < bytes.count ? String(decoding: physicalLine(), as: UTF8.self) : nil
  }

  /// The bytes up to the next line end, which is skipped.
  private mutating func physicalLine() -> [UInt8] {
    let start = position
    while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
    let end = position
    position += 1
    if end + 1 < bytes.count, bytes[end] == 0x0D, bytes[end + 1] == 0x0A { position += 1 }
    number += 1
    return Array(bytes[start..<end])
  }

  /// Name, parameters and value. A colon in a quoted parameter belongs to it; parameters are not needed.
  private static func property(_ line: [UInt8], number: Int) throws(OwnDayFault) -> CalendarLine {
    guard String(validating: line, as: UTF8.self) != nil else { throw OwnDayFault(line: number, .notUTF8) }
    var isQuoted = false
    var colon: Int?
    for (index, byte) in line.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":"), !isQuoted {
        colon = index
        break
      }
    }
    let parts = line[..<(colon ?? line.count)].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self).uppercased() }
    let name = parts.first.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
    return CalendarLine(
      number: number, name: name ?? "", parameters: Array(parts.dropFirst()),
      value: colon.map { String(decoding: line[($0 + 1)...], as: UTF8.self) })
  }
}

extension String {
  /// A text value without its escapes (RFC 5545, section 3.3.11).
  var withoutCalendarEscapes: String {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in unicodeScalars {
      if isEscaped {
        text.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}
