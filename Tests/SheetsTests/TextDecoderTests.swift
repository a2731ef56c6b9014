import Sheets
import TestSupport
import Testing

@Suite("encodings of text files", .timed)
struct TextDecoderTests {
  /// 姓名,生日 and a line end.
  private static let text = "姓名,生日\r\n"
  private static let encoded: [([UInt8], TextEncoding)] = [
    (Array(text.utf8), .utf8), ([0xEF, 0xBB, 0xBF] + Array(text.utf8), .utf8),
    // Python's codec cp950.
    ([0xA9, 0x6D, 0xA6, 0x57, 0x2C, 0xA5, 0xCD, 0xA4, 0xE9, 0x0D, 0x0A], .big5),
    ([0xFF, 0xFE] + text.utf16Bytes(littleEndian: true), .utf16LittleEndian),
    (text.utf16Bytes(littleEndian: true), .utf16LittleEndian),
    ([0xFE, 0xFF] + text.utf16Bytes(littleEndian: false), .utf16BigEndian),
    (text.utf16Bytes(littleEndian: false), .utf16BigEndian),
  ]

  @Test("each encoding is found, with a byte order mark or without", arguments: encoded)
  func found(bytes: [UInt8], encoding: TextEncoding) throws {
    let (text, found) = try TextDecoder.decode(whole: bytes)
    #expect(String(decoding: text, as: UTF8.self) == Self.text && found == encoding)
  }

  @Test("characters are whole wherever a text is cut", arguments: encoded)
  func pieces(bytes: [UInt8], encoding: TextEncoding) throws {
    for size in 1...5 {
      var decoder = TextDecoder(encoding)
      var text: [UInt8] = []
      // The first piece holds the byte order mark.
      let sizes = [6] + Array(repeating: size, count: bytes.count)
      var start = 0
      for size in sizes {
        let end = min(start + size, bytes.count)
        text += try decoder.decode(Array(bytes[start..<end]), isLast: end == bytes.count)
        start = end
        if end == bytes.count { break }
      }
      #expect(String(decoding: text, as: UTF8.self) == Self.text, "\(size)")
    }
  }

  @Test("pairs of UTF-16, and what is none")
  func pairs() throws {
    let text = "𠮷,廟\n"
    #expect(try TextDecoder.decode(whole: text.utf16Bytes(littleEndian: true)).text == Array(text.utf8))
    #expect(throws: SheetError.notText(line: 2, .utf16LittleEndian)) {
      try TextDecoder.decode(whole: [0xFF, 0xFE, 0x41, 0, 0x0A, 0, 0x00, 0xDC])
    }
  }

  @Test("bytes of no encoding are refused with their line, also if lines end in CR alone")
  func none() {
    for end in ["\n", "\r\n", "\r"] {
      #expect(throws: SheetError.notText(line: 3, nil)) {
        try TextDecoder.decode(whole: Array("甲\(end)乙\(end)".utf8) + [0xFF, 0x41])
      }
    }
  }
}
