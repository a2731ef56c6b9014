extension Migration {
  /// What the API needs: sessions of signed-in users, what Google said of a user last, and a way to the events that everybody shares past
  /// those of a hundred thousand users.
  static let access = Migration(
    number: 4,
    statements: """
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

      CREATE INDEX events_shared ON events (id) WHERE owner_id IS NULL;
      """)
}
