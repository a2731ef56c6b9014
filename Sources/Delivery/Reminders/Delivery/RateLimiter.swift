/// Limits messages per second by a token bucket. It holds the tokens of a tenth of a second, at least one; a larger bucket would allow twice the
/// rate in the first second.
/// through in the first second, which is what the other side counts.
struct RateLimiter: Sendable {
  private let perSecond: Double
  private let capacity: Double
  private var tokens: Double
  private var filledAt: Double?

  init(perSecond: Double) {
    self.perSecond = perSecond
    capacity = max(perSecond / 10, 1)
    tokens = capacity
  }

  /// Takes a token.
  ///
  /// - Returns: 0 if a token was taken; otherwise the seconds until there is one.
  mutating func take(at now: Double) -> Double {
    // A clock that was set back adds no tokens.
    if let filledAt { tokens = min(capacity, tokens + max(now - filledAt, 0) * perSecond) }
    filledAt = now
    guard tokens < 1 else {
      tokens -= 1
      return 0
    }
    // At least a microsecond, the resolution of a clock in seconds since 1970.
    return max((1 - tokens) / perSecond, 1e-6)
  }
}
