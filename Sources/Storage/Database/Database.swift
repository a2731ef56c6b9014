/// A database engine: transactions, statements with `$1` placeholders, rows.
///
/// `SQLiteDatabase` is today's engine; PostgreSQL is planned for several machines. SQL is written in their common dialect; differences are in
/// the engine's folder.
package protocol Database: Sendable {
  /// Runs a body on one snapshot.
  func read<Result>(_ body: (any Connection) throws -> Result) throws -> Result

  /// Runs a body in one transaction: commits when it returns, rolls back when it throws.
  func write<Result>(_ body: (any Connection) throws -> Result) throws -> Result

  /// The location, for messages.
  var place: String { get }

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

  /// Copies a snapshot into a file while other programs continue. The file appears whole or not at all.
  ///
  /// - Parameter replaces: whether an existing file may be replaced.
  /// - Throws: `DatabaseError.fileExists`, or the write error.
  func backUp(to path: String, replaces: Bool) throws

  /// Makes running transactions fail and roll back.
  func interrupt()

  /// Closes the database. Running statements finish; later ones fail.
  func close()
}
