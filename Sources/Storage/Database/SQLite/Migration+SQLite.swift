extension Migration {
  /// The statements for SQLite.
  package var sqliteStatements: String {
    // AUTOINCREMENT never reuses a number.
    let statements = statements.replacing("{id}", with: "id INTEGER PRIMARY KEY")
      .replacing("{lasting id}", with: "id INTEGER PRIMARY KEY AUTOINCREMENT")
      // Only this makes the key the row's own number.
      .replacing("{key}", with: "INTEGER PRIMARY KEY")
    return statements + "\n" + sqliteOnly
  }
}
