extension Migration {
  /// The checks of the log and of the audit log as comparisons. For `IN` with three values or more SQLite builds a table, and in a check it
  /// does so for each row that is written: a quarter of what a plan took, and a tenth of a delivery without its channel.
  ///
  /// A check is changed where the schema is kept, as sqlite.org describes it under "Making Other Kinds Of Table Schema Changes"
  /// (lang_altertable.html): no row is touched, however long the log. PostgreSQL keeps its own.
  static let plainChecks = Migration(
    number: 7, statements: "",
    sqliteOnly: """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema
      SET sql = replace(
        replace(
          replace(
            sql,
            'action IN (''add'', ''edit'', ''remove'')',
            'action = ''edit'' OR action = ''add'' OR action = ''remove'''),
          'kind IN (''early'', ''main'', ''day_of'')',
          'kind = ''main'' OR kind = ''early'' OR kind = ''day_of'''),
        'status IN (''queued'', ''sent'', ''failed'', ''expired'', ''cancelled'')',
        'status = ''queued'' OR status = ''sent'' OR status = ''failed'' OR status = ''expired'' OR status = ''cancelled''')
      WHERE type = 'table' AND name IN ('notification_logs', 'audit_log');
      PRAGMA writable_schema = RESET;
      -- A change of the schema that SQLite sees: other connections read it anew.
      CREATE TABLE changed_checks (id INTEGER);
      DROP TABLE changed_checks;
      """)
}
