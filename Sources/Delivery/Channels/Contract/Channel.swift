/// A way by which a message leaves: a file, a web hook, mail, push.
///
/// A channel sends one message to one target, once; retries, leases and rates are the worker's. It may be asked to send
/// many at the same time. Whatever the network does comes back as an `Outcome`, never as a thrown error or a trap.
public protocol Channel: Sendable {
  /// Sends a message. A cancelled task ends soon, with an outcome.
  ///
  /// - Parameter target: where to: what the channel's own documentation says (a web address, a mail address, a device's
  ///   token). It is text that a user wrote, not yet checked.
  func send(_ message: Message, to target: String) async -> Outcome
}

/// How an attempt ended, and so what the worker does next.
public enum Outcome: Hashable, Sendable {
  /// The other side took it.
  case delivered
  /// It did not work this time: an attempt is counted and made again later, not before `retryAfterSeconds` where the
  /// other side said so.
  case failed(reason: String, retryAfterSeconds: Int? = nil)
  /// The other side asked to wait (429, or 503 with Retry-After): no attempt is counted.
  case deferred(reason: String, retryAfterSeconds: Int)
  /// The operator's own server cannot be reached, or does not let us in, which is no fault of the message: no attempt is counted, what else
  /// goes by that server waits with it, and it is tried until the reminder's day is over.
  case unavailable(reason: String, retryAfterSeconds: Int? = nil)
  /// It can never work as it is: a target that is no address, a message that the other side refuses for good.
  case rejected(reason: String)
  /// The target is dead (410, UNREGISTERED): it is to be switched off.
  case gone(reason: String)
}
