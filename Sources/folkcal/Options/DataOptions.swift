import ArgumentParser
import FolkData
import Folklore
import Foundation

/// Where the folk days come from.
struct DataOptions: ParsableArguments {
  @Option(help: "The folder with events.yaml; found by itself beside the program, under its prefix or in the checkout.")
  var data: String?

  /// The catalogue of the data folder.
  func catalogue() throws -> Catalogue {
    let folder = try Self.folder(given: data)
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
