internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// The SQLite engine: one file, one writer at a time, readers beside it (WAL).
///
/// All that is SQLite's own stands here: pragmas, the numbers in the file's header, how its failures read, backup.
package struct SQLiteDatabase: Database {
  let writer: any DatabaseWriter
  let schema: Schema
  package let place: String
  /// The file that is open.
  private let file: FileIdentity?
  private let busySeconds: Double
  /// Until when a transaction that writes waits for another program's; nil for `busySeconds` of its own.
  private var deadline: ContinuousClock.Instant?

  /// "folk" in ASCII, at offset 68 of the file: so that a file is known as ours.
  package static let applicationID = 0x666F_6C6B

  /// How a file is opened.
  package struct Options: Sendable {
    /// Makes the file where there is none.
    package var createsFile = false
    /// How long to wait for another program's transaction, in seconds.
    package var busySeconds = 5.0
    /// The most pages that the file may have; tests let a disk be full with it.
    package var maximumPages: Int?
    /// Bytes of a page of a new file; one that exists keeps its own.
    ///
    /// Half of SQLite's default: a change of one user's settings moves reminders all over the queue, and each page that it touches is
    /// written whole.
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

  /// - Throws: `DatabaseError` when the file is missing, is no database, is not ours, has steps of the schema that this program does not
  ///   know, or is older than its first step.
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
      // 4 MB: enough for a plan, which writes a few thousand pages again and again. A large cache costs more than it saves: SQLite looks
      // through all of it after each transaction that has parted pages, and the system has the file in its memory anyway.
      try db.execute(sql: "PRAGMA cache_size = -4096")
      if isNew || isEmpty { try db.execute(sql: "PRAGMA page_size = \(options.pageSize)") }
      if let pages = options.maximumPages { try db.execute(sql: "PRAGMA max_page_count = \(pages)") }
    }
    let isWritable = access(path, W_OK) == 0
    do {
      if isWritable {
        // An empty file that somebody made is taken for a new database.
        if isEmpty { chmod(path, 0o600) }
        PrivateFile.withdrawFromOthers(path)
        let pool = try DatabasePool(path: path, configuration: configuration)
        // A reminder that was marked as sent must stay so after a power cut: NORMAL, which GRDB sets, could forget it.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        writer = pool
      } else {
        configuration.readonly = true
        writer = try DatabaseQueue(path: path, configuration: configuration)
      }
    } catch {
      // An empty file that nobody could fill would be taken for a database that holds nothing.
      if isNew { Self.remove(path) }
      throw Self.databaseError(error, path)
    }
    file = FileIdentity(path)
  }

  /// Ends all use of the file. The last process that closes a file leaves one whole file: SQLite writes the WAL into it and removes the WAL.
  ///
  /// What runs is finished first. Whoever uses the database afterwards gets an error.
  package func close() {
    try? writer.barrierWriteWithoutTransaction { db in
      // An interruption holds until the next statement begins, and would keep the WAL from being written into the file.
      try db.execute(sql: "SELECT 1")
      // When two processes close at the same time, each sees the other's connection and neither writes the WAL into the file.
      if db.totalChangesCount > 0, !db.configuration.readonly { _ = try db.checkpoint(.passive) }
    }
    // The readers go first: a connection that may only read cannot write the WAL into the file, and GRDB closes the writer first.
    (writer as? DatabasePool)?.releaseMemory()
    try? writer.close()
    // Another thread may have opened a reader meanwhile, which was then the last to close. A connection that may write closes after it.
    if !writer.configuration.readonly, FileManager.default.fileExists(atPath: place + "-wal") {
      let last = try? DatabaseQueue(path: place)
      try? last?.inDatabase { try $0.execute(sql: "SELECT 1 FROM sqlite_schema") }
      try? last?.close()
    }
  }

  /// Has the statements that run end with an error, and their transactions be taken back.
  package func interrupt() { writer.interrupt() }

  /// Refuses to go on with a file that is not at its place any more: nobody would find what is written there, nor what was put there.
  private func checkPlace() throws(DatabaseError) {
    guard FileIdentity(place) == file else { throw .replaced(place) }
  }

  /// Looks at a file before it is opened to be written, and makes the folder of a new one.
  ///
  /// - Returns: whether there is no file yet.
  private static func examine(_ path: String, _ schema: Schema, _ options: Options) throws(DatabaseError) -> Bool {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      guard !isFolder.boolValue else { throw .cannotOpen(path, reason: "it is a folder") }
      guard let file = FileHandle(forReadingAtPath: path) else {
        throw .cannotOpen(path, reason: "it may not be read")
      }
      defer { try? file.close() }
      let header = (try? file.read(upToCount: 16)) ?? Data()
      // An empty file is taken for none: only what makes databases makes one of it.
      guard !header.isEmpty || options.createsFile else { throw .noDatabase(path) }
      guard header.isEmpty || header == Data("SQLite format 3\0".utf8) else { throw .notADatabase(path) }
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

  /// Looks whose database it is, by a connection that cannot change another's file.
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

  package func write<Result>(_ body: (any Connection) throws -> Result) throws -> Result {
    try checkPlace()
    let result = try translating {
      try writer.writeWithoutTransaction { db in
        let isShort = setPatience(db)
        defer { if isShort { sqlite3_busy_timeout(db.sqliteConnection, Int32(busySeconds * 1_000)) } }
        var result: Result?
        try db.inTransaction {
          result = try body(SQLiteConnection(db))
          return .commit
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

  /// Has a connection wait for what is left until the deadline.
  ///
  /// - Returns: whether there is a deadline.
  private func setPatience(_ db: GRDB.Database) -> Bool {
    guard let deadline else { return false }
    let left = max(ContinuousClock.now.duration(to: deadline), .zero).components
    sqlite3_busy_timeout(
      db.sqliteConnection, Int32(clamping: left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000))
    return true
  }

  func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as GRDB.DatabaseError {
      throw Self.databaseError(error, place)
    }
  }

  /// A failure of SQLite in our words.
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
  /// Whether the disk of a file has no space left for us: SQLite tells it as an I/O error where it cannot even write beside the file.
  private static func isDiskFull(_ path: String) -> Bool {
    var status = statvfs()
    return statvfs((path as NSString).deletingLastPathComponent, &status) == 0 && status.f_bavail == 0
  }
}
