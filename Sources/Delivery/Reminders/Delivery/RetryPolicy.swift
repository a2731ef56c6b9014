internal import Channels
internal import Store

/// What becomes of a reminder after an attempt: design/schema.md, "A reminder's life".
struct RetryPolicy: Sendable {
  /// Seconds until the second attempt, and until the third. A third failure is the last.
  static let delays = [30.0, 300.0]

  /// From 0 up to 1: so that what failed together does not come back together.
  let random: @Sendable () -> Double

  enum Ending: Hashable, Sendable {
    case acknowledge(Acknowledgement.Result)
    /// It was not tried to its end: it is due as before.
    case release
    /// It was not tried, because it is withdrawn or another's; if the lease is still ours, it is given up.
    case drop
  }

  /// The shortest and the longest wait for a server of the operator's, in seconds.
  static let serverDelays = 30...900

  /// - Parameters:
  ///   - retryCount: attempts that failed before this one.
  ///   - firstAttemptAt: when the message was first tried; nil where this is the first attempt.
  func ending(_ outcome: Outcome, retryCount: Int, firstAttemptAt: Int? = nil, now: Int) -> Ending {
    switch outcome {
    case .delivered: .acknowledge(.sent)
    case .failed(let reason, let retryAfter): failure(reason, retryAfter, retryCount, now)
    case .deferred(let reason, let seconds):
      seconds > 0
        ? .acknowledge(.deferred(reason: reason, until: deferral(until: now.adding(seconds), now: now))) : .release
    case .unavailable(let reason, let seconds):
      // As long again as it has been tried already: so the waits grow, and nothing has to be counted. A claim ends it with the day.
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

  private func failure(_ reason: String, _ retryAfter: Int?, _ retryCount: Int, _ now: Int) -> Ending {
    guard Self.delays.indices.contains(retryCount) else { return .acknowledge(.gaveUp(reason: reason)) }
    let delay = Int((Self.delays[retryCount] * (0.8 + 0.4 * random())).rounded())
    return .acknowledge(.failed(reason: reason, nextAttemptAt: now.adding(max(delay, retryAfter ?? 0))))
  }

  /// When a message is tried again whose server wants nothing before an instant: then, or up to a tenth of the wait later, for all that
  /// wait for the same server would come at once.
  func deferral(until end: Int, now: Int) -> Int {
    let spread = min(max(Double(end - now) / 10, 1), 60)
    return end.adding(Int((spread * random()).rounded()))
  }
}

extension Int {
  /// The sum, or the greatest number where there is none.
  func adding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
