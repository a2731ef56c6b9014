/// The leases of a worker.
///
/// A reminder is held from its claim until its result is recorded. If its lease ends before that, another worker or this one may claim it:
/// claims and records run side by side, and either may come first.
struct Leases {
  enum State: Hashable {
    case leased(until: Int)
    /// Taken by another worker, cancelled, or to be released: it is not sent.
    case lost
    /// It has ended, and the database is being updated.
    case acknowledging
  }

  /// The meaning of a claim for a reminder.
  enum Claimed: Hashable {
    case new
    /// It is already held and is not sent twice.
    case known
    /// Its result was recorded during the claim. The lease may be the claim's and must be released.
    case acknowledgedMeanwhile
  }

  private var states: [Int: State] = [:]
  /// Reminders claimed while they were being recorded: their leases had ended, and the claim came first.
  private var claimedAgain: Set<Int> = []
  /// Reminders recorded since the running claim started; nil if no claim runs. The claim may be the older of the two.
  private var acknowledgedSinceClaim: Set<Int>?

  var isEmpty: Bool { states.isEmpty }

  func isHeld(_ id: Int, at now: Int) -> Bool {
    if case .leased(let end) = states[id] { end > now } else { false }
  }

  // MARK: Claims

  mutating func beginClaim() { acknowledgedSinceClaim = [] }
  mutating func endClaim() { acknowledgedSinceClaim = nil }

  /// Adds a claimed reminder.
  mutating func take(_ id: Int, until end: Int) -> Claimed {
    if acknowledgedSinceClaim?.contains(id) == true { return .acknowledgedMeanwhile }
    switch states.updateValue(.leased(until: end), forKey: id) {
    case nil: return .new
    case .acknowledging?:
      states[id] = .acknowledging
      claimedAgain.insert(id)
      return .known
    case .leased?, .lost?: return .known
    }
  }

  /// Drops a reminder that was not asked for; its lease ends by itself.
  mutating func forget(_ id: Int) { states[id] = nil }

  // MARK: Results

  /// Marks a reminder as not to be sent and to be released.
  mutating func giveBack(_ id: Int) { states[id] = .lost }

  mutating func beginAcknowledging(_ id: Int) { states[id] = .acknowledging }

  /// - Returns: whether it was claimed again meanwhile.
  mutating func endAcknowledging(_ id: Int) -> Bool {
    states[id] = nil
    acknowledgedSinceClaim?.insert(id)
    return !claimedAgain.isEmpty && claimedAgain.remove(id) != nil
  }

  // MARK: Renewal

  /// The leases to renew, with their ends. Expired leases may be another worker's and are not sent.
  func renewable(at now: Double) -> [Int: Int] {
    states.compactMapValues { state in
      if case .leased(let end) = state, Double(end) > now { end } else { nil }
    }
  }

  /// - Parameters:
  /// - asked: the leases to renew, with their former ends.
  /// - kept: the leases that are still ours.
  mutating func renew(_ asked: [Int: Int], kept: Set<Int>, until end: Int) {
    for (id, until) in asked where states[id] == .leased(until: until) {
      states[id] = kept.contains(id) ? .leased(until: end) : .lost
    }
  }

  /// Marks reminders as cancelled or taken; ended ones stay as they are.
  mutating func lose(_ ids: Set<Int>) {
    for id in ids {
      if case .leased = states[id] { states[id] = .lost }
    }
  }
}
