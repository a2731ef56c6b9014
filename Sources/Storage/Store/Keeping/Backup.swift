internal import Database

extension Store {
  /// Copies the whole database into a file, of one moment, while others go on working. The file appears whole or not at all.
  ///
  /// - Parameter replaces: whether a file that is there may be replaced.
  /// - Throws: `DatabaseError.fileExists`, or what kept the file from being written.
  public func backUp(to path: String, replaces: Bool) throws {
    try database.backUp(to: Self.path(of: path), replaces: replaces)
  }

  /// Makes the database what a backup holds. The backup is examined first; the database that was there is kept beside it.
  ///
  /// - Returns: where the former database is kept; nil where there was none.
  /// - Throws: `DatabaseError` for a file that is not ours, is newer or is damaged; then nothing has changed.
  public static func restore(_ backup: String, to url: String) throws -> String? {
    let former = try SQLiteDatabase.restore(path(of: backup), to: path(of: url), schema: .store)
    let store = try open(url)
    defer { store.close() }
    try store.database.write { try PublicMark(connection: $0).renew() }
    return former
  }
}
