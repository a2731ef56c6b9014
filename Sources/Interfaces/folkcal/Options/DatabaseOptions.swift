import ArgumentParser
import Foundation
import Store

/// The database option.
struct DatabaseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The database; by default that of FOLKCAL_DATABASE, else folkcal/folkcal.db under XDG_DATA_HOME.",
      valueName: "sqlite:path"))
  var database: String?

  /// The URL of the database; it need not exist.
  var url: String {
    if let database { return database }
    let environment = ProcessInfo.processInfo.environment
    if let url = environment["FOLKCAL_DATABASE"], !url.isEmpty { return url }
    let folder =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "~/.local/share"
    return "sqlite:\(folder)/folkcal/folkcal.db"
  }

  /// The URL of the named database or of an existing default one; nil if there is none.
  func existing() throws -> String? {
    let isNamed = database != nil || ProcessInfo.processInfo.environment["FOLKCAL_DATABASE"].map { !$0.isEmpty } == true
    return try isNamed || FileManager.default.fileExists(atPath: Store.path(of: url)) ? url : nil
  }

  /// The database, which must exist.
  func open(stopping: OpenStores.Stopping = .atOnce) throws -> Store {
    try OpenStores.open(url, stopping: stopping)
  }
}
