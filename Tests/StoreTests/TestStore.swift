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
  let folder: String
  let store: Store
  static let today = SolarDate(uncheckedYear: 2026, month: 11, day: 21)
  static let change = Change(actor: "mei", at: 1_795_219_200, today: today)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-" + UUID().uuidString).path
    store = try Store.create("sqlite:\(folder)/folkcal.db")
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  var path: String { folder + "/folkcal.db" }

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

  func integer(_ sql: String) throws -> Int {
    try store.database.read { try $0.integer(SQL(sql)) }
  }
}

extension RecordFaults {
  /// `field: problem` of each fault.
  var lines: [String] { faults.map { "\($0.field): \($0.problem)" } }
}
