/// Fields as mails and reports of delivery have them: `Name: value`, continued on lines that begin with a blank (RFC 5322, section 2.2.3).
struct MailFields: Sendable {
  /// In the order of the text, names in small letters.
  private(set) var all: [(name: String, value: String)] = []

  /// The most fields of a group; a mail has some dozens.
  private static let limit = 1_000
  /// The longest value in bytes.
  private static let valueLimit = 10_000

  /// The first field with a name; capital letters do not matter.
  subscript(name: String) -> String? {
    let name = name.lowercased()
    return all.first { $0.name == name }?.value
  }

  var isEmpty: Bool { all.isEmpty }

  /// Reads fields up to a blank line.
  ///
  /// - Returns: the fields, and what follows the blank line.
  static func parse(_ bytes: ArraySlice<UInt8>) -> (MailFields, rest: ArraySlice<UInt8>) {
    var fields = MailFields()
    for line in lines(of: bytes) {
      let text = line.last == 0x0D ? line.dropLast() : line
      guard !text.isEmpty else { return (fields, bytes[min(line.endIndex + 1, bytes.endIndex)...]) }
      fields.add(text)
    }
    return (fields, bytes[bytes.endIndex...])
  }

  /// Reads groups of fields between blank lines: the body of message/delivery-status (RFC 3464, section 2.1).
  static func groups(_ bytes: [UInt8]) -> [MailFields] {
    var groups: [MailFields] = []
    var rest = bytes[...]
    while !rest.isEmpty, groups.count < limit {
      let (group, next) = parse(rest)
      if !group.isEmpty { groups.append(group) }
      rest = next
    }
    return groups
  }

  private mutating func add(_ line: ArraySlice<UInt8>) {
    if line.first == 0x20 || line.first == 0x09 {
      guard let last = all.indices.last, all[last].value.utf8.count + line.count <= Self.valueLimit else { return }
      all[last].value += " " + Self.text(line)
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")), all.count < Self.limit {
      let name = Self.text(line[..<colon]).lowercased()
      guard !name.isEmpty, !name.contains(" ") else { return }
      all.append((name, Self.text(line[colon...].dropFirst().prefix(Self.valueLimit))))
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var text = bytes.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text = text.dropLast() }
    return String(decoding: text, as: UTF8.self)
  }

  /// The lines without their LF; a CR stays.
  static func lines(of bytes: ArraySlice<UInt8>) -> some Sequence<ArraySlice<UInt8>> {
    var rest = bytes
    return AnyIterator {
      guard !rest.isEmpty else { return nil }
      let line = rest.prefix { $0 != 0x0A }
      rest = rest.dropFirst(line.count + 1)
      return line
    }
  }
}
