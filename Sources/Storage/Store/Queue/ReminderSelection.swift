internal import Database
import Folklore
import Lunisolar
import Records

/// A query of the log: filter and order.
///
/// The logs of one user and of an event with few followers are gathered from the occurrences and sorted. Longer logs are read along their
/// indexes (`LogStreams`), so the cost of a page does not depend on the length of the log.
struct ReminderSelection {
  private let query: ReminderQuery
  private let source: Source
  private var conditions: [String] = []
  private var arguments: [SQLValue] = []

  private enum Source {
    /// Gathered and sorted; the text is the FROM clause.
    case gathered(String)
    case streams(LogStreams)
  }

  init(_ query: ReminderQuery, now: Int, _ connection: any Connection) throws {
    self.query = query
    let reader = RecordReader(connection: connection)
    let user = try query.user.map { try reader.existingID(.user, key: $0) }
    let event = try query.event.map { try reader.existingID(.event, key: $0) }
    if let user {
      source = .gathered(Self.oneUser)
      arguments = [.integer(user)]
      conditions = [Self.oneUserJoin]
    } else if let event, try Self.isShort(event, connection) {
      source = .gathered(Self.oneEvent)
    } else {
      source = .streams(try LogStreams(query, event: event, now: now, connection))
      return
    }
    if let event { add("o.event_id = $", .integer(event)) }
    if let status = query.status { add("n.status = $", .text(status.rawValue)) }
    if let reason = query.reason { add("n.error_message = $", .text(reason)) }
    if let channel = query.channel { add(Self.ofChannel("n"), .text(channel)) }
    if query.isDue {
      conditions.append("n.status = 'queued'")
      add("\(Self.due) <= $", .integer(now))
    }
    if let from = query.from {
      add("\(Self.due) >= $", .integer(from))
      addDays(from: from)
    }
    if let until = query.until {
      add("\(Self.due) < $", .integer(until))
      addDays(until: until)
    }
  }

  /// The condition on a user's channel; `$` stands for its name.
  static func ofChannel(_ row: String) -> String {
    "EXISTS (SELECT 1 FROM notification_settings s WHERE s.user_id = \(row).user_id AND s.channel = $)"
  }

  /// `LoggedReminder.dueAt` of a row.
  private static let due =
    "CASE n.status WHEN 'queued' THEN COALESCE(n.next_attempt_at, n.scheduled_at) ELSE n.scheduled_at END"

  private static let oneEvent = "event_occurrences o JOIN notification_logs n ON n.occurrence_id = o.id"

  /// Looks up a user's reminders by occurrence in the unique index of the log; an index on users would slow every plan. The occurrences are
  /// those of shared events (events_shared) and of the user's own (events_by_owner).
  private static let oneUser = """
    (
        SELECT id FROM events WHERE owner_id IS NULL
        UNION ALL
        SELECT id FROM events WHERE owner_id = $1
      ) e
      CROSS JOIN event_occurrences o
      CROSS JOIN notification_logs n
    """

  /// The joins of `oneUser`.
  private static let oneUserJoin =
    "o.event_id = e.id AND n.occurrence_id = o.id AND n.kind IN (\(ReminderKind.planned), 'correction') AND n.user_id = $1"

  /// Up to this number, an event's reminders are gathered and sorted for a page.
  private static let fewReminders = 10_000

  /// True if an event has few enough reminders to gather; counts along the unique index, up to the limit.
  private static func isShort(_ event: Int, _ connection: any Connection) throws -> Bool {
    try connection.integer(countOfEvent, [.integer(event), .integer(fewReminders + 1)]) <= fewReminders
  }

  static let countOfEvent: SQL = """
    SELECT COUNT(*)
    FROM (
      SELECT 1
      FROM event_occurrences o
      CROSS JOIN notification_logs n
      WHERE o.event_id = $1 AND n.occurrence_id = o.id
      LIMIT $2) few
    """

  /// Adds a condition; `$` stands for its argument.
  private mutating func add(_ condition: String, _ value: SQLValue) {
    arguments.append(value)
    conditions.append(condition.replacing("$", with: "$\(arguments.count)"))
  }

  /// The most days before and after its day that a reminder can be due: zones, eves and quiet hours move it by less than two days, and `retry`
  /// postpones at most this long.
  static let daysBefore = ReminderTiming.reach(advanceDays: NotificationSettings.advanceDayRange.upperBound) + 2
  static let daysAfter = ReminderPlanning.longestWait / 86_400 + 2

  /// Limits to days whose reminders can be due at or after an instant.
  private mutating func addDays(from instant: Int) {
    add("o.solar_date >= $", Self.day(instant, -Self.daysAfter))
  }

  /// Limits to days whose reminders can be due at or before an instant.
  private mutating func addDays(until instant: Int) {
    add("o.solar_date <= $", Self.day(instant, Self.daysBefore))
  }

  /// The UTC day of an instant plus a number of days, limited to years of four digits.
  private static func day(_ instant: Int, _ days: Int) -> SQLValue {
    let near = min(max(instant, -60_000_000_000), 250_000_000_000)
    return .text("\(CivilTime.local(unixTime: near, offset: 0).date.advanced(by: days))")
  }

  /// The numbers of the page's reminders, in order.
  func ids(_ connection: any Connection) throws -> [Int] {
    switch source {
    case .streams(let streams): return try streams.ids(connection)
    case .gathered(let source):
      let (sql, arguments) = page(of: source)
      return try connection.all(sql, arguments) { $0.integer(0) ?? 0 }
    }
  }

  /// The statement of a gathered page; nil if the page is read along the indexes.
  var gatheredPage: (sql: SQL, arguments: [SQLValue])? {
    if case .gathered(let source) = source { page(of: source) } else { nil }
  }

  private func page(of source: String) -> (sql: SQL, arguments: [SQLValue]) {
    var page = self
    let order = query.isDescending ? "DESC" : "ASC"
    // The cursor of a user's log does not contain the user.
    let place = query.user == nil ? [Self.due, "n.user_id", "n.id"] : [Self.due, "n.id"]
    if let after = query.after {
      if query.isDescending { page.addDays(until: after.scheduledAt) } else { page.addDays(from: after.scheduledAt) }
      let values = query.user == nil ? [after.scheduledAt, after.user, after.id] : [after.scheduledAt, after.id]
      let names = values.indices.map { "$\(page.arguments.count + 1 + $0)" }
      page.arguments += values.map(SQLValue.integer)
      page.conditions.append(
        "(\(place.joined(separator: ", "))) \(query.isDescending ? "<" : ">") (\(names.joined(separator: ", ")))")
    }
    // Passed as arguments, so that the statement stays prepared.
    page.arguments += [.integer(query.limit), .integer(query.offset)]
    return (
      SQL(
        """
        SELECT n.id
        FROM \(source)
        WHERE \(page.conditions.isEmpty ? "TRUE" : page.conditions.joined(separator: " AND "))
        ORDER BY \(place.map { "\($0) \(order)" }.joined(separator: ", "))
        LIMIT $\(page.arguments.count - 1) OFFSET $\(page.arguments.count)
        """), page.arguments
    )
  }
}
