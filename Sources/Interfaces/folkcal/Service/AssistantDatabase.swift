import Foundation
import Store

/// The database that an assistant's tools read: the one that is there, or else the shipped data in a temporary one.
///
/// The tools call the endpoints of the server, which read a database. Making one takes less than a second.
struct AssistantDatabase {
  let store: Store
  /// The folder of a temporary database; nil for a database that stays.
  private let folder: String?
  /// Kept while the database is open.
  private let signals: StopSignals?

  /// True if there are no users.
  var isTemporary: Bool { folder != nil }

  /// - Throws: `Failure` if the named database or the data cannot be opened.
  init(_ data: DataOptions, _ change: Change) throws {
    if data.data == nil, let url = try data.store.existing() {
      store = try OpenStores.open(url, waits: true)
      (folder, signals) = (nil, nil)
      StandardError.note("資料來自資料庫 \(store.place)", "data from the database \(store.place)")
      return
    }
    guard data.store.database == nil else { throw DataOptions.twoSources }
    let shipped = try ShippedData(folder: data.data)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-mcp-" + UUID().uuidString).path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    self.folder = folder
    signals = StopSignals { number, _ in
      Self.remove(folder)
      OpenStores.end(by: number)
    }
    do {
      store = try OpenStores.create("sqlite:\(folder)/folkcal.db", stopping: .byCommand)
      try shipped.load(into: store, change)
    } catch {
      Self.remove(folder)
      throw error
    }
    StandardError.note("資料來自資料夾 \(shipped.folder)", "data from \(shipped.folder)")
  }

  /// Closes the database; a temporary one is gone then.
  func close() {
    OpenStores.closeAll()
    if let folder { Self.remove(folder) }
  }

  private static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }
}
