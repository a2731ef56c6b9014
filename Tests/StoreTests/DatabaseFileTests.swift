import Database
import Folklore
import Foundation
import JSON
import Processes
import Records
import TestSupport
import Testing

@testable import Store

@Suite("The database file", .enabled(if: TestDatabase.isFile), .timed)
struct DatabaseFileTests {
  @Test("A log of the baseline schema keeps its rows and indexes after migration")
  func olderLog() throws {
    let test = try TestStore()
    let path = test.folder + "/old.db"
    try SQLiteDatabase(path: path, options: .init(createsFile: true)).write { connection in
      try connection.executeScript(Migration.baseline.sqliteStatements)
      try connection.executeScript(
        """
        PRAGMA user_version = 7;
        PRAGMA application_id = \(SQLiteDatabase.applicationID);
        INSERT INTO users (id, uuid, created_at, updated_at) VALUES (7, '00000000-0000-4000-8000-000000000007', 0, 0);
        INSERT INTO events (id, key, type, title, rule, observance, is_enabled, revision, position, created_at, updated_at)
        VALUES (1, 'e', 'festival', 'e', 'solar 4/20', 'festival', 1, 1, 1, 0, 0);
        INSERT INTO event_occurrences
          (id, event_id, solar_date, last_date, lunar_year, lunar_month, lunar_is_leap, lunar_day, rule_year, is_certain,
            created_at, updated_at)
        VALUES (3, 1, '2025-04-20', '2025-04-20', 2025, 3, 0, 23, 2025, 1, 0, 0);
        INSERT INTO profiles (id, time_zone, notify_time, advance_days, early, day_of, created_at, updated_at)
        VALUES (5, 'Asia/Taipei', '08:00', 1, 1, 0, 3, 4);
        INSERT INTO notification_settings
          (user_id, enable_all, advance_days, notify_time, newmoon_enabled, fullmoon_enabled, custom_enabled,
           early_enabled, day_of_enabled, digest, channel, profile_id, created_at, updated_at)
        VALUES (7, 1, 1, '08:00', 1, 1, 1, 1, 0, 0, 'push', 5, 0, 0);
        INSERT INTO notification_logs VALUES
          (40, 7, 3, 'main', 1745020800, 'sent', 1, NULL, NULL, NULL, 1745020805, 'once', 5, 6, 1745020800),
          (41, 7, 3, 'day_of', 1745107200, 'queued', 0, 1745107300, 'w', 1745107260, NULL, NULL, 5, 6, 1745107200),
          (44, 7, 3, 'early', 1744848000, 'expired', 0, NULL, NULL, NULL, NULL, NULL, 5, 6, NULL);
        DELETE FROM notification_logs WHERE id = 44;
        """)
    }
    func rows(_ database: any Database) throws -> [String] {
      try database.read { connection in
        try connection.all(
          """
          SELECT id, user_id, occurrence_id, kind, scheduled_at, status, retry_count, next_attempt_at, lease_owner,
            lease_until, sent_at, error_message, created_at, updated_at, first_attempt_at
          FROM notification_logs ORDER BY id
          """
        ) { row in
          (0..<15).map { row.text($0) ?? "-" }.joined(separator: " ")
        }
      }
    }
    let before = try rows(SQLiteDatabase(path: path))
    try #require(before.count == 2 && before[0].contains("once"))
    let store = try Store.open("sqlite:" + path)
    #expect(try rows(store.database) == before)
    // The settings still have their profile.
    let profiles = try store.database.read { connection in
      try connection.all(
        "SELECT p.id, p.time_zone, p.early, p.day_of, p.prepare_days, p.created_at FROM profiles p JOIN notification_settings s ON s.profile_id = p.id"
      ) { row in (0..<6).map { row.text($0) ?? "-" }.joined(separator: " ") }
    }
    #expect(profiles == ["5 Asia/Taipei 1 0 0 3"])
    // Each has the day of its occurrence.
    let days = try store.database.read { try $0.all("SELECT day FROM notification_logs") { $0.text(0) } }
    #expect(days == ["2025-04-20", "2025-04-20"])
    #expect(try SQLiteDatabase(path: path).faults().isEmpty)
    // The number of a removed reminder is not used again.
    let last = try store.database.read {
      try $0.integer("SELECT seq FROM sqlite_sequence WHERE name = 'notification_logs'")
    }
    #expect(last == 44)
    let indexes = try store.database.read { connection in
      try connection.all(
        "SELECT name FROM sqlite_schema WHERE tbl_name = 'notification_logs' AND sql IS NOT NULL ORDER BY name"
      ) {
        $0.text(0) ?? ""
      }
    }
    #expect(
      indexes == [
        "notification_logs", "notification_logs_due", "notification_logs_ended", "notification_logs_waiting",
      ])
  }

  @Test("A second store of one process leaves the locks of the first, so no other program removes the WAL")
  func locks() throws {
    let test = try TestStore()
    try test.add(.source, #"[{"key":"FIRST","title":"一","kind":"book"}]"#)
    // Closing a descriptor of the file would drop all locks that this process has on it.
    try Store.open(test.url).close()
    func other(_ sql: String) throws {
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
      shell.arguments = [test.path, sql]
      try shell.start()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0)
    }
    try other("UPDATE sources SET title = '二' WHERE key = 'FIRST'")
    #expect(
      FileManager.default.fileExists(atPath: test.path + "-wal"),
      "the last connection removes it, and it was not the last")
    #expect(try test.store.record(.source, key: "FIRST")["title"] == "二")
    try other("UPDATE sources SET title = '三' WHERE key = 'FIRST'")
    #expect(try test.store.record(.source, key: "FIRST")["title"] == "三")
  }

  @Test("Log rows are validated without a table for each row")
  func checks() throws {
    let test = try TestStore.loaded()
    try test.add(.user, #"{"email":"mei@example.org"}"#)
    let occurrence = try test.integer("SELECT MIN(id) FROM event_occurrences")
    func log(_ kind: String, _ status: String) -> String {
      """
      INSERT INTO notification_logs (user_id, occurrence_id, day, kind, scheduled_at, status, created_at, updated_at)
      VALUES (1, \(occurrence), '2026-11-22', '\(kind)', 0, '\(status)', 0, 0)
      """
    }
    func audit(_ action: String) -> String {
      """
      INSERT INTO audit_log (actor, action, entity, entity_id, entity_key, at) VALUES ('mei', '\(action)', 'user', 1, 'u', 0)
      """
    }
    // All of schema.md, and nothing else.
    for (kind, status) in [
      ("early", "queued"), ("main", "sent"), ("day_of", "failed"), ("main", "expired"), ("main", "cancelled"),
      ("correction", "queued"),
    ] {
      try test.tamper("DELETE FROM notification_logs; " + log(kind, status))
    }
    try test.tamper("DELETE FROM notification_logs")
    for action in ["add", "edit", "remove"] { try test.tamper(audit(action)) }
    for wrong in [log("late", "queued"), log("main", "lost"), log("main", ""), audit("drop")] {
      #expect(throws: DatabaseError.self) { try test.tamper(wrong) }
    }
    #expect(try test.integer("SELECT COUNT(*) FROM notification_logs") == 0)

    for statement in [
      log("main", "queued"), audit("edit"), "UPDATE notification_logs SET status = 'sent' WHERE id BETWEEN 1 AND 9",
    ] {
      // By a connection that may write: for others SQLite leaves the checks out.
      let steps = try test.store.database.write { connection in
        try connection.all(SQL("EXPLAIN " + statement)) { $0.text(1) ?? "" }
      }
      #expect(steps.contains("Insert"))
      #expect(!steps.contains("OpenEphemeral"))
    }
  }

  @Test("A database older than the baseline is rejected with an explanation and is not changed", arguments: 1...6)
  func beforeTheBaseline(version: Int) throws {
    let test = try TestStore()
    try test.tamper("PRAGMA user_version = \(version)")
    test.store.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: test.path))
    #expect(throws: DatabaseError.older(test.path, version: version, oldest: 7)) {
      try Store.open("sqlite:" + test.path)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: test.path)) == before)
  }

  @Test("An open program sees a schema migration that another program runs")
  func stepBesideAReader() throws {
    let test = try TestStore()
    let path = test.folder + "/old.db"
    let old = try SQLiteDatabase(path: path, options: .init(createsFile: true))
    try old.write { connection in
      try connection.executeScript(Migration.baseline.sqliteStatements)
      try connection.executeScript("PRAGMA user_version = 7; PRAGMA application_id = \(SQLiteDatabase.applicationID)")
    }
    // The baseline has no such table.
    let pending: SQL = "SELECT COUNT(*) FROM pending_replans"
    #expect(throws: DatabaseError.self) { try old.read { try $0.integer(pending) } }
    _ = try Store.open("sqlite:" + path)
    #expect(try old.read { try $0.integer(pending) } == 0)
  }

  @Test("Constant and composed statements return their own results, on all connections")
  func manyStatements() throws {
    let test = try TestStore()
    let constants: [SQL] = (0..<600).map { SQL("SELECT \($0), $1") }
    func first(_ connection: any Connection, _ sql: SQL, _ argument: Int) throws -> [Int?] {
      try connection.first(sql, [.integer(argument)]) { [$0.integer(0), $0.integer(1)] } ?? []
    }
    for round in 1...2 {
      for number in constants.indices {
        let argument = number * round
        // The one text stands where it stood; the other is a new one each time.
        for sql in [constants[number], SQL("SELECT \(number), $1")] {
          #expect(try test.store.database.write { try first($0, sql, argument) } == [number, argument])
          #expect(try test.store.database.read { try first($0, sql, argument) } == [number, argument])
        }
      }
    }
  }

  @Test("The pragmas set WAL, foreign keys, full synchronization, and the application ID and version in the header")
  func pragmas() throws {
    let test = try TestStore()
    func text(_ sql: String) throws -> String? {
      try test.store.database.write { try $0.first(SQL(sql)) { $0.text(0) ?? "" } }
    }
    #expect(try text("PRAGMA journal_mode") == "wal")
    #expect(try text("PRAGMA foreign_keys") == "1")
    #expect(try text("PRAGMA synchronous") == "2")
    #expect(try text("PRAGMA application_id") == "\(0x666F_6C6B)")
    #expect(try text("PRAGMA user_version") == "\(Schema.store.latest)")
  }

  @Test("Arguments are bound by number, in any order and repeatedly")
  func placeholders() throws {
    let test = try TestStore()
    let row = try test.store.database.read { connection in
      try connection.first("SELECT $2, $1, $2, $3", [.text("a"), .integer(5), .null]) { row in
        "\(row.integer(0) ?? 0) \(row.text(1) ?? "") \(row.integer(2) ?? 0) \(row.text(3) ?? "null")"
      }
    }
    #expect(row == "5 a 5 null")
  }

  @Test("A failed transaction is rolled back")
  func rollback() throws {
    struct Stop: Error {}
    let test = try TestStore()
    #expect(throws: Stop.self) {
      try test.store.database.write { connection in
        try connection.execute("INSERT INTO meta (name, value) VALUES ('a', 'b')")
        throw Stop()
      }
    }
    #expect(try test.integer("SELECT COUNT(*) FROM meta WHERE name = 'a'") == 0)
  }

  @Test("Missing, foreign, newer and truncated files each give their own error and are not changed")
  func wrongFiles() throws {
    let test = try TestStore.loaded()
    try (test.store.database as? SQLiteDatabase)?.checkpoint()
    let whole = try Data(contentsOf: URL(fileURLWithPath: test.path))
    func error(_ make: (String) throws -> Void) throws -> DatabaseError? {
      let path = test.folder + "/\(UUID().uuidString).db"
      try make(path)
      let before = try? Data(contentsOf: URL(fileURLWithPath: path))
      let error = #expect(throws: DatabaseError.self) {
        let store = try Store.open(path)
        _ = try store.catalogue()
      }
      #expect((try? Data(contentsOf: URL(fileURLWithPath: path))) == before)
      return error
    }
    func write(_ data: Data, _ path: String) throws { try data.write(to: URL(fileURLWithPath: path)) }

    var found = try error { _ in }
    if case .noDatabase = found {} else { Issue.record("missing: \(String(describing: found))") }
    found = try error { try write(Data("姓名,地址\n".utf8), $0) }
    if case .notADatabase = found {} else { Issue.record("text: \(String(describing: found))") }
    found = try error { path in
      let database = try SQLiteDatabase(path: path, options: .init(createsFile: true))
      try database.write { try $0.executeScript("CREATE TABLE a (b)") }
      try database.checkpoint()
    }
    if case .notOurs = found {} else { Issue.record("another's: \(String(describing: found))") }
    found = try error { path in
      try write(whole, path)
      let database = try SQLiteDatabase(path: path)
      try database.write { try $0.executeScript("PRAGMA user_version = 999") }
      try database.checkpoint()
    }
    if case .newer(_, version: 999, ours: Schema.store.latest) = found {
    } else {
      Issue.record("newer: \(String(describing: found))")
    }
    found = try error { try write(whole.prefix(whole.count / 2 / 4096 * 4096), $0) }
    if case .damaged = found {} else { Issue.record("cut off: \(String(describing: found))") }
    found = try error { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: true) }
    if case .cannotOpen(_, reason: "it is a folder") = found {
    } else {
      Issue.record("folder: \(String(describing: found))")
    }
  }

  @Test("A full disk gives an error, rolls the import back, and leaves the database usable")
  func full() throws {
    let test = try TestStore()
    let pages = try test.integer("PRAGMA page_count")
    let small = try Store(SQLiteDatabase(path: test.path, options: .init(maximumPages: pages + 20)))
    let rows = (0..<5_000).map { "{\"key\":\"k\($0)\",\"name\":\"測試宮\($0)\",\"address\":\"臺南市中西區\($0)號\"}" }
    let drafts = try RecordInput.drafts(of: .temple, in: Data("[\(rows.joined(separator: ","))]".utf8))
    let error = #expect(throws: DatabaseError.self) { try small.merge([(.temple, drafts)], TestStore.change) }
    #expect(error == .full(test.path))
    #expect(try test.integer("SELECT COUNT(*) FROM temples") == 0)
    #expect(try test.store.faults().isEmpty)
    #expect(try test.store.merge([(.temple, drafts)], TestStore.change)[0].1.added == 5_000)
  }

  @Test("A write to a busy database waits and then fails with `busy`; reads continue")
  func busy() throws {
    let test = try TestStore()
    let impatient = try Store(SQLiteDatabase(path: test.path, options: .init(busySeconds: 0.05)))
    try test.store.database.write { (_: any Connection) throws in
      let error = #expect(throws: DatabaseError.self) {
        try impatient.add(
          [Draft(fields: [.init("key", .text("a")), .init("name", .text("甲"))])], to: .deity, TestStore.change)
      }
      #expect(error == .busy(test.path))
      #expect(try impatient.records(.deity).isEmpty)
    }
  }

  @Test(
    "A database file that was moved or replaced is neither read nor written")
  func replaced() throws {
    for isReplaced in [false, true] {
      let test = try TestStore()
      try FileManager.default.moveItem(atPath: test.path, toPath: test.path + ".moved")
      let other = try TestStore()
      if isReplaced { try other.store.backUp(to: test.path, replaces: false) }
      let deity = Draft(fields: [.init("key", .text("a")), .init("name", .text("甲"))])
      #expect(throws: DatabaseError.replaced(test.path)) { try test.store.add([deity], to: .deity, TestStore.change) }
      #expect(throws: DatabaseError.replaced(test.path)) { try test.store.records(.deity) }
    }
  }

  @Test("An empty file is accepted only when a database is created")
  func emptyFile() throws {
    let test = try TestStore()
    let path = test.folder + "/empty.db"
    #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o644]))
    #expect(throws: DatabaseError.noDatabase(path)) { try Store.open(path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).isEmpty)
    _ = try Store.create(path)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
  }

  @Test("The database itself is rejected as the target of a backup and as a backup to restore")
  func ofItself() throws {
    let test = try TestStore()
    let link = test.folder + "/link.db"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: test.path)
    for path in [test.path, link] {
      for replaces in [false, true] {
        #expect(throws: DatabaseError.self) { try test.store.backUp(to: path, replaces: replaces) }
      }
      #expect(throws: DatabaseError.self) { try Store.restore(path, to: test.path) }
    }
    #expect(try test.store.records(.deity).isEmpty)
  }

  @Test("A backup is the whole database at one moment; a restore brings it back and keeps the replaced file")
  func backup() throws {
    let test = try TestStore.loaded()
    let backup = test.folder + "/backup.db"
    try test.store.backUp(to: backup, replaces: false)
    #expect(throws: DatabaseError.fileExists(backup)) { try test.store.backUp(to: backup, replaces: false) }
    #expect(!FileManager.default.fileExists(atPath: backup + "-wal"))
    try test.store.backUp(to: backup, replaces: true)
    #expect(throws: DatabaseError.self) { try test.store.backUp(to: test.folder + "/nowhere/b.db", replaces: false) }
    #expect(!FileManager.default.fileExists(atPath: test.folder + "/nowhere"))
    let rights = try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int
    #expect(rights == 0o600)

    try test.add(.deity, #"{"key":"later","name":"後來"}"#)
    let former = try #require(try Store.restore(backup, to: test.path))
    #expect(try test.store.records(.deity).count == TestStore.catalogue.get().deities.count)
    #expect(try Store.open(former).record(.deity, key: "later")["name"] == .text("後來"))
    #expect(try test.store.faults().isEmpty)
    #expect(try Store.restore(backup, to: test.path) == test.path + ".before-restore-2")
    // Into a place where nothing is.
    let elsewhere = test.folder + "/new/folkcal.db"
    #expect(try Store.restore(backup, to: elsewhere) == nil)
    #expect(try Store.open(elsewhere).exportAll().map(\.records) == test.store.exportAll().map(\.records))
  }

  @Test("A backup can be restored into a database with another page size", arguments: [(4_096, 2_048), (2_048, 4_096)])
  func otherPages(source: Int, target: Int) throws {
    let test = try TestStore()
    func store(_ name: String, _ pages: Int) throws -> Store {
      let path = test.folder + "/" + name
      let store = try Store(SQLiteDatabase(path: path, options: .init(createsFile: true, pageSize: pages)))
      #expect(try store.database.read { try $0.integer("PRAGMA page_size") } == pages)
      return store
    }
    let full = try store("full.db", source)
    _ = try full.load(TestStore.catalogue.get(), TestStore.change)
    let backup = test.folder + "/backup.db"
    try full.backUp(to: backup, replaces: false)
    // Held open, as by a server.
    let other = try store("other.db", target)
    _ = try Store.restore(backup, to: other.place)
    #expect(try other.exportAll().map(\.records) == full.exportAll().map(\.records))
    #expect(try other.faults().isEmpty)
    #expect(try other.database.read { try $0.integer("PRAGMA page_size") } == target)
    let left = try FileManager.default.contentsOfDirectory(atPath: test.folder).filter { $0.contains(".anew") }
    #expect(left.isEmpty)
  }

  @Test("A restore rejects foreign, newer or truncated files and changes nothing")
  func refusedRestore() throws {
    let test = try TestStore.loaded()
    let backup = test.folder + "/backup.db"
    try test.store.backUp(to: backup, replaces: false)
    let whole = try Data(contentsOf: URL(fileURLWithPath: backup))
    func refused(_ name: String, _ data: Data) throws -> DatabaseError? {
      let path = test.folder + "/" + name
      try data.write(to: URL(fileURLWithPath: path))
      return #expect(throws: DatabaseError.self) { try Store.restore(path, to: test.path) }
    }
    var newer = whole
    newer.replaceSubrange(60..<64, with: [0, 0, 3, 231])
    if case .newer(_, version: 999, ours: _) = try refused("newer.db", newer) {} else { Issue.record("newer") }
    if case .damagedBackup = try refused("cut.db", whole.prefix(whole.count - 8_192)) {} else { Issue.record("cut") }
    if case .notADatabase = try refused("text.db", Data("hello, this is no database".utf8)) {
    } else {
      Issue.record("text")
    }
    var other = whole
    other.replaceSubrange(68..<72, with: [0, 0, 0, 0])
    if case .notOurs = try refused("other.db", other) {} else { Issue.record("not ours") }
    #expect(throws: DatabaseError.noBackup(test.folder + "/none.db")) {
      try Store.restore(test.folder + "/none.db", to: test.path)
    }
    #expect(try test.store.faults().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: test.path + ".before-restore"))
    // A database that is damaged itself can be restored over.
    let damaged = test.folder + "/damaged.db"
    try whole.prefix(10_000).write(to: URL(fileURLWithPath: damaged))
    #expect(try Store.restore(backup, to: damaged) == damaged + ".before-restore")
    #expect(try Store.open(damaged).faults().isEmpty)
  }

  @Test("Statistics count the existing records")
  func statistics() throws {
    let statistics = try withExtendedLifetime(TestStore.loaded()) { try $0.store.statistics() }
    let deities = try TestStore.catalogue.get().deities.count
    #expect(statistics.rows["events"] == 461 && statistics.rows["deities"] == deities && statistics.rows["users"] == 0)
    #expect(statistics.events["deity"] == 222 && statistics.occurrences == ["2025-01-01", "2029-12-31"])
  }
}
