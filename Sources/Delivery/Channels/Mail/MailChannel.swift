public import Transfer

/// Sends each message as a mail through a submission server.
///
///     let channel = MailChannel(connections: connections, server: server, from: try MailAddress(parsing: "農曆提醒 <days@example.org>"))
///     { message, reader in MailLinks(unsubscribe: try? UnsubscribeLinks(web: "https://example.org/leave/\(token(reader))")) }
///     await channel.send(message, to: "ming@example.org")
///
/// The target is a mail address with an optional name: `阿明 <ming@example.org>`. The server must sign with DKIM, including `List-Unsubscribe` and
/// `List-Unsubscribe-Post`; otherwise mail programs do not offer one-click unsubscribing (RFC 8058, section 4).
public struct MailChannel: Channel {
  private let connections: MailConnections
  private let server: MailServer
  private let from: MailAddress
  private let seal: MailSeal?
  private let links: @Sendable (Message, MailAddress) -> MailLinks

  /// - Parameters:
  ///   - connections: the connections to the server.
  ///   - from: the sender, which also gets reports of failed delivery.
  ///   - seal: marks Message-IDs, so that reports of failed delivery are recognized; nil for mails whose reports nobody reads.
  ///   - links: the reader's links.
  public init(
    connections: MailConnections, server: MailServer, from: MailAddress, seal: MailSeal? = nil,
    links: @escaping @Sendable (_ message: Message, _ reader: MailAddress) -> MailLinks
  ) {
    self.connections = connections
    self.server = server
    self.from = from
    self.seal = seal
    self.links = links
  }

  public func send(_ message: Message, to target: String) async -> Outcome {
    if let problem = message.keyProblem { return .rejected(reason: problem) }
    let to: MailAddress
    do throws(MailAddressError) {
      to = try MailAddress(parsing: target)
    } catch {
      return .rejected(reason: "\(error)".failureReason)
    }
    let mail = MailMessage(message: message, from: from, to: to, seal: seal, links: links(message, to))
    do throws(TransferError) {
      try await connections.submit(
        MailSubmission(server: server, sender: from.address, recipients: [to.address], message: mail.bytes))
      return .delivered
    } catch {
      return Self.outcome(error)
    }
  }

  private static func outcome(_ error: TransferError) -> Outcome {
    // A mail server gives no time for the retry.
    let outcome = error.outcome(now: 0)
    // The server accepts nothing now; the mail is not at fault.
    if error.isServiceUnavailable { return .deferred(reason: error.description.failureReason, retryAfterSeconds: 60) }
    // A rejected login or account, which the operator must mend.
    if case .mailServerRefused(_, 500..., _) = error { return .closed(reason: error.description.failureReason) }
    guard case .mailRefused(_, let code, let reply) = error else {
      // A wrong server name is the operator's fault and can be corrected.
      if case .rejected(let reason) = outcome { return .failed(reason: reason) }
      return outcome
    }
    switch code {
    // The server requires a login (RFC 4954, section 6), which the operator must set.
    case 530: return .closed(reason: error.description.failureReason)
    // The enhanced code says that there is no such mailbox (RFC 3463, section 3.2).
    case 550 where reply.split(separator: " ").first == "5.1.1": return .gone(reason: error.description.failureReason)
    default: return outcome
    }
  }
}
