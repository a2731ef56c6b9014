internal import Folklore
internal import Lunisolar

/// JSON as it is written: UTF-8, no spaces, no line breaks.
///
/// Written by hand because a message is written for every reminder: `JSONEncoder` alone takes eight times as long (9 µs) as the whole
/// message here. Tests read it with Foundation's decoder.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// Appends what is JSON already.
  @inline(__always)
  mutating func raw(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  mutating func raw(_ other: [UInt8]) {
    bytes.append(contentsOf: other)
  }

  /// Appends a text in quotes.
  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    characters(text)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the inside of a text in quotes.
  ///
  /// Escaped is what RFC 8259, section 7, demands, and the line breaks beyond ASCII (U+0085, U+2028, U+2029), at which some readers
  /// of lines would cut the object in two.
  mutating func characters(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": raw("\\\"")
      case "\\": raw("\\\\")
      case "\n": raw("\\n")
      case "\r": raw("\\r")
      case "\t": raw("\\t")
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": escaped(scalar.value)
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Appends a text that needs no escapes but rarely, such as a user's UUID.
  @inline(__always)
  mutating func plain(_ text: String) {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { characters in
      let isPlain = characters.allSatisfy {
        $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
      if isPlain { bytes.append(contentsOf: characters) }
      return isPlain
    }
    if isPlain != true { characters(text) }
  }

  private mutating func escaped(_ value: UInt32) {
    raw("\\u")
    for shift in [UInt32(12), 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: value >> shift & 15)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  // MARK: Numbers and instants

  mutating func number(_ value: Int) {
    bytes.append(decimal: value)
  }

  /// Appends an instant of UTC: `2025-04-19T00:00:00Z`.
  mutating func instant(_ unixTime: Int) {
    let (date, second) = CivilTime.local(unixTime: unixTime, offset: 0)
    let (year, month, day) = date.components
    guard (0...9999).contains(year) else {
      bytes.append(contentsOf: CivilTime.iso(unixTime: unixTime).utf8)
      return
    }
    digits(year / 100)
    digits(year % 100)
    raw("-")
    digits(month)
    raw("-")
    digits(day)
    raw("T")
    digits(second / 3_600)
    raw(":")
    digits(second / 60 % 60)
    raw(":")
    digits(second % 60)
    raw("Z")
  }

  private mutating func digits(_ value: Int) {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10))
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
  }
}

extension [UInt8] {
  /// Appends a number in decimal digits.
  mutating func append(decimal value: Int) {
    guard value < 0 || value > 9 else {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value))
      return
    }
    if value < 0 { append(UInt8(ascii: "-")) }
    // From the last digit to the first; there are 19 in the greatest.
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
