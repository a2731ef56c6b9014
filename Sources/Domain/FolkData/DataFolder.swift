public import Folklore
internal import Foundation

/// Finds the folder of the shipped data.
public enum DataFolder {
  /// The given folder, or else the first of these that contains `events.yaml`: `FOLKCAL_DATA` of the environment, `data` beside the program,
  /// `share/folkcal/data` under the program's prefix, `data` in a folder above the program (a checkout) or above the working folder.
  ///
  /// - Throws: `DataFolderNotFound` with the folders that were searched.
  public static func find(
    given: String?, program: String?, environment: [String: String]
  ) throws(DataFolderNotFound) -> String {
    if let named = given ?? environment["FOLKCAL_DATA"] {
      guard hasData(named) else { throw DataFolderNotFound(looked: [named]) }
      return named
    }
    var candidates: [String] = []
    if let program {
      let folder = URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent()
      candidates.append(folder.appendingPathComponent("data").path)
      candidates.append(folder.deletingLastPathComponent().appendingPathComponent("share/folkcal/data").path)
      candidates += above(folder)
    }
    candidates += above(URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
    guard let found = candidates.first(where: hasData) else { throw DataFolderNotFound(looked: candidates) }
    return found
  }

  private static func hasData(_ folder: String) -> Bool {
    FileManager.default.isReadableFile(atPath: folder + "/events.yaml")
  }

  /// `data` in a folder and in each of its parents.
  private static func above(_ folder: URL) -> [String] {
    sequence(first: folder) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
      .map { $0.appendingPathComponent("data").path }
  }
}

/// No folder with the data was found.
public struct DataFolderNotFound: SpokenError, Hashable, Sendable {
  public let looked: [String]

  /// How the command line names the folder; the advice says the same.
  public enum Form: Hashable, Sendable {
    case option
    /// The argument of a command.
    case argument(of: String)
  }

  package var form = Form.option

  package init(looked: [String]) {
    self.looked = looked
  }

  public var description: String {
    let advice =
      switch form {
      case .option: "give the folder with --data or FOLKCAL_DATA"
      case .argument(let command): "give the folder, as in \(command) ./data, or FOLKCAL_DATA"
      }
    return "no folk days found: looked for events.yaml in \(looked.joined(separator: ", ")); \(advice)"
  }

  public var chinese: String {
    let advice =
      switch form {
      case .option: "請用 --data 或 FOLKCAL_DATA 指定資料夾"
      case .argument(let command): "請寫出資料夾，例如 \(command) ./data，或用 FOLKCAL_DATA 指定"
      }
    return "找不到民俗節日的資料：在 \(looked.joined(separator: "、")) 找過 events.yaml；\(advice)"
  }

  public var code: String { "data_folder_not_found" }
}
