/// The clock of a worker, and how it waits.
public struct DeliveryClock: Sendable {
  /// Seconds of UTC since 1970, with fraction. All workers must share one clock, because leases are compared with it.
  public let now: @Sendable () -> Double
  /// Waits this many seconds; returns early if the task is cancelled.
  public let sleep: @Sendable (_ seconds: Double) async -> Void

  public init(now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (_ seconds: Double) async -> Void) {
    self.now = now
    self.sleep = sleep
  }
}
