internal import Addresses
internal import Transfer

/// Who somebody is, as Google says.
struct GoogleIdentity: Hashable, Sendable {
  /// The account's number at Google, which never changes: know people again by this, and not by their address, which may
  /// change and be given to somebody else.
  let subject: String
  let email: String
  /// Whether Google itself gives out the address, so that nobody else can have it today: one of Gmail or of an organisation
  /// whose mail is Google's. Another was once seen to be the account's, and may have changed hands since ("Authenticate
  /// with a backend server"): it is not enough to be given what a user of that address has here.
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

  /// What people call themselves and show of themselves is theirs to write: what cannot be kept is left out, and nobody
  /// is turned away for it.
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
