internal import Database
import Folklore
import Lunisolar

// Updates one user's queue after a change by the difference between the old plan and the new; reminders in both are not touched.
extension ReminderPlanning {
  /// The days that a user follows in the planned time, and the user's profile.
  struct Followed {
    var days: [Int: (date: SolarDate, beginsOnEve: Bool, advanceDays: Int?, isPrepared: Bool)] = [:]
    /// Nil if the user wants no reminders.
    var profile: PlanTables.Profile?
  }

  /// One reminder of a user.
  struct Slot: Hashable {
    let occurrence: Int
    let kind: ReminderKind

    /// An occurrence has three reminders at most, so the kind is not hashed.
    func hash(into hasher: inout Hasher) {
      hasher.combine(occurrence)
    }
  }

  /// The days that a user follows now.
  ///
  /// - Parameters:
  /// - until: the end of the plan.
  /// - known: the days followed before a change of times only; read again only if the user now wants to be told earlier.
  mutating func followed(by user: Int, until: Int, known: Followed? = nil) throws -> Followed {
    let profile = try connection.first(Self.activeProfile, [.integer(user)]) { PlanTables.Profile($0) }
    guard let profile else { return Followed() }
    if let known, let before = known.profile, before.reach >= profile.reach {
      return Followed(days: known.days, profile: profile)
    }
    let reach = max(profile.reach, try tables.ownReach()) + 2
    let last = CivilTime.local(unixTime: until, offset: 0).date.advanced(by: reach)
    let rows = try connection.all(
      Self.followedDays, [.integer(user), .text("\(firstDate)"), .text("\(last)")]
    ) { ($0.integer(0) ?? 0, $0.text(1) ?? "", $0.text(2) ?? "", $0.integer(3), $0.integer(4) == 1) }
    var followed = Followed(profile: profile)
    for (id, date, rule, advanceDays, isPrepared) in rows {
      followed.days[id] = (try SolarDate(iso: date), try tables.beginsOnEve(rule), advanceDays, isPrepared)
    }
    return followed
  }

  /// The due time of each planned reminder of a user that is still useful.
  mutating func wanted(by user: Int) throws -> [Slot: Int] {
    guard let until = try Self.plannedUntil(connection) else { return [:] }
    return try plan(followed(by: user, until: until), until)
  }

  /// Updates one user's queue.
  ///
  /// - Parameters:
  /// - until: the end of the plan.
  /// - before: the state for which the queue was planned.
  ///   - onlyTimesChange: whether the user follows the same events as before.
  mutating func replan(user: Int, until: Int, before: Followed, onlyTimesChange: Bool) throws {
    let after = try followed(by: user, until: until, known: onlyTimesChange ? before : nil)
    let planned = try plan(before, until)
    let wanted = try plan(after, until)
    var (gone, moves, missing): ([Placed], [Move], [Placed]) = ([], [], [])
    func place(_ slot: Slot, _ instant: Int) -> Placed? {
      (after.days[slot.occurrence] ?? before.days[slot.occurrence]).map {
        Placed(slot: slot, day: $0.date, instant: instant)
      }
    }
    for (slot, instant) in planned where wanted[slot] == nil { place(slot, instant).map { gone.append($0) } }
    for (slot, instant) in wanted {
      let old = planned[slot]
      if let old, old == instant || max(old, instant) < now { continue }
      guard let reminder = place(slot, instant) else { continue }
      switch old {
      case let old? where instant >= now: moves.append(Move(reminder: reminder, from: old))
      case _?: gone.append(reminder)
      case nil: if instant >= now { missing.append(reminder) }
      }
    }
    // A reminder that only moves keeps its row, which halves the pages written.
    let moved = try move(moves, of: user)
    for move in moves where !moved.contains(move.reminder.slot) {
      gone.append(move.reminder)
      missing.append(move.reminder)
    }
    try withdraw(gone, of: user)
    try insert(missing, for: user)
  }

  /// A reminder of a user at an instant. The day is a part of the log's key; on a server it leads to one month.
  private struct Placed {
    let slot: Slot
    let day: SolarDate
    let instant: Int
  }

  /// A reminder that was planned for an instant and is wanted at another.
  private struct Move {
    let reminder: Placed
    let from: Int
  }

  /// The plan without side effects: the instant of each reminder.
  private mutating func plan(_ followed: Followed, _ until: Int) throws -> [Slot: Int] {
    guard let settings = followed.profile?.settings, let clock = tables.clock(settings.timeZone) else { return [:] }
    let timing = ReminderTiming(settings, clock: clock)
    var instants: [Slot: Int] = [:]
    for (occurrence, day) in followed.days {
      timing.fitting(advanceDays: day.advanceDays, isPrepared: day.isPrepared).forEachReminder(
        of: day.date, beginsOnEve: day.beginsOnEve, in: wantedTime(until)
      ) { kind, _, instant in
        instants[Slot(occurrence: occurrence, kind: kind)] = instant
      }
    }
    return instants
  }

  /// Moves waiting reminders that are not leased. A server does it in one statement, because each costs a journey to it.
  ///
  /// - Returns: those that were moved.
  private func move(_ moves: [Move], of user: Int) throws -> Set<Slot> {
    guard !moves.isEmpty else { return [] }
    var moved: Set<Slot> = []
    if connection.dialect.hasSeveralWriters {
      try connection.forEachRow(Self.moveTogether, together(moves.map(\.reminder), of: user)) { row in
        moved.insert(
          Slot(occurrence: row.integer(0) ?? 0, kind: ReminderKind(rawValue: row.text(1) ?? "") ?? .main))
      }
    } else {
      for one in moves where try move(one, of: user) { moved.insert(one.reminder.slot) }
    }
    return moved
  }

  private func move(_ move: Move, of user: Int) throws -> Bool {
    let key = key(move.reminder, of: user)
    if try connection.execute(Self.moveFromInstant, key + [.integer(move.from)]) > 0 { return true }
    // The reminder waits for a later attempt.
    return try connection.execute(Self.move, key) > 0
  }

  private func withdraw(_ reminders: [Placed], of user: Int) throws {
    guard !reminders.isEmpty else { return }
    if connection.dialect.hasSeveralWriters {
      // The first two lists lead along the unique index of the log; the third leaves out the other pairs.
      let pairs = reminders.map { "\($0.slot.occurrence) \($0.slot.kind.rawValue)" }.joined(separator: ",")
      try connection.withdrawReminders(
        """
        user_id = $2 AND day BETWEEN $3 AND $4 AND occurrence_id = ANY (CAST($5 AS BIGINT[]))
          AND kind = ANY (CAST($6 AS TEXT[])) AND occurrence_id || ' ' || kind = ANY (CAST($7 AS TEXT[]))
        """, Array(together(reminders, of: user).prefix(6)) + [.text("{\(pairs)}")])
    } else {
      for reminder in reminders {
        try connection.withdrawReminders(
          "occurrence_id = $2 AND kind = $3 AND user_id = $4 AND day = $6", key(reminder, of: user))
      }
    }
  }

  /// Writes reminders in due order.
  private func insert(_ reminders: [Placed], for user: Int) throws {
    guard let days = ReminderQueue.days(reminders.map(\.day)) else { return }
    try LogMonths(connection: connection).make(days)
    if reminders.contains(where: { $0.instant <= now }) { try connection.announce() }
    let sorted = reminders.sorted {
      ($0.instant, $0.slot.occurrence, $0.slot.kind.rawValue) < ($1.instant, $1.slot.occurrence, $1.slot.kind.rawValue)
    }
    if connection.dialect.hasSeveralWriters {
      try connection.execute(Self.insertTogether, together(sorted, of: user))
    } else {
      for reminder in sorted { try connection.execute(Self.insertOne, key(reminder, of: user)) }
    }
  }

  /// The arguments of all statements about one reminder.
  private func key(_ reminder: Placed, of user: Int) -> [SQLValue] {
    [
      .integer(now), .integer(reminder.slot.occurrence), .text(reminder.slot.kind.rawValue), .integer(user),
      .integer(reminder.instant), .text("\(reminder.day)"),
    ]
  }

  /// The arguments of all statements about several reminders: the time, the user, the bounds of the days, and an array for each other value.
  private func together(_ reminders: [Placed], of user: Int) -> [SQLValue] {
    func array(_ value: (Placed) -> String) -> SQLValue {
      .text("{" + reminders.map(value).joined(separator: ",") + "}")
    }
    return [.integer(now), .integer(user)] + (ReminderQueue.days(reminders.map(\.day)).map(ReminderQueue.bounds) ?? [])
      + [
        array { "\($0.slot.occurrence)" }, array(\.slot.kind.rawValue), array { "\($0.day)" },
        array { "\($0.instant)" },
      ]
  }
}

// MARK: - Statements

extension ReminderPlanning {
  /// The user's profile; no row if the user wants no reminders.
  private static let activeProfile = SQL(
    """
    SELECT \(PlanTables.Profile.columns)
    FROM notification_settings s
    JOIN profiles p ON p.id = s.profile_id
    WHERE s.user_id = $1 AND s.enable_all = 1 AND \(isSent)
    """)

  /// True for settings `s` whose channel sends reminders.
  static let isSent = "s.channel NOT IN (\(ReminderClaiming.list(ChannelKind.names { !$0.isSent })))"

  /// The events that the user $1 follows, apart from those that are switched off (`isFollowed`).
  ///
  /// UNION ALL although an event may be followed twice: UNION and NOT IN build temporary tables, which costs more than reading a day twice. The
  /// IN only lets SQLite use the index events_by_moon.
  static let followed = """
    WITH followed (event_id) AS (
      SELECT es.event_id
      FROM user_event_subscriptions es
      WHERE es.user_id = $1 AND es.is_enabled = 1
      UNION ALL
      SELECT gi.event_id
      FROM user_group_subscriptions gs
      JOIN groups g ON g.id = gs.group_id
      JOIN group_items gi ON gi.group_id = gs.group_id
      WHERE gs.user_id = $1 AND gs.is_enabled = 1 AND g.is_enabled = 1
      UNION ALL
      SELECT e.id
      FROM notification_settings s
      JOIN events e ON e.observance = 'new-moon' AND e.observance IN ('new-moon', 'full-moon') AND e.type <> 'custom'
      WHERE s.user_id = $1 AND s.newmoon_enabled = 1
      UNION ALL
      SELECT e.id
      FROM notification_settings s
      JOIN events e ON e.observance = 'full-moon' AND e.observance IN ('new-moon', 'full-moon') AND e.type <> 'custom'
      WHERE s.user_id = $1 AND s.fullmoon_enabled = 1
      UNION ALL
      SELECT e.id
      FROM events e
      WHERE e.owner_id = $1
    )
    """

  /// True for an event `e` of `followed` that is not switched off.
  static let isFollowed = """
    e.is_enabled = 1
      AND (
        e.type <> 'custom'
        OR (e.owner_id = $1 AND (SELECT custom_enabled FROM notification_settings WHERE user_id = $1) = 1))
      AND NOT EXISTS (
        SELECT 1 FROM user_event_subscriptions x WHERE x.event_id = e.id AND x.user_id = $1 AND x.is_enabled = 0)
    """

  static let followedDays = SQL(
    """
    \(followed)
    SELECT o.id, o.solar_date, e.rule, e.advance_days, \(Event.isPreparedInSQL)
    FROM followed f
    CROSS JOIN events e
    CROSS JOIN event_occurrences o
    WHERE e.id = f.event_id
      AND o.event_id = e.id
      AND \(isFollowed)
      AND o.solar_date BETWEEN $2 AND $3
      AND o.is_current = 1
    """)

  /// Uses the unique index of the log.
  private static let move = move(where: "occurrence_id = $2 AND kind = $3 AND user_id = $4")

  /// Uses the index of due reminders, which the move writes anyway; the plus sign keeps SQLite from the unique index.
  private static let moveFromInstant = move(
    where: "COALESCE(next_attempt_at, scheduled_at) = $7 AND user_id = $4 AND +occurrence_id = $2 AND kind = $3")

  /// By number, so that SQLite does not build a temporary table of the rows whose index it changes.
  private static func move(where condition: String) -> SQL {
    SQL(
      """
      UPDATE notification_logs
      SET scheduled_at = $5, next_attempt_at = NULL, first_attempt_at = NULL, retry_count = 0, error_message = NULL,
        updated_at = $1
      WHERE id = (
        SELECT id
        FROM notification_logs
        WHERE \(condition)
          AND day = $6
          AND status = 'queued'
          AND (lease_until IS NULL OR lease_until <= $1))
        AND day = $6
        AND status = 'queued'
        AND (lease_until IS NULL OR lease_until <= $1)
      """)
  }

  private static let insertOne = SQL(
    """
    INSERT INTO notification_logs
      (user_id, occurrence_id, day, kind, scheduled_at, status, retry_count, created_at, updated_at)
    VALUES ($4, $2, $6, $3, $5, 'queued', 0, $1, $1)
    \(comesBack)
    """)

  /// The reminders of `together` as rows.
  private static let rows = """
    unnest(CAST($5 AS BIGINT[]), CAST($6 AS TEXT[]), CAST($7 AS TEXT[]), CAST($8 AS BIGINT[]))
      AS v (occurrence_id, kind, day, instant)
    """

  private static let moveTogether = SQL(
    """
    UPDATE notification_logs n
    SET scheduled_at = v.instant, next_attempt_at = NULL, first_attempt_at = NULL, retry_count = 0,
      error_message = NULL, updated_at = $1
    FROM \(rows)
    WHERE n.occurrence_id = v.occurrence_id AND n.kind = v.kind AND n.user_id = $2 AND n.day = v.day
      AND n.day BETWEEN $3 AND $4
      AND n.status || '' = 'queued'
      AND (n.lease_until IS NULL OR n.lease_until <= $1)
    RETURNING n.occurrence_id, n.kind
    """)

  private static let insertTogether = SQL(
    """
    INSERT INTO notification_logs
      (user_id, occurrence_id, day, kind, scheduled_at, status, retry_count, created_at, updated_at)
    SELECT $2, v.occurrence_id, v.day, v.kind, v.instant, 'queued', 0, $1, $1
    FROM \(rows)
    WHERE v.day BETWEEN $3 AND $4 -- all are; the server asks what the two are for
    ORDER BY v.instant, v.occurrence_id, v.kind
    \(comesBack)
    """)
}
