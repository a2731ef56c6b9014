/// Writes JSON piece by piece: UTF-8, no spaces, no line breaks. The caller orders the pieces.
///
/// It writes messages, lists of temples and streams of dates, because `JSONEncoder` takes eight to forty times as long.
package struct JSONWriter {
  /// The output so far.
  @usableFromInline
  package var bytes: [UInt8] = []
  private let escapes: Escapes

  /// The set of characters to escape.
  package enum Escapes: Sendable {
    /// The characters that RFC 8259, section 7, requires: quotation mark, reverse solidus and control characters below U+0020.
    case required
    /// Also the line breaks and control characters beyond ASCII (U+007F to U+009F, U+2028, U+2029): some line readers would split an object
    /// there.
    case lineBreaks
  }

  package init(capacity: Int = 0, escaping escapes: Escapes = .required) {
    self.escapes = escapes
    bytes.reserveCapacity(capacity)
  }

  /// Appends text that is already JSON.
  @inlinable
  package mutating func raw(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends bytes that are already JSON.
  @inlinable
  package mutating func raw(_ other: some Collection<UInt8>) {
    bytes.append(contentsOf: other)
  }

  /// Appends a text in quotes, or null.
  package mutating func string(_ text: String?) {
    guard let text else { return raw("null") }
    bytes.append(UInt8(ascii: "\""))
    characters(text)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the contents of a text without the quotes.
  package mutating func characters(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      // Copies each run without escapes at once.
      var start = 0
      var index = 0
      while index < utf8.count {
        let (length, escaped) = escapes.scalar(in: utf8, at: index)
        if let escaped {
          bytes.append(contentsOf: utf8[start..<index])
          escape(escaped)
          start = index + length
        }
        index += length
      }
      bytes.append(contentsOf: utf8[start...])
    }
  }

  private mutating func escape(_ value: UInt32) {
    switch UnicodeScalar(value) {
    case "\"": raw("\\\"")
    case "\\": raw("\\\\")
    case "\n": raw("\\n")
    case "\r": raw("\\r")
    case "\t": raw("\\t")
    default:
      raw("\\u")
      for shift in [UInt32(12), 8, 4, 0] {
        let digit = UInt8(truncatingIfNeeded: value >> shift & 15)
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }

  package mutating func number(_ value: Int) {
    bytes.append(decimal: value)
  }
}

extension JSONWriter.Escapes {
  /// The number of bytes to advance, and the character there if it needs an escape. The text is valid UTF-8.
  @inline(__always)
  fileprivate func scalar(in utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> (length: Int, escaped: UInt32?) {
    let byte = utf8[index]
    if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return (1, UInt32(byte)) }
    guard self == .lineBreaks else { return (1, nil) }
    switch byte {
    case 0x7F: return (1, 0x7F)
    // U+0080 to U+009F
    case 0xC2: return (2, utf8[index + 1] < 0xA0 ? UInt32(utf8[index + 1]) : nil)
    // U+2028 and U+2029
    case 0xE2:
      return (3, utf8[index + 1] == 0x80 && utf8[index + 2] & 0xFE == 0xA8 ? 0x1F80 + UInt32(utf8[index + 2]) : nil)
    default: return (1, nil)
    }
  }
}

extension [UInt8] {
  /// Appends a number in decimal digits.
  package mutating func append(decimal value: Int) {
    guard value < 0 || value > 9 else {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value))
      return
    }
    if value < 0 { append(UInt8(ascii: "-")) }
    // Writes from the last digit to the first; the largest number has 19.
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var start = 20
    var rest = value.magnitude
    while rest > 0 {
      start -= 1
      digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    for position in start..<20 { append(digits[position]) }
  }
}
