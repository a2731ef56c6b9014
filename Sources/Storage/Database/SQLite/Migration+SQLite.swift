extension Migration {
  /// The statements as SQLite takes them.
  package var sqliteStatements: String {
    // AUTOINCREMENT: a number that was once given out is never given out again.
    let statements = statements.replacing("{id}", with: "id INTEGER PRIMARY KEY")
      .replacing("{lasting id}", with: "id INTEGER PRIMARY KEY AUTOINCREMENT")
      // Only this makes the key the row's own number.
      .replacing("{key}", with: "INTEGER PRIMARY KEY")
    return statements + "\n" + sqliteOnly
  }
}
