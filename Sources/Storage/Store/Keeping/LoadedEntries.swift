internal import Database

/// The last loaded entry of each record from an outside source (shipped data, register), so that the next load can distinguish its changes from
/// an operator's.
struct LoadedEntries {
  let connection: any Connection
  let change: Change
  /// The source: the kind of record in the data, or `register`.
  let origin: String

  static let register = "register"

  /// The entry of a key as JSON; nil if it was never loaded.
  func json(_ key: String) throws -> String? {
    try connection.first(
      "SELECT record FROM data_entries WHERE entity = $1 AND key = $2", [.text(origin), .text(key)]
    ) { $0.text(0) ?? "" }
  }

  /// All entries by their keys.
  func all() throws -> [String: String] {
    Dictionary(
      try connection.all("SELECT key, record FROM data_entries WHERE entity = $1", [.text(origin)]) {
        ($0.text(0) ?? "", $0.text(1) ?? "")
      }, uniquingKeysWith: { first, _ in first })
  }

  /// - Parameter isAdopted: whether the record existed when the source first named it; used at the first entry of a key.
  func remember(_ json: String, _ key: String, isAdopted: Bool = false) throws {
    try connection.execute(
      """
      INSERT INTO data_entries (entity, key, record, is_adopted, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $5)
      ON CONFLICT (entity, key) DO UPDATE
      SET record = excluded.record, updated_at = excluded.updated_at
      """, [.text(origin), .text(key), .text(json), SQLValue(isAdopted), .integer(change.at)])
  }

  func forget(_ key: String) throws {
    try connection.execute("DELETE FROM data_entries WHERE entity = $1 AND key = $2", [.text(origin), .text(key)])
  }
}
