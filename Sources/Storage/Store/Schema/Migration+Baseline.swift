internal import Database

extension Migration {
  /// A day is `YYYY-MM-DD`, an instant and the two times of a row are UTC seconds, a switch is 0 or 1.
  ///
  /// Checks of the two logs use comparisons instead of `IN`, because SQLite builds a table for each checked row of a longer list.
  /// `event_occurrences.is_current` is 0 for a day that the rule no longer gives but that has sent reminders; they are not sent again if the day
  /// returns.
  static let baseline = Migration(
    number: 7,
    statements: """
      CREATE TABLE meta (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
      );

      CREATE TABLE sources (
        {id},
        key TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        note TEXT,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
      );

      CREATE TABLE deities (
        {lasting id},
        key TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        name_zh_hans TEXT,
        name_en TEXT,
        aliases TEXT NOT NULL DEFAULT '[]',
        role TEXT,
        description TEXT,
        worship_notes TEXT,
        image_url TEXT,
        sources TEXT NOT NULL DEFAULT '[]',
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
      );

      CREATE TABLE users (
        {lasting id},
        uuid TEXT NOT NULL UNIQUE,
        email TEXT UNIQUE,
        display_name TEXT,
        google_id TEXT UNIQUE,
        avatar_url TEXT,
        locale TEXT NOT NULL DEFAULT 'zh-Hant',
        time_zone TEXT NOT NULL DEFAULT 'Asia/Taipei',
        feed_token_hash TEXT UNIQUE,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
      );

      CREATE TABLE events (
        {lasting id},
        key TEXT NOT NULL UNIQUE,
        type TEXT NOT NULL CHECK (type IN ('festival', 'deity', 'custom')),
        observance TEXT NOT NULL,
        title TEXT NOT NULL,
        title_zh_hans TEXT,
        title_en TEXT,
        aliases TEXT NOT NULL DEFAULT '[]',
        rule TEXT NOT NULL,
        deity_id BIGINT REFERENCES deities (id),
        owner_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
        description TEXT,
        worship_notes TEXT,
        note TEXT,
        cover_url TEXT,
        sources TEXT NOT NULL DEFAULT '[]',
        disagreements TEXT NOT NULL DEFAULT '[]',
        is_enabled BIGINT NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)),
        position BIGINT NOT NULL,
        revision BIGINT NOT NULL DEFAULT 0,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        CHECK ((type = 'custom') = (owner_id IS NOT NULL)),
        CHECK ((type = 'deity') = (deity_id IS NOT NULL))
      );
      CREATE INDEX events_by_position ON events (position, id);
      CREATE INDEX events_by_deity ON events (deity_id) WHERE deity_id IS NOT NULL;
      CREATE INDEX events_by_owner ON events (owner_id) WHERE owner_id IS NOT NULL;
      CREATE INDEX events_by_moon ON events (observance) WHERE observance IN ('new-moon', 'full-moon');
      CREATE INDEX events_shared ON events (id) WHERE owner_id IS NULL;

      CREATE TABLE event_occurrences (
        {id},
        event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
        solar_date TEXT NOT NULL,
        last_date TEXT NOT NULL,
        lunar_year BIGINT NOT NULL,
        lunar_month BIGINT NOT NULL,
        lunar_is_leap BIGINT NOT NULL CHECK (lunar_is_leap IN (0, 1)),
        lunar_day BIGINT NOT NULL,
        rule_year BIGINT NOT NULL,
        is_certain BIGINT NOT NULL CHECK (is_certain IN (0, 1)),
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        is_current BIGINT NOT NULL DEFAULT 1,
        UNIQUE (event_id, solar_date)
      );
      CREATE INDEX event_occurrences_by_date ON event_occurrences (solar_date, event_id);

      CREATE TABLE temples (
        {lasting id},
        key TEXT NOT NULL UNIQUE,
        source_ref TEXT UNIQUE,
        name TEXT NOT NULL,
        name_en TEXT,
        address TEXT,
        county TEXT,
        town TEXT,
        lat DOUBLE PRECISION CHECK (lat BETWEEN -90 AND 90),
        lng DOUBLE PRECISION CHECK (lng BETWEEN -180 AND 180),
        coordinate_quality TEXT NOT NULL,
        main_deity TEXT,
        deity_id BIGINT REFERENCES deities (id),
        other_deities TEXT NOT NULL DEFAULT '[]',
        religion TEXT,
        registration TEXT,
        founded BIGINT,
        open_time TEXT,
        phone TEXT,
        rating DOUBLE PRECISION CHECK (rating BETWEEN 0 AND 5),
        introduction TEXT,
        features TEXT,
        transportation TEXT,
        worship_tips TEXT,
        image_url TEXT,
        sources TEXT NOT NULL DEFAULT '[]',
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        founded_note TEXT,
        CHECK ((lat IS NULL) = (lng IS NULL))
      );
      CREATE INDEX temples_by_deity ON temples (deity_id) WHERE deity_id IS NOT NULL;

      CREATE TABLE temple_events (
        {id},
        temple_id BIGINT NOT NULL REFERENCES temples (id) ON DELETE CASCADE,
        event_id BIGINT NOT NULL REFERENCES events (id),
        rule TEXT,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        UNIQUE (temple_id, event_id)
      );
      CREATE INDEX temple_events_by_event ON temple_events (event_id);

      CREATE TABLE activities (
        {lasting id},
        key TEXT NOT NULL UNIQUE,
        temple_id BIGINT NOT NULL REFERENCES temples (id),
        event_id BIGINT REFERENCES events (id),
        title TEXT NOT NULL,
        rule TEXT,
        start_at BIGINT,
        end_at BIGINT,
        description TEXT,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        CHECK ((rule IS NULL) = (start_at IS NOT NULL)),
        CHECK (end_at IS NULL OR end_at >= start_at)
      );
      CREATE INDEX activities_by_temple ON activities (temple_id);
      CREATE INDEX activities_by_event ON activities (event_id) WHERE event_id IS NOT NULL;

      CREATE TABLE groups (
        {lasting id},
        key TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        name_zh_hans TEXT,
        name_en TEXT,
        description TEXT,
        video_url TEXT,
        is_enabled BIGINT NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)),
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
      );

      CREATE TABLE group_items (
        {id},
        group_id BIGINT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
        event_id BIGINT NOT NULL REFERENCES events (id),
        position BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        UNIQUE (group_id, event_id)
      );
      CREATE INDEX group_items_by_event ON group_items (event_id);

      CREATE TABLE devices (
        {id},
        user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        token TEXT NOT NULL UNIQUE,
        platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'web')),
        is_active BIGINT NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
      );
      CREATE INDEX devices_by_user ON devices (user_id);

      CREATE TABLE profiles (
        {id},
        time_zone TEXT NOT NULL,
        notify_time TEXT NOT NULL,
        advance_days BIGINT NOT NULL,
        early BIGINT NOT NULL CHECK (early IN (0, 1)),
        day_of BIGINT NOT NULL CHECK (day_of IN (0, 1)),
        quiet_from TEXT NOT NULL DEFAULT '',
        quiet_to TEXT NOT NULL DEFAULT '',
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        UNIQUE (time_zone, notify_time, advance_days, early, day_of, quiet_from, quiet_to)
      );

      CREATE TABLE notification_settings (
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
      CREATE INDEX notification_settings_by_profile ON notification_settings (profile_id);

      CREATE TABLE user_event_subscriptions (
        event_id BIGINT NOT NULL REFERENCES events (id),
        user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        is_enabled BIGINT NOT NULL CHECK (is_enabled IN (0, 1)),
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        PRIMARY KEY (event_id, user_id)
      );
      CREATE INDEX user_event_subscriptions_by_user ON user_event_subscriptions (user_id);
      CREATE INDEX user_event_subscriptions_off
        ON user_event_subscriptions (event_id, user_id)
        WHERE is_enabled = 0;

      CREATE TABLE user_group_subscriptions (
        group_id BIGINT NOT NULL REFERENCES groups (id),
        user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        is_enabled BIGINT NOT NULL CHECK (is_enabled IN (0, 1)),
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        PRIMARY KEY (group_id, user_id)
      );
      CREATE INDEX user_group_subscriptions_by_user ON user_group_subscriptions (user_id);

      CREATE TABLE notification_logs (
        {lasting id},
        user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        occurrence_id BIGINT NOT NULL REFERENCES event_occurrences (id) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind = 'main' OR kind = 'early' OR kind = 'day_of'),
        scheduled_at BIGINT NOT NULL,
        status TEXT NOT NULL CHECK (
          status = 'queued' OR status = 'sent' OR status = 'failed' OR status = 'expired' OR status = 'cancelled'),
        retry_count BIGINT NOT NULL DEFAULT 0,
        next_attempt_at BIGINT,
        lease_owner TEXT,
        lease_until BIGINT,
        sent_at BIGINT,
        error_message TEXT,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        first_attempt_at BIGINT,
        UNIQUE (occurrence_id, kind, user_id)
      );
      CREATE INDEX notification_logs_due
        ON notification_logs (COALESCE(next_attempt_at, scheduled_at), user_id)
        WHERE status = 'queued';

      CREATE TABLE api_tokens (
        {id},
        token_hash TEXT NOT NULL UNIQUE,
        role TEXT NOT NULL CHECK (role IN ('admin', 'editor', 'reader', 'user')),
        user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        expires_at BIGINT,
        last_used_at BIGINT,
        revoked_at BIGINT,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
      );
      CREATE INDEX api_tokens_by_user ON api_tokens (user_id) WHERE user_id IS NOT NULL;

      CREATE TABLE audit_log (
        {id},
        actor TEXT NOT NULL,
        action TEXT NOT NULL CHECK (action = 'edit' OR action = 'add' OR action = 'remove'),
        entity TEXT NOT NULL,
        entity_id BIGINT NOT NULL,
        entity_key TEXT NOT NULL,
        "before" TEXT,
        "after" TEXT,
        at BIGINT NOT NULL
      );
      CREATE INDEX audit_log_by_entity ON audit_log (entity_id, entity);

      CREATE TABLE data_entries (
        entity TEXT NOT NULL,
        key TEXT NOT NULL,
        record TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        PRIMARY KEY (entity, key)
      );

      CREATE TABLE sessions (
        {id},
        user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        family TEXT NOT NULL,
        refresh_hash TEXT NOT NULL UNIQUE,
        expires_at BIGINT NOT NULL,
        uses BIGINT NOT NULL DEFAULT 0,
        used_at BIGINT,
        revoked_at BIGINT,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
      );
      CREATE INDEX sessions_by_user ON sessions (user_id);
      CREATE INDEX sessions_by_family ON sessions (family);
      CREATE INDEX sessions_by_expiry ON sessions (expires_at);
      CREATE INDEX sessions_revoked ON sessions (revoked_at) WHERE revoked_at IS NOT NULL;

      CREATE TABLE google_accounts (
        user_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
        email TEXT,
        display_name TEXT,
        avatar_url TEXT,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
      );
      """,
    // Events of operators and users are numbered from here, so that the shipped data can grow below.
    sqliteOnly: """
      INSERT INTO sqlite_sequence (name, seq)
      SELECT 'events', 999999
      WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'events');
      """,
    postgreSQLOnly: "ALTER SEQUENCE events_id_seq START WITH 1000000 RESTART;")
}
