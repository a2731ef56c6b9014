/// The headings by which a table's columns are known.
package struct Headings<Field: Hashable & Sendable>: Sendable {
  private var entries: [String: Entry] = [:]

  package struct Entry: Sendable {
    package let field: Field
    /// False for a name that gives way to another column with a main name.
    package let isMain: Bool
  }

  /// - Parameter fields: each field with its main names, and with further ones that people use. The first field of a name has it.
  package init(_ fields: [(field: Field, names: [String], others: [String])]) {
    for (field, names, _) in fields { add(names.map(Self.key), Entry(field: field, isMain: true)) }
    for (field, _, others) in fields { add(others.map(Self.key), Entry(field: field, isMain: false)) }
    for (field, names, others) in fields {
      add((names + others).compactMap { Self.withoutBrackets(Self.key($0)) }, Entry(field: field, isMain: false))
    }
  }

  private mutating func add(_ keys: [String], _ entry: Entry) {
    for key in keys where entries[key] == nil { entries[key] = entry }
  }

  /// The field of a heading, in any case, with or without blanks, marks such as 「*」 and (必填), and what stands in brackets.
  package func field(of heading: String) -> Entry? {
    let key = Self.key(heading)
    if let entry = entries[key] { return entry }
    return Self.withoutBrackets(key).flatMap { entries[$0] }.map { Entry(field: $0.field, isMain: false) }
  }

  /// What of a heading counts. A longer one is no heading.
  private static var longest: Int { 200 }

  private static func key(_ heading: String) -> String {
    var key = ""
    for scalar in heading.unicodeScalars.prefix(longest) {
      // Full-width letters and brackets lie 0xFEE0 behind ASCII.
      let plain = (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
      if plain.properties.isWhitespace || ignored.contains(plain) { continue }
      key.unicodeScalars.append(plain)
    }
    key = key.lowercased()
    for mark in marks where key.contains(mark) { key = key.replacing(mark, with: "") }
    return key
  }

  private static var ignored: Set<Unicode.Scalar> {
    ["_", "-", "*", "※", "●", "★", ":", "\"", "'", "\u{FEFF}", "\u{200B}", "\u{200E}", "\u{200F}"]
  }

  private static var marks: [String] {
    ["(必填)", "[必填]", "【必填】", "(選填)", "[選填]", "【選填】", "(必要)", "(可空白)", "(必填欄位)", "(required)", "(optional)"]
  }

  /// `分量` for `分量(1到5)`; nil for a text without brackets at its end, and for one of brackets only.
  private static func withoutBrackets(_ key: String) -> String? {
    guard key.hasSuffix(")"), let open = key.firstIndex(of: "("), open > key.startIndex else { return nil }
    return String(key[..<open])
  }
}
