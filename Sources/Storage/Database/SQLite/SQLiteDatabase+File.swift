internal import Foundation
internal import GRDB

extension SQLiteDatabase {
  /// The number of the last migration; 0 for an empty file.
  func version() throws -> Int {
    try translating { try writer.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 } }
  }

  /// The last step is noted in the file's header, with whose file it is.
  package func migrate(_ finish: (any Connection) throws -> Void) throws {
    guard try version() < schema.latest else { return }
    try write { connection in
      // Another program may have been here since the number was read.
      let version = try connection.integer("PRAGMA user_version")
      for migration in schema.steps where migration.number > version {
        try connection.executeScript(migration.sqliteStatements)
        try connection.executeScript(
          "PRAGMA user_version = \(migration.number); PRAGMA application_id = \(Self.applicationID)")
      }
      if version < schema.latest { try finish(connection) }
    }
  }

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

  /// Copies the whole database into another, in one snapshot; replaces what was there.
  func copy(into other: SQLiteDatabase) throws {
    let size = try other.pageSize()
    guard try pageSize() != size else { return try copyPages(into: other) }
    // Pages are copied as they are: of another size, they are first written anew.
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

  /// Removes a database file with what SQLite keeps beside it.
  static func remove(_ path: String) {
    for suffix in suffixes { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  /// What the names of a database's files have behind its path: none, the log of the last changes, its index, and the journal of older files.
  static let suffixes = ["", "-wal", "-shm", "-journal"]

  /// SQLite's online backup API.
  private func copyPages(into other: SQLiteDatabase) throws {
    do {
      try writer.backup(to: other.writer)
    } catch {
      throw Self.databaseError(error, other.place)
    }
  }

  /// Writes what stands in the WAL into the file itself, so that the file alone is the database.
  package func checkpoint() throws {
    try translating { try writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
  }

  package func size() throws -> Int {
    try pageSize() * translating { try writer.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 } }
  }

  private func pageSize() throws -> Int {
    try translating { try writer.read { try Int.fetchOne($0, sql: "PRAGMA page_size") ?? 0 } }
  }
}
