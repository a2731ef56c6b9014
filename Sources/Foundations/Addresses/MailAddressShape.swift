/// The shape of a mail address that servers pass on: `local@domain`, in ASCII (RFC 5321, section 4.1.2).
package enum MailAddressShape {
  package enum Problem: Error, Hashable, Sendable {
    case noAt, badLocalPart, badDomain, nonASCIILocalPart, nonASCIIDomain
  }

  /// The problem with an address; nil for a good one.
  package static func problem(with address: String) -> Problem? {
    guard let at = address.lastIndex(of: "@") else { return .noAt }
    let (local, domain) = (address[..<at], address[at...].dropFirst())
    guard address.utf8.allSatisfy({ $0 < 0x80 }) else {
      // Few mail servers support SMTPUTF8 (RFC 6531).
      return domain.utf8.allSatisfy { $0 < 0x80 } ? .nonASCIILocalPart : .nonASCIIDomain
    }
    guard isDotString(local) else { return .badLocalPart }
    return isDomain(domain) ? nil : .badDomain
  }

  /// Dot-string, at most 64 octets (sections 4.1.2 and 4.5.3.1.1). Quoted strings are rejected: the section advises
  /// against them.
  private static func isDotString(_ text: Substring) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
        !atom.isEmpty
          && atom.utf8.allSatisfy { isLetterOrDigit($0) || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
      }
  }

  /// Labels of letters, digits and inner hyphens, at most 63 octets each and 255 in total.
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

extension MailAddressShape.Problem: CustomStringConvertible {
  /// The correct form, for messages.
  package var description: String {
    switch self {
    case .noAt: "has no @: expected a mail address such as ming@example.org"
    case .badLocalPart:
      "before the @ stand 1 to 64 letters, digits or !#$%&'*+-/=?^_`{|}~, with single dots between them"
    case .badDomain: "behind the @ stands a name such as example.org, of letters, digits, hyphens and dots"
    case .nonASCIILocalPart: "what stands before the @ is not ASCII, which few mail servers pass on"
    case .nonASCIIDomain: "the domain is not ASCII: write it in its other form, which begins with xn--"
    }
  }

  /// The same in Traditional Chinese.
  package var chinese: String {
    switch self {
    case .noAt: "沒有 @：電子郵件地址的樣子是 ming@example.org"
    case .badLocalPart: "@ 前面要是 1 到 64 個英文字母、數字或 !#$%&'*+-/=?^_`{|}~，中間可以有單獨的點"
    case .badDomain: "@ 後面要是 example.org 這樣的名稱，只用英文字母、數字、連字號和點"
    case .nonASCIILocalPart: "@ 前面有 ASCII 以外的字，大多數郵件伺服器不收"
    case .nonASCIIDomain: "@ 後面的網域有 ASCII 以外的字：請改寫成 xn-- 開頭的形式"
    }
  }
}
