/// A server that takes mail and passes it on.
///
///     MailServer(url: "smtp://mail.example.org:587", user: "folkcal", password: secret)
public struct MailServer: Hashable, Sendable {
  /// `smtp://host:587` or `smtps://host:465`. What follows a slash is how we introduce ourselves in EHLO; without it
  /// that is the machine's name.
  public var url: String
  public var user: String?
  public var password: String?
  public var encryption: Encryption

  /// How `smtp://` becomes secret; `smtps://` is secret from its first byte.
  public enum Encryption: Hashable, Sendable {
    /// By STARTTLS (RFC 3207), or nothing is sent at all. There is no "if it is offered": whoever sits between us and
    /// the server could take the offer away, and read the password and the mail.
    case required
    /// Everything in the open: for a server on the same machine.
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
  /// Where reports of failed delivery go.
  public var sender: String
  public var recipients: [String]
  /// The header and the body (RFC 5322), with CR LF at the end of each line. Dots at the starts of lines are the
  /// client's to double.
  public var message: [UInt8]

  public init(server: MailServer, sender: String, recipients: [String], message: [UInt8]) {
    self.server = server
    self.sender = sender
    self.recipients = recipients
    self.message = message
  }
}
