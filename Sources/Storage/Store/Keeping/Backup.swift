internal import Foundation

extension Store {
  /// Copies the whole database into a file, of one moment, while others go on working (SQLite's online backup API).
  ///
  /// The file appears whole or not at all.
  ///
  /// - Parameter replaces: whether a file that is there may be replaced.
  /// - Throws: `StoreError.fileExists`, or what kept the file from being written.
  public func backUp(to path: String, replaces: Bool) throws {
    let path = try Self.path(of: path)
    guard !Self.isSameFile(path, database.place) else {
      throw StoreError.cannotOpen(path, reason: "it is the database itself: a backup needs another name")
    }
    guard replaces || !FileManager.default.fileExists(atPath: path) else { throw StoreError.fileExists(path) }
    // A device such as /dev/null would be replaced.
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw StoreError.cannotOpen(path, reason: "it is not a file that can be replaced")
    }
    let folder = (path as NSString).deletingLastPathComponent
    // A folder that is not there may be a disk that is not mounted: it is not made.
    guard FileManager.default.fileExists(atPath: folder) else {
      throw StoreError.cannotOpen(path, reason: "there is no folder \(folder)")
    }
    let partial = path + ".partial"
    SQLiteDatabase.remove(partial)
    defer { SQLiteDatabase.remove(partial) }
    do {
      let copy = try SQLiteDatabase(path: partial, options: .init(createsFile: true))
      defer { copy.close() }
      try database.copy(into: copy)
      try copy.checkpoint()
      let faults = try copy.integrityFaults()
      guard faults.isEmpty else { throw StoreError.damaged(database.place, reason: faults[0]) }
    }
    guard rename(partial, path) == 0 else {
      throw StoreError.cannotOpen(path, reason: String(cString: strerror(errno)))
    }
  }

  /// Makes the database what a backup holds. The backup is examined first; the database that was there is kept beside it.
  ///
  /// - Returns: where the former database is kept; nil where there was none.
  /// - Throws: `StoreError` for a file that is not ours, is newer or is damaged; then nothing has changed.
  public static func restore(_ backup: String, to url: String) throws -> String? {
    let backup = try path(of: backup)
    guard FileManager.default.fileExists(atPath: backup) else { throw StoreError.noBackup(backup) }
    let source: SQLiteDatabase
    do {
      source = try SQLiteDatabase(path: backup)
    } catch StoreError.damaged(_, let reason) {
      throw StoreError.damagedBackup(backup, reason: reason)
    }
    defer { source.close() }
    guard try source.version() > 0 else { throw StoreError.notOurs(source.place) }
    let faults = try source.integrityFaults()
    guard faults.isEmpty else { throw StoreError.damagedBackup(source.place, reason: faults[0]) }

    let path = try path(of: url)
    guard !isSameFile(path, source.place) else {
      throw StoreError.cannotOpen(backup, reason: "it is the database itself, and no backup of it")
    }
    var former: String?
    if FileManager.default.fileExists(atPath: path) {
      let kept = freeName(path + ".before-restore")
      do {
        let old = try SQLiteDatabase(path: path)
        defer { old.close() }
        try Store(old).backUp(to: kept, replaces: true)
      } catch StoreError.damaged, StoreError.notADatabase {
        // What cannot be read as a database is kept as the files that it is, with its last changes; the copy below needs a clean place.
        SQLiteDatabase.remove(kept)
        PrivateFile.withdrawFromOthers(path)
        for suffix in SQLiteDatabase.suffixes where FileManager.default.fileExists(atPath: path + suffix) {
          try FileManager.default.moveItem(atPath: path + suffix, toPath: kept + suffix)
        }
      }
      former = kept
    }
    let target = try SQLiteDatabase(path: path, options: .init(createsFile: true))
    defer { target.close() }
    try source.copy(into: target)
    _ = try Store(target)
    try target.write { try PublicMark(connection: $0).renew() }
    return former
  }

  private static func isSameFile(_ path: String, _ other: String) -> Bool {
    FileIdentity(path).map { $0 == FileIdentity(other) } ?? false
  }

  /// A name that no file has: the one given, or with a number behind it.
  private static func freeName(_ path: String) -> String {
    var (name, number) = (path, 1)
    while FileManager.default.fileExists(atPath: name) {
      number += 1
      name = "\(path)-\(number)"
    }
    return name
  }
}
