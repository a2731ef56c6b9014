import Folklore
import Foundation
import JSON
import Records
import Synchronization
import TestSupport
import Testing

@testable import Store

/// Unreadable values in the database, from manual edits or flipped bits.
@Suite("Unreadable records", .timed)
struct UnreadableRecordTests {
  /// The shipped folk days with one faulty record.
  private func broken(_ sql: String) throws -> (test: TestStore, store: Store, told: @Sendable () -> [String]) {
    let test = try TestStore.loaded()
    try test.tamper(sql)
    let told = Told()
    let store = try Store.open(test.url, onUnreadable: { told.add($0) })
    return (test, store, { told.all })
  }

  private final class Told: Sendable {
    private let records = Mutex<[String]>([])
    var all: [String] { records.withLock { $0 } }
    func add(_ record: UnreadableRecord) {
      records.withLock { $0.append("\(record.entity) \(record.key) \(record.field)") }
    }
  }

  @Test(
    "An unreadable record is reported with its field, and the other records are read",
    arguments: [
      ("UPDATE deities SET aliases = '[\"x' WHERE key = 'mazu'", "deity mazu aliases"),
      ("UPDATE events SET sources = '{' WHERE key = 'mazu'", "event mazu sources"),
      ("UPDATE events SET rule = 'lunar 13/1' WHERE key = 'mazu'", "event mazu rule"),
      ("UPDATE events SET disagreements = '[{\"rule\":\"nonsense\"}]' WHERE key = 'mazu'", "event mazu disagreements"),
    ])
  func others(sql: String, expected: String) throws {
    let (test, store, told) = try broken(sql)
    let whole = try TestStore.catalogue.get()
    let catalogue = try store.catalogue()
    #expect(told() == [expected])
    let isEvent = expected.hasPrefix("event")
    #expect(catalogue.events.count == whole.events.count - (isEvent ? 1 : 0))
    #expect(catalogue.deities.count == whole.deities.count - (isEvent ? 0 : 1))
    // The check names table, record and field, and nothing else is wrong but what follows from it.
    let faults = try test.store.faults()
    let parts = expected.split(separator: " ").map(String.init)
    #expect(faults.contains { $0.contains("\(parts[0]) \"\(parts[1])\"") && $0.contains(parts[2]) }, "\(faults)")
    #expect(faults.allSatisfy { $0.contains("\"mazu\"") }, "\(faults)")
  }

  @Test("Export and data load skip an unreadable record, keep it unchanged, and process the rest")
  func exported() throws {
    let (test, store, told) = try broken("UPDATE deities SET sources = 'x' WHERE key = 'mazu'")
    #expect(try store.export(.deity).count == TestStore.catalogue.get().deities.count - 1)
    #expect(try store.exportAll().count == Entity.allCases.count)
    #expect(told() == ["deity mazu sources", "deity mazu sources"])
    let reports = try store.load(TestStore.catalogue.get(), TestStore.change)
    #expect(reports.flatMap(\.unreadable).map(\.key) == ["mazu"])
    #expect(reports.flatMap(\.added) == [] && reports.flatMap(\.removedHere) == [])
    #expect(try test.integer("SELECT COUNT(*) FROM deities WHERE sources = 'x'") == 1)
  }

  @Test("Reading an unreadable record is an error that names the field, until that field is replaced")
  func mended() throws {
    let (test, store, _) = try broken("UPDATE deities SET sources = 'x' WHERE key = 'mazu'")
    let error = #expect(throws: UnreadableRecord.self) { try store.record(.deity, key: "mazu") }
    #expect(error?.field == "sources")
    let other = Draft(fields: [.init("role", .text("海神"))])
    #expect(throws: RecordFaults.self) { try store.edit(.deity, key: "mazu", other, TestStore.change) }
    #expect(try test.integer("SELECT COUNT(*) FROM deities WHERE sources = 'x'") == 1)
    let mended = Draft(fields: [.init("sources", .list([]))])
    try store.edit(.deity, key: "mazu", mended, TestStore.change)
    #expect(try store.record(.deity, key: "mazu")["sources"] == .list([]))
    #expect(try test.store.faults() == [])
  }

  @Test("An invalid rule stops neither a plan nor other changes")
  func rule() throws {
    let (test, store, _) = try broken(
      "UPDATE events SET rule = 'nonsense' WHERE key = 'mazu'; DELETE FROM meta WHERE name = 'occurrences'")
    try store.add([Draft(fields: [.init("key", .text("x")), .init("name", .text("甲"))])], to: .deity, TestStore.change)
    _ = try store.plan(days: 30, TestStore.change)
    #expect(try test.store.faults().contains { $0.contains("\"mazu\"") })
  }

  @Test("The check reads the stored changes and the loaded data")
  func kept() throws {
    let test = try TestStore.loaded()
    try test.store.edit(.deity, key: "mazu", Draft(fields: [.init("role", .text("海神"))]), TestStore.change)
    #expect(try test.store.faults() == [])
    try test.tamper(
      """
      UPDATE audit_log SET "after" = '{"role' WHERE action = 'edit';
      UPDATE data_entries SET record = '[' WHERE entity = 'deity' AND key = 'guanyin';
      """)
    let faults = try test.store.faults()
    #expect(
      faults.count == 2 && faults[0].hasPrefix("audit_log")
        && faults[1].hasPrefix("data_entries \"deity guanyin\": record"))
    #expect(try test.store.audit(.deity, key: "mazu", limit: 5).first?.after == .text("{\"role"))
  }
}
