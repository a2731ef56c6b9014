internal import Database

extension Migration {
  /// Accessibility information of temples.
  static let accessibility = Migration(number: 11, statements: "ALTER TABLE temples ADD COLUMN accessibility TEXT;")
}
