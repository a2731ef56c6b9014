internal import Folklore
internal import Geo
internal import Records
public import Sheets
public import Store
public import Temples

/// Imports a register of temples into a database: all records or none.
///
///     var work = try RegisterImport(.file("temple.xml"), matcher: matcher)
///     let (report, tally) = try work.write(to: store, change, RegisterImport.Options())
public struct RegisterImport {
  /// What an import does besides adding and changing temples.
  public struct Options: Hashable, Sendable {
    /// Removes the temples of earlier imports that the register no longer has.
    public var removesVanished = false
    /// The most that may be removed so; nil for any number.
    public var limit: PruneLimit?
    /// Leaves faulty records out; otherwise a fault stops the import.
    public var leavesOutFaulty = false
    /// Changes also a temple whose name and place are other ones in the register.
    public var trustsNumbers = false
    /// Checks and counts, and changes nothing.
    public var isRehearsal = false

    public init() {}
  }

  private var register: TempleRegister
  private let isMinistrys: Bool
  /// The faults of records that cannot be read; they are left out.
  public let faults: [RegisterFault]

  /// Reads the register once.
  ///
  /// - Parameters:
  ///   - encoding: nil to detect it.
  ///   - name: the name of a register other than the ministry's.
  ///   - progress: gets the number of bytes that were read.
  /// - Throws: `RegisterFault` if it cannot be read at all.
  public init(
    _ input: RegisterInput, encoding: TextEncoding? = nil, name: RegisterName? = nil, matcher: DeityMatcher,
    progress: TempleRegister.Progress = { _ in }
  ) throws {
    register = TempleRegister(input, encoding: encoding, name: name, matcher: matcher)
    isMinistrys = name == nil
    faults = try register.survey(progress)
  }

  /// The number of temples in the register.
  public var count: Int { register.count }

  public var summary: RegisterSummary? { register.summary }

  /// The most temples in memory.
  private static let batchSize = 5_000
  /// The key of the register's source in the data.
  private static let source = "MOI-TEMPLES"

  /// Reads the register again and writes its temples.
  ///
  /// - Throws: `RecordFaults`; `RegisterCollision` if numbers belong to other temples; `PruneRefusal` if more would be removed than the options allow.
  public mutating func write(
    to store: Store, _ change: Change, _ options: Options, progress: TempleRegister.Progress = { _ in }
  ) throws -> (report: RegisterReport, tally: RegisterTally) {
    let sources = try isMinistrys && store.records(.source).contains { $0.key == Self.source } ? [Self.source] : []
    var tally = RegisterTally()
    let fields = register.summary?.fields ?? []
    let report = try store.mergeRegister(
      change, removesVanished: options.removesVanished, limit: options.limit,
      leavesOutFaulty: options.leavesOutFaulty, trustsNumbers: options.trustsNumbers,
      isRehearsal: options.isRehearsal
    ) { write in
      var batch: [Draft] = []
      try register.forEachTemple(progress) { temple in
        tally.add(temple)
        batch.append(Draft(temple, fields: fields, sources: sources))
        if batch.count == Self.batchSize {
          try write(batch)
          batch.removeAll(keepingCapacity: true)
        }
      }
      try write(batch)
    }
    return (report, tally)
  }
}

/// Tells our own files of temples from registers.
public enum TempleFile {
  /// True if a file holds our own records with keys.
  ///
  /// - Parameter bytes: the whole file for a workbook; the first bytes are enough for a text.
  public static func holdsOwnRecords(_ bytes: some Sequence<UInt8>) -> Bool {
    let bytes = Array(bytes)
    if SheetFile.beginsAsWorkbook(bytes) { return RecordInput.hasKeyColumn(bytes, of: .temple) }
    var decoder = TextDecoder()
    let start = Array(bytes.prefix(TextDecoder.firstBytes))
    guard let text = try? decoder.decode(start, isLast: false) else { return false }
    let plain = String(decoding: text.drop { $0 <= 0x20 }, as: UTF8.self)
    switch plain.first {
    case "<", nil: return false
    case "{", "[":
      let isGeoJSON = plain.contains("\"features\"") || plain.contains("\"Feature\"")
      return !isGeoJSON || plain.contains("\"key\"")
    default: return RecordInput.hasKeyColumn(text, of: .temple)
    }
  }
}
