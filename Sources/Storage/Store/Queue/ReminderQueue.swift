package import Database
import Folklore
import Lunisolar

/// The notification log as a queue: workers claim what is due for a limited time, send it, and acknowledge.
///
/// A claim carries its owner, a text that is random for each process. An acknowledgement names the owner and touches nothing if the
/// lease has gone to another; a worker that dies loses its lease, not the reminder.
public struct ReminderQueue: Sendable {
  let store: Store

  public init(_ store: Store) {
    self.store = store
  }

  /// Takes reminders that are due.
  ///
  /// What is too late to be of use becomes `expired`: its day has passed, or a later reminder of the same occurrence goes out today
  /// anyway. What falls into the user's quiet hours waits for their end.
  ///
  /// - Parameters:
  ///   - limit: how many at most; a digest is not cut, so a few more are possible.
  ///   - owner: the worker's name, of this process alone.
  ///   - leaseSeconds: how long the lease lasts.
  ///   - channels: only reminders of users with these channels; nil for all.
  ///   - position: where a claim of the same channels ended: what is due before is not looked at again.
  ///   - now: seconds of UTC since 1970.
  public func claim(
    _ limit: Int, owner: String, leaseSeconds: Int, channels: Set<String>? = nil, from position: ClaimPosition? = nil,
    now: Int
  ) throws -> Claim {
    try store.database.write { connection in
      var claiming = ReminderClaiming(connection: connection, now: now)
      return try claiming.claim(
        limit, owner: owner, until: now + leaseSeconds, channels: channels, from: position)
    }
  }

  /// Prolongs leases.
  ///
  /// - Returns: the numbers of those that are still the owner's and still to be sent now.
  public func renew(_ ids: [Int], owner: String, until: Int, now: Int) throws -> Set<Int> {
    try store.database.write { connection in
      var kept: Set<Int> = []
      for id in ids
      where try connection.execute(
        """
        UPDATE notification_logs
        SET lease_until = $3
        WHERE id = $1 AND lease_owner = $2 AND status = 'queued' AND COALESCE(next_attempt_at, scheduled_at) <= $4
        """, [.integer(id), .text(owner), .integer(until), .integer(now)]) > 0
      { kept.insert(id) }
      return kept
    }
  }

  /// Which reminders that an owner has leased it is not to send: withdrawn, cancelled or put off since, or leased to another.
  public func unsendable(of ids: [Int], owner: String, now: Int) throws -> Set<Int> {
    try store.database.read { connection in
      var unsendable = Set(ids)
      for run in ids.runs() {
        try connection.forEachRow(
          """
          SELECT id
          FROM notification_logs
          WHERE id BETWEEN $1 AND $2 AND status = 'queued' AND lease_owner = $3
            AND COALESCE(next_attempt_at, scheduled_at) <= $4
          """, [.integer(run.lowerBound), .integer(run.upperBound), .text(owner), .integer(now)]
        ) { unsendable.remove($0.integer(0) ?? 0) }
      }
      return unsendable
    }
  }

  /// Writes down how attempts ended, and gives up their leases.
  ///
  /// - Returns: how many were still the owner's; the others were not touched.
  @discardableResult
  public func acknowledge(_ acknowledgements: [Acknowledgement], owner: String, now: Int) throws -> Int {
    guard !acknowledgements.isEmpty else { return 0 }
    return try store.database.write { connection in
      var touched = 0
      // SQLite keeps what a statement overwrites, to be able to take it back, and beyond 64 KB in a file: so not too much at once.
      for run in acknowledgements.lazy.filter({ $0.result == .sent }).map(\.id).runs(atMost: 200) {
        touched += try connection.execute(
          Self.sent, [.integer(run.lowerBound), .integer(run.upperBound), .text(owner), .integer(now)])
      }
      for acknowledgement in acknowledgements {
        let (id, owner): (SQLValue, SQLValue) = (.integer(acknowledgement.id), .text(owner))
        switch acknowledgement.result {
        case .sent: break
        case .failed(let reason, let next):
          touched += try connection.execute(Self.failed, [id, owner, .integer(now), .text(reason), .integer(next)])
        case .gaveUp(let reason):
          touched += try connection.execute(Self.gaveUp, [id, owner, .integer(now), .text(reason)])
        case .deferred(let reason, let until):
          touched += try connection.execute(Self.deferred, [id, owner, .integer(now), .text(reason), .integer(until)])
        }
      }
      return touched
    }
  }

  /// Expires what nobody has claimed in the days in which it was of use: there is no worker for its channel.
  ///
  /// - Returns: how many there were.
  public func expireForgotten(now: Int) throws -> Int {
    let today = CivilTime.local(unixTime: now, offset: 0).date
    return try changeInPieces(
      Self.forgotten,
      [
        .integer(now), .integer(now - Self.uselessAfterDays * 86_400),
        .text("\(today.advanced(by: -Self.uselessAfterDays))"),
      ])
  }

  /// Runs a statement that changes some of its rows at a time until it finds none: so that nobody waits long for the database.
  ///
  /// - Returns: how many rows it changed in all.
  func changeInPieces(_ sql: SQL, _ arguments: [SQLValue]) throws -> Int {
    var changed = 0
    try store.database.writeInPieces { connection in
      let some = try connection.execute(sql, arguments)
      changed += some
      return some == 0
    }
    return changed
  }

  /// After so many days it is the day after everywhere.
  private static let uselessAfterDays = 2

  /// Gives up leases of reminders that were not tried; they are due as before.
  public func release(_ ids: [Int], owner: String) throws {
    guard !ids.isEmpty else { return }
    try store.database.write { connection in
      for id in ids {
        try connection.execute(
          "UPDATE notification_logs SET lease_owner = NULL, lease_until = NULL WHERE id = $1 AND lease_owner = $2",
          [.integer(id), .text(owner)])
      }
    }
  }

  /// When the next reminder is due, in seconds of UTC since 1970: in the past where something is due already; nil where nothing waits.
  public func nextDue(channels: Set<String>? = nil, now: Int) throws -> Int? {
    try store.database.read { connection in
      let statements = Self.nextDue(channels)
      let free = try connection.first(statements.free, [.integer(now)]) { $0.integer(0) } ?? nil
      if let free, free <= now { return free }
      // A lease that runs out is due then.
      let leased = try connection.first(statements.leased, [.integer(now)]) { $0.integer(0) } ?? nil
      return [free, leased].compactMap(\.self).min()
    }
  }

  /// Both walk the index notification_logs_due from its beginning.
  static func nextDue(_ channels: Set<String>?) -> (free: SQL, leased: SQL) {
    let join = channels == nil ? "" : "CROSS JOIN notification_settings s"
    let only = channels.map { "AND s.user_id = n.user_id AND s.channel IN (\(ReminderClaiming.list($0)))" } ?? ""
    let free = SQL(
      """
      SELECT COALESCE(n.next_attempt_at, n.scheduled_at)
      FROM notification_logs n
      \(join)
      WHERE n.status = 'queued' \(only)
        AND (n.lease_until IS NULL OR n.lease_until <= $1)
      ORDER BY COALESCE(n.next_attempt_at, n.scheduled_at)
      LIMIT 1
      """)
    let leased = SQL(
      """
      SELECT MIN(n.lease_until)
      FROM notification_logs n
      \(join)
      WHERE n.status = 'queued' \(only)
        AND COALESCE(n.next_attempt_at, n.scheduled_at) <= $1
        AND n.lease_until > $1
      """)
    return (free, leased)
  }

  /// Up to which instant everything is planned, in seconds of UTC since 1970; nil where nothing ever was.
  public func plannedUntil() throws -> Int? {
    try store.database.read { try ReminderPlanning.plannedUntil($0) }
  }

  /// The active devices of a user: the token and the platform, `ios`, `android` or `web`.
  public func devices(of userID: Int) throws -> [(token: String, platform: String)] {
    try store.database.read { connection in
      try connection.all(
        "SELECT token, platform FROM devices WHERE user_id = $1 AND is_active = 1 ORDER BY id", [.integer(userID)]
      ) { ($0.text(0) ?? "", $0.text(1) ?? "") }
    }
  }

  /// Switches off a device that is dead.
  public func switchOff(device token: String, now: Int) throws {
    _ = try store.database.write { connection in
      try connection.execute(
        "UPDATE devices SET is_active = 0, updated_at = $2 WHERE token = $1", [.text(token), .integer(now)])
    }
  }
}

// MARK: - Statements

extension ReminderQueue {
  // A reminder that was withdrawn while it was being sent is `cancelled` and still leased: what was sent is sent all the same.
  package static let sent: SQL = """
    UPDATE notification_logs
    SET status = 'sent', sent_at = $4, next_attempt_at = NULL, error_message = NULL, lease_owner = NULL, lease_until = NULL,
      updated_at = $4
    WHERE id BETWEEN $1 AND $2 AND lease_owner = $3
    """
  // One that was put off while it was being sent is not tried before its new time.
  static let failed: SQL = """
    UPDATE notification_logs
    SET retry_count = retry_count + 1, next_attempt_at = CASE WHEN scheduled_at > $5 THEN scheduled_at ELSE $5 END,
      error_message = CASE status WHEN 'queued' THEN $4 ELSE error_message END,
      lease_owner = NULL, lease_until = NULL, updated_at = $3
    WHERE id = $1 AND lease_owner = $2
    """
  // One that was put off while it was being sent is tried at its new time: what was asked for then may be reached otherwise.
  private static let gaveUp: SQL = """
    UPDATE notification_logs
    SET status = CASE WHEN status = 'queued' AND scheduled_at <= $3 THEN 'failed' ELSE status END,
      retry_count = CASE WHEN status = 'queued' AND scheduled_at > $3 THEN 0 ELSE retry_count + 1 END,
      error_message = CASE WHEN status = 'queued' AND scheduled_at <= $3 THEN $4 ELSE error_message END,
      next_attempt_at = NULL, lease_owner = NULL, lease_until = NULL, updated_at = $3
    WHERE id = $1 AND lease_owner = $2
    """
  /// Along the index notification_logs_due.
  private static let forgotten: SQL = """
    UPDATE notification_logs
    SET status = 'expired', next_attempt_at = NULL, lease_owner = NULL, lease_until = NULL, updated_at = $1,
      error_message =
        CASE
          WHEN error_message IS NULL THEN 'its day has passed'
          ELSE 'its day has passed; the last attempt: ' || error_message
        END
    WHERE id IN (
      SELECT n.id
      FROM notification_logs n
      JOIN event_occurrences o ON o.id = n.occurrence_id
      WHERE n.status = 'queued'
        AND COALESCE(n.next_attempt_at, n.scheduled_at) < $2
        AND (n.lease_until IS NULL OR n.lease_until <= $1)
        AND o.solar_date < $3
      LIMIT 50000)
    """
  static let deferred: SQL = """
    UPDATE notification_logs
    SET next_attempt_at = CASE WHEN scheduled_at > $5 THEN scheduled_at ELSE $5 END,
      error_message = CASE status WHEN 'queued' THEN $4 ELSE error_message END,
      lease_owner = NULL, lease_until = NULL, updated_at = $3
    WHERE id = $1 AND lease_owner = $2
    """
}
