/// What DE440 adds to a formula: a number of seconds for each instant, in steps of 0.02 s.
///
/// Two characters make a value: `(first - 35) * 91 + (second - 35) - 4140` fiftieths of a second, with the backslash left
/// out of the digits. As a `StaticString` 24,000 values are constant data that the compiler reads in a moment; an array literal
/// of them takes it ten seconds.
struct ResidualTable: Sendable {
  let digits: StaticString

  /// How many values the table holds.
  var count: Int { digits.utf8CodeUnitCount / 2 }

  /// The value at an index in seconds; nil outside the table.
  func seconds(at index: Int) -> Double? {
    guard index >= 0, index < count else { return nil }
    let high = Self.digit(digits.utf8Start[2 * index])
    let low = Self.digit(digits.utf8Start[2 * index + 1])
    return Double(high * 91 + low - 4_140) / 50
  }

  private static func digit(_ byte: UInt8) -> Int {
    Int(byte) - (byte > 92 ? 36 : 35)
  }
}
