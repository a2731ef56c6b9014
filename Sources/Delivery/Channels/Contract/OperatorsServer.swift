/// A channel over a server that the operator chose for all users: a mail server, a service account, a file.
///
/// Only the operator can fix its failures, so they are `Outcome.unavailable` and do not count as attempts. Failures of users' own servers (web
/// hooks, ntfy) count; otherwise a dead one would be called for ever.
public struct OperatorsServer: Channel {
  private let channel: any Channel

  public init(_ channel: any Channel) {
    self.channel = channel
  }

  public func send(_ message: Message, to target: String) async -> Outcome {
    await channel.send(message, to: target).ofOperatorsServer
  }
}

extension Outcome {
  /// The same outcome for an operator's server.
  public var ofOperatorsServer: Outcome {
    if case .failed(let reason, let seconds) = self {
      .unavailable(reason: reason, retryAfterSeconds: seconds)
    } else {
      self
    }
  }
}
