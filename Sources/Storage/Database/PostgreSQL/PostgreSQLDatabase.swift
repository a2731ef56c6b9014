internal import Foundation

/// The PostgreSQL engine: a server for several processes on several machines. Everything specific to PostgreSQL is in this folder and in
/// `Dialect`.
///
/// Reads run in REPEATABLE READ on one snapshot. Writes run in READ COMMITTED, so a transaction that reads before it writes must lock what it
/// reads. A transaction that fails by a deadlock, a race with another one or a lost connection runs again as a whole.
package struct PostgreSQLDatabase: Database {
  let pool: PostgreSQLPool
  private let schema: Schema
  package let place: String
  package private(set) var deadline: ContinuousClock.Instant?

  /// The time to wait for a lock, or for a lost server.
  private static let patience = Duration.seconds(5)
  /// The most attempts of one transaction.
  private static let attempts = 10
  /// "folk" in ASCII: the advisory lock of migrations.
  private static let migrationLock = 0x666F_6C6B

  package var dialect: Dialect { .postgresql }

  /// True for the URLs of this engine: `postgres://…` and `postgresql://…`.
  package static func isAddress(_ url: String) -> Bool { PostgreSQLAddress.isAddress(url) }

  /// - Parameter creates: whether an empty database may become one of ours.
  /// - Throws: `DatabaseError` if the server cannot be reached, is too old, or if the database is missing, foreign, newer or older.
  package init(url: String, schema: Schema, creates: Bool) throws(DatabaseError) {
    let address = try PostgreSQLAddress(url)
    pool = PostgreSQLPool(address)
    self.schema = schema
    place = address.place
    do {
      if address.preparesStatements { try pool.checkPooler() }
      try examine(creates: creates)
    } catch {
      throw databaseError(error)
    }
  }

  /// Checks whose tables the database has.
  private func examine(creates: Bool) throws {
    let version = try read { connection -> Int? in
      guard try connection.integer("SELECT to_regclass('folkcal_schema') IS NOT NULL") == 1 else {
        let others = try connection.integer(
          """
          SELECT COUNT(*)
          FROM pg_class
          WHERE relkind IN ('r', 'p') AND relnamespace = CAST(current_schema() AS regnamespace)
          """)
        guard others == 0 else { throw DatabaseError.foreignTables(place) }
        return nil
      }
      return try connection.integer("SELECT version FROM folkcal_schema")
    }
    guard let version else {
      guard creates else { throw DatabaseError.emptyServerDatabase(place) }
      return
    }
    guard version <= schema.latest else { throw DatabaseError.newer(place, version: version, ours: schema.latest) }
    guard version >= schema.oldest else { throw DatabaseError.older(place, version: version, oldest: schema.oldest) }
  }

  // MARK: Transactions

  package func read<Result>(_ body: (any Connection) throws -> Result) throws -> Result {
    try transaction { link in
      try link.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      let result = try body(PostgreSQLConnection(link))
      try link.run("COMMIT")
      return result
    }
  }

  package func write<Result>(
    mayRepeat: Bool, _ body: (any Connection) throws -> Result
  ) throws -> Result {
    let patience = deadline.map { max(ContinuousClock.now.duration(to: $0), .milliseconds(1)) } ?? Self.patience
    let milliseconds = max(1, Int(patience / .milliseconds(1)))
    return try transaction(mayRepeat: mayRepeat) { link in
      let number = try link.run("BEGIN; SET LOCAL lock_timeout = \(milliseconds); SELECT pg_current_xact_id()")
      let result = try body(PostgreSQLConnection(link))
      do {
        try link.commit()
      } catch let error as PostgreSQLError where error.isLostConnection {
        // The server may have committed before the connection was lost.
        guard try isCommitted(number ?? "0") else { throw error }
      }
      return result
    }
  }

  /// Runs a transaction, again if it failed by something that passes.
  private func transaction<Result>(
    mayRepeat: Bool = true, _ body: (PostgreSQLLink) throws -> Result
  ) throws -> Result {
    let end = min(deadline ?? .now + Self.patience, .now + Self.patience)
    var attempt = 1
    while true {
      do {
        return try pool.withLink { link in
          do {
            return try body(link)
          } catch {
            if link.isGood, link.isInTransaction { _ = try? link.run("ROLLBACK") }
            throw error
          }
        }
      } catch let error as PostgreSQLError {
        if error.isLostConnection { pool.dropIdle() }
        guard mayRepeat, error.isTransient, attempt < Self.attempts, ContinuousClock.now < end else {
          throw databaseError(error)
        }
        // Two that meet should not meet again. A server that restarts needs some seconds.
        let pause = error.isLostConnection ? 0.1 * Double(attempt) : 0.002 * Double(attempt)
        Thread.sleep(forTimeInterval: Double.random(in: 0.5...1.5) * pause)
        attempt += 1
      }
    }
  }

  /// Asks what became of a transaction whose COMMIT was not answered.
  private func isCommitted(_ number: String) throws -> Bool {
    let end = ContinuousClock.now + Self.patience
    while true {
      do {
        pool.dropIdle()
        let status = try pool.connect().run("SELECT pg_xact_status('\(number)')")
        // The old process on the server may not have noticed yet that we are gone.
        if status != "in progress" || ContinuousClock.now >= end { return status == "committed" }
      } catch let error as PostgreSQLError {
        guard error.isLostConnection, ContinuousClock.now < end else { throw error }
      }
      Thread.sleep(forTimeInterval: 0.2)
    }
  }

  private func databaseError(_ error: any Error) -> DatabaseError {
    switch error {
    case let error as PostgreSQLError: error.databaseError(place)
    case let error as DatabaseError: error
    default: .failed(place, reason: "\(error)")
    }
  }

  package func waiting(until deadline: ContinuousClock.Instant) -> PostgreSQLDatabase {
    var database = self
    database.deadline = deadline
    return database
  }

  // MARK: Schema

  package func migrate(_ finish: (any Connection) throws -> Void) throws {
    let known = try read { connection in
      try connection.integer("SELECT to_regclass('folkcal_schema') IS NOT NULL") == 1
        ? connection.integer("SELECT version FROM folkcal_schema") : 0
    }
    guard known < schema.latest else { return }
    try write { connection in
      // Another program may migrate it at the same time.
      try connection.executeScript(
        """
        SELECT pg_advisory_xact_lock(\(Self.migrationLock));
        CREATE TABLE IF NOT EXISTS folkcal_schema (version BIGINT NOT NULL);
        INSERT INTO folkcal_schema (version) SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM folkcal_schema);
        """)
      let version = try connection.integer("SELECT version FROM folkcal_schema")
      for migration in schema.steps where migration.number > version {
        try connection.executeScript(migration.postgreSQLStatements)
        try connection.executeScript("UPDATE folkcal_schema SET version = \(migration.number)")
      }
      if version < schema.latest { try finish(connection) }
    }
  }

  // MARK: The whole database

  /// The server checks its own files.
  package func faults() throws -> [String] { [] }

  /// The tables of ours, with their indexes.
  package func size() throws -> Int {
    try read { connection in
      try connection.integer(
        """
        SELECT CAST(SUM(pg_total_relation_size(oid)) AS BIGINT)
        FROM pg_class
        WHERE relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace)
        """)
    }
  }

  package func backUp(to path: String, replaces: Bool) throws { throw DatabaseError.noFileToCopy(place) }

  package func interrupt() { pool.cancelAll() }

  package func close() { pool.close() }
}
