internal import Database

extension Migration {
  /// Marks the temples that existed before a register named them, which a prune must keep. A temple that a register added was written in the
  /// same second as its register entry.
  ///
  /// `--prune` used to remove shipped temples, and the next `init` took that for an operator's wish. Their loaded entries are deleted here so
  /// that they load again. A shipped temple without a register entry was removed by a prune; after an operator's removal the register entry
  /// remains.
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
