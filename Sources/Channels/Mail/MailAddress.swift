/// A mail address, with or without a name to show: `ming@example.org`, `阿明 <ming@example.org>`.
public struct MailAddress: Hashable, Sendable {
  /// What people see; empty where there is none.
  public let name: String
  /// `local@domain`, ASCII, in the shape of RFC 5321, section 4.1.2.
  public let address: String

  /// - Throws: `MailAddressError`, which says what would be right.
  public init(parsing text: String) throws(MailAddressError) {
    let text = text.oneLine
    if text.hasSuffix(">"), let open = text.lastIndex(of: "<") {
      let name = String(text[..<open]).oneLine
      let isQuoted = name.count >= 2 && name.hasPrefix("\"") && name.hasSuffix("\"")
      try self.init(
        name: isQuoted ? String(name.dropFirst().dropLast()) : name,
        address: String(text[open...].dropFirst().dropLast()))
    } else {
      try self.init(address: text)
    }
  }

  public init(name: String = "", address: String) throws(MailAddressError) {
    guard let at = address.lastIndex(of: "@") else { throw .noAt(address) }
    let (local, domain) = (address[..<at], address[at...].dropFirst())
    guard address.utf8.allSatisfy({ $0 < 0x80 }) else {
      // SMTPUTF8 (RFC 6531) is spoken by few of those who would have to pass the mail on.
      throw domain.utf8.allSatisfy { $0 < 0x80 } ? .nonASCIILocalPart(address) : .nonASCIIDomain(address)
    }
    guard Self.isDotString(local) else { throw .badLocalPart(address) }
    guard Self.isDomain(domain) else { throw .badDomain(address) }
    self.name = name.oneLine.shortened(toBytes: 300)
    self.address = address
  }

  var domain: Substring { address[(address.lastIndex(of: "@") ?? address.startIndex)...].dropFirst() }

  /// Dot-string, of at most 64 octets (sections 4.1.2 and 4.5.3.1.1). Quoted strings are not taken: the section asks
  /// those who want mail not to have such an address.
  private static func isDotString(_ text: Substring) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
        !atom.isEmpty
          && atom.utf8.allSatisfy { isLetterOrDigit($0) || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
      }
  }

  /// Labels of letters, digits and inner hyphens, of at most 63 octets, at most 255 together.
  private static func isDomain(_ text: Substring) -> Bool {
    (1...255).contains(text.utf8.count)
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
          && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D }
      }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }
}

/// Why a text is no mail address.
public enum MailAddressError: Error, Hashable, Sendable, CustomStringConvertible {
  case noAt(String)
  case badLocalPart(String)
  case badDomain(String)
  case nonASCIILocalPart(String)
  case nonASCIIDomain(String)

  public var description: String {
    switch self {
    case .noAt(let text): "\"\(text)\" has no @: expected a mail address such as ming@example.org"
    case .badLocalPart(let text):
      "\"\(text)\": before the @ stand 1 to 64 letters, digits or !#$%&'*+-/=?^_`{|}~, with single dots between them"
    case .badDomain(let text):
      "\"\(text)\": behind the @ stands a name such as example.org, of letters, digits, hyphens and dots"
    case .nonASCIILocalPart(let text):
      "\"\(text)\": what stands before the @ is not ASCII, which few mail servers pass on"
    case .nonASCIIDomain(let text):
      "\"\(text)\": the domain is not ASCII: write it in its other form, which begins with xn--"
    }
  }
}
