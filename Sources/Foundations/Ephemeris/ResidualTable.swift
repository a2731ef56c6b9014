/// The corrections that DE440 adds to a formula: seconds for each instant, in steps of 0.02 s.
///
/// Two characters make a value: `(first - 35) * 91 + (second - 35) - 4140` fiftieths of a second; the backslash is not a
/// digit. A `StaticString` compiles fast; an array literal of 24,000 values takes the compiler ten seconds.
struct ResidualTable: Sendable {
  let digits: StaticString

  /// The number of values in the table.
  var count: Int { digits.utf8CodeUnitCount / 2 }

  /// The value at an index in seconds; nil outside the table.
  func seconds(at index: Int) -> Double? {
    steps(at: index).map { Double($0) / 50 }
  }

  /// The value at an index, -4,140 to 4,140; nil outside the table.
  func steps(at index: Int) -> Int? {
    guard index >= 0, index < count else { return nil }
    let high = Self.digit(digits.utf8Start[2 * index])
    let low = Self.digit(digits.utf8Start[2 * index + 1])
    return high * 91 + low - 4_140
  }

  private static func digit(_ byte: UInt8) -> Int {
    Int(byte) - (byte > 92 ? 36 : 35)
  }
}
