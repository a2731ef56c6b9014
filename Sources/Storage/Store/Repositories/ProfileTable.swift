internal import Database
import JSON
import Records

/// The distinct combinations of settings that decide due times; plans are made per profile (decision 5).
struct ProfileTable {
  let connection: any Connection

  /// The number of a user's profile; creates it if it is new.
  func id(of user: Record, _ change: Change) throws -> Int {
    let settings = user["settings"]
    let values: [SQLValue] = [
      SQLValue(user["time_zone"].text), SQLValue(settings["notify_time"].text),
      SQLValue(settings["advance_days"].integer), SQLValue(settings["early_enabled"].flag ?? true),
      SQLValue(settings["day_of_enabled"].flag ?? true), .text(settings["quiet_from"].text ?? ""),
      .text(settings["quiet_to"].text ?? ""), .integer(settings["prepare_days"].integer ?? 0),
    ]
    if let id = try connection.first(Self.find, values, { $0.integer(0) ?? 0 }) { return id }
    if let zone = user["time_zone"].text, try isNew(zone) {
      var planning = ReminderPlanning(connection: connection, now: change.at)
      try planning.noteZone(zone)
    }
    return try connection.first(Self.insert, values + [.integer(change.at)]) { $0.integer(0) ?? 0 } ?? 0
  }

  /// True if no user is in the zone.
  private func isNew(_ zone: String) throws -> Bool {
    try connection.integer("SELECT NOT EXISTS (SELECT 1 FROM profiles WHERE time_zone = $1)", [.text(zone)]) == 1
  }

  /// The number of the user's present profile.
  func id(ofUser user: Int) throws -> Int? {
    try connection.first("SELECT profile_id FROM notification_settings WHERE user_id = $1", [.integer(user)]) {
      $0.integer(0)
    } ?? nil
  }

  /// Removes an unused profile. Uses the index notification_settings_by_profile.
  func remove(ifUnused id: Int) throws {
    try connection.execute(
      """
      DELETE FROM profiles
      WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM notification_settings s WHERE s.profile_id = $1)
      """, [.integer(id)])
  }

  private static let find: SQL = """
    SELECT id
    FROM profiles
    WHERE time_zone = $1 AND notify_time = $2 AND advance_days = $3 AND early = $4 AND day_of = $5
      AND quiet_from = $6 AND quiet_to = $7 AND prepare_days = $8
    """
  private static let insert: SQL = """
    INSERT INTO profiles
      (time_zone, notify_time, advance_days, early, day_of, quiet_from, quiet_to, prepare_days, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
    RETURNING id
    """
}
