import Folklore
import Lunisolar

/// Which reminders of the log, in the order of the instants at which they were or are due.
public struct ReminderQuery: Sendable {
  public var status: ReminderStatus?
  /// A user by UUID, mail address or number such as u42.
  public var user: String?
  /// The key of an event.
  public var event: String?
  /// Only what is due by now.
  public var isDue = false
  /// Only what was or is due at this instant or later, and before that one: seconds of UTC since 1970.
  public var from: Int?
  public var until: Int?
  /// The latest first.
  public var isDescending = false
  /// The last reminder of the page before: the page begins behind it, whatever came or went meanwhile.
  public var after: ReminderCursor?
  public var limit = 50
  public var offset = 0

  public init() {}
}

/// Where a page of the log ended.
public struct ReminderCursor: Hashable, Sendable {
  /// Seconds of UTC since 1970.
  public let scheduledAt: Int
  public let id: Int

  public init(scheduledAt: Int, id: Int) {
    self.scheduledAt = scheduledAt
    self.id = id
  }

  /// The cursor as the next request names it: `1745020800-17`.
  public var text: String { "\(scheduledAt)-\(id)" }

  /// - Returns: nil for a text that is no cursor.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let scheduledAt = Int(parts[0]), let id = Int(parts[1])
    else { return nil }
    self.init(scheduledAt: scheduledAt, id: id)
  }
}

extension LoggedReminder {
  /// Where a page ends that ends with this one.
  public var cursor: ReminderCursor { ReminderCursor(scheduledAt: scheduledAt, id: id) }
}

/// One page of the log.
public struct ReminderPage: Sendable {
  public let reminders: [LoggedReminder]
  /// Where the next page begins; nil for the last.
  public let next: ReminderCursor?
}

extension ReminderQueue {
  /// A page of the log, and how many there are on all pages.
  ///
  /// - Throws: `RecordError.noSuchRecord` for a user or an event that does not exist.
  public func list(_ query: ReminderQuery, now: Int) throws -> (reminders: [LoggedReminder], total: Int) {
    try store.database.read { connection in
      let selection = try ReminderSelection(query, now: now, connection)
      let (sql, arguments) = selection.count
      return (try Self.read(selection.ids(connection), connection), try connection.integer(sql, arguments))
    }
  }

  /// The natural keys of a user's reminders that have ended for good, though their days are still to come.
  ///
  /// - Parameters:
  ///   - user: UUID, mail address or number such as u42.
  ///   - now: seconds of UTC since 1970.
  /// - Throws: `RecordError.noSuchRecord`.
  public func keysOfEnded(user: String, now: Int) throws -> Set<String> {
    var query = ReminderQuery()
    query.user = user
    query.from = now - ReminderPlanning.longestWait
    query.limit = .max
    return try store.database.read { connection in
      let ids = try ReminderSelection(query, now: now, connection).ids(connection)
      return Set(try Self.read(ids, connection).filter(\.isOver).map(\.key))
    }
  }

  /// A page of the log. How many there are in all is not asked, which of a million takes longer than the page.
  ///
  /// - Throws: `RecordError.noSuchRecord` for a user or an event that does not exist.
  public func page(_ query: ReminderQuery, now: Int) throws -> ReminderPage {
    try store.database.read { connection in
      var more = query
      more.limit += 1
      let ids = try ReminderSelection(more, now: now, connection).ids(connection)
      let reminders = try Self.read(Array(ids.prefix(query.limit)), connection)
      return ReminderPage(reminders: reminders, next: ids.count > query.limit ? reminders.last?.cursor : nil)
    }
  }
}

/// A query of the log as SQL.
struct ReminderSelection {
  private let query: ReminderQuery
  private let source: String
  private var conditions: [String] = []
  private var arguments: [SQLValue] = []

  init(_ query: ReminderQuery, now: Int, _ connection: any Connection) throws {
    self.query = query
    let reader = RecordReader(connection: connection)
    let user = try query.user.map { try reader.existingID(.user, key: $0) }
    let event = try query.event.map { try reader.existingID(.event, key: $0) }
    if let user {
      source = Self.oneUser
      arguments = [.integer(user)]
    } else {
      source = "event_occurrences o JOIN notification_logs n ON n.occurrence_id = o.id"
    }
    if let event { add("o.event_id = $", .integer(event)) }
    if let status = query.status { add("n.status = $", .text(status.rawValue)) }
    if query.isDue {
      conditions.append("n.status = 'queued'")
      add("COALESCE(n.next_attempt_at, n.scheduled_at) <= $", .integer(now))
    }
    if let from = query.from {
      add("n.scheduled_at >= $", .integer(from))
      addDays(from: from)
    }
    if let until = query.until {
      add("n.scheduled_at < $", .integer(until))
      addDays(until: until)
    }
  }

  /// A user's reminders are probed for, occurrence by occurrence, in the unique index of the log: an index on users would cost every plan
  /// more than all pages together. The occurrences are those of the events that everybody shares (events_shared) and of the user's own
  /// (events_by_owner), so other users' own days are not looked at.
  private static let oneUser = """
    (
        SELECT id FROM events WHERE owner_id IS NULL
        UNION ALL
        SELECT id FROM events WHERE owner_id = $1
      ) e
      CROSS JOIN event_occurrences o ON o.event_id = e.id
      CROSS JOIN notification_logs n ON n.occurrence_id = o.id AND n.kind IN ('early', 'main', 'day_of') AND n.user_id = $1
    """

  /// Adds a condition; `$` in it stands for its argument.
  private mutating func add(_ condition: String, _ value: SQLValue) {
    arguments.append(value)
    conditions.append(condition.replacing("$", with: "$\(arguments.count)"))
  }

  /// Only the days whose reminders can be due from an instant on. Zones, eves and quiet hours move a reminder by less than two days.
  private mutating func addDays(from instant: Int) {
    add("o.solar_date >= $", Self.day(instant, -2))
  }

  /// Only the days whose reminders can be due by an instant: as far ahead as settings reach.
  private mutating func addDays(until instant: Int) {
    let reach = ReminderTiming.reach(advanceDays: NotificationSettings.advanceDayRange.upperBound)
    add("o.solar_date <= $", Self.day(instant, reach + 2))
  }

  /// The day of an instant in UTC, or so many days from it. Far beyond any plan the day is kept to four digits of the year.
  private static func day(_ instant: Int, _ days: Int) -> SQLValue {
    let near = min(max(instant, -60_000_000_000), 250_000_000_000)
    return .text("\(CivilTime.local(unixTime: near, offset: 0).date.advanced(by: days))")
  }

  /// How many there are on all pages.
  var count: (sql: SQL, arguments: [SQLValue]) { statement("COUNT(*)", "") }

  /// What gives the numbers of the page's reminders.
  var page: (sql: SQL, arguments: [SQLValue]) {
    var page = self
    let order = query.isDescending ? "DESC" : "ASC"
    if let after = query.after {
      if query.isDescending { page.addDays(until: after.scheduledAt) } else { page.addDays(from: after.scheduledAt) }
      page.arguments += [.integer(after.scheduledAt), .integer(after.id)]
      let places = "($\(page.arguments.count - 1), $\(page.arguments.count))"
      page.conditions.append("(n.scheduled_at, n.id) \(query.isDescending ? "<" : ">") \(places)")
    }
    // As arguments: each text that is not the same is a statement that stays prepared.
    page.arguments += [.integer(query.limit), .integer(query.offset)]
    return page.statement(
      "n.id",
      """
      ORDER BY n.scheduled_at \(order), n.id \(order)
      LIMIT $\(page.arguments.count - 1) OFFSET $\(page.arguments.count)
      """)
  }

  /// The numbers of the page's reminders, in order.
  func ids(_ connection: any Connection) throws -> [Int] {
    let (sql, arguments) = page
    return try connection.all(sql, arguments) { $0.integer(0) ?? 0 }
  }

  private func statement(_ columns: String, _ end: String) -> (sql: SQL, arguments: [SQLValue]) {
    (
      SQL(
        """
        SELECT \(columns)
        FROM \(source)
        WHERE \(conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND "))
        \(end)
        """), arguments
    )
  }
}
