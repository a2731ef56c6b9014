internal import Database
import Folklore
import Lunisolar

/// Events that were changed and whose followers' reminders are not all replanned yet.
///
/// An event can have a hundred thousand followers; replanning them in the transaction of the change would block other writers for seconds. So
/// the change only records the event here, and later transactions replan some users each, in the order of the users' numbers. A step gives its
/// users the queue of a full plan, so a step may run twice and any process may continue. Reminders of such an event are not sent until it is
/// done.
///
/// One event is completed after the other, so that each waits for its own steps only. To replan everything is to replan each event, and then the
/// users' own days.
struct PendingReplans {
  let connection: any Connection

  /// Stands for all events. The first step puts each event and `ownDays` in its place.
  static let everything = 0
  /// Stands for the users' own days, the last part of everything.
  static let ownDays = -1

  /// Up to this number, reminders are replanned in one transaction.
  static let fewReminders = 2_000
  /// The users of a step, if the event has one day in the planned time.
  private static let usersOfOneDay = 500
  /// Fewer users than this would not be worth a step.
  private static let fewestUsers = 50
  /// The most events of a step that have few reminders together.
  private static let eventsOfStep = 20

  /// The numbers of the events, and `everything` or `ownDays`.
  func events() throws -> Set<Int> {
    Set(try connection.all("SELECT event_id FROM pending_replans") { $0.integer(0) ?? 0 })
  }

  /// Adds events. An event that is already listed starts again from the first user.
  func add(_ events: some Sequence<Int>, at now: Int) throws {
    for event in events {
      try connection.execute(
        """
        INSERT INTO pending_replans (event_id, after_user, created_at, updated_at)
        VALUES ($1, -1, $2, $2)
        ON CONFLICT (event_id) DO UPDATE
        SET after_user = -1, updated_at = excluded.updated_at
        """, [.integer(event), .integer(now)])
    }
  }

  private func remove(_ events: some Sequence<Int>) throws {
    for event in events {
      try connection.execute("DELETE FROM pending_replans WHERE event_id = $1", [.integer(event)])
    }
  }

  // MARK: Steps

  /// Replans the reminders of the next events or users.
  ///
  /// - Returns: nil if nothing is left to do.
  func step(_ planning: inout ReminderPlanning) throws -> ReminderPlanning.Replanned? {
    try connection.executeScript(connection.dialect.joinAlongKeys)
    let next = try connection.all(Self.next, [.integer(Self.eventsOfStep)]) {
      (event: $0.integer(0) ?? 0, after: $0.integer(1) ?? -1)
    }
    guard let first = next.first else { return nil }
    switch first.event {
    case Self.everything:
      let shared = try connection.all("SELECT id FROM events WHERE owner_id IS NULL") { $0.integer(0) ?? 0 }
      try add(shared + [Self.ownDays], at: planning.now)
      try remove([Self.everything])
      return ReminderPlanning.Replanned()
    case Self.ownDays: return try step(Self.owners, Self.usersOfOneDay, first, &planning) { .own($0) }
    default:
      let few = try fewest(next.prefix { $0.event > 0 && $0.after < 0 }.map(\.event), planning)
      if !few.isEmpty {
        let replanned = try planning.replan(.events(few))
        try Corrections(connection: connection, now: planning.now).queue(of: few)
        try OccurrenceTable(connection: connection).removeUnused(few)
        try remove(few)
        return replanned
      }
      let count = max(
        Self.fewestUsers, Self.usersOfOneDay / max(1, try planning.plannedDays(of: first.event).count))
      return try step(Self.users, count, first, &planning) { .range($0, events: [first.event]) }
    }
  }

  /// Replans the next users of an event.
  private func step(
    _ users: SQL, _ count: Int, _ place: (event: Int, after: Int), _ planning: inout ReminderPlanning,
    _ scope: (ClosedRange<Int>) -> PlanTables.Scope
  ) throws -> ReminderPlanning.Replanned {
    let (found, last) =
      try connection.first(users, [.integer(place.after), .integer(count)]) {
        ($0.integer(0) ?? 0, $0.integer(1) ?? place.after)
      } ?? (0, place.after)
    var replanned = ReminderPlanning.Replanned()
    if found > 0 {
      let users = (place.after + 1)...last
      replanned = try planning.replan(scope(users))
      if place.event != Self.ownDays {
        try Corrections(connection: connection, now: planning.now).queue(of: [place.event], users: users)
      }
    }
    if found == count {
      try connection.execute(
        "UPDATE pending_replans SET after_user = $2, updated_at = $3 WHERE event_id = $1",
        [.integer(place.event), .integer(last), .integer(planning.now)])
    } else {
      try OccurrenceTable(connection: connection).removeUnused([place.event])
      try remove([place.event])
      if place.event == Self.ownDays { try planning.noteEverythingPlanned() }
    }
    return replanned
  }

  /// The event that has been begun first, the users' own days last.
  private static let next: SQL = """
    SELECT event_id, after_user
    FROM pending_replans
    ORDER BY CASE event_id WHEN 0 THEN 0 WHEN -1 THEN 2 ELSE 1 END, after_user DESC, event_id
    LIMIT $1
    """

  /// The next users, along the key.
  static let users: SQL = """
    SELECT COUNT(*), MAX(user_id)
    FROM (SELECT user_id FROM notification_settings WHERE user_id > $1 ORDER BY user_id LIMIT $2) few
    """

  /// The next users with own days, along the index events_by_owner; a user counts once for each.
  static let owners: SQL = """
    SELECT COUNT(*), MAX(owner_id)
    FROM (SELECT owner_id FROM events WHERE owner_id > $1 ORDER BY owner_id LIMIT $2) few
    """

  // MARK: Few or many

  /// True if these events have so many followers or reminders that they are replanned in steps.
  func areMany(_ events: Set<Int>, _ planning: ReminderPlanning) throws -> Bool {
    try connection.executeScript(connection.dialect.joinAlongKeys)
    return try fewest(events.sorted(), planning).count < events.count
  }

  /// The first events, as long as they have few followers and reminders together.
  private func fewest(_ events: [Int], _ planning: ReminderPlanning) throws -> [Int] {
    var room = Self.fewReminders
    var few: [Int] = []
    for event in events {
      room -= try count(event, atMost: room + 1, planning)
      if room < 0 { break }
      few.append(event)
    }
    return few
  }

  /// Counts the planned reminders and the followers of an event, up to a limit.
  private func count(_ event: Int, atMost limit: Int, _ planning: ReminderPlanning) throws -> Int {
    var count = 0
    func add(_ sql: SQL, _ key: [SQLValue]) throws {
      if count < limit { count += try connection.integer(sql, [.integer(limit - count)] + key) }
    }
    for day in try planning.plannedDays(of: event) {
      try add(Self.reminders, [.integer(day.id), .text(day.date)])
    }
    try add(Self.followers, [.integer(event)])
    let groups = try connection.all("SELECT group_id FROM group_items WHERE event_id = $1", [.integer(event)]) {
      $0.integer(0) ?? 0
    }
    for group in groups { try add(Self.members, [.integer(group)]) }
    try add(Self.watchers, [.integer(event)])
    return count
  }

  /// Each reads along one index, up to the limit. Without the order a server might expect to find so many soon, and read a whole table. Reminders
  /// count whatever their state is: a replan reads them all, and a condition on the state leads a server to another index or to none.
  static let reminders = few(
    """
    SELECT 1
    FROM notification_logs
    WHERE occurrence_id = $2 AND day = $3
    ORDER BY occurrence_id, kind, user_id
    """)
  static let followers = few("SELECT 1 FROM user_event_subscriptions WHERE event_id = $2 ORDER BY event_id, user_id")
  static let members = few("SELECT 1 FROM user_group_subscriptions WHERE group_id = $2 ORDER BY group_id, user_id")
  /// Those who are told of new or full moons.
  static let watchers = few(
    """
    SELECT 1
    FROM events e
    CROSS JOIN notification_settings s
    WHERE e.id = $2 AND e.observance IN ('new-moon', 'full-moon') AND e.type <> 'custom'
    """)

  private static func few(_ rows: String) -> SQL { SQL("SELECT COUNT(*) FROM (\(rows) LIMIT $1) few") }
}

extension ReminderPlanning {
  /// The days of an event that waiting reminders may speak of.
  func plannedDays(of event: Int) throws -> [(id: Int, date: String)] {
    let end = max(now, try Self.plannedUntil(connection) ?? now) + Self.longestWait
    return try connection.all(
      "SELECT id, solar_date FROM event_occurrences WHERE event_id = $1 AND solar_date BETWEEN $2 AND $3",
      [.integer(event), .text("\(firstDate)"), .text("\(CivilTime.local(unixTime: end, offset: 0).date)")]
    ) { ($0.integer(0) ?? 0, $0.text(1) ?? "") }
  }
}

// MARK: - Completing

extension Store {
  /// Completes all pending replans, some users per transaction, so that other writers wait only briefly.
  ///
  /// - Parameter now: seconds of UTC since 1970.
  /// - Returns: the number of reminders added.
  @discardableResult
  public func completeReplans(now: Int) throws -> Int { try completeAllReplans(now: now).added }

  func completeAllReplans(now: Int) throws -> ReminderPlanning.Replanned {
    var all = ReminderPlanning.Replanned()
    guard try hasPendingReplans() else { return all }
    try database.writeInPieces { connection in
      let (some, isLast) = try Self.replan(connection, now, for: Self.replanTime)
      return (some, some.added + some.withdrawn, isLast)
    } _: {
      all += $0
    }
    return all
  }

  /// Runs one piece of `completeReplans`; a server lets others write between the pieces.
  ///
  /// - Returns: whether anything is left to do.
  public func completeSomeReplans(now: Int) throws -> Bool {
    try completeSomeReplans(now: now, for: Self.replanTime)
  }

  /// - Parameter duration: the time after which no further step begins.
  func completeSomeReplans(now: Int, for duration: Duration) throws -> Bool {
    guard try hasPendingReplans() else { return false }
    return try !database.write { try Self.replan($0, now, for: duration).isLast }
  }

  private func hasPendingReplans() throws -> Bool {
    try database.read { try !PendingReplans(connection: $0).events().isEmpty }
  }

  /// A writer waits for this time and one more step.
  private static let replanTime = Duration.milliseconds(100)

  private static func replan(
    _ connection: any Connection, _ now: Int, for duration: Duration
  ) throws -> (replanned: ReminderPlanning.Replanned, isLast: Bool) {
    try StoreLock.everything.take(connection)
    var planning = ReminderPlanning(connection: connection, now: now)
    let (clock, replans) = (ContinuousClock(), PendingReplans(connection: connection))
    let end = clock.now + duration
    var all = ReminderPlanning.Replanned()
    repeat {
      guard let some = try replans.step(&planning) else { return (all, true) }
      all += some
    } while clock.now < end
    return (all, false)
  }
}

extension ReminderQueue {
  /// As `Store.completeSomeReplans`.
  public func completeSomeReplans(now: Int) throws -> Bool { try store.completeSomeReplans(now: now) }
}
