internal import Database

extension Migration {
  /// Chats with users on LINE and Telegram, links that join a chat to an account, and the events that were taken.
  static let chats = Migration(
    number: 18,
    statements: """
      CREATE TABLE chats (
        {id},
        user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        service TEXT NOT NULL CHECK (service = 'line' OR service = 'telegram'),
        chat TEXT NOT NULL,
        is_active BIGINT NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
        is_own BIGINT NOT NULL CHECK (is_own IN (0, 1)),
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        UNIQUE (service, chat),
        UNIQUE (user_id, service)
      );
      CREATE TABLE chat_links (
        link_hash TEXT PRIMARY KEY,
        service TEXT NOT NULL,
        chat TEXT,
        user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
        expires_at BIGINT NOT NULL
      );
      CREATE INDEX chat_links_by_user ON chat_links (user_id);
      CREATE INDEX chat_links_by_expiry ON chat_links (expires_at);
      CREATE TABLE chat_events (
        service TEXT NOT NULL,
        event TEXT NOT NULL,
        taken_at BIGINT NOT NULL,
        PRIMARY KEY (service, event)
      );
      CREATE INDEX chat_events_by_time ON chat_events (taken_at);
      """)
}
