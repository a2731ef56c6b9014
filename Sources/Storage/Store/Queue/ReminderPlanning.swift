package import Database
import Folklore
import Lunisolar

/// Writes the reminders of the coming time into the log, and keeps them what they should be when something changes.
///
/// Everything from where planning began up to `plannedUntil` is planned, for everybody: a later plan only adds what lies beyond, one
/// of an earlier time also what lies before, and every change of a subscription, a setting, a group or an event replans what it
/// touches, in the transaction of the change. So at any time the queue is what a plan from nothing would be.
package struct ReminderPlanning {
  let connection: any Connection
  let now: Int
  var tables: PlanTables

  init(connection: any Connection, now: Int) {
    self.connection = connection
    self.now = now
    tables = PlanTables(connection: connection)
  }

  // MARK: How far

  /// The instant up to which everything is planned, in seconds of UTC since 1970; nil where nothing was ever planned.
  static func plannedUntil(_ connection: any Connection) throws -> Int? {
    try connection.meta("planned_until").flatMap { Int($0) }
  }

  /// What is planned of the time from now on: seconds of UTC since 1970. It begins later than now where a plan was made with a clock
  /// that was ahead, or for a time to come; it is empty, at now, where nothing to come is planned.
  private func planned() throws -> Range<Int> {
    guard let until = try Self.plannedUntil(connection), until > now else { return now..<now }
    // Databases of older versions do not say where planning began.
    let from = try connection.meta("planned_from").flatMap { Int($0) }
    return min(from ?? now, until)..<until
  }

  private func setPlanned(_ range: Range<Int>) throws {
    try connection.setMeta("planned_from", "\(range.lowerBound)")
    try connection.setMeta("planned_until", "\(range.upperBound)")
  }

  /// Days before today in UTC may be today or tomorrow's eve somewhere; what is older is only waiting to expire.
  var firstDate: SolarDate { CivilTime.local(unixTime: now, offset: 0).date.advanced(by: -1) }

  // MARK: Plan

  /// Plans a piece of the time from now to an instant: what lies before the time that is planned already, from its end back to now, and
  /// then what lies beyond.
  ///
  /// - Parameter seconds: how long a piece is at most.
  /// - Returns: how many reminders were written, up to when everything is planned, and whether this was the last piece.
  mutating func plan(until end: Int, atMost seconds: Int) throws -> (written: Int, until: Int, isDone: Bool) {
    let planned = try planned()
    guard planned.lowerBound - now <= Self.longestGap else { return (try write(now..<max(end, now)), end, true) }
    let (piece, all): (Range<Int>, Range<Int>)
    if planned.lowerBound > now {
      piece = max(now, planned.lowerBound - seconds)..<planned.lowerBound
      all = piece.lowerBound..<planned.upperBound
    } else {
      piece = planned.upperBound..<max(planned.upperBound, min(end, planned.upperBound + seconds))
      all = planned.lowerBound..<piece.upperBound
    }
    guard !piece.isEmpty else { return (0, planned.upperBound, true) }
    let written = try write(piece)
    try setPlanned(all)
    return (written, all.upperBound, all.lowerBound <= now && all.upperBound >= end)
  }

  /// What was planned further ahead than anybody can ask for was planned by a clock that was wrong by years, or is by one that is so
  /// now: the time between is not filled, and each plan is on its own.
  private static let longestGap = Store.planDays.upperBound * 86_400

  /// Whether the time from now on is planned.
  func isPlanned() throws -> Bool { try planned().contains(now) }

  /// Writes the reminders that fall due in a range of time.
  private mutating func write(_ range: Range<Int>) throws -> Int {
    try tables.fill(.all, range, from: firstDate) > 0 ? insert() : 0
  }

  /// Writes what is due and followed and not there yet, in the order in which it falls due.
  private func insert() throws -> Int {
    try connection.execute(Self.insertReminders, [.integer(now)])
  }

  /// The statement that plans. It reads `plan_due` in its order and for each row the followers of one event with one profile, which lie side by side.
  package static let insertReminders = SQL(
    """
    INSERT INTO notification_logs
      (user_id, occurrence_id, kind, scheduled_at, status, retry_count, created_at, updated_at)
    SELECT f.user_id, d.occurrence_id, d.kind, d.scheduled_at, 'queued', 0, $1, $1
    FROM plan_due d
    CROSS JOIN plan_followers f
    WHERE f.event_id = d.event_id AND f.profile_id = d.profile_id AND d.scheduled_at >= $1
    ORDER BY d.position
    \(comesBack)
    """)

  /// What an insert does where the log has the reminder: one that was withdrawn while a worker held it comes back; every other stays as it
  /// is.
  ///
  /// It keeps its lease: a worker that is sending it right now will say so, and one that only holds it sees that it is not due any more and
  /// gives it back.
  static let comesBack = """
    ON CONFLICT (occurrence_id, kind, user_id) DO UPDATE
    SET status = 'queued', scheduled_at = excluded.scheduled_at, error_message = NULL, next_attempt_at = NULL,
      first_attempt_at = NULL, retry_count = 0, updated_at = excluded.updated_at
    WHERE notification_logs.status = 'cancelled' AND notification_logs.error_message = '\(withdrawn)'
    """

  /// Why a reminder is cancelled that a replan took away while a worker held it.
  static let withdrawn = "withdrawn while it was being sent"

  // MARK: Replan

  /// Makes the queue of some events or users what a plan from nothing would make it.
  ///
  /// - Parameter days: the days whose reminders are looked at; all that are to come unless given.
  /// - Returns: how many reminders were added.
  @discardableResult
  mutating func replan(_ scope: PlanTables.Scope, of days: ClosedRange<SolarDate>? = nil) throws -> Int {
    guard let until = try Self.plannedUntil(connection) else { return 0 }
    let days = days ?? firstDate...Self.lastDate
    _ = try tables.fill(scope, wantedTime(until), from: days.lowerBound, through: days.upperBound)
    let candidates =
      switch scope {
      case .all: "TRUE"
      case .users: "n.user_id IN (SELECT id FROM plan_scope)"
      case .events: "o.event_id IN (SELECT id FROM plan_scope)"
      case .range(let range, let events):
        // The kinds, so that the unique index leads to the users.
        "n.kind IN ('early', 'main', 'day_of') AND n.user_id BETWEEN \(range.lowerBound) AND \(range.upperBound)"
          + (events == nil ? "" : " AND o.event_id IN (SELECT id FROM plan_scope)")
      }
    let unwanted = """
      SELECT n.id
      FROM event_occurrences o
      JOIN notification_logs n ON n.occurrence_id = o.id
      WHERE o.solar_date BETWEEN $2 AND $3
        AND n.status = 'queued'
        AND \(candidates)
        AND NOT EXISTS (
          SELECT 1
          FROM notification_settings s
          JOIN plan_due d ON d.occurrence_id = n.occurrence_id AND d.kind = n.kind AND d.profile_id = s.profile_id
          JOIN plan_followers f ON f.event_id = d.event_id AND f.profile_id = s.profile_id AND f.user_id = s.user_id
          WHERE s.user_id = n.user_id AND (d.scheduled_at = n.scheduled_at OR (d.scheduled_at < $1 AND n.scheduled_at < $1)))
      """
    try connection.withdrawReminders(
      "id IN (\(unwanted))", [.integer(now), .text("\(days.lowerBound)"), .text("\(days.upperBound)")])
    return try insert()
  }

  /// The last day of the calendar.
  private static let lastDate = SolarDate(uncheckedYear: 9_999, month: 12, day: 31)

  /// Takes note that nothing is missing between now and the end of what is planned: everything was planned anew.
  func noteEverythingPlanned() throws {
    guard let until = try Self.plannedUntil(connection), until > now else { return }
    try setPlanned(min(try planned().lowerBound, now)..<until)
  }

  /// The instants of reminders that are wanted when everything is planned up to an instant: what was due before and has not gone out yet
  /// stays wanted, whatever the hour, unless it is now to go out later.
  func wantedTime(_ plannedUntil: Int) -> Range<Int> {
    (now - Self.longestWait)..<max(plannedUntil, now)
  }

  /// No reminder is due longer before its day than 30 days of the user's and the few that zones, eves and quiet hours make.
  static let longestWait = 35 * 86_400

  // MARK: Time zones

  /// Notes the hours that zones are ahead of UTC on each day of the planned time: a change of the time zone data shows there.
  mutating func noteZones() throws {
    guard let text = try zoneHours(zones())?.map(\.line).joined(separator: "\n") else { return }
    if try text != connection.meta("planned_zones") { try connection.setMeta("planned_zones", text) }
  }

  /// Notes a zone in which nobody was until now, beside those that are noted: what is planned for the first user there is reckoned with
  /// the data of today.
  mutating func noteZone(_ zone: String) throws {
    guard let line = try zoneHours([zone])?.first?.line else { return }
    let known = try connection.meta("planned_zones") ?? ""
    let others = known.split(separator: "\n").filter { !$0.hasPrefix(zone + " ") }
    try connection.setMeta("planned_zones", (others + [Substring(line)]).joined(separator: "\n"))
  }

  /// Whether the data that the plan was made with said something else for a day that is planned.
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

  /// How many seconds a zone is ahead of UTC at noon of each day from a first one on, which is counted from 1970.
  private struct ZoneHours {
    let zone: String
    let first: Int
    let offsets: [Int]

    var line: String { "\(zone) \(first) " + offsets.map(String.init).joined(separator: " ") }
  }

  /// The hours of zones in the planned time; nil where nothing is planned.
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
  /// Takes reminders out of the queue. One that is being sent right now is only marked, because what was sent is to be known.
  ///
  /// - Parameters:
  ///   - condition: which of `notification_logs`; `$1` is the time.
  func withdrawReminders(_ condition: String, _ arguments: [SQLValue]) throws {
    try execute(
      SQL(
        """
        UPDATE notification_logs
        SET status = 'cancelled', error_message = '\(ReminderPlanning.withdrawn)', updated_at = $1
        WHERE status = 'queued' AND lease_until > $1 AND \(condition)
        """), arguments)
    try execute(SQL("DELETE FROM notification_logs WHERE status = 'queued' AND \(condition)"), arguments)
  }
}
