import Database
import FolkData
import Folklore
import Foundation
import Lunisolar
import Records
import TestSupport

@testable import Store

/// A database in a folder of its own, gone with the test.
final class TestStore {
  let database: TestDatabase
  let store: Store
  static let today = SolarDate(uncheckedYear: 2026, month: 11, day: 21)
  static let change = Change(actor: "mei", at: 1_795_219_200, today: today)

  init() throws {
    database = try TestDatabase("store") { try Store.create($0).close() }
    store = try Store.create(database.url)
  }

  deinit { store.close() }

  var folder: String { database.folder }
  var path: String { database.path }
  var url: String { database.url }

  /// The folk days that ship.
  static let catalogue = Result { try CatalogueLoader(folder: PackageRoot.path("data")).load() }

  /// A database with the shipped data.
  static func loaded() throws -> TestStore {
    let test = try TestStore()
    _ = try test.store.load(catalogue.get(), change)
    return test
  }

  /// Adds records given as JSON.
  @discardableResult
  func add(_ entity: Entity, _ json: String) throws -> [Record] {
    try store.add(RecordInput.drafts(of: entity, in: Data(json.utf8)), to: entity, Self.change)
  }

  /// Runs SQL past the store, as somebody with a shell would.
  func tamper(_ sql: String) throws {
    try store.database.write { try $0.executeScript(sql) }
  }

  /// Takes back what the steps from `Migration.worship` on added.
  func takeBackWorship() throws {
    try tamper(
      """
      DROP INDEX events_by_temple;
      DROP INDEX groups_by_temple;
      ALTER TABLE events DROP COLUMN temple_id;
      ALTER TABLE groups DROP COLUMN temple_id;
      DROP TABLE send_turns;
      DROP TABLE outbox;
      DROP TABLE delivery_holds;
      DROP TABLE delivery_attempts;
      ALTER TABLE events DROP COLUMN worship_guide;
      ALTER TABLE deities DROP COLUMN worship_guide;
      ALTER TABLE deities DROP COLUMN needs;
      ALTER TABLE deities DROP COLUMN description_en;
      ALTER TABLE deities DROP COLUMN worship_notes_en;
      ALTER TABLE temples DROP COLUMN worship_guide;
      ALTER TABLE notification_settings DROP COLUMN prepare_days;

      """
        // SQLite makes the table anew, whatever it was.
        + (TestDatabase.isFile ? "" : "ALTER TABLE profiles DROP COLUMN prepare_days;"))
  }

  /// Makes every new reminder of a user fail, as on a full disk.
  func refuseReminders(ofUser user: Int) throws {
    try tamper(
      TestDatabase.isFile
        ? """
        CREATE TRIGGER no_space BEFORE INSERT ON notification_logs WHEN NEW.user_id = \(user)
        BEGIN SELECT RAISE(ABORT, 'full'); END;
        """
        : """
        CREATE FUNCTION no_space() RETURNS TRIGGER LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full', MESSAGE = 'full'; END $$;
        CREATE TRIGGER no_space BEFORE INSERT ON notification_logs FOR EACH ROW WHEN (NEW.user_id = \(user))
        EXECUTE FUNCTION no_space();
        """)
  }

  func acceptReminders() throws {
    try tamper("DROP TRIGGER no_space" + (TestDatabase.isFile ? "" : " ON notification_logs"))
  }

  func integer(_ sql: String) throws -> Int {
    try store.database.read { try $0.integer(SQL(sql)) }
  }
}

extension RecordFaults {
  /// `field: problem` of each fault.
  var lines: [String] { faults.map { "\($0.field): \($0.problem)" } }
}
