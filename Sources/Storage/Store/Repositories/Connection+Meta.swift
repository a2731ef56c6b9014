internal import Database

// What is remembered of the whole database: how far it is planned, which days are kept, the mark of what everybody reads.
extension Connection {
  /// What is remembered under a name; nil where nothing is.
  func meta(_ name: String) throws -> String? {
    try first("SELECT value FROM meta WHERE name = $1", [.text(name)]) { $0.text(0) } ?? nil
  }

  /// Remembers something in place of what was there.
  func setMeta(_ name: String, _ value: String) throws {
    try execute(
      """
      INSERT INTO meta (name, value)
      VALUES ($1, $2)
      ON CONFLICT (name) DO UPDATE
      SET value = excluded.value
      """, [.text(name), .text(value)])
  }
}
