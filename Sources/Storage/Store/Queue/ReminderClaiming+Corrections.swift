internal import Database
import Folklore
import Lunisolar

extension ReminderClaiming {
  /// True if a user wants reminders of an event. A replan does not look at corrections.
  func isWanted(_ event: Int, by user: Int) throws -> Bool {
    try connection.integer(Self.isWanted, [.integer(user), .integer(event)]) == 1
  }

  private static let isWanted = SQL(
    """
    \(ReminderPlanning.followed)
    SELECT COUNT(*)
    FROM events e
    JOIN notification_settings s ON s.user_id = $1
    WHERE e.id = $2
      AND s.enable_all = 1
      AND e.id IN (SELECT event_id FROM followed)
      AND \(ReminderPlanning.isFollowed)
    """)

  /// What a user was told of the days of an occurrence's event and year.
  ///
  /// - Parameter correction: the row that is being claimed; it is not under way yet.
  func toldDays(by user: Int, of occurrence: DueOccurrence, besides correction: Int) throws -> ToldDays {
    var current: Set<SolarDate> = []
    var entries: [ToldDays.Entry] = []
    func day(_ text: String?) throws -> SolarDate? {
      try text.flatMap { $0.isEmpty ? nil : try SolarDate(iso: $0) }
    }
    try connection.forEachRow(
      Self.toldDays, [.integer(occurrence.eventID), .integer(user), .integer(occurrence.id)]
    ) { row in
      let own = try SolarDate(iso: row.text(0) ?? "")
      if row.integer(1) == 1 { current.insert(own) }
      guard let id = row.integer(2) else { return }
      let leasedUntil = row.integer(6).flatMap { $0 > now && id != correction ? $0 : nil }
      entries.append(
        ToldDays.Entry(
          day: own, isCorrection: row.text(3) == "correction",
          newDay: try day(row.text(7)), tellsNone: row.text(7) == "", comingDay: try day(row.text(8)),
          isQueued: row.text(4) == "queued", sentAt: row.integer(5), leasedUntil: leasedUntil))
    }
    return ToldDays(entries: entries, current: current)
  }

  private static let toldDays = SQL(
    """
    SELECT o.solar_date, o.is_current, n.id, n.kind, n.status, n.sent_at, n.lease_until, n.told_day,
      n.new_day
    FROM event_occurrences o
    LEFT JOIN notification_logs n
      ON n.occurrence_id = o.id AND n.kind IN (\(ReminderKind.planned), 'correction') AND n.user_id = $2
    WHERE o.event_id = $1 AND o.rule_year = (SELECT rule_year FROM event_occurrences WHERE id = $3)
    """)

  /// A correction with nothing to correct leaves the log, or is again the one that was sent before.
  func drop(_ correction: Int) throws {
    try connection.execute(
      "DELETE FROM notification_logs WHERE id = $1 AND sent_at IS NULL", [.integer(correction)])
    try connection.execute(
      """
      UPDATE notification_logs
      SET status = 'sent', scheduled_at = sent_at, next_attempt_at = NULL, error_message = NULL, lease_owner = NULL,
        lease_until = NULL, updated_at = $2
      WHERE id = $1
      """, [.integer(correction), .integer(now)])
  }

  func postpone(_ id: Int, until instant: Int) throws {
    try connection.execute(
      "UPDATE notification_logs SET next_attempt_at = $2, updated_at = $3 WHERE id = $1",
      [.integer(id), .integer(instant), .integer(now)])
  }

  /// Notes the day that a correction is going to tell.
  func noteNewDay(_ day: SolarDate?, of correction: Int) throws {
    try connection.execute(
      SQL(
        """
        UPDATE notification_logs
        SET new_day = $2, error_message = NULLIF(error_message, '\(Corrections.outdated)')
        WHERE id = $1
        """), [.integer(correction), .text(day.map { "\($0)" } ?? "")])
  }
}
