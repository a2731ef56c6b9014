import ArgumentParser
import Store

/// Copies the whole database into another one, of the same or the other engine.
///
///     folkcal admin copy --to postgresql://folkcal@db.example.org/folkcal
struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copy the whole database into a new one, from a file to a server or back.",
    discussion: """
      Everything is copied, with the reminder log, so that nothing is sent again. Stop the workers, planners and servers first. The copy is \
      compared with the original before it is kept; an interrupted copy leaves the new database empty.
      """)

  @Option(help: ArgumentHelp("The new database, which must be empty or missing.", valueName: "url")) var to: String
  @OptionGroup var store: DatabaseOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let source = try store.open()
    let target = try OpenStores.create(to)
    let report = try source.copy(to: target)
    if output.json { return try output.printJSON(report.tables) }
    var table = Table()
    for one in report.tables { table.add(one.table, String(one.rows), String(one.digest.prefix(16))) }
    print(table.text(isColored: false), terminator: "")
    StandardError.note("copied \(source.place) to \(target.place); the rows of all tables are the same")
  }
}
