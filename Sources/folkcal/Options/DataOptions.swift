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
    let folder: String
    do {
      folder = try DataFolder.find(
        given: data, program: Bundle.main.executablePath, environment: ProcessInfo.processInfo.environment)
    } catch {
      throw Failure.notFound(error.description)
    }
    return try Failure.asWrongInput { try CatalogueLoader(folder: folder).load() }
  }
}
