public import ArgumentParser
import FolkData
import Folklore
import Foundation
import Geo
import Store
public import Temples

/// Temples from the ministry's register, or from a file of our own.
///
///     folkcal admin temple import temple.xml
struct TempleImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add and change temples from a register or a file, all or none.",
    discussion: """
      The register of the Ministry of the Interior is read as XML, CSV or GeoJSON, in UTF-8 or Big5, told by its content. A temple is known by its \
      number there (編號, source_ref): imported again, the register changes what it has changed since, and what was edited here stays. \
      Persons in charge are not read. Our own JSON, CSV or GeoJSON (with a key in every record) is read too.
      """)

  @Argument(help: "The file; - for standard input.")
  var file: String

  @Flag(help: "Remove the temples of earlier imports that the register no longer has.")
  var prune = false

  @Flag(
    name: .customLong("skip-faulty"), help: "Leave out records that are wrong, and say which; else nothing is done.")
  var skipFaulty = false

  @Option(help: "What the register is written in: utf-8 or big5; told by its content unless given.")
  var encoding: RegisterEncoding?

  @Option(
    help: ArgumentHelp("The folder with deity-spellings.yaml; the shipped one is found by itself.", valueName: "folder")
  )
  var data: String?

  @Flag(name: .customLong("dry-run"), help: "Check and count, and change nothing.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let input = try ReadableTwice(file)
    defer { input.remove() }
    let store = try author.store.open()
    let change = try author.change(time)
    guard !input.holdsOwnRecords else { return try importOwn(input, store, change) }

    var register = TempleRegister(
      .file(input.path, name: input.name), encoding: encoding, matcher: try matcher(store))
    var bar = ProgressBar("reading", total: input.size)
    defer { bar.clear() }
    let faults = try register.survey { bar.show($0) }
    guard faults.isEmpty || skipFaulty else { throw Failure.wrongInput(Self.list(faults.map(\.description))) }
    guard faults.isEmpty || !prune else {
      throw Failure.wrongInput(
        "\(faults.count) record(s) would be left out, and --prune would take them for temples that are gone: import without it, "
          + "or mend the file")
    }

    var tally = RegisterTally()
    let sources = try store.records(.source).contains { $0.key == Self.source } ? [Self.source] : []
    bar.clear()
    bar = ProgressBar("writing", total: input.size)
    let report: RegisterReport
    do {
      report = try store.mergeRegister(
        change, removesVanished: prune, leavesOutFaulty: skipFaulty, isRehearsal: dryRun
      ) { write in
        var batch: [Draft] = []
        try register.forEachTemple({ bar.show($0) }) { temple in
          tally.add(temple)
          batch.append(Draft(temple, sources: sources))
          if batch.count == Self.batchSize {
            try write(batch)
            batch.removeAll(keepingCapacity: true)
          }
        }
        try write(batch)
      }
    } catch let found as RecordFaults {
      throw Failure.wrongInput(Self.list(found.faults.map { "\(input.name): \($0)" }))
    }
    bar.clear()
    let leftOut = faults.map(\.description) + report.leftOut.map { "\(input.name): \($0)" }
    let record = RegisterImportRecord(
      input.name, register.summary, report, tally, faults: leftOut, isRehearsal: dryRun, isPruning: prune)
    if output.json { try output.printJSON(record) } else { print(record.text, terminator: "") }
    for fault in leftOut.prefix(Self.shownFaults) { StandardError.note("left out: \(fault)") }
    if leftOut.count > Self.shownFaults { StandardError.note("and \(leftOut.count - Self.shownFaults) more left out") }
  }

  /// So many temples are in memory at a time.
  private static let batchSize = 5_000
  private static let shownFaults = 20
  /// The key of the source that the data gives the register, where it is in the database.
  private static let source = "MOI-TEMPLES"

  private func importOwn(_ input: ReadableTwice, _ store: Store, _ change: Change) throws {
    guard !prune, encoding == nil, !skipFaulty else {
      throw Failure.wrongInput(
        "--prune, --encoding and --skip-faulty are for registers: this file has records with keys")
    }
    let drafts = try RecordInput.drafts(of: .temple, in: InputFile.read(input.path))
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

extension Draft {
  /// What a register says of a temple, as a record.
  init(_ temple: RegisteredTemple, sources: [String]) {
    let (row, place) = (temple.row, temple.coordinates.position)
    func text(_ text: String) -> FieldValue { text.isEmpty ? .null : .text(text) }
    let main = temple.deities.mainKey
    let others = temple.deities.keys.filter { $0 != main }.map(FieldValue.text)
    let at =
      switch temple.place {
      case .line(let line): "line \(line)"
      case .feature(let index): "features[\(index)]"
      case .file: ""
      }
    self.init(
      // A file can have all of its records on one line.
      place: [at, temple.identity.key].filter { !$0.isEmpty }.joined(separator: ", "),
      fields: [
        Given("key", .text(temple.identity.key)), Given("source_ref", FieldValue(temple.identity.reference)),
        Given("name", .text(row.name)), Given("address", text(row.address)),
        Given("county", temple.area.map { .text($0.county.name) } ?? text(row.area)),
        Given("town", FieldValue(temple.area?.township?.name)),
        Given("lat", place.map { .real($0.latitude) } ?? .null),
        Given("lng", place.map { .real($0.longitude) } ?? .null),
        Given("coordinate_quality", .text(temple.coordinates.quality.rawValue)),
        Given("main_deity", text(row.mainDeity)), Given("deity", FieldValue(main)),
        Given("other_deities", .list(others)),
        Given("religion", text(row.religion)), Given("registration", text(row.registration)),
        Given("phone", text(row.phone)), Given("sources", .list(sources.map(FieldValue.text))),
      ])
  }
}

/// An input that can be read from its beginning again: standard input goes through a temporary file.
private struct ReadableTwice {
  let path: String
  /// What messages call it.
  let name: String
  let size: Int
  private let isTemporary: Bool
  /// Whether it holds records with keys of ours, not those of a register.
  let holdsOwnRecords: Bool

  init(_ argument: String) throws {
    let files = FileManager.default
    isTemporary = argument == "-"
    if isTemporary {
      path = files.temporaryDirectory.appendingPathComponent("folkcal-\(UUID().uuidString)").path
      name = "standard input"
      guard files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
        let copy = FileHandle(forWritingAtPath: path)
      else { throw Failure.failed("\(path) cannot be written") }
      while case let bytes = try StandardInput.read(atMost: 1 << 16), !bytes.isEmpty {
        try copy.write(contentsOf: bytes)
      }
      try copy.close()
    } else {
      path = argument
      name = URL(fileURLWithPath: argument).lastPathComponent
      guard files.fileExists(atPath: argument) else { throw Failure.notFound("there is no file \(argument)") }
    }
    guard let handle = FileHandle(forReadingAtPath: path), let start = try? handle.read(upToCount: 1 << 16) ?? Data()
    else { throw Failure.failed("\(argument) cannot be read: is it a folder, or not yours?") }
    size = Int(try handle.seekToEnd())
    holdsOwnRecords = Self.holdsOwnRecords(start)
  }

  func remove() {
    if isTemporary { try? FileManager.default.removeItem(atPath: path) }
  }

  private static func holdsOwnRecords(_ start: Data) -> Bool {
    let bytes = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start
    let text = String(decoding: bytes, as: UTF8.self).drop(while: \.isWhitespace)
    switch text.first {
    case "<", nil: return false
    case "{", "[":
      let isGeoJSON = text.contains("\"features\"") || text.contains("\"Feature\"")
      return !isGeoJSON || text.contains("\"key\"")
    default:
      let names = text.prefix { !$0.isNewline }.split(separator: ",", omittingEmptySubsequences: false)
      return names.contains { $0.trimmingCharacters(in: CharacterSet(charactersIn: "\" ")) == "key" }
    }
  }
}
