import Synchronization

/// Limits requests per second by a token bucket for each address and each caller.
final class RateLimiter: Sendable {
  /// The limit of a caller.
  struct Rate: Hashable, Sendable {
    /// Requests per second in the long run.
    let perSecond: Double
    /// The most requests at once after an idle time.
    let burst: Double
  }

  private struct Bucket {
    var tokens: Double
    var at: Double
  }

  private let buckets = Mutex<[String: Bucket]>([:])
  /// The most buckets; beyond it all are dropped to bound memory, and callers start anew.
  private let limit = 200_000

  /// Takes tokens, one per request; at most the burst.
  ///
  /// - Parameter now: seconds of a monotonic clock.
  /// - Returns: nil if they were available; otherwise the seconds until they are.
  func take(_ count: Double = 1, for key: String, _ rate: Rate, now: Double) -> Double? {
    let count = min(count, rate.burst)
    return buckets.withLock { buckets in
      if buckets.count >= limit, buckets[key] == nil { Self.sweep(&buckets, rate, now) }
      let old = buckets[key] ?? Bucket(tokens: rate.burst, at: now)
      let tokens = min(rate.burst, old.tokens + max(0, now - old.at) * rate.perSecond)
      guard tokens >= count else {
        buckets[key] = Bucket(tokens: tokens, at: max(now, old.at))
        return (count - tokens) / rate.perSecond
      }
      buckets[key] = Bucket(tokens: tokens - count, at: max(now, old.at))
      return nil
    }
  }

  /// The tokens of a bucket; nil if none were taken lately.
  func level(of key: String, _ rate: Rate, now: Double) -> Double? {
    buckets.withLock { $0[key] }.map { min(rate.burst, $0.tokens + max(0, now - $0.at) * rate.perSecond) }
  }

  /// Drops full buckets; all, if too few are full.
  private static func sweep(_ buckets: inout [String: Bucket], _ rate: Rate, _ now: Double) {
    let before = buckets.count
    buckets = buckets.filter { $0.value.tokens + (now - $0.value.at) * rate.perSecond < rate.burst }
    if buckets.count > before / 2 { buckets = [:] }
  }
}
