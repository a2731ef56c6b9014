internal import Folklore
internal import Geo
internal import Records
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
    /// Checks and counts, and changes nothing.
    public var isRehearsal = false

    public init() {}
  }

  private var register: TempleRegister
  /// The faults of records that cannot be read; they are left out.
  public let faults: [RegisterFault]

  /// Reads the register once.
  ///
  /// - Parameters:
  ///   - encoding: nil to detect it.
  ///   - progress: gets the number of bytes that were read.
  /// - Throws: `RegisterFault` if it cannot be read at all.
  public init(
    _ input: RegisterInput, encoding: RegisterEncoding? = nil, matcher: DeityMatcher,
    progress: TempleRegister.Progress = { _ in }
  ) throws {
    register = TempleRegister(input, encoding: encoding, matcher: matcher)
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
  /// - Throws: `RecordFaults`; `PruneRefusal` if more would be removed than the options allow.
  public mutating func write(
    to store: Store, _ change: Change, _ options: Options, progress: TempleRegister.Progress = { _ in }
  ) throws -> (report: RegisterReport, tally: RegisterTally) {
    let sources = try store.records(.source).contains { $0.key == Self.source } ? [Self.source] : []
    var tally = RegisterTally()
    let fields = register.summary?.fields ?? []
    let report = try store.mergeRegister(
      change, removesVanished: options.removesVanished, limit: options.limit,
      leavesOutFaulty: options.leavesOutFaulty, isRehearsal: options.isRehearsal
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
  /// True if a file holds our own records with keys, by its first bytes.
  public static func holdsOwnRecords(_ start: some Sequence<UInt8>) -> Bool {
    let bytes = Array(start)
    let plain = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let text = String(decoding: plain, as: UTF8.self).drop(while: \.isWhitespace)
    switch text.first {
    case "<", nil: return false
    case "{", "[":
      let isGeoJSON = text.contains("\"features\"") || text.contains("\"Feature\"")
      return !isGeoJSON || text.contains("\"key\"")
    default:
      let names = text.prefix { !$0.isNewline }.split(separator: ",", omittingEmptySubsequences: false)
      return names.contains { $0.filter { $0 != "\"" && $0 != " " } == "key" }
    }
  }
}
