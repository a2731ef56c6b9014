import FolkData
import Folklore
import Store

/// The folk days and temples of a data folder, which a new database gets.
struct ShippedData {
  let folder: String
  let catalogue: Catalogue
  let temples: [Temple]

  /// - Parameter given: the folder with events.yaml; nil for the shipped one.
  /// - Throws: `Failure` if there is no such folder, or for wrong data.
  init(folder given: String?) throws {
    let folder = try DataOptions.folder(given: given)
    self.folder = folder
    (catalogue, temples) = try Failure.asWrongInput {
      let catalogue = try CatalogueLoader(folder: folder).load()
      return (catalogue, try TempleLoader(folder: folder).load(catalogue))
    }
  }

  /// The days that dates and rules can name, of the shipped folder; none without one. Read when first asked for.
  static let dayNames: DayNames = {
    guard let folder = try? DataOptions.folder(given: nil), let catalogue = try? CatalogueLoader(folder: folder).load()
    else { return .none }
    return DayNames(catalogue)
  }()

  /// Adds what is new to a database, and changes what only the data has changed.
  @discardableResult
  func load(into store: Store, _ change: Change) throws -> [DataLoadReport] {
    try store.load(catalogue, temples: temples, change)
  }
}
