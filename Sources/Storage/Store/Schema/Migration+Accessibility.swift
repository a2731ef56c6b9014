internal import Database

extension Migration {
  /// What helps visitors who cannot climb steps.
  static let accessibility = Migration(number: 11, statements: "ALTER TABLE temples ADD COLUMN accessibility TEXT;")
}
