internal import Database

extension Migration {
  /// Pictures of days, deities, temples and activities; the place and the picture of an activity.
  static let images = Migration(
    number: 15,
    statements: """
      CREATE TABLE images (
        {id},
        digest TEXT NOT NULL UNIQUE,
        type TEXT NOT NULL CHECK (type = 'jpeg' OR type = 'png' OR type = 'webp'),
        width BIGINT NOT NULL,
        height BIGINT NOT NULL,
        content TEXT NOT NULL,
        unused_since BIGINT,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
      );
      ALTER TABLE activities ADD COLUMN place TEXT;
      ALTER TABLE activities ADD COLUMN lat DOUBLE PRECISION CHECK (lat BETWEEN -90 AND 90);
      ALTER TABLE activities ADD COLUMN lng DOUBLE PRECISION CHECK (lng BETWEEN -180 AND 180);
      ALTER TABLE activities ADD COLUMN image_url TEXT;
      """)
}
