internal import Database

// Values of the whole database: end of the plan, kept days, public mark.
extension Connection {
  /// The value of a name; nil if there is none.
  ///
  /// - Parameter locking: whether the transaction changes it next.
  func meta(_ name: String, locking: Bool = false) throws -> String? {
    try first(SQL("SELECT value FROM meta WHERE name = $1 \(locking ? dialect.forUpdate : "")"), [.text(name)]) {
      $0.text(0)
    } ?? nil
  }

  /// Sets the value of a name.
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
