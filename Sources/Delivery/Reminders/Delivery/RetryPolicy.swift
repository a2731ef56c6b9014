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
  }

  /// The shortest and longest wait for the operator's server, in seconds.
  static let serverDelays = 30...900

  /// - Parameters:
  ///   - retryCount: attempts that failed before this one.
  /// - firstAttemptAt: the first attempt; nil if this is the first.
  func ending(_ outcome: Outcome, retryCount: Int, firstAttemptAt: Int? = nil, now: Int) -> Ending {
    switch outcome {
    case .delivered: .acknowledge(.sent)
    case .failed(let reason, let retryAfter): failure(reason, retryAfter, retryCount, now)
    case .deferred(let reason, let seconds):
      seconds > 0
        ? .acknowledge(.deferred(reason: reason, until: deferral(until: now.adding(seconds), now: now))) : .release
    case .unavailable(let reason, let seconds):
      // Waits as long as it has been tried, so waits grow without a counter. A claim ends it with the day.
      .acknowledge(
        .deferred(
          reason: reason,
          until: deferral(
            until: now.adding(
              max(
                min(max(now - (firstAttemptAt ?? now), Self.serverDelays.lowerBound), Self.serverDelays.upperBound),
                seconds ?? 0)), now: now)))
    case .rejected(let reason), .gone(let reason): .acknowledge(.gaveUp(reason: reason))
    }
  }

  /// True if an outcome ends a reminder, unless another way delivers it.
  static func isFinal(_ outcome: Outcome, retryCount: Int) -> Bool {
    switch outcome {
    case .rejected, .gone: true
    case .failed: !delays.indices.contains(retryCount)
    case .delivered, .deferred, .unavailable: false
    }
  }

  /// The result after the second way was tried too. If that fails for the moment, the reminder waits and both are tried again, until its day is
  /// over; such attempts are not counted, because the first way has used them up.
  ///
  /// - Parameter outcome: why the first way failed for good.
  func ending(_ outcome: Outcome, fallback: Outcome, firstAttemptAt: Int, now: Int) -> Ending {
    let reason = "\(outcome.reason); then the second way: \(fallback.reason)"
    switch fallback {
    case .delivered: return .acknowledge(.sent)
    case .rejected, .gone: return .acknowledge(.gaveUp(reason: reason))
    case .failed(_, let seconds), .unavailable(_, let seconds):
      return ending(
        .unavailable(reason: reason, retryAfterSeconds: seconds), retryCount: 0, firstAttemptAt: firstAttemptAt,
        now: now)
    case .deferred(_, let seconds):
      return ending(
        .deferred(reason: reason, retryAfterSeconds: max(seconds, 1)), retryCount: 0, firstAttemptAt: firstAttemptAt,
        now: now)
    }
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

extension Outcome {
  /// Why a message was not delivered; empty if it was.
  var reason: String {
    switch self {
    case .delivered: ""
    case .failed(let reason, _), .deferred(let reason, _), .unavailable(let reason, _), .rejected(let reason),
      .gone(let reason):
      reason
    }
  }
}
