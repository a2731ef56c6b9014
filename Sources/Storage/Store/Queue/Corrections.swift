internal import Database
internal import Folklore
import Lunisolar

/// Corrections of days that were told and then moved. A correction is a reminder of kind `correction` of the old day's occurrence, which
/// stays in the table as not current.
///
/// A change of days only queues them, for everybody who was told of a day that is no longer the event's, or is being told of it. What a user believes
/// is not known before messages under way have ended, so it is judged when a correction is claimed (`ToldDays`): only then is it known which day
/// is the newest, too. To queue twice does no harm.
struct Corrections {
  let connection: any Connection
  let now: Int

  /// Queues the corrections of some events after their days and reminders were written.
  ///
  /// - Parameter users: only users with these numbers; nil for all.
  func queue(of events: some Sequence<Int>, users: ClosedRange<Int>? = nil) throws {
    let today = "\(CivilTime.local(unixTime: now, offset: 0).date)"
    let condition = users.map { "n.user_id BETWEEN \($0.lowerBound) AND \($0.upperBound)" } ?? "TRUE"
    for event in events where try isAnnounced(event) {
      let moved = try connection.all(
        "SELECT solar_date FROM event_occurrences WHERE event_id = $1 AND is_current = 0 AND last_date >= $2",
        [.integer(event), .text(today)]
      ) { $0.text(0) ?? "" }.map { try SolarDate(iso: $0) }
      try markOutdated(event, condition)
      var count = try queueForNewDays(event, condition, today)
      if let first = moved.min(), let last = moved.max() {
        try LogMonths(connection: connection).make(first...last)
        count += try connection.execute(Self.queue(condition), [.integer(event), .integer(now), .text(today)])
      }
      if count > 0 { try connection.announce() }
    }
  }

  /// An announced day is known to few, so those who were told must learn that it moved. Other rules move when an editor mends them.
  private func isAnnounced(_ event: Int) throws -> Bool {
    let rule = try connection.first("SELECT rule FROM events WHERE id = $1", [.integer(event)]) { $0.text(0) ?? "" }
    return rule.flatMap { try? DateRule($0) }?.isAnnounced ?? false
  }

  // MARK: Under way

  /// The mark of a correction under way whose event's days have changed since it was claimed. A worker that only holds it lets it go; one that has
  /// sent it makes it due again, and the next claim judges anew.
  static let outdated = "the days have changed while it was being sent"

  /// Seconds for workers to see that what they hold is not due now.
  private static let outdatedSeconds = 10

  private func markOutdated(_ event: Int, _ condition: String) throws {
    let waiting = """
      n.kind = 'correction' AND n.status = 'queued' AND \(condition)
        AND n.occurrence_id IN (SELECT id FROM event_occurrences WHERE event_id = $1)
      """
    if connection.dialect.hasSeveralWriters {
      // Waits for claims that have read the former days.
      let locked = SQL("SELECT 1 FROM notification_logs n WHERE \(waiting) FOR UPDATE")
      try connection.forEachRow(locked, [.integer(event)]) { _ in }
    }
    try connection.execute(
      SQL(
        """
        UPDATE notification_logs AS n
        SET error_message = '\(Self.outdated)', next_attempt_at = $3, updated_at = $2
        WHERE \(waiting) AND n.lease_until > $2
        """), [.integer(event), .integer(now), .integer(now + Self.outdatedSeconds)])
  }

  // MARK: Queueing

  /// Who was told that no day is announced must learn the day that is announced now.
  private func queueForNewDays(_ event: Int, _ condition: String, _ today: String) throws -> Int {
    try connection.execute(
      SQL(
        """
        UPDATE notification_logs AS n
        SET \(Self.dueNow)
        WHERE n.kind = 'correction'
          AND n.status <> 'queued'
          AND n.sent_at IS NOT NULL
          AND n.told_day = ''
          AND \(condition)
          AND n.occurrence_id IN (
            SELECT o.id
            FROM event_occurrences o
            JOIN event_occurrences following ON following.event_id = o.event_id AND following.rule_year = o.rule_year
            WHERE o.event_id = $1 AND following.is_current = 1 AND following.last_date >= $3)
        """), [.integer(event), .integer(now), .text(today)])
  }

  private static let dueNow = """
    status = 'queued', scheduled_at = $2, error_message = NULL, next_attempt_at = NULL, first_attempt_at = NULL,
      retry_count = 0, updated_at = $2
    """

  /// Those who were told of a withdrawn day, by its reminder or by the correction of another, later than it was taken back. The columns `sent_at`
  /// and `told_day` of a correction that is queued again stay: they tell what the user knows until it is sent again.
  static func queue(_ condition: String) -> SQL {
    SQL(
      """
      WITH told (user_id, occurrence_id, day, sent_at, lease_until) AS (
        SELECT n.user_id, o.id, o.solar_date, n.sent_at, n.lease_until
        FROM event_occurrences o
        JOIN notification_logs n ON n.occurrence_id = o.id AND n.kind IN (\(ReminderKind.planned))
        WHERE o.event_id = $1 AND o.is_current = 0 AND o.last_date >= $3 AND \(condition)
        UNION ALL
        SELECT n.user_id, o.id, o.solar_date,
          CASE WHEN n.told_day = o.solar_date THEN n.sent_at END,
          CASE WHEN n.new_day = o.solar_date THEN n.lease_until END
        FROM event_occurrences o
        JOIN event_occurrences former ON former.event_id = o.event_id
        JOIN notification_logs n
          ON n.occurrence_id = former.id
            AND n.kind = 'correction'
            AND (n.told_day = o.solar_date OR n.new_day = o.solar_date)
        WHERE o.event_id = $1 AND o.is_current = 0 AND o.last_date >= $3 AND \(condition)
      )
      INSERT INTO notification_logs
        (user_id, occurrence_id, day, kind, scheduled_at, status, retry_count, created_at, updated_at)
      SELECT DISTINCT t.user_id, t.occurrence_id, t.day, 'correction', $2, 'queued', 0, $2, $2
      FROM told t
      JOIN notification_settings s ON s.user_id = t.user_id
      LEFT JOIN notification_logs c
        ON c.occurrence_id = t.occurrence_id AND c.kind = 'correction' AND c.user_id = t.user_id AND c.day = t.day
      WHERE s.enable_all = 1
        AND (t.lease_until > $2 OR (t.sent_at IS NOT NULL AND (c.sent_at IS NULL OR t.sent_at >= c.sent_at)))
      ORDER BY t.user_id
      ON CONFLICT (occurrence_id, kind, user_id, day) DO UPDATE
      SET \(dueNow)
      WHERE notification_logs.status <> 'queued'
      """)
  }
}
