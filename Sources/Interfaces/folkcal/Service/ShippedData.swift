import FolkData
import Folklore
import Foundation
import Lunisolar
import Records
import Store

/// The folk days and temples that come with the program.
struct ShippedData {
  let catalogue: Catalogue
  let temples: [Temple]

  /// - Parameter folder: the folder with events.yaml; nil for the shipped one.
  /// - Throws: `Failure`.
  init(folder: String?) throws {
    let folder = try DataOptions.folder(given: folder)
    (catalogue, temples) = try Failure.asWrongInput {
      let catalogue = try CatalogueLoader(folder: folder).load()
      return (catalogue, try TempleLoader(folder: folder).load(catalogue))
    }
  }

  @discardableResult
  func load(into store: Store, _ change: Change) throws -> [DataLoadReport] {
    try store.load(catalogue, temples: temples, change)
  }

  /// Opens a database for a server; a new or empty one gets the shipped data.
  ///
  /// - Parameter url: a file that does not exist is made, once its data are read.
  static func open(_ url: String, folder: String?, _ change: Change) throws -> Store {
    let isServer = Store.isServer(url)
    guard try isServer || !FileManager.default.fileExists(atPath: Store.path(of: url)) else {
      return try OpenStores.open(url, stopping: .byCommand, waits: true)
    }
    let shipped = try ShippedData(folder: folder)
    let store =
      try isServer
      ? OpenStores.open(url, stopping: .byCommand, waits: true) : OpenStores.create(url, stopping: .byCommand)
    guard try !isServer || isEmpty(store) else { return store }
    try shipped.load(into: store, change)
    StandardError.note("made the database \(store.place) with the folk days")
    return store
  }

  private static func isEmpty(_ store: Store) throws -> Bool {
    var query = ListQuery()
    query.limit = 1
    return try store.list(.event, query).total == 0 && store.audit(limit: 1).isEmpty
  }
}
