/// What importing a register of temples did.
public struct RegisterReport: Hashable, Sendable {
  public internal(set) var added = 0
  public internal(set) var changed = 0
  public internal(set) var unchanged = 0
  /// Temples of an earlier import that an operator removed; they stay away.
  public internal(set) var removedHere = 0
  /// Fields that an operator and the register have both changed; the operator's stay.
  public internal(set) var kept: [DataLoadReport.Kept] = []
  /// What is wrong with temples that were left out, as was asked.
  public internal(set) var leftOut: [RecordFault] = []
  /// Temples of earlier imports that the register no longer has, in the order of their numbers.
  public internal(set) var vanished: [Vanished] = []

  /// A temple that the register no longer has.
  public struct Vanished: Hashable, Sendable {
    public let key: String
    public let name: String
    public let sourceReference: String
    public internal(set) var fate = Fate.kept
  }

  /// What became of a temple that vanished.
  public enum Fate: Hashable, Sendable {
    /// Removing it was not asked for.
    case kept
    case removed
    /// It could not be removed, because something still refers to it.
    case referredTo(by: [String])
  }
}

extension Store {
  /// Adds the temples of a register and changes those that the register has changed since it was imported last, in one transaction.
  ///
  /// A temple is known by its `source_ref`, or, where the register gives no number, by its key. What the register said is remembered
  /// (`data_entries`), so that an operator's own changes stay: a field is changed only where the register has changed it.
  ///
  /// - Parameters:
  ///   - removesVanished: whether temples that the register no longer has are removed.
  ///   - leavesOutFaulty: whether temples with a field that cannot be taken are left as they are; each draft has a `place` of its own then.
  ///   - isRehearsal: nothing is kept of what was done.
  ///   - forEachBatch: hands over the drafts of the register, some at a time, each draft with a `key` and each `source_ref` once.
  /// - Throws: `RecordFaults` with what is wrong in a batch, unless it is left out; then nothing of the register was written.
  public func mergeRegister(
    _ change: Change, removesVanished: Bool = false, leavesOutFaulty: Bool = false, isRehearsal: Bool = false,
    _ forEachBatch: ((_ drafts: [Draft]) throws -> Void) throws -> Void
  ) throws -> RegisterReport {
    do {
      return try database.write { connection in
        var merge = RegisterMerge(
          connection: connection, writer: try RecordWriter(connection, change), change: change,
          leavesOutFaulty: leavesOutFaulty)
        try forEachBatch { try merge.write($0) }
        try merge.findVanished(removing: removesVanished)
        if isRehearsal { throw RegisterRehearsal(report: merge.report) }
        return merge.report
      }
    } catch let rehearsal as RegisterRehearsal {
      return rehearsal.report
    }
  }
}

/// Thrown to take back what a rehearsal did.
private struct RegisterRehearsal: Error {
  let report: RegisterReport
}

private struct RegisterMerge {
  private let connection: any Connection
  private let writer: RecordWriter
  private let loaded: LoadedEntries
  private let leavesOutFaulty: Bool
  var report = RegisterReport()
  /// What the register calls its temples.
  private var references: Set<String> = []

  init(connection: any Connection, writer: RecordWriter, change: Change, leavesOutFaulty: Bool) {
    self.connection = connection
    self.writer = writer
    self.leavesOutFaulty = leavesOutFaulty
    loaded = LoadedEntries(connection: connection, change: change, origin: "register")
  }

  mutating func write(_ drafts: [Draft]) throws {
    var added: [Draft] = []
    var edited: [Draft] = []
    /// What the register says of temples that it has changed, to be remembered when it is written.
    var said: [(place: String, reference: String, json: String)] = []
    var kept: [(place: String, kept: [DataLoadReport.Kept])] = []
    for draft in drafts {
      let reference = draft.given("source_ref")?.text ?? draft.given("key")?.text ?? ""
      references.insert(reference)
      let entry = FieldValue.object(draft.fields.map { FieldValue.Member($0.name, $0.value) })
      let json = entry.json()
      let base = try loaded.json(reference)
      if base != json { said.append((draft.place, reference, json)) }
      guard let key = try key(of: draft) else {
        if base == nil { added.append(draft) } else { report.removedHere += 1 }
        continue
      }
      guard base != json, let record = try writer.reader.record(.temple, key: key) else {
        report.unchanged += 1
        continue
      }
      let merged = FieldMerge(entry, base: try base.map { try FieldValue(storedJSON: $0) }, record)
      if base != nil {
        kept.append(
          (draft.place, merged.kept.map { DataLoadReport.Kept(key: key, field: $0.name, offered: $0.value) }))
      }
      guard !merged.given.isEmpty else {
        report.unchanged += 1
        continue
      }
      edited.append(Draft(place: draft.place, fields: [Draft.Given("key", .text(key))] + merged.given))
    }
    let leftOut = report.leftOut.count
    report.added += try put(added, .add).added
    for start in stride(from: 0, to: edited.count, by: RecordWriter.fewDrafts) {
      let summary = try put(Array(edited[start..<min(start + RecordWriter.fewDrafts, edited.count)]), .merge)
      report.changed += summary.changed
      report.unchanged += summary.unchanged
    }
    let faulty = Set(report.leftOut[leftOut...].map(\.place))
    for entry in said where !faulty.contains(entry.place) { try loaded.remember(entry.json, entry.reference) }
    for entry in kept where !faulty.contains(entry.place) { report.kept += entry.kept }
  }

  /// Writes temples; without those that are wrong, if that is asked for.
  private mutating func put(_ drafts: [Draft], _ mode: RecordWriter.Mode) throws -> ChangeSummary {
    do {
      return try writer.write(drafts, of: .temple, mode).0
    } catch let found as RecordFaults where leavesOutFaulty {
      report.leftOut += found.faults
      let faulty = Set(found.faults.map(\.place))
      return try writer.write(drafts.filter { !faulty.contains($0.place) }, of: .temple, mode).0
    }
  }

  /// The key of the temple that a draft is about; nil where there is none.
  private func key(of draft: Draft) throws -> String? {
    if let reference = draft.given("source_ref")?.text {
      // The index is that of the unique source_ref.
      let found = try connection.first(
        "SELECT key FROM temples WHERE source_ref = $1", [.text(reference)]
      ) { $0.text(0) }
      if let found { return found }
    }
    return try connection.first("SELECT key FROM temples WHERE key = $1", [draft.given("key").sql]) { $0.text(0) }
      ?? nil
  }

  // MARK: What is no longer there

  /// Registers number their temples each in its own way: 1746804, osm-88. Only those of a way that this one has can have vanished from it.
  private static func numbering(of reference: String) -> Substring { reference.prefix { !$0.isNumber } }

  mutating func findVanished(removing: Bool) throws {
    let numberings = Set(references.map(Self.numbering))
    let sql: SQL = """
      SELECT d.key, t.key, t.name
      FROM data_entries d
      JOIN temples t ON t.source_ref = d.key
      WHERE d.entity = $1
      ORDER BY t.id
      """
    var vanished: [RegisterReport.Vanished] = []
    try connection.forEachRow(sql, [.text(loaded.origin)]) { row in
      guard let reference = row.text(0), !references.contains(reference),
        numberings.contains(Self.numbering(of: reference))
      else { return }
      vanished.append(
        RegisterReport.Vanished(key: row.text(1) ?? "", name: row.text(2) ?? "", sourceReference: reference))
    }
    for index in vanished.indices where removing {
      do {
        _ = try writer.remove(.temple, key: vanished[index].key)
        try loaded.forget(vanished[index].sourceReference)
        vanished[index].fate = .removed
      } catch RecordError.referredTo(_, _, let by) {
        vanished[index].fate = .referredTo(by: by)
      }
    }
    report.vanished = vanished
  }
}

extension FieldValue? {
  /// The text for a placeholder.
  fileprivate var sql: SQLValue { SQLValue(self?.text) }
}
