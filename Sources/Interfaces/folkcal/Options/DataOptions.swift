import ArgumentParser
import FolkData
import Folklore
import Foundation
import Store

/// Temples, activities and events.
struct TempleData {
  let catalogue: Catalogue
  let temples: [Temple]
  let activities: [Activity]
}

/// The source of events: the database if it exists, otherwise the shipped data.
struct DataOptions: ParsableArguments {
  @Option(
    help: .say(
      "改從含有 events.yaml 的資料夾讀取節日，不用資料庫；預設是隨附的資料夾。",
      "Read the folder with events.yaml instead of a database; by default the shipped one.", valueName: "folder"
    ))
  var data: String?

  @OptionGroup var store: DatabaseOptions

  /// The events; notes their source on standard error.
  func catalogue() throws -> Catalogue {
    if let data {
      guard store.database == nil else { throw Self.twoSources }
      return try load(folder: data)
    }
    if let url = try store.existing() {
      let opened = try OpenStores.open(url)
      StandardError.note("節日來自資料庫 \(opened.place)", "days from the database \(opened.place)")
      return try opened.catalogue()
    }
    return try load(folder: nil)
  }

  /// The temples with their events; notes their source on standard error.
  func temples() throws -> TempleData {
    if data == nil, let url = try store.existing() {
      let opened = try OpenStores.open(url)
      StandardError.note("廟宇來自資料庫 \(opened.place)", "temples from the database \(opened.place)")
      return try TempleData(
        catalogue: opened.catalogue(), temples: opened.temples(), activities: opened.activities())
    }
    let catalogue = try catalogue()
    let folder = try Self.folder(given: data)
    return try Failure.asWrongInput {
      try TempleData(catalogue: catalogue, temples: TempleLoader(folder: folder).load(catalogue), activities: [])
    }
  }

  /// The days off of Taiwan; always out of the data folder. Without one it is not known of any day whether it is off.
  func daysOff() throws -> DaysOff {
    guard let folder = try? Self.folder(given: data) else { return DaysOff() }
    return try Failure.asWrongInput { try DaysOffLoader(folder: folder).load() }
  }

  /// The book of 宜忌; always out of the data folder. Without one there are none.
  func xieji() throws -> XiejiBook? {
    guard let folder = try? Self.folder(given: data) else { return nil }
    return try Failure.asWrongInput { try XiejiLoader(folder: folder).load() }
  }

  /// The book of 宜忌.
  ///
  /// - Throws: `Failure` if there is no data folder, or none with the book.
  func requiredXieji() throws -> XiejiBook { try Self.xieji(folder: Self.folder(given: data)) }

  static func xieji(folder: String) throws -> XiejiBook {
    guard let book = try Failure.asWrongInput({ try XiejiLoader(folder: folder).load() }) else {
      throw Failure(
        .notFound, "資料夾 \(folder) 沒有 xieji：請用隨附的資料夾", "the folder \(folder) has no xieji: use the shipped one")
    }
    return book
  }

  /// The message templates; always from the data folder, so that people can edit them.
  func templates() throws -> MessageTemplates {
    let folder = try Self.folder(given: data)
    return try Failure.asWrongInput { try TemplatesLoader(folder: folder).load() }
  }

  static var twoSources: Failure {
    .wrongInput("--data 與 --database 不能同時使用：請只給一個", "--data and --database exclude each other: give one of them")
  }

  private func load(folder: String?) throws -> Catalogue {
    let folder = try Self.folder(given: folder)
    StandardError.note("資料來自資料夾 \(folder)", "days from the data in \(folder)")
    return try Failure.asWrongInput { try CatalogueLoader(folder: folder).load() }
  }

  /// The data folder: the given one, or the first found.
  ///
  /// - Parameter form: how the command line names it.
  static func folder(given: String?, by form: DataFolderNotFound.Form = .option) throws -> String {
    do {
      return try DataFolder.find(
        given: given, program: Bundle.main.executablePath, environment: ProcessInfo.processInfo.environment)
    } catch {
      var error = error
      error.form = form
      throw Failure(.notFound, error)
    }
  }
}
