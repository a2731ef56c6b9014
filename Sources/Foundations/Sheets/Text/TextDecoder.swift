internal import Foundation

/// Decodes the bytes of a text file, piece by piece, into UTF-8 without a byte order mark.
///
/// A byte order mark decides the encoding, then a zero byte (only UTF-16 has those), then the first piece with a byte above 127; below that
/// UTF-8 and Big5 are the same. A piece that is valid UTF-8 counts as UTF-8, because Chinese in Big5 is almost never valid UTF-8. Each result
/// ends between two characters.
package struct TextDecoder: Sendable {
  /// The encoding; nil while every byte could be UTF-8 or Big5.
  package private(set) var encoding: TextEncoding?
  /// The first bytes of an incomplete character at the end of the last piece.
  private var rest: [UInt8] = []
  private var isAtStart = true
  private var isLast = false
  /// The line of the next byte.
  private var line = 1
  private var endsInReturn = false

  /// The first piece should be at least this long, unless the file is shorter: it tells the encoding.
  package static let firstBytes = 1 << 16

  /// - Parameter encoding: the encoding of the file; nil to detect it.
  package init(_ encoding: TextEncoding? = nil) {
    self.encoding = encoding
  }

  /// A whole file in UTF-8, with its encoding.
  ///
  /// - Throws: `SheetError.notText`.
  package static func decode(
    whole bytes: [UInt8], _ encoding: TextEncoding? = nil
  ) throws(SheetError) -> (text: [UInt8], encoding: TextEncoding) {
    var decoder = TextDecoder(encoding)
    let text = try decoder.decode(bytes, isLast: true)
    return (text, decoder.encoding ?? .utf8)
  }

  /// The whole characters of the next piece in UTF-8.
  ///
  /// - Parameter isLast: true if no more bytes follow, so an incomplete character is a fault.
  /// - Throws: `SheetError.notText` with the line.
  package mutating func decode(_ piece: [UInt8], isLast: Bool) throws(SheetError) -> [UInt8] {
    var bytes = rest.isEmpty ? piece : rest + piece
    rest = []
    self.isLast = isLast
    if isAtStart { findEncoding(&bytes) }
    let text = try decoded(bytes)
    countLines(text)
    return text
  }

  private mutating func findEncoding(_ bytes: inout [UInt8]) {
    isAtStart = false
    let marks: [(TextEncoding, [UInt8])] = [
      (.utf8, [0xEF, 0xBB, 0xBF]), (.utf16LittleEndian, [0xFF, 0xFE]), (.utf16BigEndian, [0xFE, 0xFF]),
    ]
    for (marked, mark) in marks where bytes.starts(with: mark) && (encoding ?? marked) == marked {
      bytes.removeFirst(mark.count)
      encoding = marked
      return
    }
    guard encoding == nil, bytes.contains(0) else { return }
    // Separators, digits and line ends are ASCII: their zero byte comes second in UTF-16LE.
    var (zerosFirst, zerosSecond) = (0, 0)
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      if bytes[index] == 0 { zerosFirst += 1 }
      if bytes[index + 1] == 0 { zerosSecond += 1 }
    }
    encoding = zerosFirst > zerosSecond ? .utf16BigEndian : .utf16LittleEndian
  }

  private mutating func decoded(_ bytes: [UInt8]) throws(SheetError) -> [UInt8] {
    switch encoding {
    case .utf8: return try utf8(bytes)
    case .big5: return try big5(bytes)
    case .utf16LittleEndian: return try utf16(bytes, low: 0, high: 1)
    case .utf16BigEndian: return try utf16(bytes, low: 1, high: 0)
    case nil: return try undecided(bytes)
    }
  }

  /// Text whose encoding this piece may decide.
  private mutating func undecided(_ bytes: [UInt8]) throws(SheetError) -> [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes }
    let asUTF8 = wholeUTF8(bytes)
    let asBig5 = wholeBig5(bytes)
    if !asUTF8.isWrong {
      // If the first character of a piece is cut, the next piece decides the encoding.
      if bytes[..<asUTF8.end].contains(where: { $0 >= 0x80 }) { encoding = .utf8 }
      return try utf8(bytes)
    }
    if !asBig5.isWrong {
      encoding = .big5
      return try big5(bytes)
    }
    // The encoding that could read further is assumed.
    throw fault(in: bytes[..<max(asUTF8.end, asBig5.end)], nil)
  }

  /// The end of the whole characters, and whether the following bytes are invalid or continue in the next piece.
  private typealias Whole = (end: Int, isWrong: Bool)

  // MARK: Lines

  private func fault(in text: some Sequence<UInt8>, _ expected: TextEncoding?) -> SheetError {
    var counter = self
    counter.countLines(text)
    return .notText(line: counter.line, expected)
  }

  /// Lines end in LF, CR LF, or CR alone.
  private mutating func countLines(_ text: some Sequence<UInt8>) {
    for byte in text {
      if byte == 0x0D || byte == 0x0A && !endsInReturn { line += 1 }
      endsInReturn = byte == 0x0D
    }
  }
}

// MARK: - UTF-8

extension TextDecoder {
  /// The whole characters of the bytes; the bytes of an incomplete one go to `rest`.
  private mutating func utf8(_ bytes: [UInt8]) throws(SheetError) -> [UInt8] {
    let whole = wholeUTF8(bytes)
    guard !whole.isWrong else { throw fault(in: bytes[..<whole.end], .utf8) }
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
      return (end, isLast || !isStartOfCharacter(bytes[end...]))
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

extension TextDecoder {
  /// Big5 with the additions of Microsoft's code page 950 (kCFStringEncodingDOSChineseTrad is 0x0423; Foundation sets the top bit for
  /// CoreFoundation's encodings). All Chinese characters agree with Python's `cp950`; characters of vendor extensions (kana, user-defined
  /// characters) become private-use code points.
  private static let codePage950 = String.Encoding(rawValue: 0x8000_0423)

  /// The whole characters of the bytes in UTF-8; the first byte of an incomplete one goes to `rest`.
  private mutating func big5(_ bytes: [UInt8]) throws(SheetError) -> [UInt8] {
    let whole = wholeBig5(bytes)
    guard !whole.isWrong, let text = String(data: Data(bytes[..<whole.end]), encoding: Self.codePage950) else {
      throw fault(in: bytes[..<whole.end], .big5)
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
        guard index + 1 < bytes.count else { return (index, isLast) }
        guard (0x40...0x7E).contains(bytes[index + 1]) || (0xA1...0xFE).contains(bytes[index + 1]) else {
          return (index, true)
        }
      }
      index += isPair ? 2 : 1
    }
    return (index, false)
  }
}

// MARK: - UTF-16

extension TextDecoder {
  /// The whole characters of the bytes in UTF-8; an incomplete one goes to `rest`.
  ///
  /// - Parameters:
  ///   - low: the place of a unit's low byte, 0 or 1.
  ///   - high: the other place.
  private mutating func utf16(_ bytes: [UInt8], low: Int, high: Int) throws(SheetError) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 3 / 2)
    func unit(_ index: Int) -> UInt32 { UInt32(bytes[index + high]) << 8 | UInt32(bytes[index + low]) }
    var index = 0
    while index + 1 < bytes.count {
      var value = unit(index)
      var length = 2
      if 0xD800...0xDBFF ~= value {
        guard index + 3 < bytes.count else { break }
        let second = unit(index + 2)
        guard 0xDC00...0xDFFF ~= second else { throw fault(in: text, encoding) }
        value = 0x10000 + (value - 0xD800) << 10 + (second - 0xDC00)
        length = 4
      }
      guard let scalar = Unicode.Scalar(value) else { throw fault(in: text, encoding) }
      if let encoded = UTF8.encode(scalar) { text.append(contentsOf: encoded) }
      index += length
    }
    guard index == bytes.count || !isLast else { throw fault(in: text, encoding) }
    rest = Array(bytes[index...])
    return text
  }
}
