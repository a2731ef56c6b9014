internal import Database
internal import Foundation

/// Whether the planner and the workers do their work: the one judgement for `/api/health`, the metrics and the alarms.
public struct ServiceState: Hashable, Sendable {
  /// The end of the plan and the planner's last run, in seconds of UTC since 1970; nil if there is none.
  public let plannedUntil: Int?
  public let lastPlanned: Int?
  /// When a worker that runs until it is stopped last showed that it does; nil if none ever did.
  public let workerSeenAt: Int?
  /// The wait of the oldest due reminder.
  public let lagSeconds: Int
  /// The time of the state.
  public let now: Int

  /// The longest time between two runs of a planner that works: a day, plus two hours for a daily run.
  public static let planSeconds = 26 * 3_600
  /// The longest silence of a worker that works. It shows itself once a minute.
  public static let workerSeconds = 900
  /// The tolerated difference between the clocks of two machines.
  private static let clockSeconds = 300

  public enum Planner: String, CaseIterable, Sendable {
    case ok
    case neverRan = "never ran"
    /// The last run is too long ago, or the plan has ended.
    case behind
    /// The last run is in the future: a rehearsal, or a fast clock. The real last run is unknown.
    case ahead
  }

  /// Judged by the last run and not by the end of the plan, because a rehearsal may have planned years ahead.
  ///
  /// - Parameter seconds: the longest time since the last run.
  public func planner(within seconds: Int = planSeconds) -> Planner {
    guard let plannedUntil, let lastPlanned else { return .neverRan }
    if lastPlanned > now + Self.clockSeconds { return .ahead }
    return plannedUntil > now && now - lastPlanned <= seconds ? .ok : .behind
  }

  /// True if a worker ran and shows nothing any more. False if none ever ran, or if the time is of a clock that was ahead.
  public func isWorkerSilent(for seconds: Int = workerSeconds) -> Bool {
    workerSeenAt.map { now - $0 > seconds } ?? false
  }
}

extension Store {
  /// The present state of planner and workers; takes milliseconds.
  public func serviceState(now: Int) throws -> ServiceState {
    let due = try ReminderQueue(self).nextDue(now: now)
    return try database.read { connection in
      ServiceState(
        plannedUntil: try ReminderPlanning.plannedUntil(connection),
        lastPlanned: try connection.meta("planned_at").flatMap { Int($0) },
        workerSeenAt: try connection.meta("worker_seen_at").flatMap { Int($0) },
        lagSeconds: max(0, now - (due ?? now)), now: now)
    }
  }
}

// MARK: - Disk

extension Store {
  /// With less free space a backup may not fit any more.
  public static let leastFreeMegabytes = 1_024

  /// The free bytes of the disk with the database; nil for a server's database.
  public var freeBytes: Int? {
    guard !isServer else { return nil }
    let values = try? FileManager.default.attributesOfFileSystem(forPath: place)
    return (values?[.systemFreeSize] as? NSNumber)?.intValue
  }
}

// MARK: - Backups

/// What is known of backups.
public struct BackupState: Hashable, Sendable {
  /// The last one that succeeded, in seconds of UTC since 1970.
  public let succeededAt: Int?
  /// The last one, if it failed.
  public let failure: Failure?

  public struct Failure: Hashable, Sendable {
    public let at: Int
    public let reason: String
  }
}

extension Store {
  /// Notes a backup.
  ///
  /// - Parameter failure: the reason if it failed; nil if it succeeded.
  public func noteBackup(failure: String?, now: Int) throws {
    try database.write { connection in
      if let failure {
        try connection.setMeta("backup_failure", "\(now) \(failure)")
      } else {
        try connection.setMeta("backup_at", "\(now)")
        try connection.execute("DELETE FROM meta WHERE name = 'backup_failure'")
      }
    }
  }

  /// The state of backups; nil if none was ever made.
  public func backupState() throws -> BackupState? {
    try database.read { connection in
      let last = try connection.meta("backup_at").flatMap { Int($0) }
      let failure = try connection.meta("backup_failure").flatMap { text -> BackupState.Failure? in
        let parts = text.split(separator: " ", maxSplits: 1)
        return parts.first.flatMap { Int($0) }.map { .init(at: $0, reason: parts.count > 1 ? String(parts[1]) : "") }
      }
      return last == nil && failure == nil ? nil : BackupState(succeededAt: last, failure: failure)
    }
  }
}
