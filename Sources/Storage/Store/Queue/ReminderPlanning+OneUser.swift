internal import Database
import Folklore
import Lunisolar

// One user's queue after a change: the difference between two plans, what the old settings asked for and what the new ones do. The queue
// holds the one and is made to hold the other; what is the same in both is not even looked at.
extension ReminderPlanning {
  /// What a user follows in the planned time, and when the user wants to be told.
  struct Followed {
    var days: [Int: (date: SolarDate, beginsOnEve: Bool)] = [:]
    /// Nil where no reminders are wanted.
    var profile: PlanTables.Profile?
  }

  /// One reminder of a user.
  struct Slot: Hashable {
    let occurrence: Int
    let kind: ReminderKind

    /// Of one occurrence there are three at most; the name of the kind would take as long as all the rest.
    func hash(into hasher: inout Hasher) {
      hasher.combine(occurrence)
    }
  }

  /// What a user follows now.
  ///
  /// - Parameters:
  ///   - until: up to when everything is planned.
  ///   - known: what the user followed before a change of nothing but times: it is not asked for again, unless the user wants
  ///     to be told earlier, of days that lie further ahead.
  mutating func followed(by user: Int, until: Int, known: Followed? = nil) throws -> Followed {
    let profile = try connection.first(Self.activeProfile, [.integer(user)]) { PlanTables.Profile($0) }
    guard let profile else { return Followed() }
    if let known, let before = known.profile, before.settings.advanceDays >= profile.settings.advanceDays {
      return Followed(days: known.days, profile: profile)
    }
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

  /// When each reminder of a user that is planned and still of use goes out, or should have gone out, as things stand.
  mutating func wanted(by user: Int) throws -> [Slot: Int] {
    guard let until = try Self.plannedUntil(connection) else { return [:] }
    return try plan(followed(by: user, until: until), until)
  }

  /// Makes one user's queue what it should be.
  ///
  /// - Parameters:
  ///   - until: up to when everything is planned.
  ///   - before: what the queue was planned for.
  ///   - onlyTimesChange: whether the user follows the same events as before.
  mutating func replan(user: Int, until: Int, before: Followed, onlyTimesChange: Bool) throws {
    let after = try followed(by: user, until: until, known: onlyTimesChange ? before : nil)
    let planned = try plan(before, until)
    let wanted = try plan(after, until)
    for slot in planned.keys where wanted[slot] == nil { try withdraw(slot, of: user) }
    var missing: [(slot: Slot, instant: Int)] = []
    for (slot, instant) in wanted {
      let old = planned[slot]
      if let old, old == instant || max(old, instant) < now { continue }
      // One that only moves keeps its row: half the pages are written.
      if let old, instant >= now, try move(slot, of: user, from: old, to: instant) { continue }
      if old != nil { try withdraw(slot, of: user) }
      if instant >= now { missing.append((slot, instant)) }
    }
    missing.sort {
      ($0.instant, $0.slot.occurrence, $0.slot.kind.rawValue) < ($1.instant, $1.slot.occurrence, $1.slot.kind.rawValue)
    }
    for (slot, instant) in missing {
      try connection.execute(Self.insertOne, arguments(slot, user, instant))
    }
  }

  /// The pure plan: the instant of each reminder.
  private mutating func plan(_ followed: Followed, _ until: Int) throws -> [Slot: Int] {
    guard let settings = followed.profile?.settings, let clock = tables.clock(settings.timeZone) else { return [:] }
    let timing = ReminderTiming(settings, clock: clock)
    var instants: [Slot: Int] = [:]
    for (occurrence, day) in followed.days {
      timing.forEachReminder(of: day.date, beginsOnEve: day.beginsOnEve, in: wantedTime(until)) { kind, _, instant in
        instants[Slot(occurrence: occurrence, kind: kind)] = instant
      }
    }
    return instants
  }

  /// Moves a reminder that waits and is in nobody's hands.
  ///
  /// - Returns: whether there was one.
  private func move(_ slot: Slot, of user: Int, from old: Int, to instant: Int) throws -> Bool {
    if try connection.execute(Self.moveFromInstant, arguments(slot, user, instant, old)) > 0 { return true }
    // It waits for a later attempt.
    return try connection.execute(Self.move, arguments(slot, user, instant)) > 0
  }

  private func withdraw(_ slot: Slot, of user: Int) throws {
    try connection.withdrawReminders("occurrence_id = $2 AND kind = $3 AND user_id = $4", arguments(slot, user))
  }

  /// The arguments that all statements about one reminder begin with, and the instants that some of them speak of.
  private func arguments(_ slot: Slot, _ user: Int, _ instants: Int...) -> [SQLValue] {
    var arguments: [SQLValue] = []
    arguments.reserveCapacity(6)
    arguments.append(.integer(now))
    arguments.append(.integer(slot.occurrence))
    arguments.append(.text(slot.kind.rawValue))
    arguments.append(.integer(user))
    for instant in instants { arguments.append(.integer(instant)) }
    return arguments
  }
}

// MARK: - Statements

extension ReminderPlanning {
  /// The way a user sets reminders; nothing where none are wanted.
  private static let activeProfile = SQL(
    """
    SELECT \(PlanTables.Profile.columns)
    FROM notification_settings s
    JOIN profiles p ON p.id = s.profile_id
    WHERE s.user_id = $1 AND s.enable_all = 1 AND \(isSent)
    """)

  /// True of settings `s` with a channel by which reminders are sent.
  static let isSent = "s.channel NOT IN (\(ReminderClaiming.list(ChannelKind.names { !$0.isSent })))"

  // UNION ALL, although an event may be followed in two ways: a UNION builds a table of its own, as NOT IN does, which costs more than to
  // read a day twice. So would IN, if it led to the events: it only tells SQLite that the index events_by_moon has them.
  static let followedDays: SQL = """
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
    SELECT o.id, o.solar_date, e.rule
    FROM followed f
    CROSS JOIN events e
    CROSS JOIN event_occurrences o
    WHERE e.id = f.event_id
      AND o.event_id = e.id
      AND e.is_enabled = 1
      AND (
        e.type <> 'custom'
        OR (e.owner_id = $1 AND (SELECT custom_enabled FROM notification_settings WHERE user_id = $1) = 1))
      AND NOT EXISTS (
        SELECT 1 FROM user_event_subscriptions x WHERE x.event_id = e.id AND x.user_id = $1 AND x.is_enabled = 0)
      AND o.solar_date BETWEEN $2 AND $3
      AND o.is_current = 1
    """

  /// Goes by the unique index of the log.
  private static let move = move(where: "occurrence_id = $2 AND kind = $3 AND user_id = $4")

  /// Goes by the index of what is due, whose page the move writes anyway: that of the unique index, which the plus keeps out, need not be
  /// read.
  private static let moveFromInstant = move(
    where: "COALESCE(next_attempt_at, scheduled_at) = $6 AND user_id = $4 AND +occurrence_id = $2 AND kind = $3")

  /// By the number, so that SQLite need not first gather in a table which rows it is to change while it changes the index.
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
          AND status = 'queued'
          AND (lease_until IS NULL OR lease_until <= $1))
      """)
  }

  private static let insertOne = SQL(
    """
    INSERT INTO notification_logs
      (user_id, occurrence_id, kind, scheduled_at, status, retry_count, created_at, updated_at)
    VALUES ($4, $2, $3, $5, 'queued', 0, $1, $1)
    \(comesBack)
    """)
}
