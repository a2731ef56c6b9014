import ArgumentParser
import JSON
import Records
import Store

/// Creates the database and loads the shipped data.
///
///     folkcal init
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make the database and load the folk days and temples into it; safe to run again.",
    discussion: """
      Run again after an update, it adds what is new and changes what only the data has changed. What an operator edited or removed stays \
      as it is, and is named.
      """)

  @Flag(help: "Make an empty database: nothing is loaded.")
  var empty = false

  @Option(help: ArgumentHelp("The folder with events.yaml; by default the shipped one.", valueName: "folder"))
  var data: String?

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let shipped = empty ? nil : try ShippedData(folder: data)
    let store = try OpenStores.create(author.store.url)
    let reports = try shipped?.load(into: store, author.change(time)) ?? []
    if output.json { return try output.printJSON(reports.map(LoadRecord.init)) }
    print("\(store.place)")
    for report in reports { print(report.text, terminator: "") }
  }

  /// The changes of one kind of record, as JSON.
  private struct LoadRecord: Encodable {
    let entity: String
    let added: [String]
    let updated: [String]
    let removedHere: [String]
    let leftOut: [String]
    let gone: [String]
    let kept: [String]
    let unreadable: [String]
    let unchanged: Int

    init(_ report: DataLoadReport) {
      entity = report.entity.rawValue
      added = report.added
      updated = report.updated
      removedHere = report.removedHere
      leftOut = report.leftOut
      gone = report.gone
      kept = report.kept.map { "\($0.key).\($0.field)" }
      unreadable = report.unreadable.map(\.key)
      unchanged = report.unchanged
    }

    enum CodingKeys: String, CodingKey {
      case entity, added, updated, gone, kept, unreadable, unchanged
      case removedHere = "removed_here"
      case leftOut = "left_out"
    }
  }
}

extension DataLoadReport {
  /// The changes as text: the counts, then notes on single records.
  fileprivate var text: String {
    var text = "\(entity.plural): \(added.count) added, \(updated.count) updated, \(unchanged) unchanged\n"
    for kept in kept {
      text += "  \(kept.key): \(kept.field) was edited here and stays; the data now says \(kept.offered.json())\n"
    }
    for record in unreadable {
      text += "  \(record.key): cannot be read and stays as it is: \(record.field): \(record.problem)\n"
    }
    if !removedHere.isEmpty { text += "  removed here, not loaded again: \(removedHere.joined(separator: ", "))\n" }
    if !leftOut.isEmpty {
      text += "  left out, because their records were removed here: \(leftOut.joined(separator: ", "))\n"
    }
    if !gone.isEmpty { text += "  no longer in the data, kept: \(gone.joined(separator: ", "))\n" }
    return text
  }
}
