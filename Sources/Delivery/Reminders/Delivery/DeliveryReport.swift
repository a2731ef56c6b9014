/// A worker's report.
public enum DeliveryReport: Sendable {
  /// The counts since the last report.
  case progress(DeliveryTally)
  /// A database error; the worker tries again.
  case trouble(String)
}

/// Numbers of reminders by result.
public struct DeliveryTally: Hashable, Sendable {
  public var sent = 0
  /// Failed attempts that are repeated later.
  public var failed = 0
  /// Failed for good.
  public var gaveUp = 0
  /// The server asked to wait.
  public var deferred = 0
  /// Too late to be useful.
  public var expired = 0
  /// Postponed to the end of quiet hours.
  public var quieted = 0
  /// Released without an attempt when the worker stopped.
  public var released = 0
  /// Taken by another worker or cancelled: not sent, or sent but not recorded.
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
