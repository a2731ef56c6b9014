package import Database
import Folklore
package import Lunisolar

/// The temporary tables of a plan: `plan_due` holds the reminders due for each profile, `plan_followers` the users who follow each event.
/// A replan joins both in `plan_wanted` and compares it with what waits for the days in `plan_days`.
///
/// Swift computes instants once per profile and day; SQL does all work that grows with the number of users. No statement for some users or
/// events reads rows in proportion to all of them: the numbers of a scope come as bounds of an index (`Dialect.isAmong`).
package struct PlanTables {
  let connection: any Connection
  private var rules: [String: Bool] = [:]
  private var clocks: [String: ZonedClock?] = [:]

  package init(connection: any Connection) {
    self.connection = connection
  }

  /// The part of the plan to compute.
  package enum Scope {
    case all
    /// Some events, for all users.
    case events([Int])
    /// Some users, with all events.
    case users([Int])
    /// Users with consecutive numbers; only these events, or all if nil.
    case range(ClosedRange<Int>, events: [Int]?)
    /// The own days of users with consecutive numbers.
    case own(ClosedRange<Int>)

    /// Selects the numbers of the events; nil for all. Other users' own days are left out; there may be as many as users.
    var events: String? {
      let shared = "SELECT id FROM events WHERE owner_id IS NULL UNION ALL "
      func own(_ users: ClosedRange<Int>) -> String {
        "SELECT id FROM events WHERE owner_id BETWEEN \(users.lowerBound) AND \(users.upperBound)"
      }
      return switch self {
      case .all: nil
      case .events, .range(_, .some): "SELECT id FROM plan_scope"
      case .users: shared + "SELECT e.id FROM plan_scope u CROSS JOIN events e WHERE e.owner_id = u.id"
      case .range(let users, nil): shared + own(users)
      case .own(let users): own(users)
      }
    }

    /// Consecutive users; nil for others.
    var range: ClosedRange<Int>? {
      switch self {
      case .range(let users, _), .own(let users): users
      case .all, .events, .users: nil
      }
    }
  }

  package static func tables(_ dialect: Dialect) -> String {
    """
    CREATE TEMP TABLE IF NOT EXISTS plan_scope (id BIGINT PRIMARY KEY) \(dialect.endOfTemporaryTable);
    CREATE TEMP TABLE IF NOT EXISTS plan_due (
      position \(dialect.counter),
      occurrence_id BIGINT NOT NULL,
      kind \(dialect.text) NOT NULL,
      profile_id BIGINT NOT NULL,
      event_id BIGINT NOT NULL,
      scheduled_at BIGINT NOT NULL,
      day \(dialect.text) NOT NULL
    ) \(dialect.endOfTemporaryTable);
    CREATE TEMP TABLE IF NOT EXISTS plan_followers (
      event_id BIGINT NOT NULL,
      profile_id BIGINT NOT NULL,
      user_id BIGINT NOT NULL,
      PRIMARY KEY (event_id, profile_id, user_id)
    ) \(dialect.endOfKeyedTable);

    """
  }

  static func tablesOfReplan(_ dialect: Dialect) -> String {
    """
    CREATE TEMP TABLE IF NOT EXISTS plan_days (id BIGINT PRIMARY KEY) \(dialect.endOfTemporaryTable);
    CREATE TEMP TABLE IF NOT EXISTS plan_wanted (
      occurrence_id BIGINT NOT NULL,
      kind \(dialect.text) NOT NULL,
      user_id BIGINT NOT NULL,
      scheduled_at BIGINT NOT NULL,
      day \(dialect.text) NOT NULL,
      PRIMARY KEY (occurrence_id, kind, user_id)
    ) \(dialect.endOfKeyedTable);
    DELETE FROM plan_days;
    DELETE FROM plan_wanted;
    """
  }

  /// Fills the tables.
  ///
  /// - Parameters:
  /// - range: the due instants, in seconds of UTC since 1970.
  /// - firstDate: the first day of occurrences.
  /// - lastDate: the last day; nil for the end of the range.
  /// - Returns: the number of rows in `plan_due`.
  package mutating func fill(
    _ scope: Scope, _ range: Range<Int>, from firstDate: SolarDate, through lastDate: SolarDate? = nil
  ) throws -> Int {
    try connection.executeScript(
      connection.dialect.joinAlongKeys + Self.tables(connection.dialect)
        + "DELETE FROM plan_due; DELETE FROM plan_followers; DELETE FROM plan_scope;")
    switch scope {
    case .all, .own, .range(_, nil): break
    case .events(let ids), .users(let ids), .range(_, .some(let ids)):
      try connection.insertRows(into: "plan_scope", [("id", .integer)], Set(ids).map { [.integer($0)] })
    }
    let count = try fillDue(scope, range, firstDate, lastDate)
    if count > 0 { try fillFollowers(scope) }
    return count
  }

  /// Fills the tables of a replan from those of the plan.
  ///
  /// - Parameter days: the days whose reminders are compared.
  func fillWanted(_ scope: Scope, _ days: ClosedRange<SolarDate>) throws {
    try connection.executeScript(Self.tablesOfReplan(connection.dialect))
    try connection.execute(
      SQL(
        """
        INSERT INTO plan_days (id)
        SELECT id
        FROM event_occurrences
        WHERE solar_date BETWEEN $1 AND $2
          \(scope.events.map { "AND event_id \(connection.dialect.isAmong($0))" } ?? "")
        """), [.text("\(days.lowerBound)"), .text("\(days.upperBound)")])
    try connection.execute(Self.insertWanted)
  }

  package static let insertWanted: SQL = """
    INSERT INTO plan_wanted (occurrence_id, kind, user_id, scheduled_at, day)
    SELECT d.occurrence_id, d.kind, f.user_id, d.scheduled_at, d.day
    FROM plan_due d
    CROSS JOIN plan_followers f
    WHERE f.event_id = d.event_id AND f.profile_id = d.profile_id
    """

  // MARK: Due reminders

  private mutating func fillDue(
    _ scope: Scope, _ range: Range<Int>, _ firstDate: SolarDate, _ lastDate: SolarDate?
  ) throws -> Int {
    let profiles = try profiles(scope)
    let reach = max(profiles.map(\.reach).max() ?? 0, try ownReach())
    let farthest = CivilTime.local(unixTime: range.upperBound, offset: 0).date.advanced(by: reach + 2)
    let lastDate = min(lastDate ?? farthest, farthest)
    guard firstDate <= lastDate else { return 0 }
    let occurrences = try occurrences(scope, firstDate...lastDate)
    // A user's own day is planned only for that user's profile; otherwise every own day would be planned for every profile.
    var days: [Int?: [Day: [KeptOccurrence]]] = [:]
    for occurrence in occurrences {
      days[occurrence.profile, default: [:]][Day(occurrence), default: []].append(occurrence)
    }
    var due: [(instant: Int, occurrence: Int, event: Int, day: SolarDate, profile: Int, kind: ReminderKind)] = []
    for profile in profiles {
      guard let clock = clock(profile.settings.timeZone) else { continue }
      let timing = ReminderTiming(profile.settings, clock: clock)
      for (day, occurrences) in [days[nil], days[profile.id]].compactMap(\.self).joined() {
        timing.fitting(advanceDays: day.advanceDays, isPrepared: day.isPrepared).forEachReminder(
          of: day.date, beginsOnEve: day.beginsOnEve, in: range
        ) { kind, _, instant in
          for occurrence in occurrences {
            due.append((instant, occurrence.id, occurrence.event, occurrence.date, profile.id, kind))
          }
        }
      }
    }
    // In due order, then in the order of the log's unique index.
    due.sort { left, right in
      (left.instant, left.occurrence, left.kind.rawValue, left.profile)
        < (right.instant, right.occurrence, right.kind.rawValue, right.profile)
    }
    try connection.insertRows(
      into: "plan_due",
      [
        ("occurrence_id", .integer), ("kind", .text), ("profile_id", .integer), ("event_id", .integer),
        ("scheduled_at", .integer), ("day", .text),
      ],
      due.map { row in
        [
          .integer(row.occurrence), .text(row.kind.rawValue), .integer(row.profile), .integer(row.event),
          .integer(row.instant), .text("\(row.day)"),
        ]
      })
    if !due.isEmpty { try LogMonths(connection: connection).make(firstDate...lastDate) }
    return due.count
  }

  private struct Day: Hashable {
    let date: SolarDate
    let beginsOnEve: Bool
    let advanceDays: Int?
    let isPrepared: Bool

    init(_ occurrence: KeptOccurrence) {
      date = occurrence.date
      beginsOnEve = occurrence.beginsOnEve
      advanceDays = occurrence.advanceDays
      isPrepared = occurrence.isPrepared
    }
  }

  private struct KeptOccurrence {
    let id: Int
    let event: Int
    let date: SolarDate
    let beginsOnEve: Bool
    /// The days before of a user's own day, if it has some.
    let advanceDays: Int?
    let isPrepared: Bool
    /// The only profile to plan the day for: of the owner for a user's own day, of a follower for a temple's; nil for a shared event.
    let profile: Int?
  }

  private mutating func occurrences(_ scope: Scope, _ dates: ClosedRange<SolarDate>) throws -> [KeptOccurrence] {
    let sql = SQL(
      """
      SELECT o.id, o.event_id, o.solar_date, e.rule, s.profile_id, e.advance_days, \(Event.isPreparedInSQL), e.temple_id
      FROM event_occurrences o
      JOIN events e ON e.id = o.event_id
      LEFT JOIN notification_settings s ON s.user_id = e.owner_id AND e.type = 'custom'
      WHERE o.solar_date BETWEEN $1 AND $2
        AND o.is_current = 1
        AND e.is_enabled = 1
        \(scope.events.map { "AND o.event_id \(connection.dialect.isAmong($0))" } ?? "")
      """)
    let rows = try connection.all(sql, [.text("\(dates.lowerBound)"), .text("\(dates.upperBound)")]) { row in
      (
        row.integer(0) ?? 0, row.integer(1) ?? 0, row.text(2) ?? "", row.text(3) ?? "", row.integer(4), row.integer(5),
        row.integer(6) == 1, row.integer(7)
      )
    }
    // Most temples have few followers: their days are not planned for everybody's profile.
    let ofTemples = try rows.contains { $0.7 != nil } ? followersOfTemples(scope, dates) : [:]
    return try rows.flatMap { id, event, date, rule, profile, advanceDays, isPrepared, temple in
      let profiles = temple == nil ? [profile] : ofTemples[event] ?? []
      return try profiles.map { profile in
        KeptOccurrence(
          id: id, event: event, date: try SolarDate(iso: date), beginsOnEve: try beginsOnEve(rule),
          advanceDays: advanceDays, isPrepared: isPrepared, profile: profile)
      }
    }
  }

  /// The profiles of those who follow the temples with days of their own, by event.
  private func followersOfTemples(_ scope: Scope, _ dates: ClosedRange<SolarDate>) throws -> [Int: [Int?]] {
    let users: String =
      switch scope {
      case .all, .events: ""
      case .users: "AND gs.user_id IN (SELECT id FROM plan_scope)"
      case .range(let range, _), .own(let range):
        "AND gs.user_id BETWEEN \(range.lowerBound) AND \(range.upperBound)"
      }
    let rows = try connection.all(
      SQL(
        """
        SELECT DISTINCT o.event_id, s.profile_id
        FROM event_occurrences o
        CROSS JOIN events e
        CROSS JOIN groups g
        CROSS JOIN user_group_subscriptions gs
        CROSS JOIN notification_settings s
        WHERE o.solar_date BETWEEN $1 AND $2
          AND o.is_current = 1
          AND e.id = o.event_id
          AND e.temple_id IS NOT NULL
          AND g.temple_id = e.temple_id
          AND gs.group_id = g.id
          AND gs.is_enabled = 1
          AND s.user_id = gs.user_id
          \(users)
        """), [.text("\(dates.lowerBound)"), .text("\(dates.upperBound)")]
    ) { ($0.integer(0) ?? 0, $0.integer(1)) }
    return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
  }

  /// How many days before its day an own day may be told; 0 if no own day says its days. Along the index events_by_advance.
  func ownReach() throws -> Int {
    let most = try connection.first("SELECT MAX(advance_days) FROM events WHERE advance_days IS NOT NULL") {
      $0.integer(0)
    }
    return (most ?? nil).map { ReminderTiming.reach(advanceDays: $0) } ?? 0
  }

  /// True if the rule's day begins the evening before. Each rule is parsed once, and only if it contains a v: nearly all canonical rules with a
  /// v have the option `eve`.
  mutating func beginsOnEve(_ rule: String) throws -> Bool {
    guard rule.utf8.contains(UInt8(ascii: "v")) else { return false }
    if let known = rules[rule] { return known }
    let beginsOnEve = try DateRule(rule).beginsOnEve
    rules[rule] = beginsOnEve
    return beginsOnEve
  }

  /// The clock of a zone; nil if this machine does not know the zone, for example with older time zone data. Users in that zone have no plan.
  mutating func clock(_ zone: String) -> ZonedClock? {
    if let known = clocks[zone] { return known }
    let clock = try? ZonedClock(identifier: zone)
    clocks[zone] = .some(clock)
    return clock
  }

  private func profiles(_ scope: Scope) throws -> [Profile] {
    let users: String? =
      switch scope {
      case .all, .events: nil
      case .users: "user_id IN (SELECT id FROM plan_scope)"
      case .range(let range, _), .own(let range): "user_id BETWEEN \(range.lowerBound) AND \(range.upperBound)"
      }
    return try connection.all(
      SQL(
        """
        SELECT \(Profile.columns)
        FROM profiles p
        \(users.map { "WHERE p.id " + connection.dialect.isAmong("SELECT profile_id FROM notification_settings WHERE \($0)") } ?? "")
        ORDER BY p.id
        """)
    ) { Profile($0) }
  }

  // MARK: Followers

  /// The four ways to follow an event, without the events that the user switched off.
  private func fillFollowers(_ scope: Scope) throws {
    let dialect = connection.dialect
    let (statements, arguments): ([SQL], [SQLValue]) =
      switch scope {
      case .all, .events: (Self.followerStatements(dialect), [])
      case .users: (Self.followerStatements(dialect, "AND s.user_id IN (SELECT id FROM plan_scope)"), [])
      case .range(let range, _), .own(let range):
        (Self.followerStatementsOfRange(dialect), [.integer(range.lowerBound), .integer(range.upperBound)])
      }
    for statement in statements { try connection.execute(statement, arguments) }
  }

  /// The condition is on the table that is read first, so that only the users in the range are read. The plus sign keeps SQLite from an index of its
  /// own over all users.
  package static func followerStatementsOfRange(_ dialect: Dialect) -> [SQL] {
    zip(followers(dialect), ["es", "gs", "s", "s"]).map { followers, table in
      SQL(
        statement(of: followers, "AND \(table).user_id BETWEEN $1 AND $2", dialect).text.replacing(
          "AND s.enable_all = 1", with: "AND +s.enable_all = 1"))
    }
  }

  /// - Parameter users: a further condition on the users, starting with AND; empty for all.
  package static func followerStatements(_ dialect: Dialect, _ users: String = "") -> [SQL] {
    followers(dialect).map { statement(of: $0, users, dialect) }
  }

  private static func statement(of followers: String, _ users: String, _ dialect: Dialect) -> SQL {
    SQL(
      """
      INSERT INTO plan_followers (event_id, profile_id, user_id)
      SELECT p.event_id, s.profile_id, s.user_id
      FROM (SELECT DISTINCT event_id FROM plan_due) p
      \(followers)
        AND s.enable_all = 1
        AND \(ReminderPlanning.isSent)
        \(users)
        AND NOT EXISTS (
          SELECT 1
          FROM user_event_subscriptions off
          WHERE off.event_id = p.event_id AND off.user_id = s.user_id AND off.is_enabled = 0\(dialect.lookedUp))
      ON CONFLICT (event_id, profile_id, user_id) DO NOTHING
      """)
  }

  // Each starts with the events, so the tables are read along their keys and the rows come in key order.
  private static func followers(_ dialect: Dialect) -> [String] {
    let events =
      dialect.hasSeveralWriters
      ? "LATERAL (SELECT * FROM events WHERE id = p.event_id\(dialect.lookedUp)) e" : "events e"
    return [
      // Single subscriptions.
      """
      CROSS JOIN \(events)
      CROSS JOIN user_event_subscriptions es
      CROSS JOIN notification_settings s
      WHERE e.id = p.event_id
        AND e.type <> 'custom'
        AND es.event_id = p.event_id
        AND es.is_enabled = 1
        AND s.user_id = es.user_id
      """,
      // Groups.
      """
      CROSS JOIN group_items gi
      CROSS JOIN groups g
      CROSS JOIN user_group_subscriptions gs
      CROSS JOIN notification_settings s
      WHERE gi.event_id = p.event_id
        AND g.id = gi.group_id
        AND g.is_enabled = 1
        AND gs.group_id = g.id
        AND gs.is_enabled = 1
        AND s.user_id = gs.user_id
      """,
      // 初一 and 十五, by the switches. A user's own day at new moon is excluded.
      """
      CROSS JOIN \(events)
      CROSS JOIN notification_settings s
      WHERE e.id = p.event_id
        AND e.observance IN ('new-moon', 'full-moon')
        AND e.type <> 'custom'
        AND (CASE e.observance WHEN 'new-moon' THEN s.newmoon_enabled ELSE s.fullmoon_enabled END) = 1
      """,
      // The user's own events, by the switch.
      """
      CROSS JOIN \(events)
      CROSS JOIN notification_settings s
      WHERE e.id = p.event_id
        AND e.type = 'custom'
        AND s.user_id = e.owner_id
        AND s.custom_enabled = 1
      """,
    ]
  }
}
