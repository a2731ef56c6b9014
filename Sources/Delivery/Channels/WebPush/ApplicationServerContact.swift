internal import Addresses

/// Whom push services ask when something is wrong with our messages (RFC 8292, section 2.1): `mailto:name@example.org` or `https://example.org`.
///
/// Apple's service refuses each message whose token names a contact that nobody can reach, the others take it. So a contact is checked at the
/// start: otherwise only iPhones would get nothing.
public struct ApplicationServerContact: Hashable, Sendable {
  package let text: String

  /// - Throws: `ApplicationServerError.badContact` or `.contactNotPublic`.
  public init(parsing text: String) throws(ApplicationServerError) {
    guard text.utf8.count <= 200, let host = Self.host(of: text) else { throw .badContact(text) }
    guard Self.isPublic(host) else { throw .contactNotPublic(text) }
    self.text = text
  }

  /// The host of a contact in one of the two forms; nil for another.
  private static func host(of text: String) -> String? {
    guard text.hasPrefix("mailto:") else { return (try? StrictURL(parsing: text, as: [.https]))?.host }
    let address = text.dropFirst("mailto:".count)
    // In a URI the other characters of an address have another meaning, or must be encoded (RFC 6068, section 2).
    let isPlain = address.utf8.allSatisfy { !"!#$%&'*/=?^`{|}".utf8.contains($0) }
    guard isPlain, MailAddressShape.problem(with: String(address)) == nil else { return nil }
    return address.split(separator: "@").last?.lowercased()
  }

  /// Ends of names that lead nowhere outside (RFC 2606; RFC 6761; RFC 6762, section 3 and appendix G; RFC 7686; RFC 8375; RFC 9476; ICANN's
  /// resolution of 2024-07-29 about `internal`).
  private static let privateEnds: Set<String> = [
    "alt", "arpa", "corp", "example", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain",
    "localhost", "onion",
    "private", "test",
  ]

  private static func isPublic(_ host: String) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard InternetAddress(host: host) == nil, labels.count > 1, let end = labels.last, end.count > 1 else {
      return false
    }
    // The last part of a name is never a number (RFC 3696, section 2).
    return !privateEnds.contains(String(end)) && end.utf8.contains { $0 >= UInt8(ascii: "a") }
  }
}
