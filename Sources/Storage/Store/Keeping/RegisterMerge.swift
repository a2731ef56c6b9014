internal import Database
import JSON
public import Records

extension Store {
  /// Adds a register's new temples and changes those that it has changed since the last import, in one transaction.
  ///
  /// A temple is identified by its `source_ref`, otherwise by its key. The imported entries are stored (`data_entries`), so that an operator's
  /// changes stay: only fields that the register changed are updated.
  ///
  /// - Parameters:
  /// - removesVanished: removes temples that the register no longer has, except shipped, edited and added ones.
  /// - limit: the most to remove; nil for no limit. A rehearsal has no limit.
  /// - leavesOutFaulty: skips temples with faults; each draft needs its own `place` then.
  /// - trustsNumbers: changes also a temple whose name and place are other ones in the register.
  /// - isRehearsal: rolls everything back at the end.
  /// - forEachBatch: passes the drafts in batches, each with a `key`, each `source_ref` once.
  /// - Throws: `RecordFaults` with a batch's faults unless skipped; `RegisterCollision` if numbers belong to other temples here; `PruneRefusal`
  ///   if the limit is exceeded. Nothing was written then.
  public func mergeRegister(
    _ change: Change, removesVanished: Bool = false, limit: PruneLimit? = nil, leavesOutFaulty: Bool = false,
    trustsNumbers: Bool = false, isRehearsal: Bool = false,
    _ forEachBatch: ((_ drafts: [Draft]) throws -> Void) throws -> Void
  ) throws -> RegisterReport {
    do {
      // The register is a stream, which can be read once.
      return try database.write(mayRepeat: false) { connection in
        try StoreLock.everything.take(connection)
        var merge = try RegisterMerge(
          connection: connection, writer: try RecordWriter(connection, change), change: change,
          leavesOutFaulty: leavesOutFaulty)
        merge.trustsNumbers = trustsNumbers
        try forEachBatch { try merge.write($0) }
        try merge.refuseCollisions()
        try merge.findVanished(removing: removesVanished, limit: isRehearsal ? nil : limit)
        if isRehearsal { throw RegisterRehearsal(report: merge.report) }
        return merge.report
      }
    } catch let rehearsal as RegisterRehearsal {
      return rehearsal.report
    }
  }
}

/// Thrown to roll back a rehearsal.
private struct RegisterRehearsal: Error {
  let report: RegisterReport
}

/// The three-way merge of the register's last entries, its new ones and the database.
struct RegisterMerge {
  let connection: any Connection
  let writer: RecordWriter
  let loaded: LoadedEntries
  let shipped: ShippedTemples
  private let leavesOutFaulty: Bool
  var trustsNumbers = false
  private var collisions: [RegisterCollision.Pair] = []
  private var collisionCount = 0
  var report = RegisterReport()
  /// The register's numbers of its temples.
  var references: Set<String> = []
  /// The numbers of added temples.
  var newReferences: Set<String> = []
  /// The counties that the register covers.
  var counties: Set<String> = []

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
    /// The register's entries of changed temples, stored when they are written.
    var said: [(place: String, reference: String, json: String, isAdopted: Bool)] = []
    var told: [(place: String, kept: [DataLoadReport.Kept], incomplete: [DataLoadReport.Kept])] = []
    for draft in drafts {
      let reference = draft.given("source_ref")?.text ?? draft.given("key")?.text ?? ""
      references.insert(reference)
      if let county = draft.given("county")?.text { counties.insert(county) }
      let known = try loaded.json(reference)
      let now = JSON.object(draft.fields.map { JSON.Member($0.name, $0.value) })
      let key = try key(of: draft)
      guard now.json() != known else {
        if key == nil { report.removedHere += 1 } else { report.unchanged += 1 }
        continue
      }
      let base = known.flatMap { try? JSON(storedJSON: $0) }
      // For a field missing in the file, the register's earlier value counts.
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
      // Our data names the register's number of a temple itself.
      let isKnown = base != nil || shipped.entries(of: record).isEmpty
      guard trustsNumbers || !isKnown || !TempleAgreement.isOther(now, base ?? record.json) else {
        collisionCount += 1
        if collisions.count < RegisterCollision.mostNamed {
          collisions.append(.init(reference: reference, here: Self.shown(record.json), there: Self.shown(now)))
        }
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
    let new = try put(added, .add)
    report.added += new.added
    report.add(new.rows)
    for start in stride(from: 0, to: edited.count, by: RecordWriter.fewDrafts) {
      let summary = try put(Array(edited[start..<min(start + RecordWriter.fewDrafts, edited.count)]), .merge)
      report.changed += summary.changed
      report.unchanged += summary.unchanged
      report.add(summary.rows)
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

  private static func shown(_ temple: JSON) -> String {
    (temple["name"].text ?? "—") + (temple["county"].text.map { "（\($0)）" } ?? "")
  }

  /// - Throws: `RegisterCollision`.
  func refuseCollisions() throws {
    if collisionCount > 0 { throw RegisterCollision(temples: collisions, count: collisionCount) }
  }

  /// Writes temples; skips faulty ones if asked.
  private mutating func put(_ drafts: [Draft], _ mode: RecordWriter.Mode) throws -> ChangeSummary {
    do {
      return try writer.write(drafts, of: .temple, mode).0
    } catch let found as RecordFaults where leavesOutFaulty {
      report.leftOut += found.faults
      let faulty = Set(found.faults.map(\.place))
      return try writer.write(drafts.filter { !faulty.contains($0.place) }, of: .temple, mode).0
    }
  }

  /// The key of a draft's temple; nil if there is none.
  private func key(of draft: Draft) throws -> String? {
    if let reference = draft.given("source_ref")?.text {
      // Uses the unique index on source_ref.
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
  /// The entry with missing members taken from an earlier one.
  fileprivate func completed(by earlier: JSON?) -> JSON {
    guard let earlier else { return self }
    let names = Set(members.map(\.name))
    return .object(members + earlier.members.filter { !names.contains($0.name) })
  }
}
