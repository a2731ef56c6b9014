internal import Database

/// Events that were changed and whose followers' reminders are not all replanned yet.
///
/// An event can have a hundred thousand followers; replanning them in the transaction of the change would block other writers for seconds. So
/// the change only records the event here, and later transactions replan some users each, in the order of the users' numbers. A step gives its
/// users the queue of a full plan, so a step may run twice and any process may continue. Reminders of such an event are not sent until it is
/// done.
struct PendingReplans {
  let connection: any Connection

  /// Stands for all events.
  static let everything = 0

  /// Up to this number, reminders are replanned in the transaction of the change.
  static let fewReminders = 2_000

  /// The numbers of the events; contains `everything` if all are to be replanned.
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

  /// True if these events have so many followers or waiting reminders that they are replanned in steps.
  func areMany(_ events: Set<Int>) throws -> Bool {
    var count = 0
    for event in events {
      for statement in Self.counts {
        count += try connection.integer(statement, [.integer(event), .integer(Self.fewReminders + 1 - count)])
        if count > Self.fewReminders { return true }
      }
    }
    return false
  }

  /// Counts waiting reminders and followers, up to the limit.
  static let counts = [
    """
    SELECT 1
    FROM event_occurrences o
    CROSS JOIN notification_logs n
    WHERE o.event_id = $1 AND n.occurrence_id = o.id AND n.status = 'queued'
    """,
    "SELECT 1 FROM user_event_subscriptions WHERE event_id = $1",
    """
    SELECT 1
    FROM group_items gi
    CROSS JOIN user_group_subscriptions gs
    WHERE gi.event_id = $1 AND gs.group_id = gi.group_id
    """,
    """
    SELECT 1
    FROM events e
    CROSS JOIN notification_settings s
    WHERE e.id = $1 AND e.observance IN ('new-moon', 'full-moon') AND e.type <> 'custom'
    """,
  ].map { SQL("SELECT COUNT(*) FROM (\($0) LIMIT $2) few") }

  /// Replans the reminders of the next users.
  ///
  /// - Parameter count: the number of users.
  /// - Returns: the number of reminders added; nil if nothing is left to do.
  func step(users count: Int, _ planning: inout ReminderPlanning) throws -> Int? {
    let next = try connection.first(
      "SELECT after_user FROM pending_replans ORDER BY after_user LIMIT 1"
    ) { $0.integer(0) ?? -1 }
    guard let after = next else { return nil }
    // Events that have reached the same user continue together.
    let events = Set(
      try connection.all("SELECT event_id FROM pending_replans WHERE after_user = $1", [.integer(after)]) {
        $0.integer(0) ?? 0
      })
    let last = try connection.first(
      """
      SELECT COUNT(*), MAX(user_id)
      FROM (SELECT user_id FROM notification_settings WHERE user_id > $1 ORDER BY user_id LIMIT $2) few
      """, [.integer(after), .integer(count)]
    ) { ($0.integer(0) ?? 0, $0.integer(1) ?? after) }
    let isEverything = events.contains(Self.everything)
    var added = 0
    if let last, last.0 > 0 {
      let users = (after + 1)...last.1
      added = try planning.replan(.range(users, events: isEverything ? nil : Array(events)))
      try Corrections(connection: connection, now: planning.now)
        .queue(of: events.subtracting([Self.everything]), users: users)
    }
    if let last, last.0 == count {
      try connection.execute(
        "UPDATE pending_replans SET after_user = $2, updated_at = $3 WHERE after_user = $1",
        [.integer(after), .integer(last.1), .integer(planning.now)])
    } else {
      try connection.execute("DELETE FROM pending_replans WHERE after_user = $1", [.integer(after)])
      // Removes days that the rules no longer give and that have no sent reminder.
      try connection.execute(Self.removeUnused)
      if isEverything { try planning.noteEverythingPlanned() }
    }
    return added
  }

  private static let removeUnused: SQL = """
    DELETE FROM event_occurrences
    WHERE is_current = 0
      AND NOT EXISTS (SELECT 1 FROM notification_logs n WHERE n.occurrence_id = event_occurrences.id)
    """
}

extension Store {
  /// Completes all pending replans, some users per transaction, so that other writers wait only briefly.
  ///
  /// - Parameter now: seconds of UTC since 1970.
  /// - Returns: the number of reminders added.
  @discardableResult
  public func completeReplans(now: Int) throws -> Int {
    guard try database.read({ try !PendingReplans(connection: $0).events().isEmpty }) else { return 0 }
    var size = PieceSize()
    var added = 0
    try database.writeInPieces { connection in
      try size.measured { users in
        try StoreLock.everything.take(connection)
        var planning = ReminderPlanning(connection: connection, now: now)
        let some = try PendingReplans(connection: connection).step(users: users, &planning)
        return (some ?? 0, some == nil)
      }
    } _: {
      added += $0
    }
    return added
  }

  /// Runs one step of `completeReplans`; a server lets others write between steps.
  ///
  /// - Returns: whether anything is left to do.
  public func completeSomeReplans(now: Int) throws -> Bool {
    guard try database.read({ try !PendingReplans(connection: $0).events().isEmpty }) else { return false }
    return try database.write { connection in
      try StoreLock.everything.take(connection)
      var planning = ReminderPlanning(connection: connection, now: now)
      return try PendingReplans(connection: connection).step(users: PieceSize.first, &planning) != nil
    }
  }
}

extension ReminderQueue {
  /// As `Store.completeSomeReplans`.
  public func completeSomeReplans(now: Int) throws -> Bool { try store.completeSomeReplans(now: now) }
}

/// The number of users in a step, adapted so that a step takes about 0.2 s.
private struct PieceSize {
  static let first = 500
  private static let most = 20_000
  private static let aim = Duration.milliseconds(200)
  private var users = first

  mutating func measured<Result>(_ body: (Int) throws -> Result) rethrows -> Result {
    let clock = ContinuousClock()
    let start = clock.now
    defer {
      let duration = start.duration(to: clock.now)
      if duration < Self.aim / 2 { users = min(users * 2, Self.most) }
      if duration > Self.aim { users = max(users / 2, 100) }
    }
    return try body(users)
  }
}
