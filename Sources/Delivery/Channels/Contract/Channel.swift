/// A way to send messages: file, web hook, mail, push.
///
/// A channel makes one attempt to send one message to one target; the worker handles retries, leases and rates. Calls may run at the same time.
/// Network errors are returned as an `Outcome`, never thrown.
public protocol Channel: Sendable {
  /// Sends a message. A cancelled task returns an outcome soon.
  ///
  /// - Parameter target: a web address, mail address or device token, as the channel documents. It is unchecked text from a user.
  func send(_ message: Message, to target: String) async -> Outcome
}

/// The result of an attempt, which decides the worker's next action.
public enum Outcome: Hashable, Sendable {
  /// The server accepted the message.
  case delivered
  /// A temporary failure: the attempt counts and is repeated later, not before `retryAfterSeconds` if the server gave it.
  case failed(reason: String, retryAfterSeconds: Int? = nil)
  /// The server asked to wait (429, or 503 with Retry-After); the attempt does not count.
  case deferred(reason: String, retryAfterSeconds: Int)
  /// The operator's own server is unreachable or rejects our login. The attempt does not count, other messages to that server wait too, and
  /// attempts continue until the reminder's day is over.
  case unavailable(reason: String, retryAfterSeconds: Int? = nil)
  /// The operator's own service refuses us until somebody acts or a month ends: a revoked token, a blocked account, a spent quota. It waits as
  /// `unavailable` does, but nobody waits who has a second way.
  case closed(reason: String, retryAfterSeconds: Int? = nil)
  /// The service works, but this message gives way to more urgent ones, so neither the service nor other messages are paused. As `closed`, nobody
  /// waits who has a second way.
  case withheld(reason: String, retryAfterSeconds: Int)
  /// A permanent failure: an invalid target, or a message that the server refuses for good.
  case rejected(reason: String)
  /// The target is dead (410, UNREGISTERED) and must be deactivated.
  case gone(reason: String)
}

extension Outcome {
  /// Why a message was not delivered; empty if it was.
  public var reason: String {
    switch self {
    case .delivered: ""
    case .failed(let reason, _), .deferred(let reason, _), .unavailable(let reason, _), .closed(let reason, _),
      .withheld(let reason, _), .rejected(let reason), .gone(let reason):
      reason
    }
  }
}
