package import Database
import Folklore
import Lunisolar

/// Writes the coming reminders into the log and updates them after changes. The planned time ends at `plannedUntil`; a later plan extends it,
/// and each change of a subscription, a setting, a group or an event replans its reminders in its own transaction. So the queue always equals a
/// new plan.
package struct ReminderPlanning {
  let connection: any Connection
  let now: Int
  var tables: PlanTables

  init(connection: any Connection, now: Int) {
    self.connection = connection
    self.now = now
    tables = PlanTables(connection: connection)
  }

  // MARK: Planned time

  /// The end of the plan, in seconds of UTC since 1970; nil before the first plan.
  static func plannedUntil(_ connection: any Connection) throws -> Int? {
    try connection.meta("planned_until").flatMap { Int($0) }
  }

  /// The planned part of the future: seconds of UTC since 1970. It starts later than now if a plan was made by a fast clock; it is empty, at
  /// now, if nothing is planned.
  private func planned() throws -> Range<Int> {
    guard let until = try Self.plannedUntil(connection), until > now else { return now..<now }
    // Older databases do not record the start of the plan.
    let from = try connection.meta("planned_from").flatMap { Int($0) }
    return min(from ?? now, until)..<until
  }

  private func setPlanned(_ range: Range<Int>) throws {
    try connection.setMeta("planned_from", "\(range.lowerBound)")
    try connection.setMeta("planned_until", "\(range.upperBound)")
  }

  /// Yesterday in UTC may be today in some zone; earlier days only wait to expire.
  var firstDate: SolarDate { CivilTime.local(unixTime: now, offset: 0).date.advanced(by: -1) }

  // MARK: Plan

  /// Plans a piece of the time from now to an instant: first the gap before the planned time, then the time after it.
  ///
  /// Where others write meanwhile, a piece is announced first, as if it were planned, and then written for some users at a time, so that a
  /// change of one user waits only for those steps. Whichever comes first, the change or the step, the user's queue is that of a full plan: each
  /// reads what the other has written.
  ///
  /// - Parameter seconds: the longest piece.
  mutating func plan(until end: Int, atMost seconds: Int) throws -> Planned {
    guard let size = connection.dialect.usersPerPlanStep else {
      let (written, piece, until, isDone) = try nextPiece(until: end, atMost: seconds)
      let count = try written + (piece.map { try write($0) } ?? 0)
      try noteZones()
      return Planned(written: count, until: until, isDone: isDone)
    }
    if let step = try step(locking: true) {
      return Planned(written: try plan(step, users: size), until: try Self.plannedUntil(connection) ?? end)
    }
    // A planner that waited for the row would have to wait for all that came before it.
    if let others = try step() { return Planned(until: end, others: others) }
    try StoreLock.everything.take(connection)
    // Another planner may have announced one meanwhile.
    guard try step() == nil else { return Planned(until: end) }
    let (written, piece, until, isDone) = try nextPiece(until: end, atMost: seconds)
    if let piece { try connection.setMeta(Self.stepName, "\(piece.lowerBound) \(piece.upperBound) 0") }
    try noteZones()
    return Planned(written: written, until: until, isDone: isDone && piece == nil)
  }

  /// What one transaction of a plan did.
  struct Planned {
    /// The number of reminders written.
    var written = 0
    /// The end of the plan.
    let until: Int
    /// Whether this was the last piece.
    var isDone = false
    /// The step at which another planner is; then nothing was done.
    var others: Step?
  }

  /// Extends the planned time.
  ///
  /// - Returns: the piece to write, if any; the number of reminders that are written already, the end of the plan, and whether this is the last
  ///   piece.
  private mutating func nextPiece(
    until end: Int, atMost seconds: Int
  ) throws -> (written: Int, piece: Range<Int>?, until: Int, isDone: Bool) {
    let planned = try planned()
    guard planned.lowerBound - now <= Self.longestGap else { return (try write(now..<max(end, now)), nil, end, true) }
    let (piece, all): (Range<Int>, Range<Int>)
    if planned.lowerBound > now {
      piece = max(now, planned.lowerBound - seconds)..<planned.lowerBound
      all = piece.lowerBound..<planned.upperBound
    } else {
      piece = planned.upperBound..<max(planned.upperBound, min(end, planned.upperBound + seconds))
      all = planned.lowerBound..<piece.upperBound
    }
    guard !piece.isEmpty else { return (0, nil, planned.upperBound, true) }
    try setPlanned(all)
    return (0, piece, all.upperBound, all.lowerBound <= now && all.upperBound >= end)
  }

  /// A piece of time that is being written block by block, and the next block of users.
  struct Step: Equatable {
    let piece: Range<Int>
    let block: Int
  }

  private static let stepName = "plan_step"
  private static let readStep: SQL = "SELECT value FROM meta WHERE name = 'plan_step'"
  private static let lockStep: SQL = "SELECT value FROM meta WHERE name = 'plan_step' FOR UPDATE SKIP LOCKED"

  /// - Parameter locking: locks the row for other planners; nil if another one has locked it.
  private func step(locking: Bool = false) throws -> Step? {
    let text = try connection.first(locking ? Self.lockStep : Self.readStep, []) { $0.text(0) } ?? nil
    let numbers = text?.split(separator: " ").compactMap { Int($0) }
    guard let numbers, numbers.count == 3, numbers[0] <= numbers[1] else { return nil }
    return Step(piece: numbers[0]..<numbers[1], block: numbers[2])
  }

  /// Writes a piece of time for a block of users.
  private mutating func plan(_ step: Step, users size: Int) throws -> Int {
    try StoreLock.plan(block: step.block).take(connection)
    let users = (step.block * size)...(step.block * size + size - 1)
    let written =
      try tables.fill(.range(users, events: nil), step.piece, from: firstDate) > 0 ? insert() : 0
    let next = try connection.first(
      "SELECT MIN(id) FROM users WHERE id > $1", [.integer(users.upperBound)]
    ) { $0.integer(0) }
    if let next = next ?? nil {
      try connection.setMeta(Self.stepName, "\(step.piece.lowerBound) \(step.piece.upperBound) \(next / size)")
    } else {
      try connection.execute("DELETE FROM meta WHERE name = $1", [.text(Self.stepName)])
    }
    return written
  }

  /// A longer gap means that a clock was wrong by years; such a gap is not filled, and the new plan stands alone.
  private static let longestGap = Store.planDays.upperBound * 86_400

  /// True if the time from now on is planned.
  func isPlanned() throws -> Bool { try planned().contains(now) }

  /// Writes the reminders due in a range of time.
  private mutating func write(_ range: Range<Int>) throws -> Int {
    try tables.fill(.all, range, from: firstDate) > 0 ? insert() : 0
  }

  /// Writes the missing reminders in due order.
  private func insert() throws -> Int {
    try connection.execute(Self.insertReminders, [.integer(now)])
  }

  /// Reads `plan_due` in order, and for each row the followers of one event with one profile, which are neighbours.
  package static let insertReminders = SQL(
    """
    INSERT INTO notification_logs
      (user_id, occurrence_id, day, kind, scheduled_at, status, retry_count, created_at, updated_at)
    SELECT f.user_id, d.occurrence_id, d.day, d.kind, d.scheduled_at, 'queued', 0, $1, $1
    FROM plan_due d
    CROSS JOIN plan_followers f
    WHERE f.event_id = d.event_id AND f.profile_id = d.profile_id AND d.scheduled_at >= $1
    ORDER BY d.position
    \(comesBack)
    """)

  /// If the log already has the reminder, it stays; only one withdrawn while a worker held it is queued again. The lease stays: a worker that is
  /// sending it reports the result, and one that only holds it releases it.
  static let comesBack = """
    ON CONFLICT (occurrence_id, kind, user_id, day) DO UPDATE
    SET status = 'queued', scheduled_at = excluded.scheduled_at, error_message = NULL, next_attempt_at = NULL,
      first_attempt_at = NULL, retry_count = 0, updated_at = excluded.updated_at
    WHERE notification_logs.status = 'cancelled' AND notification_logs.error_message = '\(withdrawn)'
    """

  /// The reason of a reminder that a replan cancelled while a worker held it.
  static let withdrawn = "withdrawn while it was being sent"

  // MARK: Replan

  /// The numbers of reminders that a replan wrote and took away.
  struct Replanned {
    var added = 0
    var withdrawn = 0

    static func += (all: inout Replanned, some: Replanned) {
      all.added += some.added
      all.withdrawn += some.withdrawn
    }
  }

  /// Replans all future days of some events or users.
  @discardableResult
  mutating func replan(_ scope: PlanTables.Scope) throws -> Replanned {
    guard let until = try Self.plannedUntil(connection) else { return Replanned() }
    let days = firstDate...Self.lastDate
    _ = try tables.fill(scope, wantedTime(until), from: days.lowerBound, through: days.upperBound)
    try tables.fillWanted(scope, days)
    var arguments: [SQLValue] = [.integer(now), .text("\(days.lowerBound)"), .text("\(days.upperBound)")]
    if let users = scope.range {
      arguments += [.integer(users.lowerBound), .integer(users.upperBound)]
    } else if case .events = scope, connection.dialect.hasSeveralWriters {
      let ids = try connection.all("SELECT id FROM plan_days") { "\($0.integer(0) ?? 0)" }
      arguments.append(.text("{\(ids.joined(separator: ","))}"))
    }
    let withdrawn = try connection.withdrawReminders(Self.unwanted(scope, connection.dialect), arguments)
    return Replanned(added: try connection.execute(Self.insertMissing, [.integer(now)]), withdrawn: withdrawn)
  }

  /// The condition of waiting reminders that are not wanted. It names the kinds so that the unique index of the log reaches the users, and the days
  /// so that a server reads their months only. The plus sign keeps an index from being probed for each of many users. A server gets the days of
  /// whole events as values, because it knows how many rows each has.
  static func unwanted(_ scope: PlanTables.Scope, _ dialect: Dialect) -> String {
    let users =
      switch scope {
      case .all, .events: ""
      case .users: "AND +user_id \(dialect.isAmong("SELECT id FROM plan_scope"))"
      case .range, .own: "AND user_id BETWEEN $4 AND $5"
      }
    let days =
      if case .events = scope, dialect.hasSeveralWriters {
        "= ANY (CAST($4 AS BIGINT[]))"
      } else {
        dialect.isAmong("SELECT id FROM plan_days")
      }
    return """
      occurrence_id \(days)
      AND kind IN (\(ReminderKind.planned))
      \(users)
      AND day BETWEEN $2 AND $3
      AND NOT EXISTS (
        SELECT 1
        FROM plan_wanted w
        WHERE w.occurrence_id = notification_logs.occurrence_id AND w.kind = notification_logs.kind
          AND w.user_id = notification_logs.user_id
          AND (w.scheduled_at = notification_logs.scheduled_at
            OR (w.scheduled_at < $1 AND notification_logs.scheduled_at < $1)))
      """
  }

  /// Looks each up first: an insertion that meets a row would lock it on a server, which writes it.
  package static let insertMissing = SQL(
    """
    INSERT INTO notification_logs
      (user_id, occurrence_id, day, kind, scheduled_at, status, retry_count, created_at, updated_at)
    SELECT w.user_id, w.occurrence_id, w.day, w.kind, w.scheduled_at, 'queued', 0, $1, $1
    FROM plan_wanted w
    WHERE w.scheduled_at >= $1
      AND NOT EXISTS (
        SELECT 1
        FROM notification_logs n
        WHERE n.occurrence_id = w.occurrence_id AND n.kind = w.kind AND n.user_id = w.user_id AND n.day = w.day
          AND NOT (n.status = 'cancelled' AND n.error_message = '\(withdrawn)'))
    ORDER BY w.scheduled_at, w.occurrence_id, w.kind, w.user_id
    \(comesBack)
    """)

  /// The last day of the calendar.
  private static let lastDate = SolarDate(uncheckedYear: 9_999, month: 12, day: 31)

  /// Records that the plan has no gap, because everything was replanned.
  func noteEverythingPlanned() throws {
    guard let until = try Self.plannedUntil(connection), until > now else { return }
    try setPlanned(min(try planned().lowerBound, now)..<until)
  }

  /// The due times that remain wanted. An overdue reminder that was not sent stays wanted unless its new time is later.
  func wantedTime(_ plannedUntil: Int) -> Range<Int> {
    (now - Self.longestWait)..<max(plannedUntil, now)
  }

  /// A reminder is due at most 30 days before its day; zones, eves and quiet hours add a few.
  static let longestWait = 35 * 86_400

  // MARK: Time zones

  /// Records each zone's UTC offset on each planned day, to detect changed time zone data.
  mutating func noteZones() throws {
    guard let text = try zoneHours(zones())?.map(\.line).joined(separator: "\n") else { return }
    if try text != connection.meta("planned_zones") { try connection.setMeta("planned_zones", text) }
  }

  /// Records the offsets of a zone new to the database; its first user is planned with today's data.
  mutating func noteZone(_ zone: String) throws {
    guard let line = try zoneHours([zone])?.first?.line else { return }
    let known = try connection.meta("planned_zones", locking: true) ?? ""
    let others = known.split(separator: "\n").filter { !$0.hasPrefix(zone + " ") }
    try connection.setMeta("planned_zones", (others + [Substring(line)]).joined(separator: "\n"))
  }

  /// True if today's time zone data differ from those of the plan on a planned day.
  mutating func haveZonesChanged() throws -> Bool {
    guard let hours = try zoneHours(zones()) else { return false }
    var before: [Substring: [Int: Substring]] = [:]
    for line in (try connection.meta("planned_zones") ?? "").split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count >= 2, let first = Int(parts[1]) else { continue }
      before[parts[0]] = Dictionary(uniqueKeysWithValues: parts.dropFirst(2).enumerated().map { (first + $0, $1) })
    }
    return hours.contains { hours in
      let known = before[Substring(hours.zone)] ?? [:]
      return hours.offsets.enumerated().contains { index, offset in
        known[hours.first + index].map { $0 != "\(offset)" } ?? false
      }
    }
  }

  /// The UTC offset of a zone at noon of each day; the first day is counted from 1970.
  private struct ZoneHours {
    let zone: String
    let first: Int
    let offsets: [Int]

    var line: String { "\(zone) \(first) " + offsets.map(String.init).joined(separator: " ") }
  }

  /// The offsets of zones in the planned time; nil if nothing is planned.
  private mutating func zoneHours(_ zones: [String]) throws -> [ZoneHours]? {
    guard let until = try Self.plannedUntil(connection) else { return nil }
    let days = (now / 86_400)...(max(until, now) / 86_400)
    return zones.compactMap { zone in
      tables.clock(zone).map { clock in
        ZoneHours(zone: zone, first: days.lowerBound, offsets: days.map { clock.offset(at: $0 * 86_400 + 43_200) })
      }
    }
  }

  /// Time zones of users that this machine does not know.
  mutating func unknownZones() throws -> [String] {
    try zones().filter { tables.clock($0) == nil }
  }

  private func zones() throws -> [String] {
    try connection.all("SELECT DISTINCT time_zone FROM profiles ORDER BY time_zone") { $0.text(0) ?? "" }
  }
}

extension Connection {
  /// Removes reminders from the queue. A reminder that is being sent is only marked, because its result must be recorded.
  ///
  /// The empty text keeps a server from the index of what is due, all of which it may read in a month that was filled just now.
  ///
  /// - Parameter condition: selects rows of `notification_logs`; `$1` is the time.
  /// - Returns: their number.
  @discardableResult
  func withdrawReminders(_ condition: String, _ arguments: [SQLValue]) throws -> Int {
    // First those that nobody holds: the server looks at a row again if a worker has claimed it meanwhile, and the second statement finds it.
    let removed = try execute(
      SQL(
        """
        DELETE FROM notification_logs
        WHERE status || '' = 'queued' AND (lease_until IS NULL OR lease_until <= $1) AND \(condition)
        """), arguments)
    return try removed
      + execute(
        SQL(
          """
          UPDATE notification_logs
          SET status = 'cancelled', error_message = '\(ReminderPlanning.withdrawn)', updated_at = $1
          WHERE status || '' = 'queued' AND \(condition)
          """), arguments)
  }
}
