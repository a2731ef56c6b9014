/// One step of a schema. Steps are never edited once released: what changes later is a later step.
package struct Migration: Sendable {
  package let number: Int
  /// Statements in the common dialect; `{id}` stands for an engine's own numbered key, `{lasting id}` for one whose numbers are never
  /// used again, because deep links and apps hold them, and `{key}` behind the name of a column for a key with the numbers of another table.
  package let statements: String
  /// Statements for SQLite alone, run after them.
  package let sqliteOnly: String

  package init(number: Int, statements: String, sqliteOnly: String = "") {
    self.number = number
    self.statements = statements
    self.sqliteOnly = sqliteOnly
  }
}

/// The steps that make a database what the program expects, in order.
///
/// The first step is the baseline: it makes an empty database what the oldest supported version was.
package struct Schema: Sendable {
  package let steps: [Migration]

  package init(_ steps: [Migration]) {
    self.steps = steps
  }

  /// The number that a database has when it has taken every step.
  package var latest: Int { steps.last?.number ?? 0 }
  /// The oldest version that can be brought up to date.
  package var oldest: Int { steps.first?.number ?? 0 }
}
