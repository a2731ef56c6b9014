package import Addresses
public import Lunisolar

/// Who changes something, and when: handed in, so that nothing here asks for the time.
public struct Change: Hashable, Sendable {
  /// The operator's login name, or the name of a token.
  public let actor: String
  /// UTC seconds.
  public let at: Int
  /// The day by which the kept occurrences are reckoned.
  public let today: SolarDate
  /// Where reminders of users may be sent: what a channel would refuse is not written.
  package let targets: TargetRules
  /// Whether whoever makes the change also plans anew what many people follow, before the call returns; a server does that later, piece by
  /// piece.
  public let completesReplans: Bool

  public init(actor: String, at: Int, today: SolarDate) {
    self.init(actor: actor, at: at, today: today, targets: TargetRules())
  }

  package init(
    actor: String, at: Int, today: SolarDate, targets: TargetRules = TargetRules(), completesReplans: Bool = true
  ) {
    self.actor = actor
    self.at = at
    self.today = today
    self.targets = targets
    self.completesReplans = completesReplans
  }
}

/// What an import or an edit did.
public struct ChangeSummary: Hashable, Sendable {
  public internal(set) var added = 0
  public internal(set) var changed = 0
  public internal(set) var unchanged = 0

  public init() {}

  /// Counts what a second pass over records that were unchanged in the first has changed.
  mutating func count(rest: ChangeSummary) {
    let moved = min(rest.changed, unchanged)
    unchanged -= moved
    changed += moved
  }
}
