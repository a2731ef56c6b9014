/// A database engine: transactions, statements with `$1` placeholders, rows.
///
/// `SQLiteDatabase` is one file, the default; `PostgreSQLDatabase` is a server for several machines. SQL is written in their common dialect;
/// differences are in `Dialect` and in the engine's folder.
package protocol Database: Sendable {
  /// Runs a body on one snapshot.
  func read<Result>(_ body: (any Connection) throws -> Result) throws -> Result

  /// The texts in which the engine differs.
  var dialect: Dialect { get }

  /// Runs a body in one transaction: commits when it returns, rolls back when it throws. The body may run more than once if several transactions
  /// can write at once; only the effects of the last run remain, so it must not change anything outside but what it sets anew.
  ///
  /// - Parameter mayRepeat: false for a body that can run only once; an error that passes by itself ends it too.
  func write<Result>(mayRepeat: Bool, _ body: (any Connection) throws -> Result) throws -> Result

  /// The location, for messages.
  var place: String { get }

  /// The instant until which write transactions wait for other programs; nil for some seconds each.
  var deadline: ContinuousClock.Instant? { get }

  /// The same database; its write transactions wait for other programs until this instant at most.
  func waiting(until deadline: ContinuousClock.Instant) -> Self

  /// Runs the missing migrations.
  ///
  /// - Parameter finish: runs in the same transaction after the last migration; not if there is none.
  func migrate(_ finish: (any Connection) throws -> Void) throws

  /// The engine's faults in files and references; empty if there are none.
  func faults() throws -> [String]

  /// The size in bytes.
  func size() throws -> Int

  /// Removes what the side files still hold of deleted rows. While somebody reads, it stays until a later call, or until the engine does it.
  func forget()

  /// Copies a snapshot into a file while other programs continue. The file appears whole or not at all.
  ///
  /// - Parameter replaces: whether an existing file may be replaced.
  /// - Throws: `DatabaseError.fileExists`, or the write error.
  func backUp(to path: String, replaces: Bool) throws

  /// An element for each announcement of any program, or for several at once; ends at once if the engine has none.
  func news() -> AsyncStream<Void>

  /// Makes running transactions fail and roll back.
  func interrupt()

  /// Closes the database. Running statements finish; later ones fail.
  func close()
}

extension Database {
  /// `write` with a body that may run more than once.
  package func write<Result>(_ body: (any Connection) throws -> Result) throws -> Result {
    try write(mayRepeat: true, body)
  }
}
