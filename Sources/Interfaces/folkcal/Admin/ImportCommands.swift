import ArgumentParser
import Foundation
import Imports
import JSON
import Records
import Store

/// Imports records from a file.
///
///     folkcal admin event import events.json
struct ImportCommand<Kind: AdminKind>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import", abstract: "Add and change \(Kind.entity.plural) from a file, all or none.",
      discussion: """
        The file is JSON (a list, an object, one object a line, or a whole export) or CSV with a header, told apart by content, in UTF-8 or Big5. Every row is \
        checked before any is written. A record whose key exists is changed in the fields that the file has.
        """)
  }

  @OptionGroup var merging: MergeOptions

  func run() throws {
    try merging.run { [(Kind.entity, try RecordInput.drafts(of: Kind.entity, in: $0))] }
  }
}

/// Exports records to a file.
///
///     folkcal admin event export > events.json
struct ExportCommand<Kind: AdminKind>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export", abstract: "Write all \(Kind.entity.plural) as JSON or CSV that import reads back.",
      discussion: Kind.entity == .event ? "Users' own events go with their users." : "")
  }

  @Option(help: "json or csv.")
  var format: ExportFormat = .json

  @Option(help: ArgumentHelp("The file to write; standard output by default.", valueName: "file"))
  var to: String?

  @OptionGroup var store: DatabaseOptions

  func run() throws {
    let records = try store.open().export(Kind.entity)
    if format == .csv, Kind.entity == .user {
      StandardError.note(
        "users' own events, accounts, tokens, devices and the targets of channels are not in the CSV: --format json has them"
      )
    }
    let text = format == .csv ? RecordInput.csv(records, of: Kind.entity) : JSON.lines(records) + "\n"
    try OutputFile.write(text, to: to, isPrivate: Kind.entity == .user)
  }
}

/// The format of an export.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
  case json, csv
}

/// Exports the whole database as one document.
struct WholeExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write everything as one JSON document that admin import reads back.")

  @Option(help: ArgumentHelp("The file to write; standard output by default.", valueName: "file"))
  var to: String?

  @OptionGroup var store: DatabaseOptions

  func run() throws {
    let contents = try store.open().exportAll()
    let lists = contents.map { "\"\($0.entity.plural)\":\(JSON.lines($0.records))" }
    // Private, because it contains users.
    try OutputFile.write(
      "{\"folkcal\":\"\(Folkcal.version)\",\n" + lists.joined(separator: ",\n") + "}\n", to: to, isPrivate: true)
  }
}

/// Imports the document of a whole export.
struct WholeImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add and change everything that an export holds, all or none.")

  @OptionGroup var merging: MergeOptions

  func run() throws {
    try merging.run { try RecordInput.contents(in: $0).map { ($0.entity, $0.drafts) } }
  }
}

/// The common part of the two imports.
struct MergeOptions: ParsableArguments {
  @Argument(help: "The file; - for standard input.")
  var file: String

  @Flag(name: .customLong("dry-run"), help: "Check and count, and change nothing.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  /// Reads the file and merges its records, all or none.
  func run(_ read: (Data) throws -> [(Entity, [Draft])]) throws {
    let clock = try time.clock()
    let contents = try read(InputFile.readText(file)).map { entity, drafts in
      (entity, drafts.map { $0.withInstants(of: entity, by: clock) })
    }
    let summaries = try author.store.open().merge(contents, author.change(time), isRehearsal: dryRun)
    try output.told(summaries, isRehearsal: dryRun)
  }
}

extension OutputOptions {
  /// Reports the result of an import.
  func told(_ summaries: [(Entity, ChangeSummary)], isRehearsal: Bool) throws {
    if json {
      return try printJSON(
        Dictionary(
          uniqueKeysWithValues: summaries.map { entity, summary in
            (entity.plural, ["added": summary.added, "changed": summary.changed, "unchanged": summary.unchanged])
          }))
    }
    for (entity, summary) in summaries {
      print(
        "\(entity.plural): \(summary.added) added, \(summary.changed) changed, \(summary.unchanged) unchanged"
          + (isRehearsal ? " (rehearsed only)" : ""))
    }
  }
}

extension JSON {
  /// A list with one entry per line, for comparing two exports by line.
  static func lines(_ records: [JSON]) -> String {
    records.isEmpty ? "[]" : "[\n" + records.map { $0.json() }.joined(separator: ",\n") + "\n]"
  }
}
