/// The checks of a file that come before its text is read.
enum OwnDayBytes {
  /// The bytes of a file that is not too large.
  ///
  /// - Throws: a fault for a file that is too large or empty.
  static func limited<Bytes: Collection<UInt8>>(_ bytes: Bytes) throws(OwnDayFault) -> Bytes {
    guard bytes.count <= OwnDayProblem.byteLimit else { throw OwnDayFault(.tooLarge(bytes: bytes.count)) }
    guard bytes.contains(where: { $0 > 0x20 }) else { throw OwnDayFault(.empty) }
    return bytes
  }

  /// The bytes without a byte order mark.
  ///
  /// - Throws: a fault for a file that is too large or empty.
  static func checked(_ bytes: some Collection<UInt8>) throws(OwnDayFault) -> ArraySlice<UInt8> {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let rest = Array(try limited(bytes)).dropFirst(bytes.starts(with: mark) ? mark.count : 0)
    guard rest.contains(where: { $0 > 0x20 }) else { throw OwnDayFault(.empty) }
    return rest
  }
}

extension StringProtocol {
  /// The text as a message quotes it: its first characters. A character of a hostile file can be as long as the file.
  var quotedStart: String {
    let start = unicodeScalars.prefix(60)
    return String(String.UnicodeScalarView(start)) + (start.endIndex == unicodeScalars.endIndex ? "" : "…")
  }
}
