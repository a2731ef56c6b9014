internal import Database

extension Store {
  /// Copies a snapshot of the database into a file while other programs continue. The file appears whole or not at all.
  ///
  /// - Parameter replaces: whether an existing file may be replaced.
  /// - Throws: `DatabaseError.fileExists`, or the write error.
  public func backUp(to path: String, replaces: Bool) throws {
    try database.backUp(to: Self.path(of: path), replaces: replaces)
  }

  /// Replaces the database by a backup. The backup is checked first; the former database is kept beside it.
  ///
  /// - Returns: the path of the former database; nil if there was none.
  /// - Throws: `DatabaseError` for a foreign, newer or damaged file; nothing has changed then.
  public static func restore(_ backup: String, to url: String) throws -> String? {
    let former = try SQLiteDatabase.restore(path(of: backup), to: path(of: url), schema: .store)
    let store = try open(url)
    defer { store.close() }
    try store.database.write { try PublicMark(connection: $0).renew() }
    return former
  }
}
