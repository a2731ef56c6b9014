internal import Database
import JSON
public import Records

extension Store {
  /// Adds the temples of a register and changes those that the register has changed since it was imported last, in one transaction.
  ///
  /// A temple is known by its `source_ref`, or, where the register gives no number, by its key. What the register said is remembered
  /// (`data_entries`), so that an operator's own changes stay: a field is changed only where the register has changed it.
  ///
  /// - Parameters:
  ///   - removesVanished: whether temples that the register no longer has are removed. What ships, and what an operator edited or added,
  ///     stays whatever the register says.
  ///   - limit: how many may be removed; nil for any number. A rehearsal has no limit.
  ///   - leavesOutFaulty: whether temples with a field that cannot be taken are left as they are; each draft has a `place` of its own then.
  ///   - isRehearsal: nothing is kept of what was done.
  ///   - forEachBatch: hands over the drafts of the register, some at a time, each draft with a `key` and each `source_ref` once.
  /// - Throws: `RecordFaults` with what is wrong in a batch, unless it is left out; `PruneRefusal` where more would be removed than the
  ///   limit allows. Then nothing of the register was written.
  public func mergeRegister(
    _ change: Change, removesVanished: Bool = false, limit: PruneLimit? = nil, leavesOutFaulty: Bool = false,
    isRehearsal: Bool = false,
    _ forEachBatch: ((_ drafts: [Draft]) throws -> Void) throws -> Void
  ) throws -> RegisterReport {
    do {
      return try database.write { connection in
        var merge = try RegisterMerge(
          connection: connection, writer: try RecordWriter(connection, change), change: change,
          leavesOutFaulty: leavesOutFaulty)
        try forEachBatch { try merge.write($0) }
        try merge.findVanished(removing: removesVanished, limit: isRehearsal ? nil : limit)
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

/// The three-way merge of what a register said last, what it says now, and what the database holds.
struct RegisterMerge {
  let connection: any Connection
  let writer: RecordWriter
  let loaded: LoadedEntries
  let shipped: ShippedTemples
  private let leavesOutFaulty: Bool
  var report = RegisterReport()
  /// What the register calls its temples.
  var references: Set<String> = []
  /// Those that were added.
  var newReferences: Set<String> = []

  init(connection: any Connection, writer: RecordWriter, change: Change, leavesOutFaulty: Bool) throws {
    self.connection = connection
    self.writer = writer
    self.leavesOutFaulty = leavesOutFaulty
    loaded = LoadedEntries(connection: connection, change: change, origin: LoadedEntries.register)
    shipped = try ShippedTemples(connection: connection, change: change)
  }

  mutating func write(_ drafts: [Draft]) throws {
    var added: [Draft] = []
    var edited: [Draft] = []
    /// What the register says of temples that it has changed, to be remembered when it is written.
    var said: [(place: String, reference: String, json: String, isAdopted: Bool)] = []
    var told: [(place: String, kept: [DataLoadReport.Kept], incomplete: [DataLoadReport.Kept])] = []
    for draft in drafts {
      let reference = draft.given("source_ref")?.text ?? draft.given("key")?.text ?? ""
      references.insert(reference)
      let known = try loaded.json(reference)
      let now = JSON.object(draft.fields.map { JSON.Member($0.name, $0.value) })
      let key = try key(of: draft)
      guard now.json() != known else {
        if key == nil { report.removedHere += 1 } else { report.unchanged += 1 }
        continue
      }
      let base = known.flatMap { try? JSON(storedJSON: $0) }
      // Of a field that the file does not have, the register says what it said before.
      let entry = now.completed(by: base)
      let json = entry.json()
      guard let key else {
        if known == nil {
          added.append(draft)
          newReferences.insert(reference)
        } else {
          report.removedHere += 1
        }
        if json != known { said.append((draft.place, reference, json, false)) }
        continue
      }
      if json != known { said.append((draft.place, reference, json, base == nil)) }
      guard json != known, let record = try writer.reader.record(.temple, key: key) else {
        report.unchanged += 1
        continue
      }
      let merged = FieldMerge(entry, base: base, others: shipped.entries(of: record), record)
      func list(_ members: [JSON.Member]) -> [DataLoadReport.Kept] {
        members.map { DataLoadReport.Kept(key: key, field: $0.name, offered: $0.value) }
      }
      told.append((draft.place, base == nil ? [] : list(merged.kept), list(merged.incomplete)))
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
    for entry in said where !faulty.contains(entry.place) {
      try loaded.remember(entry.json, entry.reference, isAdopted: entry.isAdopted)
    }
    for entry in told where !faulty.contains(entry.place) {
      report.kept += entry.kept
      report.incomplete += entry.incomplete
    }
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
}

extension JSON? {
  /// The text for a placeholder.
  fileprivate var sql: SQLValue { SQLValue(self?.text) }
}

extension JSON {
  /// An entry with the members that only an earlier one has.
  fileprivate func completed(by earlier: JSON?) -> JSON {
    guard let earlier else { return self }
    let names = Set(members.map(\.name))
    return .object(members + earlier.members.filter { !names.contains($0.name) })
  }
}
