internal import Database
import Lunisolar

/// Corrections of days that were told and then moved. A correction is a reminder of kind `correction` of the old day's occurrence, which
/// stays in the table as not current. The message is written when it is sent, so it names the newest day.
struct Corrections {
  let connection: any Connection
  let now: Int

  /// Queues one correction for each user who was told of a withdrawn day: by a reminder of it that was sent or is being sent, or by a correction
  /// of an earlier day of the same event and year, which named it.
  func add(of occurrence: Int, on day: SolarDate) throws {
    try LogMonths(connection: connection).make(day...day)
    try connection.execute(
      """
      INSERT INTO notification_logs
        (user_id, occurrence_id, day, kind, scheduled_at, status, retry_count, created_at, updated_at)
      SELECT DISTINCT n.user_id, o.id, o.solar_date, 'correction', $2, 'queued', 0, $2, $2
      FROM event_occurrences o
      JOIN event_occurrences told
        ON told.event_id = o.event_id AND told.rule_year = o.rule_year AND (told.id = o.id OR told.is_current = 0)
      JOIN notification_logs n ON n.occurrence_id = told.id
      JOIN notification_settings s ON s.user_id = n.user_id
      WHERE o.id = $1
        AND s.enable_all = 1
        AND ((told.id = o.id AND n.kind <> 'correction') OR (told.id <> o.id AND n.kind = 'correction'))
        AND (n.status = 'sent' OR (n.status = 'queued' AND n.lease_until > $2))
      ORDER BY n.user_id
      ON CONFLICT (occurrence_id, kind, user_id, day) DO UPDATE
      SET status = 'queued', scheduled_at = excluded.scheduled_at, error_message = NULL, next_attempt_at = NULL,
        first_attempt_at = NULL, retry_count = 0, updated_at = excluded.updated_at
      """, [.integer(occurrence), .integer(now)])
    try connection.announce()
  }

  /// Removes the waiting corrections of a day that is current again.
  func remove(of occurrence: Int) throws {
    try connection.withdrawReminders(
      "kind = 'correction' AND occurrence_id = $2", [.integer(now), .integer(occurrence)])
  }
}
