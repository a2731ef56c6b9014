import Database
import Folklore
import Foundation
import Records
import Store

/// The database of a service that runs for the first time: made, and filled with the shipped data.
struct FirstDatabase {
  let data: DataOptions
  let change: Change

  /// Opens the database; makes or fills it first, if it does not exist or a server's database holds no events.
  ///
  /// - Throws: `Failure` if the data cannot be found or read; nothing is made then.
  func open() throws -> Store {
    let url = data.store.url
    guard Store.isServer(url) else {
      let path = try Store.path(of: url)
      if !FileManager.default.fileExists(atPath: path) { try makeFile(path) }
      return try data.store.open(stopping: .byCommand, waits: true)
    }
    return try openOnServer(url)
  }

  // MARK: SQLite

  /// Makes the file under a temporary name, so that a failure leaves no database without folk days.
  private func makeFile(_ path: String) throws {
    // SQLite would read the changes of a removed database into the new one.
    guard !FileManager.default.fileExists(atPath: path + "-wal") else {
      throw Failure.failed(
        "\(path) 沒有資料庫，但有 \(path)-wal，是某個資料庫最後的變更；請先移走它",
        "there is no database at \(path), but \(path)-wal, the last changes of one: move it away")
    }
    let shipped = try ShippedData(folder: data.data)
    let partial = "\(path).new-\(ProcessInfo.processInfo.processIdentifier)"
    defer { Self.remove(partial) }
    Self.remove(partial)
    do {
      let store = try Store.create(partial)
      defer { store.close() }
      try shipped.load(into: store, change)
    }
    // Unlike rename(2), link(2) replaces nothing: another program may have made a database meanwhile.
    if link(partial, path) == 0 { return note(path, shipped) }
    let reason = errno
    guard reason == EEXIST else { throw DatabaseError.cannotOpen(path, reason: String(cString: strerror(reason))) }
  }

  private static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
  }

  // MARK: PostgreSQL

  private func openOnServer(_ url: String) throws -> Store {
    let store: Store
    var shipped: ShippedData?
    do {
      store = try data.store.open(stopping: .byCommand, waits: true)
    } catch DatabaseError.emptyServerDatabase {
      // Found before the schema is made.
      shipped = try ShippedData(folder: data.data)
      store = try OpenStores.create(url, stopping: .byCommand)
    }
    var query = ListQuery()
    query.limit = 1
    if try store.list(.event, query).total == 0 {
      let shipped = try shipped ?? ShippedData(folder: data.data)
      try shipped.load(into: store, change)
      note(store.place, shipped)
    }
    return store
  }

  private func note(_ place: String, _ shipped: ShippedData) {
    StandardError.note(
      Speech.say(
        "已建立資料庫 \(place)，內有來自 \(shipped.folder) 的 \(shipped.catalogue.events.count) 個節日與 \(shipped.temples.count) 間廟宇",
        "made the database \(place) with \(shipped.catalogue.events.count) folk days and \(shipped.temples.count) temples "
          + "from \(shipped.folder)"))
  }
}
