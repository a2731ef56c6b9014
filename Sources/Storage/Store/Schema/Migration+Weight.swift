internal import Database

extension Migration {
  /// How many people keep a day, and the list of regions that keep it in place of one. The loaded entries change with the records, so that the
  /// next load of the data does not take the one region for an operator's wish; in them `bundle` follows `region`.
  static let weight = Migration(
    number: 23,
    statements: """
      ALTER TABLE events ADD COLUMN weight BIGINT NOT NULL DEFAULT 4 CHECK (weight BETWEEN 1 AND 5);
      ALTER TABLE events ADD COLUMN weight_in TEXT NOT NULL DEFAULT '{}';
      ALTER TABLE events ADD COLUMN regions TEXT NOT NULL DEFAULT '["TW"]';
      UPDATE events SET regions = '["' || region || '"]';
      ALTER TABLE events DROP COLUMN region;
      UPDATE data_entries
      SET record = REPLACE(REPLACE(record, '"region":"', '"regions":["'), '","bundle":', '"],"bundle":')
      WHERE entity = 'event' AND record LIKE '%"region":"%';
      """)
}
