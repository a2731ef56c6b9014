internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// The SQLite engine: one file, one writer at a time, concurrent readers (WAL). Everything specific to SQLite is here.
package struct SQLiteDatabase: Database {
  let writer: any DatabaseWriter
  let schema: Schema
  package let place: String
  package var dialect: Dialect { .sqlite }
  /// The open file.
  private let file: FileIdentity?
  private let busySeconds: Double
  package private(set) var deadline: ContinuousClock.Instant?

  /// "folk" in ASCII, at offset 68 of the file; identifies our files.
  package static let applicationID = 0x666F_6C6B

  /// Options for opening a file.
  package struct Options: Sendable {
    /// Creates a missing file.
    package var createsFile = false
    /// Seconds to wait for another program's transaction.
    package var busySeconds = 5.0
    /// The most pages of the file; tests use it to simulate a full disk.
    package var maximumPages: Int?
    /// The page size of a new file; half of SQLite's default, because a settings change touches many pages of the queue and each is written
    /// whole.
    package var pageSize: Int

    package init(
      createsFile: Bool = false, busySeconds: Double = 5, maximumPages: Int? = nil, pageSize: Int = 2_048
    ) {
      self.createsFile = createsFile
      self.busySeconds = busySeconds
      self.maximumPages = maximumPages
      self.pageSize = pageSize
    }
  }

  /// - Throws: `DatabaseError` if the file is missing, no database, foreign, newer than this program or older than the baseline.
  package init(path: String, schema: Schema, options: Options = Options()) throws(DatabaseError) {
    self.schema = schema
    place = path
    busySeconds = options.busySeconds
    let isNew = try Self.examine(path, schema, options)
    let isEmpty = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) == 0
    var configuration = Configuration()
    configuration.busyMode = .timeout(options.busySeconds)
    configuration.foreignKeysEnabled = true
    configuration.maximumReaderCount = 4
    configuration.prepareDatabase { db in
      // 4 MB: enough for a plan. A larger cache is slower, because SQLite scans it after transactions that split pages.
      try db.execute(sql: "PRAGMA cache_size = -4096")
      // What a row held before a change does not stay in its page. It costs nothing measurable, because the page is written anyway.
      try db.execute(sql: "PRAGMA secure_delete = FAST")
      if isNew || isEmpty { try db.execute(sql: "PRAGMA page_size = \(options.pageSize)") }
      if let pages = options.maximumPages { try db.execute(sql: "PRAGMA max_page_count = \(pages)") }
    }
    let isWritable = access(path, W_OK) == 0
    do {
      if isWritable {
        // An empty file becomes a new database.
        if isEmpty { chmod(path, 0o600) }
        PrivateFile.withdrawFromOthers(path)
        let pool = try DatabasePool(path: path, configuration: configuration)
        // FULL keeps sent marks after a power failure; GRDB's NORMAL may lose them.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        writer = pool
      } else {
        configuration.readonly = true
        writer = try DatabaseQueue(path: path, configuration: configuration)
      }
    } catch {
      // An empty file left behind would look like an empty database.
      if isNew { Self.remove(path) }
      throw Self.databaseError(error, path)
    }
    file = FileIdentity(path)
  }

  /// Closes the file; running statements finish, later ones fail. The last process merges the WAL into the file.
  package func close() {
    try? writer.barrierWriteWithoutTransaction { db in
      // An interruption lasts until the next statement and would prevent the merge of the WAL.
      try db.execute(sql: "SELECT 1")
      // If two processes close at once, neither is the last for SQLite, so merge here.
      if db.totalChangesCount > 0, !db.configuration.readonly { _ = try db.checkpoint(.passive) }
    }
    // Closes the readers first, because GRDB closes the writer first and a reader cannot merge the WAL.
    (writer as? DatabasePool)?.releaseMemory()
    try? writer.close()
    // Another thread may have opened a reader meanwhile, which was then the last to close. A connection that may write closes after it.
    if !writer.configuration.readonly, FileManager.default.fileExists(atPath: place + "-wal") {
      let last = try? DatabaseQueue(path: place)
      try? last?.inDatabase { try $0.execute(sql: "SELECT 1 FROM sqlite_schema") }
      try? last?.close()
    }
  }

  /// Makes running statements fail and their transactions roll back.
  package func interrupt() { writer.interrupt() }

  /// Fails if the file was moved or replaced, because writes would be lost.
  private func checkPlace() throws(DatabaseError) {
    guard FileIdentity(place) == file else { throw .replaced(place) }
  }

  /// Checks a file before it is opened for writing; creates the folder of a new one.
  ///
  /// - Returns: whether the file is missing.
  private static func examine(_ path: String, _ schema: Schema, _ options: Options) throws(DatabaseError) -> Bool {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      guard !isFolder.boolValue else { throw .cannotOpen(path, reason: "it is a folder") }
      // Only SQLite opens the file: closing a descriptor of our own would drop the locks of every connection that this process has to it (SQLite,
      // "How To Corrupt", section 2.2), and another program would remove the WAL under them.
      guard access(path, R_OK) == 0 else { throw .cannotOpen(path, reason: "it may not be read") }
      let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
      // An empty file counts as missing.
      guard size > 0 || options.createsFile else { throw .noDatabase(path) }
      // SQLite takes a file without a whole page for an empty one.
      guard size == 0 || size >= 512 else { throw .notADatabase(path) }
      try examineContents(path, schema)
      return false
    }
    guard options.createsFile else { throw .noDatabase(path) }
    guard PrivateFile.makeFolder((path as NSString).deletingLastPathComponent) else {
      throw .cannotOpen(path, reason: "its folder cannot be made: \(String(cString: strerror(errno)))")
    }
    guard PrivateFile.make(path) else {
      let reason = errno
      throw reason == EACCES || reason == EROFS
        ? .readOnly(path)
        : reason == ENOSPC ? .full(path) : .cannotOpen(path, reason: String(cString: strerror(reason)))
    }
    return true
  }

  /// Checks the file's owner program by a read-only connection.
  private static func examineContents(_ path: String, _ schema: Schema) throws(DatabaseError) {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    let application: Int
    let version: Int
    let tables: Int
    do {
      (application, version, tables) = try DatabaseQueue(path: path, configuration: configuration).read { db in
        try (
          Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0, Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0,
          Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_schema") ?? 0
        )
      }
    } catch {
      throw databaseError(error, path)
    }
    guard application == applicationID || tables == 0 else { throw .notOurs(path) }
    guard version <= schema.latest else { throw .newer(path, version: version, ours: schema.latest) }
    guard version == 0 || version >= schema.oldest else { throw .older(path, version: version, oldest: schema.oldest) }
  }

  package func read<Result>(_ body: (any Connection) throws -> Result) throws -> Result {
    try checkPlace()
    return try translating { try writer.read { try body(SQLiteConnection($0)) } }
  }

  /// SQLite has one writer, so the body runs once.
  package func write<Result>(mayRepeat: Bool, _ body: (any Connection) throws -> Result) throws -> Result {
    try checkPlace()
    let result = try translating {
      try writer.writeWithoutTransaction { db in
        var result: Result?
        try inTurn(db) {
          try db.inTransaction {
            result = try body(SQLiteConnection(db))
            return .commit
          }
        }
        return result
      }
    }
    try checkPlace()
    guard let result else { throw DatabaseError.failed(place, reason: "a transaction came to no end") }
    return result
  }

  package func waiting(until deadline: ContinuousClock.Instant) -> SQLiteDatabase {
    var database = self
    database.deadline = deadline
    return database
  }

  /// How long a connection waits for another program: until an instant, or so many times.
  private struct Patience {
    let deadline: ContinuousClock.Instant?
    let times: Int32
    static let microseconds: UInt32 = 1_000
  }

  /// Runs a body that looks every millisecond if another program has finished. SQLite's own wait looks every 100 ms, and would hardly ever
  /// meet the gap between the transactions of a program that writes all the time.
  private func inTurn(_ db: GRDB.Database, _ body: () throws -> Void) rethrows {
    var patience = Patience(
      deadline: deadline, times: Int32(busySeconds * 1e6 / Double(Patience.microseconds)))
    try withUnsafeMutablePointer(to: &patience) { pointer in
      let wait: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = { pointer, times in
        guard let patience = pointer?.load(as: Patience.self),
          patience.deadline.map({ ContinuousClock.now < $0 }) ?? (times < patience.times)
        else { return 0 }
        usleep(Patience.microseconds)
        return 1
      }
      sqlite3_busy_handler(db.sqliteConnection, wait, pointer)
      defer { sqlite3_busy_timeout(db.sqliteConnection, Int32(busySeconds * 1_000)) }
      try body()
    }
  }

  func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as GRDB.DatabaseError {
      throw Self.databaseError(error, place)
    }
  }

  /// A SQLite error as our error.
  static func databaseError(_ error: any Error, _ path: String) -> DatabaseError {
    guard let error = error as? GRDB.DatabaseError else {
      return error as? DatabaseError ?? .failed(path, reason: "\(error)")
    }
    let message = error.message ?? "\(error.resultCode)"
    return switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path)
    case .SQLITE_READONLY: .readOnly(path)
    case .SQLITE_FULL: .full(path)
    case .SQLITE_IOERR where isDiskFull(path): .full(path)
    case .SQLITE_NOTADB: .notADatabase(path)
    case .SQLITE_CORRUPT: .damaged(path, reason: message)
    case .SQLITE_CANTOPEN where access(path, R_OK) == 0 && access(path, W_OK) != 0: .readOnly(path)
    case .SQLITE_CANTOPEN: .cannotOpen(path, reason: message)
    case .SQLITE_CONSTRAINT: .constraint(message)
    default: .failed(path, reason: message)
    }
  }
}

extension SQLiteDatabase {
  /// True if the disk is full; SQLite may report that as an I/O error.
  private static func isDiskFull(_ path: String) -> Bool {
    var status = statvfs()
    return statvfs((path as NSString).deletingLastPathComponent, &status) == 0 && status.f_bavail == 0
  }
}
