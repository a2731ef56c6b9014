import ArgumentParser
import FolkData
import Folklore
import Foundation
import Store

/// Temples, what they hold, and the folk days.
struct TempleData {
  let catalogue: Catalogue
  let temples: [Temple]
  let activities: [Activity]
}

/// Where the folk days come from: the database where there is one, else the data that ships with the program.
struct DataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the folder with events.yaml instead of a database; the shipped one is found by itself.", valueName: "folder"
    ))
  var data: String?

  @OptionGroup var store: DatabaseOptions

  /// The folk days; says on standard error where they come from.
  func catalogue() throws -> Catalogue {
    if let data {
      guard store.database == nil else {
        throw Failure.wrongInput("--data and --database say the same: give one of them")
      }
      return try load(folder: data)
    }
    if let url = try store.existing() {
      let opened = try OpenStores.open(url)
      StandardError.note("days from the database \(opened.place)")
      return try opened.catalogue()
    }
    return try load(folder: nil)
  }

  /// The temples with the folk days that they keep; says on standard error where they come from.
  func temples() throws -> TempleData {
    if data == nil, let url = try store.existing() {
      let opened = try OpenStores.open(url)
      StandardError.note("temples from the database \(opened.place)")
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

  /// What messages say; always out of the data folder, for people to edit.
  func templates() throws -> MessageTemplates {
    let folder = try Self.folder(given: data)
    return try Failure.asWrongInput { try TemplatesLoader(folder: folder).load() }
  }

  private func load(folder: String?) throws -> Catalogue {
    let folder = try Self.folder(given: folder)
    StandardError.note("days from the data in \(folder)")
    return try Failure.asWrongInput { try CatalogueLoader(folder: folder).load() }
  }

  /// The data folder: the one that is given, or the first that is found.
  static func folder(given: String?) throws -> String {
    do {
      return try DataFolder.find(
        given: given, program: Bundle.main.executablePath, environment: ProcessInfo.processInfo.environment)
    } catch {
      throw Failure.notFound(error.description)
    }
  }
}
