internal import Database

extension Migration {
  /// Which temples were here before a register named them: a prune must leave them. Those that a register brought were written in the same
  /// second as what was remembered of them.
  ///
  /// An import with `--prune` could remove temples that ship, and the next `init` took that for an operator's wish. What was remembered of
  /// them is forgotten, so that they are loaded again: a temple that bore the fields of a register of which nothing is remembered any more
  /// was removed by a prune; after an operator's remove, the register's entry is still there.
  static let adoptedTemples = Migration(
    number: 9,
    statements: """
      ALTER TABLE data_entries ADD COLUMN is_adopted BIGINT NOT NULL DEFAULT 0 CHECK (is_adopted IN (0, 1));
      UPDATE data_entries
      SET is_adopted = 1
      WHERE entity = 'register' AND EXISTS (
        SELECT 1 FROM temples t WHERE t.source_ref = data_entries.key AND t.created_at < data_entries.created_at);
      DELETE FROM data_entries
      WHERE entity = 'temple'
        AND NOT EXISTS (SELECT 1 FROM temples t WHERE t.key = data_entries.key)
        AND EXISTS (
          SELECT 1
          FROM audit_log a
          WHERE a.entity = 'temple' AND a.action = 'remove' AND a.entity_key = data_entries.key
            AND a."before" LIKE '%"registration":%'
            AND NOT EXISTS (
              SELECT 1
              FROM data_entries r
              WHERE r.entity = 'register' AND a."before" LIKE '%"source_ref":"' || r.key || '"%'));
      """)
}
