internal import Foundation
internal import GRDB

extension SQLiteDatabase {
  /// The number of the last migration; 0 for an empty file.
  func version() throws -> Int {
    try translating { try writer.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 } }
  }

  /// The file's header stores the last step and the application ID.
  package func migrate(_ finish: (any Connection) throws -> Void) throws {
    guard try version() < schema.latest else { return }
    try write { connection in
      // Another program may have migrated it meanwhile.
      let version = try connection.integer("PRAGMA user_version")
      for migration in schema.steps where migration.number > version {
        try connection.executeScript(migration.sqliteStatements)
        try connection.executeScript(
          "PRAGMA user_version = \(migration.number); PRAGMA application_id = \(Self.applicationID)")
      }
      if version < schema.latest { try finish(connection) }
    }
  }

  /// Programs that share a file ask again.
  package func news() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

  package func faults() throws -> [String] {
    try translating {
      try writer.read { db in
        let integrity = try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
        let references = try GRDB.Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { row in
          "\(row["table"] as String? ?? "?"), row \(row["rowid"] as Int? ?? 0): refers to a row of \(row["parent"] as String? ?? "?") that does not exist"
        }
        return integrity + references
      }
    }
  }

  /// Copies a snapshot over another database.
  func copy(into other: SQLiteDatabase) throws {
    let size = try other.pageSize()
    guard try pageSize() != size else { return try copyPages(into: other) }
    // The backup API needs equal page sizes, so a file with another size is rewritten first.
    let anew = other.place + ".anew"
    Self.remove(anew)
    defer { Self.remove(anew) }
    do {
      guard PrivateFile.make(anew) else { throw DatabaseError.cannotOpen(anew, reason: "it cannot be made") }
      try writer.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA page_size = \(size)")
        try db.execute(sql: "VACUUM INTO ?", arguments: [anew])
      }
    } catch {
      throw Self.databaseError(error, anew)
    }
    let copy = try SQLiteDatabase(path: anew, schema: schema)
    defer { copy.close() }
    try copy.copyPages(into: other)
  }

  /// Removes a database file and its side files.
  static func remove(_ path: String) {
    for suffix in suffixes { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  /// The suffixes of a database's files: the file, WAL, its index, and the journal of older files.
  static let suffixes = ["", "-wal", "-shm", "-journal"]

  /// SQLite's online backup API.
  private func copyPages(into other: SQLiteDatabase) throws {
    do {
      try writer.backup(to: other.writer)
    } catch {
      throw Self.databaseError(error, other.place)
    }
  }

  /// Merges the WAL into the file, so that the file alone is the database.
  package func checkpoint() throws {
    try translating { try writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
  }

  package func forget() { try? checkpoint() }

  package func size() throws -> Int {
    try pageSize() * translating { try writer.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 } }
  }

  private func pageSize() throws -> Int {
    try translating { try writer.read { try Int.fetchOne($0, sql: "PRAGMA page_size") ?? 0 } }
  }
}
