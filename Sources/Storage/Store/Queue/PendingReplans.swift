internal import Database

/// Events of which not all followers' reminders have been planned anew since they were changed.
///
/// What a hundred thousand people follow cannot be replanned in the transaction of the change: nobody else could write for seconds. So the change
/// is one transaction, which takes note of the event here, and the reminders of some users at a time are one each, in the order of the users'
/// numbers. Each piece makes the queue of its users what a plan from nothing would make it, whatever it was before; so a piece may be done
/// twice, and by anybody: who is killed in the middle leaves what the next one completes. Until then nothing of such an event is sent.
struct PendingReplans {
  let connection: any Connection

  /// Stands for all events: everything is planned anew.
  static let everything = 0

  /// Up to so many reminders are planned anew in the transaction of the change.
  static let fewReminders = 2_000

  /// The numbers of the events; `everything` among them where it is all of them.
  func events() throws -> Set<Int> {
    Set(try connection.all("SELECT event_id FROM pending_replans") { $0.integer(0) ?? 0 })
  }

  /// Takes note of events. One that is noted already begins from the first user again.
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

  /// Whether events have so many followers or waiting reminders that they are replanned in pieces.
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

  /// What there may be to take away, and to whom something may have to be written: no further than needed.
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

  /// Plans the reminders of the next users anew.
  ///
  /// - Parameter count: of how many users.
  /// - Returns: how many reminders were added; nil where nothing is left to do.
  func step(users count: Int, _ planning: inout ReminderPlanning) throws -> Int? {
    let next = try connection.first(
      "SELECT after_user FROM pending_replans ORDER BY after_user LIMIT 1"
    ) { $0.integer(0) ?? -1 }
    guard let after = next else { return nil }
    // All that have come equally far go on together.
    let events = Set(
      try connection.all("SELECT event_id FROM pending_replans WHERE after_user = $1", [.integer(after)]) {
        $0.integer(0) ?? 0
      })
    let last = try connection.first(
      """
      SELECT COUNT(*), MAX(user_id)
      FROM (SELECT user_id FROM notification_settings WHERE user_id > $1 ORDER BY user_id LIMIT $2) some
      """, [.integer(after), .integer(count)]
    ) { ($0.integer(0) ?? 0, $0.integer(1) ?? after) }
    let isEverything = events.contains(Self.everything)
    var added = 0
    if let last, last.0 > 0 {
      added = try planning.replan(.range((after + 1)...last.1, events: isEverything ? nil : Array(events)))
    }
    if let last, last.0 == count {
      try connection.execute(
        "UPDATE pending_replans SET after_user = $2, updated_at = $3 WHERE after_user = $1",
        [.integer(after), .integer(last.1), .integer(planning.now)])
    } else {
      try connection.execute("DELETE FROM pending_replans WHERE after_user = $1", [.integer(after)])
      // Days that the rules no longer give and of which nothing was sent.
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
  /// Plans anew what changes of events have left to do, in pieces of some users each, so that nobody waits long to write. Does nothing where
  /// nothing is left.
  ///
  /// - Parameter now: seconds of UTC since 1970.
  /// - Returns: how many reminders were added.
  @discardableResult
  public func completeReplans(now: Int) throws -> Int {
    guard try database.read({ try !PendingReplans(connection: $0).events().isEmpty }) else { return 0 }
    var size = PieceSize()
    var added = 0
    try database.writeInPieces { connection in
      try size.measured { users in
        var planning = ReminderPlanning(connection: connection, now: now)
        guard let some = try PendingReplans(connection: connection).step(users: users, &planning) else { return true }
        added += some
        return false
      }
    }
    return added
  }

  /// One piece of `completeReplans`: for a server, which lets others write in between.
  ///
  /// - Returns: whether anything is left to do.
  public func completeSomeReplans(now: Int) throws -> Bool {
    guard try database.read({ try !PendingReplans(connection: $0).events().isEmpty }) else { return false }
    return try database.write { connection in
      var planning = ReminderPlanning(connection: connection, now: now)
      return try PendingReplans(connection: connection).step(users: PieceSize.first, &planning) != nil
    }
  }
}

extension ReminderQueue {
  /// As `Store.completeSomeReplans`.
  public func completeSomeReplans(now: Int) throws -> Bool { try store.completeSomeReplans(now: now) }
}

/// Of how many users a piece is: so many that it takes about a fifth of a second on the machine at hand.
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
