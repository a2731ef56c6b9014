/// A mail submission server.
///
///     MailServer(url: "smtp://mail.example.org:587", user: "folkcal", password: secret)
public struct MailServer: Hashable, Sendable {
  /// `smtp://host:587` or `smtps://host:465`. A path gives the name in EHLO; the default is the machine's name.
  public var url: String
  public var user: String?
  public var password: String?
  public var encryption: Encryption

  /// The encryption of `smtp://`; `smtps://` is always encrypted.
  public enum Encryption: Hashable, Sendable {
    /// STARTTLS (RFC 3207) is required. There is no "if offered", because an attacker in between could remove the offer and read password and
    /// mail.
    case required
    /// No encryption, for a server on the same machine.
    case none
  }

  public init(url: String, user: String? = nil, password: String? = nil, encryption: Encryption = .required) {
    self.url = url
    self.user = user
    self.password = password
    self.encryption = encryption
  }
}

/// A mail and its envelope (RFC 5321, section 2.3.1).
public struct MailSubmission: Hashable, Sendable {
  public var server: MailServer
  /// The address for reports of failed delivery.
  public var sender: String
  public var recipients: [String]
  /// The header and the body (RFC 5322), with CR LF line ends. The client doubles leading dots.
  public var message: [UInt8]

  public init(server: MailServer, sender: String, recipients: [String], message: [UInt8]) {
    self.server = server
    self.sender = sender
    self.recipients = recipients
    self.message = message
  }
}
