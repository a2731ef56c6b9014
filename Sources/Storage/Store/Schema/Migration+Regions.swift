internal import Database

extension Migration {
  /// Where a day is kept, which days are told as one, texts in English, and whose word a source is.
  static let regions = Migration(
    number: 12,
    statements: """
      ALTER TABLE events ADD COLUMN region TEXT NOT NULL DEFAULT 'TW';
      ALTER TABLE events ADD COLUMN bundle TEXT;
      CREATE INDEX events_by_bundle ON events (bundle) WHERE bundle IS NOT NULL;
      ALTER TABLE events ADD COLUMN description_en TEXT;
      ALTER TABLE events ADD COLUMN worship_notes_en TEXT;
      ALTER TABLE sources ADD COLUMN kind TEXT NOT NULL DEFAULT 'list';
      ALTER TABLE sources ADD COLUMN url TEXT;
      """)
}
