/// The log of all users read along its indexes: what has ended status by status (notification_logs_ended), what waits instant by instant
/// (notification_logs_due). Each is in order by itself; a page takes the first of all of them.
struct LogStreams {
  private let query: ReminderQuery
  private let event: Int?
  /// The instants that count, in seconds of UTC since 1970; both ends are among them.
  private let range: ClosedRange<Int>

  /// - Parameter event: only this event's.
  init(_ query: ReminderQuery, event: Int?, now: Int) {
    self.query = query
    self.event = event
    var (first, last) = (query.from ?? .min, query.until.map { $0 == .min ? .min : $0 - 1 } ?? .max)
    if query.isDue { last = min(last, now) }
    isEmpty = first > last
    if isEmpty { (first, last) = (0, 0) }
    range = first...last
  }

  private let isEmpty: Bool

  private struct Place: Comparable {
    let due: Int
    let id: Int

    static func < (left: Place, right: Place) -> Bool { (left.due, left.id) < (right.due, right.id) }
  }

  /// The numbers of the page's reminders, in order. A page far from the beginning is better asked for by its cursor than by its offset, which
  /// is counted row by row.
  func ids(_ connection: any Connection) throws -> [Int] {
    guard !isEmpty, query.limit > 0 else { return [] }
    let (most, overflow) = query.limit.addingReportingOverflow(query.offset)
    let count = overflow ? .max : most
    var places: [Place] = []
    for status in statuses {
      places += status == .queued ? try waiting(count, connection) : try ended(status, count, connection)
    }
    places.sort(by: query.isDescending ? { $1 < $0 } : { $0 < $1 })
    return places.dropFirst(query.offset).prefix(query.limit).map(\.id)
  }

  /// How many there are on all pages.
  func count(_ connection: any Connection) throws -> Int {
    guard !isEmpty else { return 0 }
    return try statuses.reduce(0) { sum, status in
      let condition =
        status == .queued
        ? "\(Self.isWaiting) AND \(Self.due) BETWEEN $1 AND $2 \(ofEvent(3))"
        : "\(Self.hasEnded) AND scheduled_at BETWEEN $2 AND $3 \(ofEvent(4))"
      let arguments = [SQLValue.integer(range.lowerBound), .integer(range.upperBound)] + eventArgument
      return try sum
        + connection.integer(
          SQL("SELECT COUNT(*) FROM notification_logs WHERE \(condition)"),
          status == .queued ? arguments : [.text(status.rawValue)] + arguments)
    }
  }

  private var statuses: [ReminderStatus] {
    let all = query.isDue ? [.queued] : ReminderStatus.allCases
    return query.status.map { all.contains($0) ? [$0] : [] } ?? all
  }

  // A partial index is found by its own condition, word for word.
  private static let hasEnded = "status <> 'queued' AND status = $1"
  private static let isWaiting = "status = 'queued'"
  private static let due = "COALESCE(next_attempt_at, scheduled_at)"

  /// The condition for one event's rows, with the place of its argument.
  private func ofEvent(_ place: Int) -> String {
    event == nil ? "" : "AND occurrence_id IN (SELECT id FROM event_occurrences WHERE event_id = $\(place))"
  }

  private var eventArgument: [SQLValue] { event.map { [.integer($0)] } ?? [] }

  /// The instants from the cursor on, or up to it.
  private var rangeFromCursor: ClosedRange<Int>? {
    guard let after = query.after else { return range }
    let place = min(max(after.scheduledAt, range.lowerBound), range.upperBound)
    guard range.contains(after.scheduledAt) || (after.scheduledAt < range.lowerBound) != query.isDescending else {
      return nil
    }
    return query.isDescending ? range.lowerBound...place : place...range.upperBound
  }

  // MARK: What has ended

  private func ended(_ status: ReminderStatus, _ count: Int, _ connection: any Connection) throws -> [Place] {
    guard let range = rangeFromCursor else { return [] }
    let after =
      query.after ?? ReminderCursor(scheduledAt: query.isDescending ? .max : .min, id: query.isDescending ? .max : .min)
    return try connection.all(
      endedStatement,
      [
        .text(status.rawValue), .integer(range.lowerBound), .integer(range.upperBound), .integer(after.scheduledAt),
        .integer(after.id), .integer(count),
      ] + eventArgument
    ) { Place(due: $0.integer(1) ?? 0, id: $0.integer(0) ?? 0) }
  }

  var endedStatement: SQL {
    let order = query.isDescending ? "DESC" : "ASC"
    return SQL(
      """
      SELECT id, scheduled_at
      FROM notification_logs
      WHERE \(Self.hasEnded)
        AND scheduled_at BETWEEN $2 AND $3
        AND (scheduled_at, id) \(query.isDescending ? "<" : ">") ($4, $5)
        \(ofEvent(7))
      ORDER BY scheduled_at \(order), id \(order)
      LIMIT $6
      """)
  }

  // MARK: What waits

  /// Many are due at one instant, and lie there by their users: so one instant after another is read and sorted by itself.
  private func waiting(_ count: Int, _ connection: any Connection) throws -> [Place] {
    guard var range = rangeFromCursor else { return [] }
    var places: [Place] = []
    while places.count < count {
      let end = try connection.first(
        nextInstant, [.integer(range.lowerBound), .integer(range.upperBound)]
      ) { $0.integer(0) }
      guard let found = end, let instant = found else { return places }
      let first = query.after.flatMap { $0.scheduledAt == instant ? $0.id : nil } ?? (query.isDescending ? .max : .min)
      places += try waiting(at: instant, behind: first, count - places.count, connection).map {
        Place(due: instant, id: $0)
      }
      guard query.isDescending ? instant > range.lowerBound : instant < range.upperBound else { return places }
      range = query.isDescending ? range.lowerBound...(instant - 1) : (instant + 1)...range.upperBound
    }
    return places
  }

  /// The numbers at one instant, in order. They are picked here: SQLite's sorter takes twice as long for a hundred thousand.
  private func waiting(
    at instant: Int, behind first: Int, _ count: Int, _ connection: any Connection
  ) throws -> [Int] {
    var ids: [Int] = []
    let (most, overflow) = count.multipliedReportingOverflow(by: 4)
    let limit = overflow ? .max : max(most, 4_000)
    func prune() {
      ids.sort(by: query.isDescending ? { $0 > $1 } : { $0 < $1 })
      ids.removeLast(max(0, ids.count - count))
    }
    try connection.forEachRow(atInstant, [.integer(instant)] + eventArgument) { row in
      let id = row.integer(0) ?? 0
      guard query.isDescending ? id < first : id > first else { return }
      ids.append(id)
      if ids.count > limit { prune() }
    }
    prune()
    return ids
  }

  private var nextInstant: SQL {
    SQL(
      """
      SELECT \(query.isDescending ? "MAX" : "MIN")(\(Self.due))
      FROM notification_logs
      WHERE \(Self.isWaiting) AND \(Self.due) BETWEEN $1 AND $2
      """)
  }

  private var atInstant: SQL {
    SQL(
      """
      SELECT id
      FROM notification_logs
      WHERE \(Self.isWaiting)
        AND \(Self.due) = $1
        \(ofEvent(2))
      """)
  }
}
