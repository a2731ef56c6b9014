/// How many messages a second may leave: a bucket into which tokens fall at that rate, one for each message.
///
/// The bucket holds a tenth of a second's tokens, at least one: so much may leave at once after a rest. More would let twice the rate
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
  /// - Returns: 0 where there was one; otherwise, with nothing taken, in how many seconds there will be.
  mutating func take(at now: Double) -> Double {
    // A clock that was set back fills nothing.
    if let filledAt { tokens = min(capacity, tokens + max(now - filledAt, 0) * perSecond) }
    filledAt = now
    guard tokens < 1 else {
      tokens -= 1
      return 0
    }
    // A clock of seconds since 1970 does not see steps much shorter than a microsecond.
    return max((1 - tokens) / perSecond, 1e-6)
  }
}
