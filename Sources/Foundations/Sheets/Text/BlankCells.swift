extension String {
  /// The text without white space, byte order marks and characters of no width at either end.
  package var trimmingBlanks: String {
    let scalars = unicodeScalars
    guard let first = scalars.first, let last = scalars.last, first.isBlankInCell || last.isBlankInCell else {
      return self
    }
    guard let start = scalars.firstIndex(where: { !$0.isBlankInCell }),
      let end = scalars.lastIndex(where: { !$0.isBlankInCell })
    else { return "" }
    return String(scalars[start...end])
  }

  /// The text of a cell without what programs write for an empty one: `NULL`, `NaN`, `N/A`, `#N/A`, `無`, `-`. Not for names: a name may be 無.
  package var withoutPlaceholder: String {
    let text = trimmingBlanks
    guard text.utf8.count <= 12, Self.placeholders.contains(text.lowercased()) else { return text }
    return ""
  }

  private static let placeholders: Set<String> = [
    "null", "(null)", "<null>", "nan", "n/a", "#n/a", "na", "nil", "none", "無", "无", "-", "--", "—", "－", "─",
    "#value!",
    "#ref!", "#name?", "#null!", "#num!", "#div/0!",
  ]

  /// A whole number without the fraction that spreadsheets add: `1234` for `1234.0`; other texts unchanged.
  package var withoutZeroFraction: String {
    guard utf8.count <= 40, let point = utf8.firstIndex(of: UInt8(ascii: ".")) else { return self }
    let (whole, fraction) = (utf8[..<point], utf8[utf8.index(after: point)...])
    let digits = whole.first == UInt8(ascii: "-") ? whole.dropFirst() : whole
    guard !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }), !fraction.isEmpty,
      fraction.allSatisfy({ $0 == 48 })
    else { return self }
    return String(self[..<point])
  }
}

extension Unicode.Scalar {
  /// True for what a reader does not see at the end of a cell.
  fileprivate var isBlankInCell: Bool {
    if value < 0x80 { return value == 0x20 || (0x09...0x0D).contains(value) || value == 0 }
    return properties.isWhitespace || value == 0xFEFF || value == 0x200B
  }
}
