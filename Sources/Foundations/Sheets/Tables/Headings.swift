/// The headings by which a table's columns are known.
package struct Headings<Field: Hashable & Sendable>: Sendable {
  private var entries: [String: Entry] = [:]

  package struct Entry: Sendable {
    package let field: Field
    /// 0 for a main name. Of several columns for one field the one with the lowest number counts.
    package let rank: Int
  }

  /// - Parameter fields: each field with its main names, and with further ones that people use, the best first. The first field of a name has
  ///   it.
  package init(_ fields: [(field: Field, names: [String], others: [String])]) {
    for (field, names, _) in fields { for name in names { add(Self.key(name), field, 0) } }
    for (field, _, others) in fields {
      for (index, name) in others.enumerated() { add(Self.key(name), field, index + 1) }
    }
    for (field, names, others) in fields {
      for name in names + others {
        if let key = Self.withoutBrackets(Self.key(name)) { add(key, field, Self.lastRank) }
      }
    }
  }

  /// The rank of a heading that is known without its brackets only.
  private static var lastRank: Int { 1_000 }

  private mutating func add(_ key: String, _ field: Field, _ rank: Int) {
    if entries[key] == nil { entries[key] = Entry(field: field, rank: rank) }
  }

  /// The field of a heading, in any case, with or without blanks, marks such as 「*」 and (必填), and what stands in brackets.
  package func field(of heading: String) -> Entry? {
    let key = Self.key(heading)
    if let entry = entries[key] { return entry }
    return Self.withoutBrackets(key).flatMap { entries[$0] }.map { Entry(field: $0.field, rank: Self.lastRank) }
  }

  /// What of a heading counts. A longer one is no heading.
  private static var longest: Int { 120 }

  private static func key(_ heading: String) -> String {
    var key = ""
    for scalar in heading.unicodeScalars.prefix(longest) {
      // Full-width letters and brackets lie 0xFEE0 behind ASCII.
      let plain = (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
      if plain.properties.isWhitespace || HeadingMarks.ignored.contains(plain) { continue }
      key.unicodeScalars.append(plain)
    }
    key = key.lowercased()
    if key.utf8.contains(where: HeadingMarks.brackets.contains) {
      for mark in HeadingMarks.required where key.contains(mark) { key = key.replacing(mark, with: "") }
    }
    return key
  }

  /// `分量` for `分量(1到5)`; nil for a text without brackets at its end, and for one of brackets only.
  private static func withoutBrackets(_ key: String) -> String? {
    guard key.hasSuffix(")"), let open = key.firstIndex(of: "("), open > key.startIndex else { return nil }
    return String(key[..<open])
  }
}

/// What a heading has besides its name.
private enum HeadingMarks {
  static let ignored: Set<Unicode.Scalar> = [
    "_", "-", "*", "※", "●", "★", ":", "\"", "'", "\u{FEFF}", "\u{200B}", "\u{200E}", "\u{200F}",
  ]
  static let required = [
    "(必填)", "[必填]", "【必填】", "(選填)", "[選填]", "【選填】", "(必要)", "(可空白)", "(必填欄位)", "(required)", "(optional)",
  ]
  /// The first bytes of the brackets.
  static let brackets: Set<UInt8> = [UInt8(ascii: "("), UInt8(ascii: "["), 0xE3]
}
