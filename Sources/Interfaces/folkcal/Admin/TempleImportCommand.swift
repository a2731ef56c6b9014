public import ArgumentParser
import FolkData
import Folklore
import Foundation
import Imports
import Records
import Store
public import Temples

/// Imports temples from the ministry's register, or from folkcal's own file.
///
///     folkcal admin temple import temple.xml
struct TempleImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add and change temples from a register or a file, all or none.",
    discussion: """
      The register of the Ministry of the Interior is read as XML, CSV or GeoJSON, in UTF-8 or Big5, told by its content. A temple is known by its \
      number there (編號, source_ref): imported again, the register changes what it has changed since, and what was edited here stays. \
      A column that the file does not have changes nothing. Persons in charge are not read. Our own JSON, CSV or GeoJSON (with a key in \
      every record) is read too.

      --prune removes the temples of earlier imports that the register no longer has, but for those that ship with folkcal and those that were \
      edited or added here. If they are more than 5 % of the register's temples, it asks on a terminal, and needs --yes elsewhere.
      """)

  @Argument(help: "The file; - for standard input.")
  var file: String

  @Flag(help: "Remove the temples of earlier imports that the register no longer has.")
  var prune = false

  @Flag(
    name: .customLong("skip-faulty"), help: "Skip faulty records and list them; otherwise a fault stops the import.")
  var skipFaulty = false

  @Option(help: "The register's encoding: utf-8 or big5; detected by default.")
  var encoding: RegisterEncoding?

  @Option(
    help: ArgumentHelp("The folder with deity-spellings.yaml; by default the shipped one.", valueName: "folder")
  )
  var data: String?

  @Flag(name: .customLong("dry-run"), help: "Check and count, and change nothing.")
  var dryRun = false

  @OptionGroup var confirmation: Confirmation
  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let input = try ReadableTwice(file)
    defer { input.remove() }
    let store = try author.store.open()
    let change = try author.change(time)
    guard !input.holdsOwnRecords else { return try importOwn(input, store, change) }

    var bar = ProgressBar("reading", total: input.size)
    defer { bar.clear() }
    var work = try RegisterImport(
      .file(input.path, name: input.name), encoding: encoding, matcher: try matcher(store)
    ) { bar.show($0) }
    let faults = work.faults
    guard faults.isEmpty || skipFaulty else { throw Failure.wrongInput(Self.list(faults.map(\.description))) }
    guard faults.isEmpty || !prune else {
      throw Failure.wrongInput(
        "\(faults.count) record(s) would be left out, and --prune would take them for temples that are gone: import without it, "
          + "or mend the file")
    }

    bar.clear()
    bar = ProgressBar("writing", total: input.size)
    var options = RegisterImport.Options()
    (options.removesVanished, options.leavesOutFaulty, options.isRehearsal) = (prune, skipFaulty, dryRun)
    func write(_ limit: PruneLimit?) throws -> (RegisterReport, RegisterTally) {
      options.limit = limit
      return try work.write(to: store, change, options) { bar.show($0) }
    }
    let (report, tally) = try Self.tellingFaults(input.name) {
      do {
        return try write(confirmation.yes ? nil : .unasked)
      } catch let refusal as PruneRefusal {
        bar.clear()
        try confirmation.ask("\(input.name): \(refusal). Remove them?")
        // The confirmed number is the limit, because other programs may write meanwhile.
        return try write(.count(refusal.removed))
      }
    }
    bar.clear()
    let leftOut = faults.map(\.description) + report.leftOut.map { "\(input.name): \($0)" }
    let record = RegisterImportRecord(
      input.name, work.summary, report, tally, faults: leftOut, isRehearsal: dryRun, isPruning: prune)
    if output.json { try output.printJSON(record) } else { print(record.text, terminator: "") }
    for fault in leftOut.prefix(Self.shownFaults) { StandardError.note("left out: \(fault)") }
    if leftOut.count > Self.shownFaults { StandardError.note("and \(leftOut.count - Self.shownFaults) more left out") }
  }

  private static let shownFaults = 20

  private func importOwn(_ input: ReadableTwice, _ store: Store, _ change: Change) throws {
    guard !prune, encoding == nil, !skipFaulty else {
      throw Failure.wrongInput(
        "--prune, --encoding and --skip-faulty are for registers: this file has records with keys")
    }
    let drafts = try RecordInput.drafts(of: .temple, in: InputFile.readText(input.path))
    try output.told(try store.merge([(.temple, drafts)], change, isRehearsal: dryRun), isRehearsal: dryRun)
  }

  private func matcher(_ store: Store) throws -> DeityMatcher {
    let deities = try store.catalogue().deities
    return try Failure.asWrongInput {
      let folder = try DataOptions.folder(given: data)
      return try DeityMatcher(
        deities: deities, spellings: DeitySpellingsLoader(folder: folder).load(deities: deities, leavesOutUnknown: true)
      )
    }
  }

  private static func tellingFaults<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let found as RecordFaults {
      throw Failure.wrongInput(list(found.faults.map { "\(name): \($0)" }))
    }
  }

  private static func list(_ faults: [String]) -> String {
    let lines = Array(faults.prefix(shownFaults))
    let rest = faults.count > shownFaults ? ["and \(faults.count - shownFaults) more"] : []
    return (lines + rest + ["nothing was imported; --skip-faulty leaves such records out"]).joined(separator: "\n")
  }
}

extension RegisterEncoding: ExpressibleByArgument {
  public init?(argument: String) {
    switch argument.lowercased() {
    case "utf-8", "utf8": self = .utf8
    case "big5": self = .big5
    default: return nil
    }
  }

  public static var allValueStrings: [String] { ["utf-8", "big5"] }
}
