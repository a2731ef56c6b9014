import Folklore
import Lunisolar

/// Writes the reminders of the coming time into the log, and keeps them what they should be when something changes.
///
/// Everything up to `plannedUntil` is planned, for everybody: a later plan only adds what lies beyond, and every change of a
/// subscription, a setting, a group or an event replans what it touches, in the transaction of the change. So at any time the queue is
/// what a plan from nothing would be.
package struct ReminderPlanning {
  let connection: any Connection
  let now: Int
  private var tables: PlanTables

  init(connection: any Connection, now: Int) {
    self.connection = connection
    self.now = now
    tables = PlanTables(connection: connection)
  }

  // MARK: How far

  /// The instant up to which everything is planned, in seconds of UTC since 1970; nil where nothing was ever planned.
  static func plannedUntil(_ connection: any Connection) throws -> Int? {
    try connection.first("SELECT value FROM meta WHERE name = 'planned_until'", []) { $0.text(0).flatMap { Int($0) } }
      ?? nil
  }

  private func setPlannedUntil(_ until: Int) throws {
    try connection.setMeta("planned_until", "\(until)")
  }

  /// Days before today in UTC may be today or tomorrow's eve somewhere; what is older is only waiting to expire.
  private var firstDate: SolarDate { CivilTime.local(unixTime: now, offset: 0).date.advanced(by: -1) }

  // MARK: Plan

  /// Plans everything from where the last plan ended to an instant.
  ///
  /// - Returns: how many reminders were written.
  mutating func plan(until: Int) throws -> Int {
    let from = max(try Self.plannedUntil(connection) ?? now, now)
    guard until > from else { return 0 }
    var written = 0
    if try tables.fill(.all, from..<until, from: firstDate) > 0 { written = try insert() }
    try setPlannedUntil(until)
    return written
  }

  /// Writes what is due and followed and not there yet, in the order in which it falls due.
  private func insert() throws -> Int {
    try connection.execute(Self.insertReminders, [.integer(now)])
  }

  /// The statement that plans. It reads `plan_due` in its order and for each row the followers of one event with one profile, which lie side by side.
  /// A reminder that was withdrawn while it was being sent, and was not sent after all, comes back.
  package static let insertReminders: SQL = """
    INSERT INTO notification_logs
      (user_id, occurrence_id, kind, scheduled_at, status, retry_count, created_at, updated_at)
    SELECT f.user_id, d.occurrence_id, d.kind, d.scheduled_at, 'queued', 0, $1, $1
    FROM plan_due d
    CROSS JOIN plan_followers f ON f.event_id = d.event_id AND f.profile_id = d.profile_id
    WHERE d.scheduled_at >= $1
    ORDER BY d.position
    ON CONFLICT (occurrence_id, kind, user_id) DO UPDATE
    SET status = 'queued', scheduled_at = excluded.scheduled_at, error_message = NULL, next_attempt_at = NULL,
      updated_at = excluded.updated_at
    WHERE notification_logs.status = 'cancelled'
      AND notification_logs.error_message = 'withdrawn while it was being sent'
      AND notification_logs.lease_owner IS NULL
    """

  // MARK: Replan

  /// Makes the queue of some events or users what a plan from nothing would make it.
  mutating func replan(_ scope: PlanTables.Scope) throws {
    guard let until = try Self.plannedUntil(connection) else { return }
    // What was due before and has not gone out yet stays wanted, whatever the hour, unless it is now to go out later.
    let past = now - 3 * 86_400
    _ = try tables.fill(scope, past..<max(until, now), from: firstDate)
    let candidates =
      switch scope {
      case .all: "TRUE"
      case .users: "n.user_id IN (SELECT id FROM plan_scope)"
      case .events: "o.event_id IN (SELECT id FROM plan_scope)"
      }
    let unwanted = """
      SELECT n.id
      FROM event_occurrences o
      JOIN notification_logs n ON n.occurrence_id = o.id
      WHERE o.solar_date >= $2
        AND n.status = 'queued'
        AND \(candidates)
        AND NOT EXISTS (
          SELECT 1
          FROM notification_settings s
          JOIN plan_due d ON d.occurrence_id = n.occurrence_id AND d.kind = n.kind AND d.profile_id = s.profile_id
          JOIN plan_followers f ON f.event_id = d.event_id AND f.profile_id = s.profile_id AND f.user_id = s.user_id
          WHERE s.user_id = n.user_id AND (d.scheduled_at = n.scheduled_at OR (d.scheduled_at < $1 AND n.scheduled_at < $1)))
      """
    try withdraw("id IN (\(unwanted))", [.integer(now), .text("\(firstDate)")])
    _ = try insert()
  }

  private func withdraw(_ condition: String, _ arguments: [SQLValue]) throws {
    try connection.withdrawReminders(condition, arguments)
  }

  // MARK: One user

  /// The numbers of the occurrences that a user follows now, with what they need to be planned.
  struct Followed {
    var days: [Int: (date: SolarDate, beginsOnEve: Bool)] = [:]
    var profile: PlanTables.Profile?
  }

  /// What a user follows in the planned time.
  mutating func followed(by user: Int) throws -> Followed {
    guard let until = try Self.plannedUntil(connection) else { return Followed() }
    let profile = try connection.first(Self.activeProfile, [.integer(user)]) { PlanTables.Profile($0) }
    guard let profile else { return Followed() }
    let reach = ReminderTiming.reach(advanceDays: profile.settings.advanceDays) + 2
    let last = CivilTime.local(unixTime: until, offset: 0).date.advanced(by: reach)
    let rows = try connection.all(
      Self.followedDays, [.integer(user), .text("\(firstDate)"), .text("\(last)")]
    ) { ($0.integer(0) ?? 0, $0.text(1) ?? "", $0.text(2) ?? "") }
    var followed = Followed(profile: profile)
    for (id, date, rule) in rows {
      followed.days[id] = (try SolarDate(iso: date), try tables.beginsOnEve(rule))
    }
    return followed
  }

  /// Makes one user's queue what it should be: the occurrences that the user follows now, and followed before, are looked at one by one.
  mutating func replan(user: Int, before: Followed) throws {
    guard let until = try Self.plannedUntil(connection) else { return }
    let after = try followed(by: user)
    var wanted: [Int: [(kind: ReminderKind, instant: Int)]] = [:]
    if let profile = after.profile {
      let timing = ReminderTiming(profile.settings, clock: try tables.clock(profile.settings.timeZone))
      for (occurrence, day) in after.days {
        timing.forEachReminder(
          of: day.date, beginsOnEve: day.beginsOnEve, in: (now - 3 * 86_400)..<max(until, now)
        ) { kind, _, instant in
          wanted[occurrence, default: []].append((kind, instant))
        }
      }
    }
    var missing: [(occurrence: Int, kind: ReminderKind, instant: Int)] = []
    for occurrence in Set(before.days.keys).union(after.days.keys) {
      let wanted = wanted[occurrence] ?? []
      var found: Set<ReminderKind> = []
      let rows = try connection.all(Self.rowsOfOccurrence, [.integer(occurrence), .integer(user)]) { row in
        (
          id: row.integer(0) ?? 0, kind: row.text(1) ?? "", at: row.integer(2) ?? 0, status: row.text(3) ?? "",
          isLeased: (row.integer(4) ?? 0) > now
        )
      }
      for row in rows where row.status == "queued" {
        let isWanted = wanted.contains {
          $0.kind.rawValue == row.kind && ($0.instant == row.at || max($0.instant, row.at) < now)
        }
        guard !isWanted else {
          if let kind = ReminderKind(rawValue: row.kind) { found.insert(kind) }
          continue
        }
        // One that only moves keeps its row: half the pages are written.
        if !row.isLeased, let moved = wanted.first(where: { $0.kind.rawValue == row.kind && $0.instant >= now }) {
          try connection.execute(Self.move, [.integer(row.id), .integer(moved.instant), .integer(now)])
          found.insert(moved.kind)
          continue
        }
        try withdraw("id = $2", [.integer(now), .integer(row.id)])
      }
      for reminder in wanted where reminder.instant >= now && !found.contains(reminder.kind) {
        missing.append((occurrence, reminder.kind, reminder.instant))
      }
    }
    missing.sort { ($0.instant, $0.occurrence, $0.kind.rawValue) < ($1.instant, $1.occurrence, $1.kind.rawValue) }
    for reminder in missing {
      try connection.execute(
        Self.insertOne,
        [
          .integer(now), .integer(user), .integer(reminder.occurrence), .text(reminder.kind.rawValue),
          .integer(reminder.instant),
        ])
    }
  }

  /// The way a user sets reminders; nothing where none are wanted.
  private static let activeProfile = SQL(
    """
    SELECT \(PlanTables.Profile.columns)
    FROM notification_settings s
    JOIN profiles p ON p.id = s.profile_id
    WHERE s.user_id = $1 AND s.enable_all = 1 AND s.channel <> 'feed'
    """)

  private static let followedDays: SQL = """
    WITH followed (event_id) AS (
      SELECT es.event_id
      FROM user_event_subscriptions es
      WHERE es.user_id = $1 AND es.is_enabled = 1
      UNION
      SELECT gi.event_id
      FROM user_group_subscriptions gs
      JOIN groups g ON g.id = gs.group_id
      JOIN group_items gi ON gi.group_id = gs.group_id
      WHERE gs.user_id = $1 AND gs.is_enabled = 1 AND g.is_enabled = 1
      UNION
      SELECT e.id
      FROM notification_settings s
      JOIN events e ON e.observance IN ('new-moon', 'full-moon')
      WHERE s.user_id = $1
        AND (CASE e.observance WHEN 'new-moon' THEN s.newmoon_enabled ELSE s.fullmoon_enabled END) = 1
      UNION
      SELECT e.id
      FROM events e
      WHERE e.owner_id = $1
    )
    SELECT o.id, o.solar_date, e.rule
    FROM followed f
    CROSS JOIN events e ON e.id = f.event_id
    CROSS JOIN event_occurrences o ON o.event_id = e.id
    CROSS JOIN notification_settings s ON s.user_id = $1
    WHERE e.is_enabled = 1
      AND (e.type <> 'custom' OR (e.owner_id = $1 AND s.custom_enabled = 1))
      AND o.solar_date BETWEEN $2 AND $3
      AND o.is_current = 1
      AND NOT EXISTS (
        SELECT 1
        FROM user_event_subscriptions off
        WHERE off.event_id = e.id AND off.user_id = $1 AND off.is_enabled = 0)
    """

  /// The unique index of the log, probed once for each kind.
  private static let rowsOfOccurrence: SQL = """
    SELECT id, kind, scheduled_at, status, lease_until
    FROM notification_logs
    WHERE occurrence_id = $1 AND kind IN ('early', 'main', 'day_of') AND user_id = $2
    """

  private static let move: SQL = """
    UPDATE notification_logs
    SET scheduled_at = $2, next_attempt_at = NULL, retry_count = 0, error_message = NULL, updated_at = $3
    WHERE id = $1
    """

  private static let insertOne: SQL = """
    INSERT INTO notification_logs
      (user_id, occurrence_id, kind, scheduled_at, status, retry_count, created_at, updated_at)
    VALUES ($2, $3, $4, $5, 'queued', 0, $1, $1)
    ON CONFLICT (occurrence_id, kind, user_id) DO UPDATE
    SET status = 'queued', scheduled_at = excluded.scheduled_at, error_message = NULL, next_attempt_at = NULL,
      updated_at = excluded.updated_at
    WHERE notification_logs.status = 'cancelled'
      AND notification_logs.error_message = 'withdrawn while it was being sent'
      AND notification_logs.lease_owner IS NULL
    """

  // MARK: Time zones

  /// The hours that zones are ahead of UTC on each day of the planned time: a change of the time zone data shows here.
  ///
  /// - Returns: whether the data that the plan was made with said something else for a day that is planned.
  mutating func noteZones() throws -> Bool {
    guard let until = try Self.plannedUntil(connection) else { return false }
    let days = (now / 86_400)...(max(until, now) / 86_400)
    let zones = try connection.all("SELECT DISTINCT time_zone FROM profiles ORDER BY time_zone") { $0.text(0) ?? "" }
    let known = try connection.first("SELECT value FROM meta WHERE name = 'planned_zones'", []) { $0.text(0) ?? "" }
    var before: [Substring: [Int: Substring]] = [:]
    for line in (known ?? "").split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count >= 2, let first = Int(parts[1]) else { continue }
      before[parts[0]] = Dictionary(uniqueKeysWithValues: parts.dropFirst(2).enumerated().map { (first + $0, $1) })
    }
    var hasChanged = false
    var lines: [String] = []
    for zone in zones {
      let clock = try tables.clock(zone)
      let offsets = days.map { clock.offset(at: $0 * 86_400 + 43_200) }
      for (day, offset) in zip(days, offsets) {
        if let was = before[Substring(zone)]?[day], was != "\(offset)" { hasChanged = true }
      }
      lines.append("\(zone) \(days.lowerBound) " + offsets.map(String.init).joined(separator: " "))
    }
    let text = lines.joined(separator: "\n")
    if text != known { try connection.setMeta("planned_zones", text) }
    return hasChanged
  }
}

extension Connection {
  /// Takes reminders out of the queue. One that is being sent right now is only marked, because what was sent is to be known.
  ///
  /// - Parameters:
  ///   - condition: which of `notification_logs`; `$1` is the time.
  func withdrawReminders(_ condition: String, _ arguments: [SQLValue]) throws {
    try execute(
      SQL(
        """
        UPDATE notification_logs
        SET status = 'cancelled', error_message = 'withdrawn while it was being sent', updated_at = $1
        WHERE status = 'queued' AND lease_until > $1 AND \(condition)
        """), arguments)
    try execute(SQL("DELETE FROM notification_logs WHERE status = 'queued' AND \(condition)"), arguments)
  }

  /// Remembers something of the whole database.
  func setMeta(_ name: String, _ value: String) throws {
    try execute(
      """
      INSERT INTO meta (name, value)
      VALUES ($1, $2)
      ON CONFLICT (name) DO UPDATE
      SET value = excluded.value
      """, [.text(name), .text(value)])
  }
}
