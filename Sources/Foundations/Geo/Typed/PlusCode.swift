/// A plus code, the short name of a square of some 14 metres: `7QP24MXF+3C`, or `4MXF+3C` near a known place.
///
/// Open Location Code, version 1.04 (https://github.com/google/open-location-code/blob/main/Documentation/Specification/specification.md):
/// twenty digits, in pairs of latitude and longitude of 20, 1, 1/20, 1/400 and 1/8000 degree, then digits of a grid of 5 by 4.
public struct PlusCode: Hashable, Sendable {
  private let digits: [Int]
  /// The pairs of digits that a short code leaves out: 0 for a full code, 2 for `4MXF+3C`.
  private let missingPairs: Int

  /// - Returns: nil for another text; a code must end at the text's end or before a blank or comma.
  public init?(_ text: String) {
    let upper = text.uppercased().drop(while: \.isWhitespace)
    let word = upper.prefix { !$0.isWhitespace && $0 != "," }
    guard word.count == upper.count || !word.isEmpty, let plus = word.firstIndex(of: "+") else { return nil }
    let before = word.distance(from: word.startIndex, to: plus)
    guard [4, 6, 8].contains(before) else { return nil }
    let characters = word[..<plus] + word[word.index(after: plus)...]
    let digits = characters.compactMap { Self.alphabet.firstIndex(of: $0) }
    // The finest pair stands behind the plus, and at most five digits of the grid.
    guard digits.count == characters.count, (before + 2...before + 7).contains(digits.count) else { return nil }
    missingPairs = (8 - before) / 2
    // Latitudes end at 180 above the pole, longitudes at 360.
    if missingPairs == 0, digits[0] > 8 || digits[1] > 17 { return nil }
    self.digits = digits
  }

  private static let alphabet = Array("23456789CFGHJMPQRVWX")

  /// The text with full-width digits, letters and marks in ASCII.
  public static func halfWidth(_ text: String) -> String { PlainMarks.halfWidth(text) }

  /// True for a code that needs no known place.
  public var isFull: Bool { missingPairs == 0 }

  /// The middle of the square; for a short code the one nearest to a place.
  public func place(near reference: Coordinate? = nil) -> Coordinate {
    var size = 20.0
    for _ in 0..<missingPairs { size /= 20 }
    // The latitude and the longitude of the square's corner, in degrees above -90 and -180.
    var (latitude, longitude, cell) = (0.0, 0.0, size)
    let pairs = 5 - missingPairs
    for pair in 0..<pairs {
      latitude += Double(digits[pair * 2]) * cell
      longitude += Double(digits[pair * 2 + 1]) * cell
      if pair < pairs - 1 { cell /= 20 }
    }
    var (height, width) = (cell, cell)
    for digit in digits.dropFirst(pairs * 2) {
      (height, width) = (height / 5, width / 4)
      latitude += Double(digit / 4) * height
      longitude += Double(digit % 4) * width
    }
    (latitude, longitude) = (latitude + height / 2, longitude + width / 2)
    if let reference, missingPairs > 0 {
      // The missing digits count whole squares of this size.
      let whole = size * 20
      latitude += ((reference.latitude + 90 - latitude) / whole).rounded() * whole
      longitude += ((reference.longitude + 180 - longitude) / whole).rounded() * whole
    }
    return Coordinate(checkedLatitude: min(latitude - 90, 90), longitude: longitude - 180)
  }
}
