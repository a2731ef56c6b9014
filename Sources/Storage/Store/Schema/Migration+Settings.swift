extension Migration {
  /// The settings by their users' numbers. With `BIGINT PRIMARY KEY` SQLite keeps an index beside the table, and looks up two trees for
  /// each user of a claim and of a plan.
  static let settingsByUser = Migration(
    number: 5,
    statements: """
      CREATE TABLE settings_by_user (
        user_id {key} REFERENCES users (id) ON DELETE CASCADE,
        enable_all BIGINT NOT NULL CHECK (enable_all IN (0, 1)),
        advance_days BIGINT NOT NULL CHECK (advance_days BETWEEN 0 AND 30),
        notify_time TEXT NOT NULL,
        newmoon_enabled BIGINT NOT NULL CHECK (newmoon_enabled IN (0, 1)),
        fullmoon_enabled BIGINT NOT NULL CHECK (fullmoon_enabled IN (0, 1)),
        custom_enabled BIGINT NOT NULL CHECK (custom_enabled IN (0, 1)),
        early_enabled BIGINT NOT NULL CHECK (early_enabled IN (0, 1)),
        day_of_enabled BIGINT NOT NULL CHECK (day_of_enabled IN (0, 1)),
        digest BIGINT NOT NULL CHECK (digest IN (0, 1)),
        quiet_from TEXT,
        quiet_to TEXT,
        channel TEXT NOT NULL,
        channel_target TEXT,
        profile_id BIGINT NOT NULL REFERENCES profiles (id),
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
      );
      INSERT INTO settings_by_user
        (user_id, enable_all, advance_days, notify_time, newmoon_enabled, fullmoon_enabled, custom_enabled, early_enabled,
          day_of_enabled, digest, quiet_from, quiet_to, channel, channel_target, profile_id, created_at, updated_at)
      SELECT user_id, enable_all, advance_days, notify_time, newmoon_enabled, fullmoon_enabled, custom_enabled, early_enabled,
        day_of_enabled, digest, quiet_from, quiet_to, channel, channel_target, profile_id, created_at, updated_at
      FROM notification_settings
      ORDER BY user_id;
      DROP TABLE notification_settings;
      ALTER TABLE settings_by_user RENAME TO notification_settings;
      CREATE INDEX notification_settings_by_profile ON notification_settings (profile_id);
      """)
}
