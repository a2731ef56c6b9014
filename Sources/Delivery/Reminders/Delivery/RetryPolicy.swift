internal import Channels
internal import Store

/// The result of an attempt for a reminder: design/schema.md, "A reminder's life".
struct RetryPolicy: Sendable {
  /// Seconds before the second and the third attempt. The third failure is final.
  static let delays = [30.0, 300.0]

  /// From 0 up to 1; spreads later attempts.
  let random: @Sendable () -> Double

  enum Ending: Hashable, Sendable {
    case acknowledge(Acknowledgement.Result)
    /// The attempt was not completed; the reminder is due as before.
    case release
    /// It was cancelled or taken before the attempt; a lease that is still ours is released.
    case drop
    /// The user's second way is to take it. The outcome says why the first does not.
    case handOver(Outcome)
  }

  /// The shortest and longest wait for the operator's server, in seconds.
  static let serverDelays = 30...900

  /// The result of an attempt by the first way or the second, or of a message that was not tried because its server is paused.
  ///
  /// - Parameter hasSecondWays: whether other channels are served, of which a user may have one as the second way.
  func ending(_ outcome: Outcome, of message: OutgoingMessage, hasSecondWays: Bool, now: Int) -> Ending {
    if let first = message.firstWay { return ending(first.outcome, second: outcome, of: message, now: now) }
    let ending = ending(
      outcome, retryCount: message.retryCount, firstAttemptAt: message.first.firstAttemptAt, now: now)
    let isHandedOver =
      hasSecondWays && message.recipient.fallbackChannel != nil
      && Self.isOverForToday(outcome, ending, now: now, until: message.first.sendableUntil)
    return isHandedOver ? .handOver(outcome) : ending
  }

  /// True if the first way will not deliver before the user's day ends, as far as anybody can know: it has failed for good, its service is closed
  /// to us or keeps its messages for others, or the next attempt is the last for which the day has time.
  private static func isOverForToday(_ outcome: Outcome, _ ending: Ending, now: Int, until end: Int) -> Bool {
    switch (outcome, ending) {
    case (.closed, _), (.withheld, _), (_, .acknowledge(.gaveUp)): true
    case (_, .acknowledge(.failed(_, let next))), (_, .acknowledge(.deferred(_, let next))):
      next.adding(next - now) > end
    case (_, .acknowledge(.sent)), (_, .release), (_, .drop), (_, .handOver): false
    }
  }

  /// - Parameters:
  ///   - retryCount: attempts that failed before this one.
  /// - firstAttemptAt: the first attempt; nil if this is the first.
  func ending(_ outcome: Outcome, retryCount: Int, firstAttemptAt: Int? = nil, now: Int) -> Ending {
    switch outcome {
    case .delivered: return .acknowledge(.sent)
    case .failed(let reason, let retryAfter): return failure(reason, retryAfter, retryCount, now)
    case .deferred(_, ...0): return .release
    case .deferred(let reason, let seconds), .withheld(let reason, let seconds): return wait(seconds, reason, now)
    case .unavailable(let reason, let seconds), .closed(let reason, let seconds):
      // Waits as long as it has been tried, so waits grow without a counter. A claim ends it with the day.
      let tried = now - (firstAttemptAt ?? now)
      let delay = min(max(tried, Self.serverDelays.lowerBound), Self.serverDelays.upperBound)
      return wait(max(delay, seconds ?? 0), reason, now)
    case .rejected(let reason), .gone(let reason): return .acknowledge(.gaveUp(reason: reason))
    }
  }

  /// The result after the second way was tried too. If that fails for the moment, the reminder waits and both are tried again, until its day is
  /// over; such attempts are not counted. If it fails for good, the first way alone is left.
  private func ending(_ first: Outcome, second: Outcome, of message: OutgoingMessage, now: Int) -> Ending {
    let reason = "\(first.reason); then the second way: \(second.reason)"
    let rest: Outcome
    switch second {
    case .delivered: return .acknowledge(.sent)
    case .rejected, .gone: rest = first.withReason(reason)
    case .failed(_, let seconds), .unavailable(_, let seconds), .closed(_, let seconds):
      rest = .unavailable(reason: reason, retryAfterSeconds: seconds)
    case .deferred(_, let seconds), .withheld(_, let seconds):
      rest = .deferred(reason: reason, retryAfterSeconds: max(seconds, 1))
    }
    return ending(rest, retryCount: message.retryCount, firstAttemptAt: message.first.firstAttemptAt, now: now)
  }

  private func wait(_ seconds: Int, _ reason: String, _ now: Int) -> Ending {
    .acknowledge(.deferred(reason: reason, until: deferral(until: now.adding(seconds), now: now)))
  }

  private func failure(_ reason: String, _ retryAfter: Int?, _ retryCount: Int, _ now: Int) -> Ending {
    guard Self.delays.indices.contains(retryCount) else { return .acknowledge(.gaveUp(reason: reason)) }
    let delay = Int((Self.delays[retryCount] * (0.8 + 0.4 * random())).rounded())
    return .acknowledge(.failed(reason: reason, nextAttemptAt: now.adding(max(delay, retryAfter ?? 0))))
  }

  /// The next attempt if a server asked to wait: up to a tenth later, so that waiting messages do not all come at once.
  func deferral(until end: Int, now: Int) -> Int {
    let spread = min(max(Double(end - now) / 10, 1), 60)
    return end.adding(Int((spread * random()).rounded()))
  }
}

extension Int {
  /// The sum, or the largest integer on overflow.
  func adding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
