internal import Database

extension Migration {
  /// What a correction tells in place of its own day, empty for none: `told_day` when it was sent (`sent_at`), and `new_day` while it is being sent,
  /// which becomes the other with the acknowledgement. Other reminders have no value. So the log tells what a user knows.
  static let toldDays = Migration(
    number: 21,
    statements: """
      ALTER TABLE notification_logs ADD COLUMN told_day TEXT;
      ALTER TABLE notification_logs ADD COLUMN new_day TEXT;
      UPDATE notification_logs
      SET told_day = COALESCE(
        (
          SELECT MIN(following.solar_date)
          FROM event_occurrences o
          JOIN event_occurrences following ON following.event_id = o.event_id AND following.rule_year = o.rule_year
          WHERE o.id = notification_logs.occurrence_id AND following.is_current = 1),
        '')
      WHERE kind = 'correction' AND status = 'sent';
      """)
}
