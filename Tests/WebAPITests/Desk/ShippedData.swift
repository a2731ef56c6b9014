import FolkData
import Folklore
import Foundation
import Store
import TestSupport

/// What ships, read once for all tests.
enum ShippedData {
  static let catalogue = Result { try CatalogueLoader(folder: PackageRoot.path("data")).load() }
  static let templates = Result { try TemplatesLoader(folder: PackageRoot.path("data")).load() }
  static let xieji = Result { try XiejiLoader(folder: PackageRoot.path("data")).load() }
  static let daysOff = Result { try DaysOffLoader(folder: PackageRoot.path("data")).load() }

  /// The path of a database with the shipped data, loaded at `APIDesk.noon`. Tests copy it.
  static let database = Result<String, any Error> {
    let folder = temporaryFolder()
    let days = try catalogue.get()
    let temples = try TempleLoader(folder: PackageRoot.path("data")).load(days)
    let store = try Store.create("sqlite:\(folder)/making.db")
    _ = try store.load(days, temples: temples, APIDesk.change(at: APIDesk.noon))
    let path = folder + "/shipped.db"
    try store.backUp(to: path, replaces: false)
    return path
  }

  /// A folder of this run, gone at its end.
  static func temporaryFolder() -> String {
    let folder = folderOfThisRun + "/" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  private static let folderOfThisRun: String = {
    atexit { try? FileManager.default.removeItem(atPath: ShippedData.folderOfThisRun) }
    return FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-api-" + UUID().uuidString).path
  }()
}
