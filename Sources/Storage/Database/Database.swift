/// A database engine as the repositories use it: whole transactions, statements with `$1` placeholders, rows.
///
/// SQLite (`SQLiteDatabase`) is the engine today; PostgreSQL, for more than one machine, is meant to stand beside it. SQL is written once, in
/// their common dialect; all that differs stands in the engine's own folder.
package protocol Database: Sendable {
  /// Runs a body on one snapshot of the database.
  func read<Result>(_ body: (any Connection) throws -> Result) throws -> Result

  /// Runs a body in one transaction: all that it did is kept when it returns, nothing when it throws.
  func write<Result>(_ body: (any Connection) throws -> Result) throws -> Result

  /// Where it is, for messages.
  var place: String { get }

  /// The same database, whose transactions that write wait for another program's until an instant and no longer.
  func waiting(until deadline: ContinuousClock.Instant) -> Self

  /// Takes the steps of the schema that the database lacks.
  ///
  /// - Parameter finish: runs in the same transaction after the last of them; not at all where none is taken.
  func migrate(_ finish: (any Connection) throws -> Void) throws

  /// What the engine finds wrong with its own files and references; empty when all is whole.
  func faults() throws -> [String]

  /// How large it is, in bytes.
  func size() throws -> Int

  /// Copies the whole database into a file, of one moment, while others go on working. The file appears whole or not at all.
  ///
  /// - Parameter replaces: whether a file that is there may be replaced.
  /// - Throws: `DatabaseError.fileExists`, or what kept the file from being written.
  func backUp(to path: String, replaces: Bool) throws

  /// Has the statements that run end with an error, and their transactions be taken back.
  func interrupt()

  /// Ends all use of it. Statements that run are finished first; later ones fail.
  func close()
}
