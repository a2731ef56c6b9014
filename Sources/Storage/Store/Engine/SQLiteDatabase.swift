internal import CSQLiteSettings
internal import Foundation
internal import GRDB
internal import GRDBSQLite

#if canImport(CMalloc)
  internal import CMalloc
#endif

/// The SQLite engine: one file, one writer at a time, readers beside it (WAL).
///
/// All that is SQLite's own stands here: pragmas, the numbers in the file's header, how its failures read, backup.
package struct SQLiteDatabase: Database {
  private let writer: any DatabaseWriter
  private let statements: StatementTables
  package let place: String
  /// The file that is open.
  private let file: FileIdentity?
  private let busySeconds: Double
  /// Until when a transaction that writes waits for another program's; nil for `busySeconds` of its own.
  private var deadline: ContinuousClock.Instant?

  /// "folk" in ASCII, at offset 68 of the file: so that a file is known as ours.
  static let applicationID = 0x666F_6C6B

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
    /// Whether pages are read where the system has them in its memory, instead of being copied from there.
    ///
    /// What is due goes to users all over their tables: a page for each is a seventh of what a claim and its acknowledgement take. But a
    /// file that is cut short under the process, or a disk that fails, ends it by SIGBUS instead of an error: for a worker, which may die
    /// at any time, and not for a server.
    package var isMapped: Bool

    package init(
      createsFile: Bool = false, busySeconds: Double = 5, maximumPages: Int? = nil, pageSize: Int = 2_048,
      isMapped: Bool = false
    ) {
      self.createsFile = createsFile
      self.busySeconds = busySeconds
      self.maximumPages = maximumPages
      self.pageSize = pageSize
      self.isMapped = isMapped
    }
  }

  /// - Throws: `StoreError` when the file is missing, is no database, is not ours, or has steps of the schema that this program does
  ///   not know.
  package init(path: String, options: Options = Options()) throws(StoreError) {
    place = path
    busySeconds = options.busySeconds
    Self.keepFreedMemory
    Self.keepNoCounts
    let isNew = try Self.examine(path, options)
    let isEmpty = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) == 0
    let statements = StatementTables()
    self.statements = statements
    var configuration = Configuration()
    configuration.busyMode = .timeout(options.busySeconds)
    configuration.foreignKeysEnabled = true
    configuration.maximumReaderCount = 4
    configuration.prepareDatabase { db in
      statements.add(db)
      // 4 MB: enough for a plan, which writes a few thousand pages again and again. A large cache costs more than it saves: SQLite looks
      // through all of it after each transaction that has parted pages, and the system has the file in its memory anyway.
      try db.execute(sql: "PRAGMA cache_size = -4096")
      // The most that SQLite takes (SQLITE_MAX_MMAP_SIZE); what lies beyond is read as always.
      if options.isMapped { try db.execute(sql: "PRAGMA mmap_size = 2147418112") }
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
      throw Self.storeError(error, path)
    }
    file = FileIdentity(path)
  }

  /// Ends all use of the file. The last process that closes a file leaves one whole file: SQLite writes the WAL into it and removes the WAL.
  ///
  /// What runs is finished first. Whoever uses the database afterwards gets an error.
  package func close() {
    // A statement that is kept would keep its connection open.
    try? writer.barrierWriteWithoutTransaction { db in
      statements.removeAll()
      // An interruption holds until the next statement begins, and would keep the WAL from being written into the file.
      try db.execute(sql: "SELECT 1")
      // When two processes close at the same time, each sees the other's connection and neither writes the WAL into the file.
      if db.totalChangesCount > 0, !db.configuration.readonly { _ = try db.checkpoint(.passive) }
    }
    // The readers go first: a connection that may only read cannot write the WAL into the file, and GRDB closes the writer first.
    (writer as? DatabasePool)?.releaseMemory()
    try? writer.close()
  }

  /// Has the statements that run end with an error, and their transactions be taken back.
  package func interrupt() { writer.interrupt() }

  /// Refuses to go on with a file that is not at its place any more: nobody would find what is written there, nor what was put there.
  private func checkPlace() throws(StoreError) {
    guard FileIdentity(place) == file else { throw .replaced(place) }
  }

  /// Lets the process keep up to 16 MB of memory that is free.
  ///
  /// A reader gives up its cached pages whenever somebody has written; glibc would hand them to the system and ask for them again, which is
  /// a tenth of what it takes to change a user's settings. The two limits have glibc's own proportion (mallopt(3)).
  private static let keepFreedMemory: Void = {
    #if canImport(CMalloc)
      mallopt(M_MMAP_THRESHOLD, 8 << 20)
      mallopt(M_TRIM_THRESHOLD, 16 << 20)
    #endif
  }()

  /// Has SQLite not count the memory that it takes, which nobody asks for: a lock for each piece, the thirtieth part of what it takes to
  /// change a user's settings. It goes by default into programs that bring their own SQLite (sqlite.org/compile.html).
  private static let keepNoCounts: Void = { _ = csqlite_without_memory_statistics() }()

  /// Looks at a file before it is opened to be written, and makes the folder of a new one.
  ///
  /// - Returns: whether there is no file yet.
  private static func examine(_ path: String, _ options: Options) throws(StoreError) -> Bool {
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
      try examineContents(path)
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
  private static func examineContents(_ path: String) throws(StoreError) {
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
      throw storeError(error, path)
    }
    guard application == applicationID || tables == 0 else { throw .notOurs(path) }
    guard version <= Migration.latest else { throw .newer(path, version: version, ours: Migration.latest) }
  }

  package func read<Result>(_ body: (any Connection) throws -> Result) throws -> Result {
    try checkPlace()
    return try translating { try writer.read { try body(SQLiteConnection($0, statements[$0])) } }
  }

  package func write<Result>(_ body: (any Connection) throws -> Result) throws -> Result {
    try checkPlace()
    let result = try translating {
      try writer.writeWithoutTransaction { db in
        let isShort = setPatience(db)
        defer { if isShort { sqlite3_busy_timeout(db.sqliteConnection, Int32(busySeconds * 1_000)) } }
        var result: Result?
        try db.inTransaction {
          result = try body(SQLiteConnection(db, statements[db]))
          return .commit
        }
        return result
      }
    }
    try checkPlace()
    guard let result else { throw StoreError.failed(place, reason: "a transaction came to no end") }
    return result
  }

  /// The same database with transactions that wait for another program's until an instant.
  func waiting(until deadline: ContinuousClock.Instant) -> SQLiteDatabase {
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

  private func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw Self.storeError(error, place)
    }
  }

  /// A failure of SQLite in our words.
  private static func storeError(_ error: any Error, _ path: String) -> StoreError {
    guard let error = error as? DatabaseError else {
      return error as? StoreError ?? .failed(path, reason: "\(error)")
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

// MARK: - The file as a whole

extension SQLiteDatabase {
  /// The number of the last migration; 0 for an empty file.
  func version() throws -> Int {
    try translating { try writer.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 } }
  }

  /// Takes the steps of the schema that the file lacks, and notes the last one in its header with whose file it is.
  func migrate() throws {
    guard try version() < Migration.latest else { return }
    try write { connection in
      // Another program may have been here since the number was read.
      let version = try connection.integer("PRAGMA user_version")
      for migration in Migration.all where migration.number > version {
        try connection.executeScript(migration.sqliteStatements)
        try connection.executeScript(
          "PRAGMA user_version = \(migration.number); PRAGMA application_id = \(Self.applicationID)")
      }
      // A step may show more of what was there.
      if version < Migration.latest { try PublicMark(connection: connection).renew() }
    }
  }

  /// What SQLite finds wrong with the file, empty when it is whole.
  func integrityFaults() throws -> [String] {
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
      guard PrivateFile.make(anew) else { throw StoreError.cannotOpen(anew, reason: "it cannot be made") }
      try writer.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA page_size = \(size)")
        try db.execute(sql: "VACUUM INTO ?", arguments: [anew])
      }
    } catch {
      throw Self.storeError(error, anew)
    }
    let copy = try SQLiteDatabase(path: anew)
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
      throw Self.storeError(error, other.place)
    }
  }

  /// Writes what stands in the WAL into the file itself, so that the file alone is the database.
  func checkpoint() throws {
    try translating { try writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
  }

  /// The size of the file in bytes.
  func size() throws -> Int {
    try pageSize() * translating { try writer.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 } }
  }

  private func pageSize() throws -> Int {
    try translating { try writer.read { try Int.fetchOne($0, sql: "PRAGMA page_size") ?? 0 } }
  }
}

/// One of SQLite's connections, in a transaction.
///
/// GRDB prepares and keeps the statements; values are bound and read through SQLite's own functions, because a register of temples is
/// hundreds of thousands of them.
private final class SQLiteConnection: Connection {
  private let db: GRDB.Database
  private let statements: StatementTable

  init(_ db: GRDB.Database, _ statements: StatementTable) {
    self.db = db
    self.statements = statements
  }

  func execute(_ sql: SQL, _ arguments: [SQLValue]) throws -> Int {
    try run(sql, arguments) { _ in }
    return db.changesCount
  }

  func insert(_ sql: SQL, _ arguments: [SQLValue]) throws -> Int {
    try run(sql, arguments) { _ in }
    return Int(db.lastInsertedRowID)
  }

  func forEachRow(_ sql: SQL, _ arguments: [SQLValue], _ body: (any Row) throws -> Void) throws {
    try run(sql, arguments) { try body(SQLiteRow(statement: $0)) }
  }

  func executeScript(_ script: String) throws {
    try db.execute(sql: script)
  }

  /// Binds the arguments, steps to the end, and gives the statement to a body at each row.
  private func run(_ sql: SQL, _ arguments: [SQLValue], _ body: (OpaquePointer) throws -> Void) throws {
    // A statement that is being read from must not be begun again: a body that runs the same SQL gets one of its own.
    let kept = try prepared(sql)
    let free = try sqlite3_stmt_busy(kept.sqliteStatement) == 0 ? kept : db.makeStatement(sql: sql.numbered)
    let statement = free.sqliteStatement
    defer { sqlite3_reset(statement) }
    // What is not bound is null.
    sqlite3_clear_bindings(statement)
    for index in arguments.indices where arguments[index] != .null {
      try check(Self.bind(arguments[index], Int32(index + 1), statement))
    }
    while true {
      let code = sqlite3_step(statement)
      guard code == SQLITE_ROW else {
        if code != SQLITE_DONE { try check(code) }
        return
      }
      try body(statement)
    }
  }

  private func prepared(_ sql: SQL) throws -> Statement {
    if let known = statements[sql] { return known }
    let statement = try db.cachedStatement(sql: sql.numbered)
    statements[sql] = statement
    return statement
  }

  private static func bind(_ value: SQLValue, _ index: Int32, _ statement: OpaquePointer) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let integer): sqlite3_bind_int64(statement, index, Int64(integer))
    case .real(let real): sqlite3_bind_double(statement, index, real)
    case .text(var text):
      // SQLITE_TRANSIENT: SQLite copies the bytes.
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_bind_text(
            statement, index, characters.baseAddress, Int32(characters.count),
            unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
      }
    }
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code),
        message: db.sqliteConnection.map { String(cString: sqlite3_errmsg($0)) })
    }
  }
}

private struct SQLiteRow: Row {
  let statement: OpaquePointer

  // A value that is not 0 or empty is not null: most need not be asked for their type.

  func integer(_ column: Int) -> Int? {
    let value = sqlite3_column_int64(statement, Int32(column))
    return value == 0 && isNull(column) ? nil : Int(value)
  }

  func real(_ column: Int) -> Double? {
    let value = sqlite3_column_double(statement, Int32(column))
    return value == 0 && isNull(column) ? nil : value
  }

  func text(_ column: Int) -> String? {
    // As bytes: asked for text, SQLite copies it first to put a zero behind it. For an empty one there is no address.
    guard let start = sqlite3_column_blob(statement, Int32(column)) else { return isNull(column) ? nil : "" }
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }

  private func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }
}
