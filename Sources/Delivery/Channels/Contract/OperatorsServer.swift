/// A channel by a server that the operator has chosen for all users: a mail server, a service account, a file.
///
/// Where such a server fails, the operator mends it, and no user can: so its failures are `Outcome.unavailable` and use up no attempts. The
/// servers that users name themselves (web hooks, ntfy) keep theirs: one that is gone for good would be called for ever.
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
  /// The same outcome of a server that is the operator's.
  public var ofOperatorsServer: Outcome {
    if case .failed(let reason, let seconds) = self {
      .unavailable(reason: reason, retryAfterSeconds: seconds)
    } else {
      self
    }
  }
}
