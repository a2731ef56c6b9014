internal import Database
import Folklore
import Lunisolar

/// The result of a plan.
public struct PlanReport: Hashable, Sendable {
  /// Reminders that were written.
  public internal(set) var written = 0
  /// True if the time zone data has changed and everything was replanned.
  public internal(set) var hasNewZones = false
  /// The end of the plan: seconds of UTC since 1970.
  public internal(set) var until = 0
  /// Time zones that this machine does not know; their users have no plan.
  public internal(set) var unknownZones: [String] = []
}

extension Store {
  /// The allowed number of days to plan; event days are stored for more than three years.
  public static let planDays = 1...1_000

  /// Writes the reminders of the coming days for all users.
  ///
  /// Existing plans are kept, so repeating is cheap and two planners at once are safe: each transaction starts where the last one ended. If an
  /// earlier plan began in the future because of a wrong clock, the time until there is planned as well.
  ///
  /// - Parameters:
  /// - days: the number of days from the change's time; 1 to 1,000. The end is rounded up to the full hour.
  /// - anew: replans what is already planned, see `replan(_:)`.
  public func plan(days: Int, anew: Bool = false, _ change: Change) throws -> PlanReport {
    try DatabaseError.counting { changed in
      var report = PlanReport()
      let end = (change.at + days * 86_400 + 3_599) / 3_600 * 3_600
      changed += try extendOccurrences(change)
      try database.writeInTurn { connection in
        try StoreLock.everything.take(connection)
        var planning = ReminderPlanning(connection: connection, now: change.at)
        report.hasNewZones = try planning.haveZonesChanged()
        report.unknownZones = try planning.unknownZones()
      }
      // The new time zone data are recorded last, so an interrupted run starts again.
      if anew || report.hasNewZones { changed += try notePendingReplans(change) }
      let replanned = try completeAllReplans(now: change.at)
      changed += replanned.added + replanned.withdrawn
      report.written = replanned.added
      let seconds = try pieceSeconds()
      var others: ReminderPlanning.Step?
      try database.writeInPieces { connection in
        var planning = ReminderPlanning(connection: connection, now: change.at)
        let planned = try planning.plan(until: end, atMost: seconds)
        // Another planner is still where it was: wait.
        if let step = planned.others, step == others { throw DatabaseError.busy(database.place) }
        if planned.isDone { try connection.setMeta("planned_at", "\(change.at)") }
        return (planned, planned.written, planned.isDone)
      } _: { planned in
        report.written += planned.written
        report.until = planned.until
        others = planned.others
      }
      return report
    }
  }

  /// The longest time that one transaction plans, so that other writers wait only briefly: ten days, and less for many users where one program
  /// writes at a time. A million reminders take SQLite some seconds, and each change of a user's settings would wait for them.
  private func pieceSeconds() throws -> Int {
    let longest = 10 * 86_400
    guard !database.dialect.hasSeveralWriters else { return longest }
    let users = try database.read { try $0.integer("SELECT COUNT(*) FROM users") }
    return min(longest, max(3_600, longest / max(users, 1) * Self.usersOfLongestPiece))
  }

  /// As many users are planned for ten days in one transaction.
  private static let usersOfLongestPiece = 1_000

  /// Replans everything: removes unwanted reminders and adds missing ones. It repairs changes made outside the program. Each transaction handles
  /// some users (`PendingReplans`).
  ///
  /// - Returns: the number of reminders added.
  @discardableResult
  public func replan(_ change: Change) throws -> Int {
    try DatabaseError.counting { changed in
      changed += try extendOccurrences(change)
      changed += try notePendingReplans(change)
      return try completeReplans(now: change.at)
    }
  }

  /// Notes that everything is to be replanned; its reminders wait from then on.
  ///
  /// - Returns: the number of rows written; none without a first plan, when there is nothing to replan.
  private func notePendingReplans(_ change: Change) throws -> Int {
    try database.writeInTurn { connection in
      try StoreLock.everything.take(connection)
      guard try ReminderPlanning.plannedUntil(connection) != nil else { return 0 }
      try PendingReplans(connection: connection).add([PendingReplans.everything], at: change.at)
      return 1
    }
  }

  /// The time of the last planner run, in seconds of UTC since 1970; nil if none is recorded.
  public func lastPlanned() throws -> Int? {
    try database.read { try $0.meta("planned_at").flatMap { Int($0) } }
  }
}
