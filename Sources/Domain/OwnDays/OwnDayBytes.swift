/// The checks of a file that come before its text is read.
enum OwnDayBytes {
  /// The bytes without a byte order mark.
  ///
  /// - Throws: a fault for a file that is too large or empty.
  static func checked(_ bytes: some Collection<UInt8>) throws(OwnDayFault) -> ArraySlice<UInt8> {
    guard bytes.count <= OwnDayProblem.byteLimit else { throw OwnDayFault(.tooLarge(bytes: bytes.count)) }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let rest = Array(bytes).dropFirst(bytes.starts(with: mark) ? mark.count : 0)
    guard rest.contains(where: { $0 > 0x20 }) else { throw OwnDayFault(.empty) }
    return rest
  }

  /// The first line with bytes that are not UTF-8; nil for UTF-8.
  static func firstLineThatIsNotUTF8(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var line = 1
    for bytes in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if String(validating: bytes, as: UTF8.self) == nil { return line }
      line += 1
    }
    return line
  }
}

extension StringProtocol {
  /// The text as a message quotes it: its first characters. A character of a hostile file can be as long as the file.
  var quotedStart: String {
    let start = unicodeScalars.prefix(60)
    return String(String.UnicodeScalarView(start)) + (start.endIndex == unicodeScalars.endIndex ? "" : "…")
  }
}
