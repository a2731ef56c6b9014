/// Characters by what a reader sees of them: one table for the checks and for the patterns of JSON Schema.
enum TextCharacters {
  typealias Ranges = [ClosedRange<UInt32>]

  /// Unicode's White_Space besides the ends of lines and the tab.
  static let blanks: Ranges = [
    0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
  ]

  /// What turns the direction of a text around: a name that holds it is not read as it is written. The marks (U+200E, U+200F, U+061C) turn
  /// nothing that is written in one direction, and stand in addresses of the ministry's register.
  static let directions: Ranges = [0x202A...0x202E, 0x2066...0x2069]

  /// What shows nothing by itself: Unicode's Default_Ignorable_Code_Point and interlinear marks, and the two blanks that are no White_Space
  /// (the Braille pattern without dots, the note without a head). Emoji and rare ideographs are written with some of them.
  static let unseen: Ranges =
    [
      0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F,
      0x2060...0x2065,
      0x206A...0x206F, 0x2800...0x2800, 0x3164...0x3164, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0,
      0xFFF0...0xFFFB,
    ] + unseenBeyond

  /// Those beyond the first plane, which a pattern cannot say everywhere.
  private static let unseenBeyond: Ranges = [
    0x1BCA0...0x1BCA3, 0x1D159...0x1D159, 0x1D173...0x1D17A, 0xE0000...0xE0FFF,
  ]

  static func contains(_ ranges: Ranges, _ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) }
  }

  /// Whether a character is seen: no blank, no control character, and nothing that shows nothing by itself.
  static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    if (0x21...0x7E).contains(scalar.value) || (0x4E00...0x9FFF).contains(scalar.value) { return true }
    return !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
      && !contains(directions, scalar) && !contains(unseen, scalar)
  }

  /// The inside of a pattern's class (ECMA-262): the ranges of the first plane.
  static func pattern(_ ranges: Ranges) -> String {
    ranges.filter { $0.upperBound <= 0xFFFF }.map { range in
      let ends = Set([range.lowerBound, range.upperBound]).sorted().map { end in
        let digits = String(end, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      return ends.joined(separator: "-")
    }.joined()
  }
}
