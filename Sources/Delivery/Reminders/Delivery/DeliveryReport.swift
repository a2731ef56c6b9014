/// What a worker says of its work.
public enum DeliveryReport: Sendable {
  /// What has been done since the last word.
  case progress(DeliveryTally)
  /// The database did not take something; the worker tries again.
  case trouble(String)
}

/// How many reminders ended how.
public struct DeliveryTally: Hashable, Sendable {
  public var sent = 0
  /// Attempts that failed and are made again later.
  public var failed = 0
  /// Failed for good.
  public var gaveUp = 0
  /// The other side asked to wait.
  public var deferred = 0
  /// Too late to be of use.
  public var expired = 0
  /// Put off to the end of the user's quiet hours.
  public var quieted = 0
  /// Given back without an attempt: at the end of the worker.
  public var released = 0
  /// Gone to another worker, or withdrawn: not sent, or sent and not written down.
  public var lost = 0

  public init() {}

  public var isEmpty: Bool { self == DeliveryTally() }

  public static func += (left: inout DeliveryTally, right: DeliveryTally) {
    left.sent += right.sent
    left.failed += right.failed
    left.gaveUp += right.gaveUp
    left.deferred += right.deferred
    left.expired += right.expired
    left.quieted += right.quieted
    left.released += right.released
    left.lost += right.lost
  }
}
