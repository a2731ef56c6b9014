internal import Addresses
public import Folklore

/// A mail address with an optional display name: `ming@example.org`, `阿明 <ming@example.org>`.
public struct MailAddress: Hashable, Sendable {
  /// The display name; empty if there is none.
  public let name: String
  /// `local@domain`, ASCII, in the shape of RFC 5321, section 4.1.2.
  public let address: String

  /// - Throws: `MailAddressError`, which gives the expected form.
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
    switch MailAddressShape.problem(with: address) {
    case .noAt: throw .noAt(address)
    case .badLocalPart: throw .badLocalPart(address)
    case .badDomain: throw .badDomain(address)
    case .nonASCIILocalPart: throw .nonASCIILocalPart(address)
    case .nonASCIIDomain: throw .nonASCIIDomain(address)
    case nil: break
    }
    self.name = name.oneLine.shortened(toBytes: 300)
    self.address = address
  }

  var domain: Substring { address[(address.lastIndex(of: "@") ?? address.startIndex)...].dropFirst() }
}

/// The reason why a text is no mail address.
public enum MailAddressError: SpokenError, Hashable, Sendable {
  case noAt(String)
  case badLocalPart(String)
  case badDomain(String)
  case nonASCIILocalPart(String)
  case nonASCIIDomain(String)

  public var description: String {
    switch self {
    case .noAt(let text): "\"\(text)\" \(MailAddressShape.Problem.noAt)"
    case .badLocalPart(let text): "\"\(text)\": \(MailAddressShape.Problem.badLocalPart)"
    case .badDomain(let text): "\"\(text)\": \(MailAddressShape.Problem.badDomain)"
    case .nonASCIILocalPart(let text): "\"\(text)\": \(MailAddressShape.Problem.nonASCIILocalPart)"
    case .nonASCIIDomain(let text): "\"\(text)\": \(MailAddressShape.Problem.nonASCIIDomain)"
    }
  }

  public var chinese: String {
    switch self {
    case .noAt(let text): "「\(text)」\(MailAddressShape.Problem.noAt.chinese)"
    case .badLocalPart(let text): "「\(text)」：\(MailAddressShape.Problem.badLocalPart.chinese)"
    case .badDomain(let text): "「\(text)」：\(MailAddressShape.Problem.badDomain.chinese)"
    case .nonASCIILocalPart(let text): "「\(text)」：\(MailAddressShape.Problem.nonASCIILocalPart.chinese)"
    case .nonASCIIDomain(let text): "「\(text)」：\(MailAddressShape.Problem.nonASCIIDomain.chinese)"
    }
  }

  // The same faults as those of `MailAddressShape.Problem`, which has no value: so they have the same codes.
  public var code: String {
    switch self {
    case .noAt: "mail_address_without_at"
    case .badLocalPart: "bad_mail_local_part"
    case .badDomain: "bad_mail_domain"
    case .nonASCIILocalPart: "mail_local_part_not_ascii"
    case .nonASCIIDomain: "mail_domain_not_ascii"
    }
  }
}
