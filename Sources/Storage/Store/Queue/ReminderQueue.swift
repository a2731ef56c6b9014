package import Database
import Folklore
public import Lunisolar

/// The notification log as a queue: workers claim what is due for a limited time, send it, and acknowledge.
///
/// A claim carries its owner, a text that is random for each process. An acknowledgement changes nothing if another owner has the lease. If a
/// worker dies, its lease ends and another worker sends the reminder.
public struct ReminderQueue: Sendable {
  let store: Store

  /// As `Store.news` and `Store.isServer`.
  public func news() -> AsyncStream<Void> { store.news() }
  public var isOnServer: Bool { store.isServer }

  public init(_ store: Store) {
    self.store = store
  }

  /// Takes reminders that are due.
  ///
  /// A reminder becomes `expired` if its day has passed or a later reminder of the same occurrence goes out today. A reminder within quiet hours
  /// waits for their end.
  ///
  /// - Parameters:
  /// - limit: the most to claim; a digest is not split, so slightly more are possible.
  /// - owner: the name of the worker, unique to this process.
  ///   - leaseSeconds: how long the lease lasts.
  ///   - channels: only reminders of users with these channels; nil for all.
  /// - position: the end of an earlier claim of the same channels; earlier reminders are skipped.
  ///   - now: seconds of UTC since 1970.
  public func claim(
    _ limit: Int, owner: String, leaseSeconds: Int, channels: Set<String>? = nil, from position: ClaimPosition? = nil,
    now: Int
  ) throws -> Claim {
    try store.database.write { connection in
      var claiming = try ReminderClaiming(connection: connection, now: now)
      return try claiming.claim(
        limit, owner: owner, until: now + leaseSeconds, channels: channels, from: position)
    }
  }

  /// Prolongs leases.
  ///
  /// - Parameters:
  ///   - ids: the numbers of reminders.
  ///   - days: the first and the last day of their occurrences; on a server they lead to few months.
  /// - Returns: the numbers that the owner still holds and should still send now.
  public func renew(
    _ ids: [Int], days: ClosedRange<SolarDate>, owner: String, until: Int, now: Int
  ) throws -> Set<Int> {
    try store.database.write { connection in
      var kept: Set<Int> = []
      let free = try Self.notHeld(connection)
      let sql = SQL(
        """
        UPDATE notification_logs
        SET lease_until = $4
        WHERE \(connection.dialect.ids) AND day BETWEEN $6 AND $7 AND lease_owner = $3 AND status = 'queued'
          AND COALESCE(next_attempt_at, scheduled_at) <= $5 \(free)
        RETURNING id
        """)
      let arguments: [SQLValue] = [.text(owner), .integer(until), .integer(now)] + Self.bounds(days)
      try connection.forIDs(ids, atMost: .max) { first, last in
        try connection.forEachRow(sql, [first, last] + arguments) { kept.insert($0.integer(0) ?? 0) }
      }
      return kept
    }
  }

  /// The leased reminders that the owner must not send: cancelled or postponed since, or leased to another owner.
  ///
  /// - Parameter days: as in `renew`.
  public func unsendable(
    of ids: [Int], days: ClosedRange<SolarDate>, owner: String, now: Int
  ) throws -> Set<Int> {
    try store.database.read { connection in
      var unsendable = Set(ids)
      let free = try Self.notHeld(connection)
      let sql = SQL(
        """
        SELECT id
        FROM notification_logs
        WHERE \(connection.dialect.ids) AND day BETWEEN $5 AND $6 AND status = 'queued' AND lease_owner = $3
          AND COALESCE(next_attempt_at, scheduled_at) <= $4 \(free)
        """)
      let arguments: [SQLValue] = [.text(owner), .integer(now)] + Self.bounds(days)
      try connection.forIDs(ids, atMost: .max) { first, last in
        try connection.forEachRow(sql, [first, last] + arguments) { unsendable.remove($0.integer(0) ?? 0) }
      }
      return unsendable
    }
  }

  /// The condition on a row of the log that is not held; empty without holds.
  private static func notHeld(_ connection: any Connection) throws -> String {
    let holds = try HoldConditions(connection)
    guard !holds.isEmpty else { return "" }
    return """
      AND EXISTS (
        SELECT 1
        FROM notification_logs n
        JOIN notification_settings s ON s.user_id = n.user_id
        WHERE n.id = notification_logs.id \(holds.sql))
      """
  }

  /// Records the results of attempts and ends their leases.
  ///
  /// - Returns: how many the owner still held; the others are unchanged.
  @discardableResult
  public func acknowledge(_ acknowledgements: [Acknowledgement], owner: String, now: Int) throws -> Int {
    guard !acknowledgements.isEmpty else { return 0 }
    return try store.database.write { connection in
      var touched = 0
      try tell(acknowledgements, owner: owner, now: now, connection)
      let (sent, sentOnes) = (Self.sent(connection.dialect), acknowledgements.filter { $0.result == .sent })
      if let days = Self.days(sentOnes.map(\.day)) {
        let arguments: [SQLValue] = [.text(owner), .integer(now)] + Self.bounds(days)
        // Runs are limited because SQLite spills the pages it overwrites into a file beyond 64 KB.
        try connection.forIDs(sentOnes.map(\.id), atMost: 200) { first, last in
          touched += try connection.execute(sent, [first, last] + arguments)
        }
      }
      let attempts = DeliveryAttempts(connection: connection)
      for acknowledgement in acknowledgements {
        try attempts.note(acknowledgement, at: now)
        let row: [SQLValue] = [
          .integer(acknowledgement.id), .text(owner), .integer(now), .text("\(acknowledgement.day)"),
        ]
        switch acknowledgement.result {
        case .sent: break
        case .failed(let reason, let next):
          touched += try connection.execute(Self.failed, row + [.text(reason), .integer(next)])
        case .gaveUp(let reason):
          touched += try connection.execute(Self.gaveUp, row + [.text(reason)])
        case .deferred(let reason, let until):
          touched += try connection.execute(Self.deferred, row + [.text(reason), .integer(until)])
        }
      }
      return touched
    }
  }

  /// Writes what the operator's program is told of attempts, apart from those whose lease is another worker's.
  private func tell(
    _ acknowledgements: [Acknowledgement], owner: String, now: Int, _ connection: any Connection
  ) throws {
    guard store.keepsOutbox, let days = Self.days(acknowledgements.map(\.day)) else { return }
    var held: Set<Int> = []
    let sql = SQL(
      """
      SELECT id
      FROM notification_logs
      WHERE \(connection.dialect.ids) AND day BETWEEN $4 AND $5 AND lease_owner = $3
      """)
    try connection.forIDs(acknowledgements.map(\.id), atMost: .max) { first, last in
      try connection.forEachRow(sql, [first, last, .text(owner)] + Self.bounds(days)) {
        held.insert($0.integer(0) ?? 0)
      }
    }
    try store.outbox(connection).add(acknowledgements.filter { held.contains($0.id) }.compactMap(\.event), at: now)
  }

  /// Expires reminders that no worker claimed while they were useful: no worker serves their channel.
  ///
  /// - Returns: how many were expired.
  public func expireForgotten(now: Int) throws -> Int {
    let today = CivilTime.local(unixTime: now, offset: 0).date
    let arguments: [SQLValue] = [
      .integer(now), .integer(now - Self.uselessAfterDays * 86_400),
      .text("\(today.advanced(by: -Self.uselessAfterDays))"),
    ]
    // What was held says so.
    let held = try store.database.read {
      try DeliveryHolds(connection: $0).recent(seconds: 2 * Self.uselessAfterDays * 86_400, now: now)
    }
    var expired = 0
    for channel in held.filter({ !$0.isEmpty }) + [""] {
      let reason = channel.isEmpty && !held.contains("") ? "its day has passed" : DeliveryHolds.reason(channel)
      expired += try changeInPieces(Self.forgotten(channel), arguments + [.text(reason)])
    }
    return expired
  }

  /// Repeats a statement that changes a limited number of rows until it changes none, so that other writers wait only briefly.
  ///
  /// - Returns: the number of rows changed.
  func changeInPieces(_ sql: SQL, _ arguments: [SQLValue]) throws -> Int {
    var changed = 0
    try store.database.writeInPieces { connection in
      let some = try connection.execute(sql, arguments)
      return (some, some, some == 0)
    } _: {
      changed += $0
    }
    return changed
  }

  /// After two days the day has passed in all time zones.
  private static let uselessAfterDays = 2

  /// Ends leases of reminders that were not tried; they are due as before.
  public func release(_ reminders: [DueReminder], owner: String) throws {
    guard let days = Self.days(reminders.map(\.occurrence.date)) else { return }
    try store.database.write { connection in
      let sql = SQL(
        """
        UPDATE notification_logs
        SET lease_owner = NULL, lease_until = NULL
        WHERE \(connection.dialect.ids) AND day BETWEEN $4 AND $5 AND lease_owner = $3
        """)
      let arguments = [.text(owner)] + Self.bounds(days)
      try connection.forIDs(reminders.map(\.id), atMost: .max) { try connection.execute(sql, [$0, $1] + arguments) }
    }
  }

  /// The first and the last of some days; nil for none.
  package static func days(_ days: [SolarDate]) -> ClosedRange<SolarDate>? {
    guard let first = days.min(), let last = days.max() else { return nil }
    return first...last
  }

  /// The bounds of days as arguments.
  static func bounds(_ days: ClosedRange<SolarDate>) -> [SQLValue] {
    [.text("\(days.lowerBound)"), .text("\(days.upperBound)")]
  }

  /// The due time of the next reminder, in seconds of UTC since 1970; nil if none waits.
  public func nextDue(channels: Set<String>? = nil, now: Int) throws -> Int? {
    try store.database.read { connection in
      let statements = Self.nextDue(channels, holds: try HoldConditions(connection))
      let free = try connection.first(statements.free, [.integer(now)]) { $0.integer(0) } ?? nil
      if let free, free <= now { return free }
      // A lease that runs out is due then.
      let leased = try connection.first(statements.leased, [.integer(now)]) { $0.integer(0) } ?? nil
      return [free, leased].compactMap(\.self).min()
    }
  }

  /// Both walk the index notification_logs_due from its beginning.
  static func nextDue(_ channels: Set<String>?, holds: HoldConditions? = nil) -> (free: SQL, leased: SQL) {
    let held = holds?.sql ?? ""
    let join = channels == nil && held.isEmpty ? "" : "CROSS JOIN notification_settings s"
    var only = join.isEmpty ? "" : "AND s.user_id = n.user_id \(held)"
    if let channels { only += " AND s.channel IN (\(ReminderClaiming.list(channels)))" }
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

  /// The instant up to which reminders are planned, in seconds of UTC since 1970; nil before the first plan.
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

  /// Deactivates a device that the push service rejects.
  public func switchOff(device token: String, now: Int) throws {
    try store.database.write { connection in
      let user = try connection.first(
        "UPDATE devices SET is_active = 0, updated_at = $2 WHERE token = $1 AND is_active = 1 RETURNING user_id",
        [.text(token), .integer(now)]
      ) { $0.integer(0) }
      if let user = user ?? nil {
        try store.outbox(connection).add(goneWay: ChannelKind.push.rawValue, ofUser: user, at: now)
      }
    }
  }
}

// MARK: - Statements

extension ReminderQueue {
  // A reminder cancelled while it was being sent is `cancelled` and still leased; it was sent, so it becomes `sent`. A correction whose days
  // have changed meanwhile is judged again by the next claim.
  package static func sent(_ dialect: Dialect) -> SQL {
    SQL(
      """
      UPDATE notification_logs
      SET status = CASE WHEN status = 'queued' AND error_message = '\(Corrections.outdated)' THEN 'queued' ELSE 'sent' END,
        sent_at = $4, told_day = new_day, next_attempt_at = NULL, error_message = NULL, lease_owner = NULL,
        lease_until = NULL, updated_at = $4
      WHERE \(dialect.ids) AND day BETWEEN $5 AND $6 AND lease_owner = $3
      """)
  }
  // A reminder postponed while it was being sent keeps its new time.
  static let failed: SQL = """
    UPDATE notification_logs
    SET retry_count = retry_count + 1, next_attempt_at = CASE WHEN scheduled_at > $6 THEN scheduled_at ELSE $6 END,
      error_message = CASE status WHEN 'queued' THEN $5 ELSE error_message END,
      lease_owner = NULL, lease_until = NULL, updated_at = $3
    WHERE id = $1 AND day = $4 AND lease_owner = $2
    """
  // A reminder postponed while it was being sent is tried again at its new time; the channel may have changed.
  private static let gaveUp: SQL = """
    UPDATE notification_logs
    SET status = CASE WHEN status = 'queued' AND scheduled_at <= $3 THEN 'failed' ELSE status END,
      retry_count = CASE WHEN status = 'queued' AND scheduled_at > $3 THEN 0 ELSE retry_count + 1 END,
      error_message = CASE WHEN status = 'queued' AND scheduled_at <= $3 THEN $5 ELSE error_message END,
      next_attempt_at = NULL, lease_owner = NULL, lease_until = NULL, updated_at = $3
    WHERE id = $1 AND day = $4 AND lease_owner = $2
    """
  /// Uses the index notification_logs_due.
  ///
  /// - Parameter channel: only of users with this channel; empty for all.
  private static func forgotten(_ channel: String) -> SQL {
    let users =
      channel.isEmpty
      ? ""
      : "AND n.user_id IN (SELECT s.user_id FROM notification_settings s WHERE s.channel IN (\(ReminderClaiming.list([channel]))))"
    return SQL(
      """
      UPDATE notification_logs
      SET status = 'expired', next_attempt_at = NULL, lease_owner = NULL, lease_until = NULL, updated_at = $1,
        error_message =
          CASE
            WHEN error_message IS NULL THEN $4
            ELSE $4 || '; the last attempt: ' || error_message
          END
      WHERE id IN (
        SELECT n.id
        FROM notification_logs n
        JOIN event_occurrences o ON o.id = n.occurrence_id
        WHERE n.status = 'queued'
          AND COALESCE(n.next_attempt_at, n.scheduled_at) < $2
          AND (n.lease_until IS NULL OR n.lease_until <= $1)
          AND o.solar_date < $3
          \(users)
        LIMIT 50000)
        AND status = 'queued'
        AND (lease_until IS NULL OR lease_until <= $1)
      """)
  }
  static let deferred: SQL = """
    UPDATE notification_logs
    SET next_attempt_at = CASE WHEN scheduled_at > $6 THEN scheduled_at ELSE $6 END,
      error_message = CASE status WHEN 'queued' THEN $5 ELSE error_message END,
      lease_owner = NULL, lease_until = NULL, updated_at = $3
    WHERE id = $1 AND day = $4 AND lease_owner = $2
    """
}
