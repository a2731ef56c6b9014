internal import Addresses
internal import Transfer

/// A person's identity from Google.
struct GoogleIdentity: Hashable, Sendable {
  /// The account's ID at Google, which never changes. Accounts are matched by it and not by the address, which can pass to another person.
  let subject: String
  let email: String
  /// True if Google issues the address (Gmail, or an organisation with Google mail), so nobody else can have it today. Another address was
  /// verified once and may have changed hands ("Authenticate with a backend server"), so it does not open an existing user.
  let isAddressGoogles: Bool
  /// One line of 200 characters at most.
  let name: String?
  /// An `https` URL of 2,000 bytes at most.
  let picture: String?

  init(subject: String, email: String, isAddressGoogles: Bool, name: String? = nil, picture: String? = nil) {
    self.subject = subject
    self.email = email
    self.isAddressGoogles = isAddressGoogles
    self.name = name
    self.picture = picture
  }

  /// Invalid names and pictures are dropped, not refused.
  init(_ claims: IdentityClaims) {
    self.init(
      subject: claims.subject, email: claims.email,
      isAddressGoogles: claims.email.lowercased().hasSuffix("@gmail.com") || claims.hostedDomain?.isEmpty == false,
      name: claims.name.flatMap(Self.line), picture: claims.picture.flatMap(Self.address))
  }

  private static func line(_ text: String) -> String? {
    let visible = text.unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: Character(" ")
      default: Character(scalar)
      }
    }
    let words = String(visible).split(whereSeparator: \.isWhitespace)
    let line = words.joined(separator: " ").prefix(200)
    return line.isEmpty ? nil : String(line)
  }

  private static func address(_ text: String) -> String? {
    guard text.utf8.count <= 2_000, (try? StrictURL(parsing: text, as: [.https])) != nil else { return nil }
    return text
  }
}
