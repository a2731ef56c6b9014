import ArgumentParser
import Folklore

/// The data folder, for commands that need no database.
struct DataFolderOptions: ParsableArguments {
  @Option(
    help: .say(
      "資料夾（含 events.yaml）；預設是隨附的資料夾。", "The folder with events.yaml; by default the shipped one.", valueName: "folder"))
  var data: String?

  /// The book of 宜忌.
  ///
  /// - Throws: `Failure` if there is no data folder, or none with the book.
  func requiredXieji() throws -> XiejiBook { try DataOptions.xieji(folder: DataOptions.folder(given: data)) }
}
