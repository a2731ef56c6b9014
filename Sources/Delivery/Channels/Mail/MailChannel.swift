public import Transfer

/// Sends each message as a mail, by way of a server that takes mail and passes it on.
///
///     let channel = MailChannel(connections: connections, server: server, from: try MailAddress(parsing: "農曆提醒 <days@example.org>"))
///     { message, reader in try? UnsubscribeLinks(web: "https://example.org/leave/\(token(reader))") }
///     await channel.send(message, to: "ming@example.org")
///
/// The target is a mail address, or a name and an address: `阿明 <ming@example.org>`. The server has to sign with DKIM what
/// it passes on, `List-Unsubscribe` and `List-Unsubscribe-Post` with it: without that, one-click unsubscribing is not
/// offered to the reader (RFC 8058, section 4).
public struct MailChannel: Channel {
  private let connections: MailConnections
  private let server: MailServer
  private let from: MailAddress
  private let unsubscribe: @Sendable (Message, MailAddress) -> UnsubscribeLinks?

  /// - Parameters:
  ///   - connections: those to the server.
  ///   - from: who the mail is from, and where reports of failed delivery go.
  ///   - unsubscribe: how this reader leaves; nil leaves the headers out.
  public init(
    connections: MailConnections, server: MailServer, from: MailAddress,
    unsubscribe: @escaping @Sendable (_ message: Message, _ reader: MailAddress) -> UnsubscribeLinks?
  ) {
    self.connections = connections
    self.server = server
    self.from = from
    self.unsubscribe = unsubscribe
  }

  public func send(_ message: Message, to target: String) async -> Outcome {
    if let problem = message.keyProblem { return .rejected(reason: problem) }
    let to: MailAddress
    do throws(MailAddressError) {
      to = try MailAddress(parsing: target)
    } catch {
      return .rejected(reason: "\(error)".asReason)
    }
    let mail = MailMessage(message: message, from: from, to: to, unsubscribe: unsubscribe(message, to))
    do throws(TransferError) {
      try await connections.submit(
        MailSubmission(server: server, sender: from.address, recipients: [to.address], message: mail.bytes))
      return .delivered
    } catch {
      return Self.outcome(error)
    }
  }

  private static func outcome(_ error: TransferError) -> Outcome {
    // A mail server names no time to come back.
    let outcome = error.outcome(now: 0)
    // It takes nothing now, and that is not about the mail.
    if error.isServiceUnavailable { return .deferred(reason: error.description.asReason, retryAfterSeconds: 60) }
    guard case .mailRefused(_, let code, let reply) = error else {
      // A wrong name of the server is the operator's fault and not the message's: it may be right the next time.
      if case .rejected(let reason) = outcome { return .failed(reason: reason) }
      return outcome
    }
    switch code {
    // It wants us to log in first (RFC 4954, section 6): that is the operator's to mend.
    case 530: return .failed(reason: error.description.asReason)
    // There is no such mailbox, by the enhanced code that says so (RFC 3463, section 3.2).
    case 550 where reply.split(separator: " ").first == "5.1.1": return .gone(reason: error.description.asReason)
    default: return outcome
    }
  }
}
