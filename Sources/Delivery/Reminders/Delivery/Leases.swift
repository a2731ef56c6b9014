/// The reminders that a worker holds, and by what right.
///
/// A reminder is held from its claim until its end is written down. A lease that runs out meanwhile may be claimed by another worker, or by
/// this one once more: the claim and the writing down run side by side, and either may reach the database first.
struct Leases {
  enum State: Hashable {
    case leased(until: Int)
    /// Another's, withdrawn, or to be given back: it is not sent.
    case lost
    /// It has ended, and the database is being told.
    case acknowledging
  }

  /// What a claim means for a reminder.
  enum Claimed: Hashable {
    case new
    /// It is here already: it is not sent twice.
    case known
    /// Its end was written down while the claim was under way. The lease may be the claim's, and is to be given back.
    case acknowledgedMeanwhile
  }

  private var states: [Int: State] = [:]
  /// Reminders that were claimed while they were being acknowledged: their leases had run out, and the claim came first.
  private var claimedAgain: Set<Int> = []
  /// What has been acknowledged since the claim that is under way was asked for: nil while there is none. The claim may be the older of
  /// the two.
  private var acknowledgedSinceClaim: Set<Int>?

  var isEmpty: Bool { states.isEmpty }

  func isHeld(_ id: Int, at now: Int) -> Bool {
    if case .leased(let end) = states[id] { end > now } else { false }
  }

  // MARK: Claims

  mutating func beginClaim() { acknowledgedSinceClaim = [] }
  mutating func endClaim() { acknowledgedSinceClaim = nil }

  /// Takes a reminder of a claim.
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

  /// Lets the lease of a reminder that was not asked for run out.
  mutating func forget(_ id: Int) { states[id] = nil }

  // MARK: Ends

  /// A reminder is not to be sent, and waits for being given back.
  mutating func giveBack(_ id: Int) { states[id] = .lost }

  mutating func beginAcknowledging(_ id: Int) { states[id] = .acknowledging }

  /// - Returns: whether it was claimed again meanwhile.
  mutating func endAcknowledging(_ id: Int) -> Bool {
    states[id] = nil
    acknowledgedSinceClaim?.insert(id)
    return !claimedAgain.isEmpty && claimedAgain.remove(id) != nil
  }

  // MARK: Renewal

  /// What is to be prolonged, and until when it is leased. What has run out by the clock may be another's in a moment, and is not sent.
  func renewable(at now: Double) -> [Int: Int] {
    states.compactMapValues { state in
      if case .leased(let end) = state, Double(end) > now { end } else { nil }
    }
  }

  /// - Parameters:
  ///   - asked: what was to be prolonged, and until when it was leased when that was asked.
  ///   - kept: what is still ours.
  mutating func renew(_ asked: [Int: Int], kept: Set<Int>, until end: Int) {
    for (id, until) in asked where states[id] == .leased(until: until) {
      states[id] = kept.contains(id) ? .leased(until: end) : .lost
    }
  }

  /// Some reminders are not to be sent any more, or not by us. What has ended meanwhile stays so.
  mutating func lose(_ ids: Set<Int>) {
    for id in ids {
      if case .leased = states[id] { states[id] = .lost }
    }
  }
}
