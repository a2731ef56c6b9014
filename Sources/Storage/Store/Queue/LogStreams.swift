internal import Database
import Folklore
import Lunisolar

/// The log of all users, read along its indexes: ended reminders by status (notification_logs_ended), waiting ones (notification_logs_due). Each
/// index gives its rows in the order of the log; a page merges them.
struct LogStreams {
  private let query: ReminderQuery
  private let event: Int?
  /// The windows to read, in order; they do not overlap.
  private let windows: [Window]

  /// A time range that can hold reminders.
  private struct Window {
    /// Seconds of UTC since 1970; both ends count.
    var instants: ClosedRange<Int>
    /// The range of the event's occurrence numbers whose reminders can be due in this window.
    var occurrences: ClosedRange<Int>
  }

  /// - Parameter event: limits the log to this event.
  init(_ query: ReminderQuery, event: Int?, now: Int, _ connection: any Connection) throws {
    self.query = query
    self.event = event
    let first = query.from ?? .min
    var last = query.until.map { $0 == .min ? .min : $0 - 1 } ?? .max
    if query.isDue { last = min(last, now) }
    guard first <= last else {
      windows = []
      return
    }
    var all = [Window(instants: .min ... .max, occurrences: .min ... .max)]
    if let event { all = try Self.windows(of: event, connection) }
    all.removeAll { !$0.instants.overlaps(first...last) }
    for index in all.indices { all[index].instants = all[index].instants.clamped(to: first...last) }
    windows = query.isDescending ? all.reversed() : all
  }

  /// The times when reminders of an event can be due. Rows of other events between them are skipped.
  private static func windows(of event: Int, _ connection: any Connection) throws -> [Window] {
    let days = try connection.all(
      "SELECT solar_date, id FROM event_occurrences WHERE event_id = $1 ORDER BY solar_date", [.integer(event)]
    ) { (date: try? SolarDate(iso: $0.text(0) ?? ""), id: $0.integer(1) ?? 0) }
    var windows: [Window] = []
    for (date, id) in days {
      guard let date else { continue }
      let midnight = CivilTime.midnight(of: date)
      let instants =
        (midnight - ReminderSelection.daysBefore * 86_400)...(midnight + (ReminderSelection.daysAfter + 1) * 86_400)
      if let last = windows.last, instants.lowerBound <= last.instants.upperBound {
        windows[windows.count - 1] = Window(
          instants: last.instants.lowerBound...instants.upperBound,
          occurrences: min(last.occurrences.lowerBound, id)...max(last.occurrences.upperBound, id))
      } else {
        windows.append(Window(instants: instants, occurrences: id...id))
      }
    }
    return windows
  }

  /// The numbers of the page's reminders, in order. For a distant page a cursor is faster than an offset, which SQLite counts row by row.
  func ids(_ connection: any Connection) throws -> [Int] {
    guard query.limit > 0 else { return [] }
    let (most, overflow) = query.limit.addingReportingOverflow(query.offset)
    let count = overflow ? .max : most
    var places: [ReminderCursor] = []
    for window in windows {
      guard let (start, end) = bounds(of: window.instants) else { continue }
      var found: [ReminderCursor] = []
      for status in statuses {
        found += try connection.all(
          statement(status),
          [
            .text(status.rawValue), .integer(start.scheduledAt), .integer(start.user), .integer(start.id),
            .integer(end), .integer(count - places.count),
          ]
            + (event.map { [$0, window.occurrences.lowerBound, window.occurrences.upperBound].map(SQLValue.integer) }
              ?? []) + [query.reason, query.channel].compactMap { $0.map(SQLValue.text) }
        ) { ReminderCursor(scheduledAt: $0.integer(0) ?? 0, user: $0.integer(1) ?? 0, id: $0.integer(2) ?? 0) }
      }
      places += found.sorted(by: query.isDescending ? { $1 < $0 } : { $0 < $1 }).prefix(count - places.count)
      if places.count == count { break }
    }
    return places.dropFirst(query.offset).map(\.id)
  }

  /// The start and end of reading in a window; nil if the cursor is after the window.
  private func bounds(of window: ClosedRange<Int>) -> (start: ReminderCursor, end: Int)? {
    let (start, end): (ReminderCursor, Int)
    if query.isDescending {
      let last = ReminderCursor(scheduledAt: window.upperBound, user: .max, id: .max)
      (start, end) = (min(query.after ?? last, last), window.lowerBound)
    } else {
      let first = ReminderCursor(scheduledAt: window.lowerBound, user: .min, id: .min)
      (start, end) = (max(query.after ?? first, first), window.upperBound)
    }
    return (query.isDescending ? start.scheduledAt >= end : start.scheduledAt <= end) ? (start, end) : nil
  }

  private var statuses: [ReminderStatus] {
    let all = query.isDue ? [.queued] : ReminderStatus.allCases
    return query.status.map { all.contains($0) ? [$0] : [] } ?? all
  }

  /// The rows of one status after the cursor. SQLite cannot use a row value as the bound of an index on an expression, so the condition repeats
  /// the instants. The plus sign stops SQLite from using the log's unique index, and a range check on the number is cheaper than a lookup.
  func statement(_ status: ReminderStatus) -> SQL {
    // SQLite uses a partial index only if the query repeats the condition of the index word for word.
    let (condition, due) =
      status == .queued
      ? ("status = 'queued' AND $1 = 'queued'", "COALESCE(next_attempt_at, scheduled_at)")
      : ("status <> 'queued' AND status = $1", "scheduled_at")
    let order = query.isDescending ? "DESC" : "ASC"
    return SQL(
      """
      SELECT \(due), user_id, id
      FROM notification_logs
      WHERE \(condition)
        AND (\(due), user_id, id) \(query.isDescending ? "<" : ">") ($2, $3, $4)
        AND \(due) \(query.isDescending ? "BETWEEN $5 AND $2" : "BETWEEN $2 AND $5")
        \(conditions)
      ORDER BY \(due) \(order), user_id \(order), id \(order)
      LIMIT $6
      """)
  }

  /// The conditions that no index serves, with the numbers of their arguments.
  private var conditions: String {
    var conditions = event == nil ? [] : [Self.ofEvent]
    var number = event == nil ? 7 : 10
    if query.reason != nil {
      conditions.append("AND error_message = $\(number)")
      number += 1
    }
    if query.channel != nil {
      conditions.append("AND " + ReminderSelection.ofChannel("notification_logs").replacing("$", with: "$\(number)"))
    }
    return conditions.joined(separator: " ")
  }

  private static let ofEvent =
    "AND +occurrence_id BETWEEN $8 AND $9 AND +occurrence_id IN (SELECT id FROM event_occurrences WHERE event_id = $7)"
}
