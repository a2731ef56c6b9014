internal import Channels
internal import Store

/// The messages, couriers and rate of one route.
struct Lane {
  let route: Route
  var shares: CourierShares
  /// Reminders from the claim until they are recorded.
  var heldCount = 0
  /// Nothing is due before then.
  private var emptyUntil = -Double.infinity
  private(set) var pauses = ServerPauses()
  private var turns: Turns?
  /// True while one courier waits for the turn of the next message.
  private(set) var isRateAwaited = false
  private let longestRestSeconds: Double
  private let hasSecondWays: Bool
  /// Reminders beyond this number are not claimed.
  private let batchSize: Int

  /// - Parameter hasSecondWays: whether a user's second way may be another lane.
  init(_ route: Route, _ configuration: DeliveryWorker.Configuration, hasSecondWays: Bool = false) {
    self.route = route
    shares = CourierShares(couriers: route.courierCount, waitingLimit: max(configuration.batchSize / 4, 1))
    batchSize = configuration.batchSize
    turns = route.perSecond.map(Turns.init)
    longestRestSeconds = configuration.longestRestSeconds
    self.hasSecondWays = hasSecondWays
  }

  /// A courier's next step.
  enum Step {
    case send(OutgoingMessage)
    case wait(seconds: Double)
    /// Turns are to be taken, and given to `grant`.
    case takeTurns(Int, perSecond: Double)
    /// Nothing may start.
    case rest
  }

  /// Messages that ended without an attempt.
  typealias Untried = [(message: OutgoingMessage, ending: RetryPolicy.Ending)]
}

// MARK: - Claims

extension Lane {
  /// When something may be due next; nil for now. A time beyond the longest rest means that the clock was set back; it is ignored.
  func emptyUntil(at now: Double) -> Double? {
    now < emptyUntil && emptyUntil <= now + longestRestSeconds + 1 ? emptyUntil : nil
  }

  /// All due reminders are claimed.
  mutating func isEmpty(until next: Double) { emptyUntil = next }

  /// Something is due at this time.
  mutating func isDue(at next: Double = -.infinity) { emptyUntil = min(emptyUntil, next) }

  /// - Returns: the result if the message is not accepted.
  mutating func add(_ message: OutgoingMessage, at now: Double, _ policy: RetryPolicy) -> RetryPolicy.Ending? {
    shares.append(message, at: now) ? nil : ending(excess(message, at: now), of: message, policy, now)
  }

  /// True if nothing is claimed before messages end.
  var isFull: Bool { heldCount > batchSize }

  /// Releases waiting messages for slow servers beyond the limit, so that other servers' messages can be claimed. A full lane waits only for
  /// servers that answer quickly.
  mutating func removeExcess(at now: Double, _ policy: RetryPolicy) -> Untried {
    shares.removeExcess(at: now, patience: isFull ? Pace.quickSeconds : Pace.slowSeconds)
      .map { ($0, ending(excess($0, at: now), of: $0, policy, now)) }
  }

  private func excess(_ message: OutgoingMessage, at now: Double) -> Outcome {
    // A server that has not had much time may answer soon.
    .deferred(
      reason: "the server is slow or fails, and many messages wait",
      retryAfterSeconds: shares.isSlow(message, at: now) ? 30 : 1)
  }

  private func ending(
    _ outcome: Outcome, of message: OutgoingMessage, _ policy: RetryPolicy, _ now: Double
  ) -> RetryPolicy.Ending {
    policy.ending(outcome, of: message, hasSecondWays: hasSecondWays, now: Int(now))
  }
}

// MARK: - Couriers

extension Lane {
  /// - Parameters:
  /// - mayBegin: false while no message may start.
  /// - untried: receives messages that ended without an attempt.
  mutating func next(
    at now: Double, _ leases: Leases, _ policy: RetryPolicy, mayBegin: Bool, untried: inout Untried
  ) -> Step {
    guard let message = firstSendable(now, leases, policy, &untried), !isRateAwaited, mayBegin else {
      return .rest
    }
    switch turns?.step(at: now) {
    case .send?, nil: break
    case .wait(let seconds)?:
      isRateAwaited = true
      // Limited, so that a stopping worker does not wait for a slow rate.
      return .wait(seconds: min(seconds, 0.5))
    case .take?:
      isRateAwaited = true
      return .takeTurns(turns?.batch ?? 1, perSecond: turns?.perSecond ?? 1)
    }
    shares.begin(message, at: now)
    return .send(message)
  }

  /// A courier has waited for its turn, or has taken turns.
  mutating func hasWaited() { isRateAwaited = false }

  /// Turns were taken, the first at an instant.
  mutating func grant(from first: Double) { turns?.grant(from: first) }

  /// The message that may start next. Removes messages that must not be sent: lost leases, expired claims, and paused servers.
  private mutating func firstSendable(
    _ instant: Double, _ leases: Leases, _ policy: RetryPolicy, _ untried: inout Untried
  ) -> OutgoingMessage? {
    let now = Int(instant)
    while let message = shares.first() {
      if !message.isHeld(leases, at: now) {
        // Reminders with lost or expired leases are dropped; the rest of the digest is released.
        if let gone = message.part({ !leases.isHeld($0.id, at: now) }) { untried.append((gone, .drop)) }
        if let ours = message.part({ leases.isHeld($0.id, at: now) }) { untried.append((ours, .release)) }
      } else if message.validUntil <= now {
        untried.append((message, .release))
      } else if let outcome = outcomeOfPause(message, now) {
        untried.append((message, ending(outcome, of: message, policy, instant)))
      } else {
        return message
      }
      shares.dropFirst()
    }
    return nil
  }

  private mutating func outcomeOfPause(_ message: OutgoingMessage, _ now: Int) -> Outcome? {
    guard !pauses.isEmpty, let key = route.pauseKey(message.recipient) else { return nil }
    return pauses.outcome(key, now: now)
  }

  /// An attempt has ended.
  ///
  /// - Returns: the result for the message.
  mutating func end(_ attempt: Attempt, at now: Double, _ policy: RetryPolicy) -> RetryPolicy.Ending {
    let (message, outcome, seconds) = (attempt.message, attempt.outcome, attempt.seconds)
    let sign: CourierShares.Sign =
      switch outcome {
      case .delivered, .rejected, .gone: .answer
      case .failed, .unavailable, .closed: .failure
      // It asks to wait, or was not called at all.
      case .deferred, .withheld: .none
      }
    shares.end(message, after: seconds, at: now, sign)
    if outcome != .delivered || !pauses.isAllAnswering {
      pauses.note(
        outcome, after: seconds, from: route.pauseKey(message.recipient), longest: route.longestPause, now: Int(now))
    }
    return ending(outcome, of: message, policy, now)
  }
}

extension OutgoingMessage {
  fileprivate func isHeld(_ leases: Leases, at now: Int) -> Bool {
    leases.isHeld(first.id, at: now) && others.allSatisfy { leases.isHeld($0.id, at: now) }
  }
}
