/// What time it is for a worker, and how it waits.
public struct DeliveryClock: Sendable {
  /// Seconds of UTC since 1970, with their fraction: of the same clock as other workers', for leases are compared with it.
  public let now: @Sendable () -> Double
  /// Waits so many seconds; returns early where the task is cancelled.
  public let sleep: @Sendable (_ seconds: Double) async -> Void

  public init(now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (_ seconds: Double) async -> Void) {
    self.now = now
    self.sleep = sleep
  }
}
