/// SQL for rows of a notification log, to test delivery without planning.
public struct ReminderRows: Sendable {
  /// The number of the first user. The UUID of a user is `00000000-0000-4000-8000-` and the number.
  public var firstUser = 1
  public var users = 1
  /// The number of reminders for each user.
  public var occurrences = 1
  public var channel = "webhook"
  public var target: String?
  public var digest = false
  public var timeZone = "Asia/Taipei"
  /// The due time of the reminders: seconds of UTC since 1970.
  public var due = 1_795_219_200
  /// The day of the occurrences.
  public var day = "2026-11-22"

  public init() {}

  public var sql: String {
    let target = target.map { "'\($0)'" } ?? "NULL"
    let last = firstUser + users - 1
    return """
      BEGIN;
      INSERT INTO profiles
        (id, time_zone, notify_time, advance_days, early, day_of, created_at, updated_at)
      VALUES (1, 'Asia/Taipei', '08:00', 1, 1, 1, 0, 0)
      ON CONFLICT DO NOTHING;

      WITH RECURSIVE sequence (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM sequence WHERE n < \(occurrences))
      INSERT INTO events
        (id, key, type, observance, title, rule, position, created_at, updated_at)
      SELECT 900000 + n, 'test-' || n, 'festival', 'festival', '測試節' || n, 'solar 11/22', 900000 + n, 0, 0
      FROM sequence
      WHERE TRUE
      ON CONFLICT DO NOTHING;

      INSERT INTO event_occurrences
        (id, event_id, solar_date, last_date, lunar_year, lunar_month, lunar_is_leap, lunar_day, rule_year, is_certain,
          created_at, updated_at)
      SELECT id, id, '\(day)', '\(day)', 2026, 10, 0, 14, 2026, 1, 0, 0 FROM events WHERE id > 900000
      ON CONFLICT DO NOTHING;

      WITH RECURSIVE sequence (n) AS (SELECT \(firstUser) UNION ALL SELECT n + 1 FROM sequence WHERE n < \(last))
      INSERT INTO users (id, uuid, locale, time_zone, created_at, updated_at)
      SELECT n, '00000000-0000-4000-8000-' || SUBSTR(CAST(1000000000000 + n AS TEXT), 2), 'zh-Hant', '\(timeZone)', 0, 0 FROM sequence;

      INSERT INTO notification_settings
        (user_id, enable_all, advance_days, notify_time, newmoon_enabled, fullmoon_enabled, custom_enabled, early_enabled,
          day_of_enabled, digest, channel, channel_target, profile_id, created_at, updated_at)
      SELECT id, 1, 1, '08:00', 1, 1, 1, 1, 1, \(digest ? 1 : 0), '\(channel)', \(target), 1, 0, 0
      FROM users WHERE id BETWEEN \(firstUser) AND \(last);

      INSERT INTO notification_logs (user_id, occurrence_id, day, kind, scheduled_at, status, created_at, updated_at)
      SELECT u.id, o.id, o.solar_date, 'main', \(due), 'queued', 0, 0
      FROM users u CROSS JOIN event_occurrences o
      WHERE u.id BETWEEN \(firstUser) AND \(last) AND o.id > 900000 AND o.id <= 900000 + \(occurrences)
      ORDER BY u.id, o.id;
      COMMIT;
      """
  }
}
