/// One step of a schema. Released steps never change; changes are new steps.
package struct Migration: Sendable {
  package let number: Int
  /// Statements in the common dialect. `{id}` is the engine's numbered key, `{lasting id}` one whose numbers are never reused (links and apps
  /// keep them), and `{key}` after a column name a key with another table's numbers.
  package let statements: String
  /// Statements for one engine alone, run after them.
  package let sqliteOnly: String
  package let postgreSQLOnly: String

  package init(number: Int, statements: String, sqliteOnly: String = "", postgreSQLOnly: String = "") {
    self.number = number
    self.statements = statements
    self.sqliteOnly = sqliteOnly
    self.postgreSQLOnly = postgreSQLOnly
  }
}

/// All steps in order. The first is the baseline, which makes the oldest supported version.
package struct Schema: Sendable {
  package let steps: [Migration]

  package init(_ steps: [Migration]) {
    self.steps = steps
  }

  /// The version after all steps.
  package var latest: Int { steps.last?.number ?? 0 }
  /// The oldest version that can be migrated.
  package var oldest: Int { steps.first?.number ?? 0 }
}
