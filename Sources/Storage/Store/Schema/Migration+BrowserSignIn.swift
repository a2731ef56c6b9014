internal import Database

extension Migration {
  /// The roles of users, and signing in with a browser: links, sessions, passkeys.
  static let browserSignIn = Migration(
    number: 14,
    statements: """
      ALTER TABLE users ADD COLUMN role TEXT CHECK (role = 'reader' OR role = 'editor' OR role = 'admin');
      CREATE INDEX users_by_role ON users (role) WHERE role IS NOT NULL;
      CREATE TABLE sign_in_links (
        {id},
        user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
        link_hash TEXT NOT NULL UNIQUE,
        expires_at BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
      );
      CREATE INDEX sign_in_links_by_user ON sign_in_links (user_id);
      CREATE TABLE browser_sessions (
        {id},
        user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        session_hash TEXT NOT NULL UNIQUE,
        means TEXT NOT NULL,
        browser TEXT,
        expires_at BIGINT NOT NULL,
        last_seen_at BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
      );
      CREATE INDEX browser_sessions_by_user ON browser_sessions (user_id);
      CREATE INDEX browser_sessions_by_expiry ON browser_sessions (expires_at);
      CREATE TABLE passkeys (
        {id},
        user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        credential TEXT NOT NULL UNIQUE,
        public_key TEXT NOT NULL,
        algorithm BIGINT NOT NULL,
        counter BIGINT NOT NULL,
        name TEXT NOT NULL,
        last_used_at BIGINT,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
      );
      CREATE INDEX passkeys_by_user ON passkeys (user_id);
      CREATE TABLE spent_challenges (
        challenge_hash TEXT PRIMARY KEY,
        expires_at BIGINT NOT NULL
      );
      """)
}
