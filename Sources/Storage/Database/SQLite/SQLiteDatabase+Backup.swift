internal import Foundation

extension SQLiteDatabase {
  /// Uses SQLite's online backup API.
  package func backUp(to path: String, replaces: Bool) throws {
    guard !Self.isSameFile(path, place) else {
      throw DatabaseError.cannotOpen(path, reason: "it is the database itself: a backup needs another name")
    }
    guard replaces || !FileManager.default.fileExists(atPath: path) else { throw DatabaseError.fileExists(path) }
    // A device such as /dev/null must not be replaced.
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw DatabaseError.cannotOpen(path, reason: "it is not a file that can be replaced")
    }
    let folder = (path as NSString).deletingLastPathComponent
    // A missing folder may be an unmounted disk, so it is not created.
    guard FileManager.default.fileExists(atPath: folder) else {
      throw DatabaseError.cannotOpen(path, reason: "there is no folder \(folder)")
    }
    let partial = path + ".partial"
    Self.remove(partial)
    defer { Self.remove(partial) }
    do {
      let copy = try SQLiteDatabase(path: partial, schema: schema, options: .init(createsFile: true))
      defer { copy.close() }
      try self.copy(into: copy)
      try copy.checkpoint()
      let faults = try copy.faults()
      guard faults.isEmpty else { throw DatabaseError.damaged(place, reason: faults[0]) }
    }
    guard rename(partial, path) == 0 else {
      throw DatabaseError.cannotOpen(path, reason: String(cString: strerror(errno)))
    }
  }

  /// Replaces a file by a backup. The backup is checked first; the former database is kept beside it.
  ///
  /// - Returns: the path of the former database; nil if there was none.
  /// - Throws: `DatabaseError` for a foreign, newer or damaged file; nothing has changed then.
  package static func restore(_ backup: String, to path: String, schema: Schema) throws -> String? {
    guard FileManager.default.fileExists(atPath: backup) else { throw DatabaseError.noBackup(backup) }
    let source: SQLiteDatabase
    do {
      source = try SQLiteDatabase(path: backup, schema: schema)
    } catch DatabaseError.damaged(_, let reason) {
      throw DatabaseError.damagedBackup(backup, reason: reason)
    }
    defer { source.close() }
    guard try source.version() > 0 else { throw DatabaseError.notOurs(source.place) }
    let faults = try source.faults()
    guard faults.isEmpty else { throw DatabaseError.damagedBackup(source.place, reason: faults[0]) }
    guard !isSameFile(path, source.place) else {
      throw DatabaseError.cannotOpen(backup, reason: "it is the database itself, and no backup of it")
    }
    var former: String?
    if FileManager.default.fileExists(atPath: path) {
      let kept = freeName(path + ".before-restore")
      do {
        let old = try SQLiteDatabase(path: path, schema: schema)
        defer { old.close() }
        try old.backUp(to: kept, replaces: true)
      } catch DatabaseError.damaged, DatabaseError.notADatabase {
        // An unreadable database is kept as its files; the copy below needs an empty place.
        remove(kept)
        PrivateFile.withdrawFromOthers(path)
        for suffix in suffixes where FileManager.default.fileExists(atPath: path + suffix) {
          try FileManager.default.moveItem(atPath: path + suffix, toPath: kept + suffix)
        }
      }
      former = kept
    }
    let target = try SQLiteDatabase(path: path, schema: schema, options: .init(createsFile: true))
    defer { target.close() }
    try source.copy(into: target)
    return former
  }

  private static func isSameFile(_ path: String, _ other: String) -> Bool {
    FileIdentity(path).map { $0 == FileIdentity(other) } ?? false
  }

  /// An unused name: the given one, or with a number.
  private static func freeName(_ path: String) -> String {
    var (name, number) = (path, 1)
    while FileManager.default.fileExists(atPath: name) {
      number += 1
      name = "\(path)-\(number)"
    }
    return name
  }
}
