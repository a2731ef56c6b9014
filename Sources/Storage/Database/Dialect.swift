/// The texts and properties in which the engines differ. Everything else is one SQL text for both.
package struct Dialect: Sendable {
  /// True if several transactions can write at once. Then rows that are read before they are changed must be locked.
  package let hasSeveralWriters: Bool
  /// Locks the selected rows until the end of the transaction.
  package let forUpdate: String
  /// Locks the selected rows of the log, named `n`; skips rows that another transaction has locked.
  package let claimRows: String
  /// The condition that selects rows by number; uses `$1` and `$2`, which `Connection.forIDs` supplies.
  package let ids: String
  /// The type of a column that counts the rows of a temporary table.
  package let counter: String
  /// The type of a text in a temporary table, which compares as the schema's texts do. With another order no index would serve the comparison.
  package let text: String
  /// The end of a statement that makes a temporary table, and of one whose rows are its key.
  package let endOfTemporaryTable: String
  package let endOfKeyedTable: String
  /// The number of users in one transaction of a plan; nil for all. A change of a user's settings waits for it.
  package let usersPerPlanStep: Int?
  /// Statements after which the joins of the transaction are made in the order in which they are written, row by row along an index. A server
  /// knows too little of temporary tables and of rows that were written just now to choose well; it would read whole tables and compare. It also looks
  /// at the values of each statement anew.
  package let joinAlongKeys: String
  /// A statement after which the server plans each statement of the transaction once for the connection, and not for each value: all of them look up
  /// few rows by keys, and planning for the months of the log takes longer than the work.
  package let planOnce: String
  /// The end of a subquery that stays one of its own, so its row is looked up by its key each time. A server without statistics would
  /// make a join of it, and might read the whole table.
  package let lookedUp: String
  /// Statements between which deleted rows leave no bytes in the file, not even in pages that become free; empty where the server's own VACUUM
  /// does that.
  package let beginErasing: String
  package let endErasing: String

  package static let sqlite = Dialect(
    hasSeveralWriters: false, forUpdate: "", claimRows: "", ids: "id BETWEEN $1 AND $2",
    // Only this type is the row's own number.
    counter: "INTEGER PRIMARY KEY", text: "TEXT", endOfTemporaryTable: "", endOfKeyedTable: "WITHOUT ROWID",
    usersPerPlanStep: nil, joinAlongKeys: "", planOnce: "", lookedUp: "",
    beginErasing: "PRAGMA secure_delete = ON;", endErasing: "PRAGMA secure_delete = FAST;")

  package static let postgresql = Dialect(
    hasSeveralWriters: true, forUpdate: "FOR UPDATE", claimRows: "FOR UPDATE OF n SKIP LOCKED",
    ids: "id = ANY(CAST($1 AS BIGINT[])) AND id <= $2", counter: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    text: "TEXT COLLATE \"C\"", endOfTemporaryTable: "ON COMMIT DROP", endOfKeyedTable: "ON COMMIT DROP",
    usersPerPlanStep: 4_096,
    joinAlongKeys: """
      SET LOCAL join_collapse_limit = 1;
      SET LOCAL enable_hashjoin = off;
      SET LOCAL enable_mergejoin = off;
      SET LOCAL enable_material = off;
      SET LOCAL seq_page_cost = 100;
      SET LOCAL plan_cache_mode = force_custom_plan;

      """,
    planOnce: "SET LOCAL plan_cache_mode = force_generic_plan;",
    lookedUp: " OFFSET 0", beginErasing: "", endErasing: "")

  /// The condition that a column has one of the numbers that a query selects.
  ///
  /// As an array the numbers become bounds of an index. For `IN` PostgreSQL may read the whole other table and compare, because it knows nothing of
  /// temporary tables, nor of a month that was filled just now.
  package func isAmong(_ query: String) -> String {
    hasSeveralWriters ? "= ANY (ARRAY(\(query)))" : "IN (\(query))"
  }
}

extension Connection {
  /// Runs a body whose deleted rows leave no bytes in the file.
  package func erasing(_ body: () throws -> Void) throws {
    try executeScript(dialect.beginErasing)
    // It is a state of the connection, not of the transaction, so it ends after an error too.
    defer { try? executeScript(dialect.endErasing) }
    try body()
  }
}
