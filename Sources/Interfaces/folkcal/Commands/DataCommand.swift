import ArgumentParser
import FolkData
import Foundation

/// The data for people who edit it.
struct DataCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "data", abstract: "Check the folk days that ship with the program.",
    subcommands: [DataCheckCommand.self])
}

/// Every fault of a data folder, with file, line and field.
///
///     folkcal data check data
struct DataCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a data folder: fields, keys, references, rules, Simplified characters in Traditional text.",
    discussion: "The status is 1 when there are faults.")

  @Argument(help: "The folder; by default the one that the program reads.")
  var folder: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    let folder = try DataOptions.folder(given: folder)
    let check = DataCheck(folder: folder)
    if output.json {
      try output.printJSON(
        check.faults.map { ["file": $0.file, "line": "\($0.line)", "field": $0.field, "problem": $0.problem] })
    } else {
      for fault in check.faults { print(fault) }
      let counts = check.counts.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
      StandardError.write("\(folder): \(counts), \(check.faults.count) fault\(check.faults.count == 1 ? "" : "s")\n")
    }
    guard check.faults.isEmpty else { throw Failure(status: .failed, message: "the data has faults") }
  }
}
