/// The reason why a database operation failed, as a sentence for the user.
public enum DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  case badURL(String)
  case noDatabase(String)
  case cannotOpen(String, reason: String)
  case notADatabase(String)
  case notOurs(String)
  case newer(String, version: Int, ours: Int)
  /// The file was made before the schema's baseline.
  case older(String, version: Int, oldest: Int)
  case damaged(String, reason: String)
  case busy(String)
  /// The open file is no longer at its path.
  case replaced(String)
  case readOnly(String)
  case full(String)
  /// A constraint failed that an earlier check should have reported.
  case constraint(String)
  case failed(String, reason: String)
  /// A long work ended by an error after some of its transactions, whose changes stay.
  indirect case unfinished(DatabaseError, changed: Int)
  case fileExists(String)
  case noBackup(String)
  case damagedBackup(String, reason: String)
  // PostgreSQL.
  case badServerURL(String, reason: String)
  case unreachable(String, reason: String)
  case serverTooOld(String, version: Int, oldest: Int)
  case emptyServerDatabase(String)
  /// The schema has tables, but not ours.
  case foreignTables(String)
  case notAllowed(String, reason: String)
  /// The server takes no changes: it is a standby.
  case readOnlyServer(String)
  /// A pooler gives each transaction another connection and forgets prepared statements.
  case forgetfulPooler(String)
  case noFileToCopy(String)

  /// True for an error after which its transaction has changed nothing.
  package var isWithoutChange: Bool {
    switch self {
    case .busy, .full, .constraint, .failed: true
    default: false
    }
  }

  public var description: String { fact + (isWithoutChange ? "; nothing was changed" : "") }

  /// Without what became of the transaction.
  private var fact: String {
    switch self {
    case .badURL(let url):
      "\"\(url)\" names no database: expected sqlite:PATH or postgresql://USER@HOST/NAME"
    case .noDatabase(let path): "there is no database at \(path); folkcal init --database sqlite:\(path) makes one"
    case .cannotOpen(let path, let reason): "the database \(path) cannot be opened: \(reason)"
    case .notADatabase(let path): "\(path) is not a SQLite database; nothing was changed"
    case .notOurs(let path): "\(path) is a SQLite database, but not one of folkcal's; nothing was changed"
    case .newer(let path, let version, let ours):
      "\(path) was written by a newer folkcal (schema \(version), this one knows \(ours)): use that folkcal; nothing was changed"
    case .older(let path, let version, let oldest):
      "\(path) was written by an older folkcal (schema \(version), this one reads \(oldest) and later): write an export with that folkcal (admin export), "
        + "and read it with this one (admin import) after folkcal init; nothing was changed"
    case .damaged(let path, let reason):
      "the database \(path) is damaged (\(reason)): restore a backup with folkcal admin restore FILE. A program that was killed leaves its last "
        + "changes in \(path)-wal: if the file was copied or moved without that one, put it back beside it first"
    case .busy(let path):
      "the database \(path) is in use by another program that did not finish in time: try again"
    case .replaced(let path):
      "the database \(path) was removed or replaced while it was in use: start this program again"
    case .readOnly(let path): "the database \(path) may not be written: see the rights of the file and its folder"
    case .full(let path): "no space is left for the database \(path)"
    case .constraint(let reason): "the database refused a row: \(reason)"
    case .failed(let path, let reason): "the database \(path) failed: \(reason)"
    case .unfinished(let error, let changed):
      "\(error.fact); the work is half done: what was changed before stays (rows: \(changed)), and the same command completes it"
    case .noBackup(let path): "there is no backup at \(path); nothing was changed"
    case .damagedBackup(let path, let reason):
      "the backup \(path) is damaged (\(reason)): take another; nothing was changed"
    case .badServerURL(let url, let reason):
      "\"\(url)\" names no database: \(reason); expected postgresql://USER@HOST:PORT/NAME, ?host=FOLDER for a socket, or ?service=NAME"
    case .unreachable(let place, let reason): "the database \(place) cannot be reached: \(reason)"
    case .serverTooOld(let place, let version, let oldest):
      "the server of \(place) is PostgreSQL \(version): \(oldest) or later is needed"
    case .emptyServerDatabase(let place): "the database \(place) is empty; folkcal init fills it"
    case .foreignTables(let place):
      "the database \(place) has tables of another program: give a database, or a schema by search_path, of its own; nothing was changed"
    case .notAllowed(let place, let reason):
      "the database \(place) refused: \(reason). The operator's guide has the rights that folkcal needs"
    case .readOnlyServer(let place):
      "the server of \(place) takes no changes, as a standby does: name the primary, or several hosts with target_session_attrs=read-write"
    case .forgetfulPooler(let place):
      "the pooler before \(place) forgets prepared statements: add prepared_statements=false to the database's URL, or use PgBouncer 1.21 or later with max_prepared_statements above 0"
    case .noFileToCopy(let place): "\(place) is not a file: copy and restore it by pg_dump and pg_restore"
    case .fileExists(let path): "\(path) exists already: give another name, or --force to replace it"
    }
  }
}
