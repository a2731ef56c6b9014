// Parsing of coordinates.

extension Coordinate {
  /// Reads a latitude and a longitude in decimal degrees, with a comma between them; blanks around the numbers are
  /// ignored.
  ///
  ///     try Coordinate(parsing: "24.1477,120.6736")
  ///     try Coordinate(parsing: "-33.87, 151.21")
  ///
  /// Ambiguous text is rejected: full-width characters, decimal commas and a swapped pair are errors that name the
  /// correct form.
  ///
  /// - Throws: `CoordinateError`, whose description is a sentence for the person who typed it.
  public init(parsing text: some StringProtocol) throws(CoordinateError) {
    let text = String(text)
    if let ascii = Self.halfWidth(text) {
      throw .fullWidth(text: text, suggestion: try? Coordinate(ascii: ascii))
    }
    try self.init(ascii: text)
  }

  private init(ascii text: String) throws(CoordinateError) {
    if let points = Self.withDecimalPoints(text) {
      throw .decimalComma(text: text, suggestion: try? Coordinate(ascii: points))
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.withoutBlanksAround }
    guard parts.count <= 2 else { throw .tooManyParts(text: text) }
    guard let first = parts.first, !first.isEmpty else { throw .missing(.latitude, text: text) }
    guard let second = parts.dropFirst().first, !second.isEmpty else { throw .missing(.longitude, text: text) }
    try self.init(latitude: Self.number(first, .latitude), longitude: Self.number(second, .longitude))
  }

  /// A decimal number. `Double` also reads `nan`, `infinity` and hexadecimal, and reads `1e309` as infinity.
  private static func number(_ text: Substring, _ part: CoordinateError.Part) throws(CoordinateError) -> Double {
    guard let number = Double(text) else { throw .notANumber(part, text: String(text)) }
    guard number.isFinite else { throw .notFinite(part, text: String(text)) }
    guard text.utf8.allSatisfy(isPartOfDecimalNumber) else { throw .notANumber(part, text: String(text)) }
    return number
  }

  private static func isPartOfDecimalNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"): true
    case UInt8(ascii: "e"), UInt8(ascii: "E"): true
    default: false
    }
  }

  /// The text with full-width characters from Chinese keyboards and word processors replaced by ASCII; nil without any.
  private static func halfWidth(_ text: String) -> String? {
    var replaced = String.UnicodeScalarView()
    var hasReplaced = false
    for scalar in text.unicodeScalars {
      let ascii: Unicode.Scalar? =
        switch scalar.value {
        case 0xFF01...0xFF5E: Unicode.Scalar(UInt8(scalar.value - 0xFEE0))
        case 0x3000: " "
        case 0x3001: ","
        case 0x3002: "."
        case 0x2212, 0x2013: "-"
        default: nil
        }
      replaced.append(ascii ?? scalar)
      hasReplaced = hasReplaced || ascii != nil
    }
    return hasReplaced ? String(replaced) : nil
  }

  /// Converts `25,03,121,5` and `25,03;121,5` to `25.03,121.5`; nil for text of another form.
  private static func withDecimalPoints(_ text: String) -> String? {
    let halves = text.split { $0 == ";" || $0.isWhitespace }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.withoutBlanksAround }
    let digits: [Substring]
    if parts.count == 4 {
      digits = parts
    } else if halves.count == 2, halves.allSatisfy({ $0.split(separator: ",").count == 2 }) {
      digits = halves.flatMap { $0.split(separator: ",") }
    } else {
      return nil
    }
    for (index, part) in digits.enumerated() {
      let isWhole = index % 2 == 0
      let unsigned = isWhole && (part.first == "-" || part.first == "+") ? part.dropFirst() : part
      guard !unsigned.isEmpty, unsigned.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    }
    return "\(digits[0]).\(digits[1]),\(digits[2]).\(digits[3])"
  }
}

extension Substring {
  fileprivate var withoutBlanksAround: Substring {
    var rest = drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
