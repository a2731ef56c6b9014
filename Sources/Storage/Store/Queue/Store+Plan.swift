internal import Database
import Folklore
import Lunisolar

/// What a plan did.
public struct PlanReport: Hashable, Sendable {
  /// Reminders that were written.
  public internal(set) var written = 0
  /// Whether the time zone data has changed and everything was planned anew.
  public internal(set) var hasNewZones = false
  /// The instant up to which everything is planned: seconds of UTC since 1970.
  public internal(set) var until = 0
  /// Time zones of users that this machine does not know: nothing is planned for those users.
  public internal(set) var unknownZones: [String] = []
}

extension Store {
  /// How many days ahead can be planned: the days of events are kept for three years and more.
  public static let planDays = 1...1_000

  /// Writes the reminders of the coming days into the log, for all users.
  ///
  /// What is planned already is left alone, so that doing it again costs next to nothing and two planners at once do no harm: each piece of
  /// the time ahead is one transaction that begins where the last one ended. Where an earlier plan began later than now, by a clock that
  /// was ahead, the time until there is planned as well.
  ///
  /// - Parameters:
  ///   - days: how far ahead, from the change's time on; 1 to 1,000. The end is moved on to the next full hour.
  ///   - anew: whether what is planned already is planned anew, see `replan(_:)`.
  public func plan(days: Int, anew: Bool = false, _ change: Change) throws -> PlanReport {
    var report = PlanReport()
    let end = (change.at + days * 86_400 + 3_599) / 3_600 * 3_600
    try database.write { connection in
      try OccurrenceTable(connection: connection).extend(to: change)
      var planning = ReminderPlanning(connection: connection, now: change.at)
      report.hasNewZones = try planning.haveZonesChanged()
      report.unknownZones = try planning.unknownZones()
    }
    // The new data are noted below, when all is done: who is killed meanwhile begins again.
    report.written = try anew || report.hasNewZones ? replan(change) : completeReplans(now: change.at)
    try database.writeInPieces { connection in
      var planning = ReminderPlanning(connection: connection, now: change.at)
      let (written, until, isLast) = try planning.plan(until: end, atMost: Self.pieceSeconds)
      report.written += written
      report.until = until
      try planning.noteZones()
      if isLast { try connection.setMeta("planned_at", "\(change.at)") }
      return isLast
    }
    return report
  }

  /// Ten days a transaction: others who write wait for no more than that.
  private static let pieceSeconds = 10 * 86_400

  /// Plans everything anew: what is not wanted is taken out of the queue, what is missing is added. It mends what was changed past the program.
  ///
  /// The reminders of some users are a transaction, so that others who write need not wait for all of it (`PendingReplans`).
  ///
  /// - Returns: how many were added.
  @discardableResult
  public func replan(_ change: Change) throws -> Int {
    try database.write { connection in
      try OccurrenceTable(connection: connection).extend(to: change)
      // Where nothing was ever planned there is nothing to plan anew.
      guard try ReminderPlanning.plannedUntil(connection) != nil else { return }
      try PendingReplans(connection: connection).add([PendingReplans.everything], at: change.at)
    }
    return try completeReplans(now: change.at)
  }

  /// When the planner ran last, in seconds of UTC since 1970; nil where it never did, or not since this was written down.
  public func lastPlanned() throws -> Int? {
    try database.read { try $0.meta("planned_at").flatMap { Int($0) } }
  }
}
