import ArgumentParser
import Foundation
import Store

/// The database option.
struct DatabaseOptions: ParsableArguments {
  @Option(
    help: .say(
      "資料庫：sqlite:路徑 或 postgresql://使用者@主機/名稱；預設是 FOLKCAL_DATABASE，沒有設定時是 XDG_DATA_HOME 下的 folkcal/folkcal.db。",
      "The database, sqlite:PATH or postgresql://USER@HOST/NAME; by default that of FOLKCAL_DATABASE, else folkcal/folkcal.db under XDG_DATA_HOME.",
      valueName: "url"))
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
  ///
  /// - Parameter waits: whether to wait for a server that cannot be reached yet.
  func open(stopping: OpenStores.Stopping = .atOnce, waits: Bool = false) throws -> Store {
    try OpenStores.open(url, stopping: stopping, waits: waits)
  }
}
