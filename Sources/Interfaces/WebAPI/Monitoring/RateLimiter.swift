import Synchronization

/// Lets everybody ask so many times a second, with some to spare at once: a bucket of tokens for each address and each caller.
final class RateLimiter: Sendable {
  /// How much one may ask.
  struct Rate: Hashable, Sendable {
    /// Requests a second in the long run.
    let perSecond: Double
    /// Requests at once, after a while of silence.
    let burst: Double
  }

  private struct Bucket {
    var tokens: Double
    var at: Double
  }

  private let buckets = Mutex<[String: Bucket]>([:])
  /// More buckets than this are thrown away together; who is over the limit starts anew, which is better than to run out of memory.
  private let limit = 200_000

  /// Takes tokens, one for a request; of more than the burst, which nobody could ever have, so many.
  ///
  /// - Parameter now: seconds; any clock that does not go back.
  /// - Returns: nil where there were so many, else in how many seconds there will be.
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

  /// Forgets the buckets that are full again; all of them where that is too few.
  private static func sweep(_ buckets: inout [String: Bucket], _ rate: Rate, _ now: Double) {
    let before = buckets.count
    buckets = buckets.filter { $0.value.tokens + (now - $0.value.at) * rate.perSecond < rate.burst }
    if buckets.count > before / 2 { buckets = [:] }
  }
}
