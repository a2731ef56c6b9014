package import Addresses
public import Lunisolar

/// The actor and time of a change; passed in, so that the store reads no clock.
public struct Change: Hashable, Sendable {
  /// The operator's login name, or the name of a token.
  public let actor: String
  /// UTC seconds.
  public let at: Int
  /// The day around which occurrences are kept.
  public let today: SolarDate
  /// The allowed targets of reminders; others are rejected.
  package let targets: TargetRules
  /// True to complete pending replans before the call returns; a server does that later in steps.
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

/// The result of an import or edit.
public struct ChangeSummary: Hashable, Sendable {
  public internal(set) var added = 0
  public internal(set) var changed = 0
  public internal(set) var unchanged = 0

  public init() {}

  /// Adds the changes that a second pass made to records unchanged in the first.
  mutating func count(rest: ChangeSummary) {
    let moved = min(rest.changed, unchanged)
    unchanged -= moved
    changed += moved
  }
}
