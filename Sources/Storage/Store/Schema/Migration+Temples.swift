internal import Database

extension Migration {
  /// The temple whose days a group gathers, and that alone keeps an event, for those who follow the temple (`TempleGroup`); empty for all other
  /// groups and events.
  static let temples = Migration(
    number: 27,
    statements: """
      ALTER TABLE events ADD COLUMN temple_id BIGINT REFERENCES temples (id);
      ALTER TABLE groups ADD COLUMN temple_id BIGINT REFERENCES temples (id);
      CREATE INDEX events_by_temple ON events (temple_id) WHERE temple_id IS NOT NULL;
      CREATE UNIQUE INDEX groups_by_temple ON groups (temple_id) WHERE temple_id IS NOT NULL;
      """)
}
