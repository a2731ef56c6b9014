// Dates as text: ISO 8601, year first.

extension SolarDate: CustomStringConvertible {
  /// ISO 8601: `2025-04-20`, and `-0500-04-20` for astronomical year -500.
  public var description: String {
    let (year, month, day) = components
    let sign = year < 0 ? "-" : ""
    return sign + year.magnitude.padded(to: 4) + "-" + month.magnitude.padded(to: 2) + "-" + day.magnitude.padded(to: 2)
  }

  /// Parses an ISO 8601 calendar date.
  ///
  ///     try SolarDate(iso: "2025-04-20")
  ///
  /// - Throws: `CalendarError.notADate` for text of another form, or the errors of `init(year:month:day:)`.
  public init(iso text: some StringProtocol) throws(CalendarError) {
    var scanner = ByteScanner(text)
    let sign = scanner.take(UInt8(ascii: "-")) ? -1 : 1
    guard let year = scanner.number(digits: 4...4), scanner.take(UInt8(ascii: "-")),
      let month = scanner.number(digits: 1...2), scanner.take(UInt8(ascii: "-")),
      let day = scanner.number(digits: 1...2), scanner.isAtEnd
    else {
      throw .notADate(text: String(text), column: scanner.column, expected: "a solar date such as 2025-04-20")
    }
    try self.init(year: sign * year, month: month, day: day)
  }
}

extension UInt {
  /// Decimal digits with leading zeros up to a width.
  package func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}

/// Reads ASCII numbers and marks from the front of a text; `column` is its position in characters, from 1.
package struct ByteScanner {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  package var isAtEnd: Bool { position == bytes.count }

  /// The column of the next byte, in characters: bytes that continue a UTF-8 sequence do not count.
  package var column: Int {
    bytes[..<position].count { $0 & 0xC0 != 0x80 } + 1
  }

  package mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// A decimal number with a number of digits in the range; otherwise nil, with nothing consumed.
  package mutating func number(digits range: ClosedRange<Int>) -> Int? {
    var end = position
    var value = 0
    while end < bytes.count, end - position <= range.upperBound, (48...57).contains(bytes[end]) {
      value = value * 10 + Int(bytes[end] - 48)
      end += 1
    }
    guard range.contains(end - position) else { return nil }
    position = end
    return value
  }
}
