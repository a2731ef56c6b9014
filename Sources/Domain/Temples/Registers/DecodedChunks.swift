internal import Foundation
internal import Spreadsheets

/// The text of a register as chunks of UTF-8 without a byte order mark, for every supported encoding.
///
/// The first chunk with a byte above 127 decides the encoding; below that UTF-8 and Big5 are the same. A chunk that is valid UTF-8
/// counts as UTF-8, because Chinese in Big5 is almost never valid UTF-8. Each returned chunk ends between two characters.
final class DecodedChunks {
  let name: String
  /// The encoding of the register; nil while every byte could be either.
  private(set) var encoding: RegisterEncoding?
  private let source: () throws(RegisterFault) -> [UInt8]
  /// The number of bytes read from the file.
  private(set) var bytesRead = 0
  /// The first bytes of an incomplete character at the end of the last chunk.
  private var rest: [UInt8] = []
  private var hasEnded = false
  private var isAtStart = true
  /// The line of the next byte.
  private var line = 1
  /// Chunks that were returned by `putBack`.
  private var putBack: [[UInt8]] = []

  init(_ input: RegisterInput, encoding: RegisterEncoding?) throws(RegisterFault) {
    name = input.name
    self.encoding = encoding
    source = try input.open()
  }

  /// The next chunk; nil at the end.
  func next() throws(RegisterFault) -> [UInt8]? {
    if let chunk = putBack.popLast() { return chunk }
    while !hasEnded {
      var bytes = rest
      rest = []
      // The first piece must be large enough to detect the encoding, even if the input comes in small pieces.
      repeat {
        let read = try source()
        bytesRead += read.count
        hasEnded = read.isEmpty
        bytes = bytes.isEmpty ? read : bytes + read
      } while isAtStart && bytes.count < Self.firstBytes && !hasEnded
      if isAtStart { try removeMark(&bytes) }
      let chunk = try decoded(bytes)
      if !chunk.isEmpty { return chunk }
    }
    return nil
  }

  private static let firstBytes = 1 << 16

  /// Puts a chunk back; the next `next()` returns it.
  func putBack(_ chunk: [UInt8]) {
    putBack.append(chunk)
  }

  private func removeMark(_ bytes: inout [UInt8]) throws(RegisterFault) {
    isAtStart = false
    if Spreadsheet.isWorkbook(bytes) || Spreadsheet.isOldWorkbook(bytes) { try readWorkbook(&bytes) }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { try readUTF16(&bytes) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
  }

  /// Reads the first sheet of a workbook, and gives it as CSV.
  private func readWorkbook(_ bytes: inout [UInt8]) throws(RegisterFault) {
    guard !Spreadsheet.isOldWorkbook(bytes) else {
      let (english, chinese) = SpreadsheetError.oldWorkbook
      throw RegisterFault(file: name, place: .file, chinese, english)
    }
    try readAll(&bytes)
    do {
      bytes = try Spreadsheet.csv(bytes)
      encoding = .utf8
    } catch {
      throw RegisterFault(file: name, place: .file, error.chinese, error.description)
    }
  }

  /// Reads the rest of the file.
  private func readAll(_ bytes: inout [UInt8]) throws(RegisterFault) {
    while !hasEnded {
      let read = try source()
      bytesRead += read.count
      hasEnded = read.isEmpty
      bytes += read
    }
  }

  /// Reads the whole of a text in UTF-16, as Excel writes "Unicode text", and gives it in UTF-8.
  private func readUTF16(_ bytes: inout [UInt8]) throws(RegisterFault) {
    try readAll(&bytes)
    let isLittleEndian = bytes[0] == 0xFF
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
      let (low, high) = isLittleEndian ? (bytes[place], bytes[place + 1]) : (bytes[place + 1], bytes[place])
      return UInt16(high) << 8 | UInt16(low)
    }
    bytes = Array(String(decoding: units, as: UTF16.self).utf8)
    encoding = .utf8
  }

  private func decoded(_ bytes: [UInt8]) throws(RegisterFault) -> [UInt8] {
    defer { line += bytes.dropLast(rest.count).count { $0 == 0x0A } }
    switch encoding {
    case .utf8: return try utf8(bytes)
    case .big5: return try big5(bytes)
    case nil: return try undecided(bytes)
    }
  }

  /// Text whose encoding this chunk may decide.
  private func undecided(_ bytes: [UInt8]) throws(RegisterFault) -> [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes }
    let asUTF8 = wholeUTF8(bytes)
    let asBig5 = wholeBig5(bytes)
    if !asUTF8.isWrong {
      // If the first character of a chunk is cut, the next chunk decides the encoding.
      if bytes[..<asUTF8.end].contains(where: { $0 >= 0x80 }) { encoding = .utf8 }
      return try utf8(bytes)
    }
    if !asBig5.isWrong {
      encoding = .big5
      return try big5(bytes)
    }
    // The encoding that could read further is assumed.
    throw fault(
      in: bytes[..<max(asUTF8.end, asBig5.end)], "這裡既不是 UTF-8 也不是 Big5：請另存成 UTF-8",
      "bytes that are neither UTF-8 nor Big5: save the file as UTF-8")
  }

  /// The end of the whole characters, and whether the following bytes are invalid or continue in the next chunk.
  private typealias Whole = (end: Int, isWrong: Bool)

  private func fault(in bytes: some Sequence<UInt8>, _ chinese: String, _ english: String) -> RegisterFault {
    RegisterFault(file: name, place: .line(line + bytes.count { $0 == 0x0A }), chinese, english)
  }
}

// MARK: - UTF-8

extension DecodedChunks {
  /// The whole characters of the bytes; the bytes of an incomplete one go to `rest`.
  private func utf8(_ bytes: [UInt8]) throws(RegisterFault) -> [UInt8] {
    let whole = wholeUTF8(bytes)
    guard !whole.isWrong else {
      throw fault(
        in: bytes[..<whole.end], "這裡不是 UTF-8：檔案是不是用別的編碼？",
        "bytes that are not UTF-8: is the file written in another encoding?")
    }
    guard whole.end < bytes.count else { return bytes }
    rest = Array(bytes[whole.end...])
    return Array(bytes[..<whole.end])
  }

  private func wholeUTF8(_ bytes: [UInt8]) -> Whole {
    do {
      _ = try UTF8Span(validating: bytes.span)
      return (bytes.count, false)
    } catch {
      let end = error.byteOffsets.lowerBound
      return (end, hasEnded || !isStartOfCharacter(bytes[end...]))
    }
  }

  /// True if more bytes could complete a character.
  private func isStartOfCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
    let length =
      switch bytes.first ?? 0 {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    return bytes.count < length && bytes.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
  }
}

// MARK: - Big5

extension DecodedChunks {
  /// Big5 with the additions of Microsoft's code page 950 (kCFStringEncodingDOSChineseTrad is 0x0423; Foundation sets the top bit for
  /// CoreFoundation's encodings). All Chinese characters agree with Python's `cp950`; characters of vendor extensions (kana, user-defined
  /// characters) become private-use code points.
  private static let codePage950 = String.Encoding(rawValue: 0x8000_0423)

  /// The whole characters of the bytes in UTF-8; the first byte of an incomplete one goes to `rest`.
  private func big5(_ bytes: [UInt8]) throws(RegisterFault) -> [UInt8] {
    let whole = wholeBig5(bytes)
    guard !whole.isWrong, let text = String(data: Data(bytes[..<whole.end]), encoding: Self.codePage950) else {
      throw fault(
        in: bytes[..<whole.end], "這裡不是 Big5：請另存成 UTF-8",
        "bytes that are not Big5: save the file as UTF-8")
    }
    rest = Array(bytes[whole.end...])
    return Array(text.utf8)
  }

  /// A character is a byte below 128, or one of 0x81 to 0xFE followed by one of 0x40 to 0x7E or 0xA1 to 0xFE.
  private func wholeBig5(_ bytes: [UInt8]) -> Whole {
    var index = 0
    while index < bytes.count {
      let isPair = bytes[index] >= 0x80
      if isPair {
        guard (0x81...0xFE).contains(bytes[index]) else { return (index, true) }
        guard index + 1 < bytes.count else { return (index, hasEnded) }
        guard (0x40...0x7E).contains(bytes[index + 1]) || (0xA1...0xFE).contains(bytes[index + 1]) else {
          return (index, true)
        }
      }
      index += isPair ? 2 : 1
    }
    return (index, false)
  }
}
