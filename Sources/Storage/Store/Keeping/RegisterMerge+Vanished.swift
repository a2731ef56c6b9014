internal import Database
import JSON
import Records

// Temples missing in a register.

extension RegisterMerge {
  /// Registers have different number formats: 1746804, osm-88, ntpc:88. Only temples with a format of this register can have vanished from it.
  private static func numbering(of reference: String) -> Substring {
    reference.firstIndex(of: ":").map { reference[...$0] } ?? reference.prefix { !$0.isNumber }
  }

  private struct Candidate {
    var told: RegisterReport.Vanished
    let id: Int
    let isAdopted: Bool
  }

  /// Finds temples of earlier imports that the register no longer has, and removes them if asked.
  ///
  /// - Throws: `PruneRefusal` if more would be removed than the limit.
  mutating func findVanished(removing: Bool, limit: PruneLimit?) throws {
    var candidates = try candidates()
    for index in candidates.indices {
      if let protection = try protection(of: candidates[index]) { candidates[index].told.fate = .protected(protection) }
    }
    if removing { try remove(&candidates, limit) }
    report.vanished = candidates.map(\.told)
  }

  private mutating func candidates() throws -> [Candidate] {
    let numberings = Set(references.map(Self.numbering))
    let sql: SQL = """
      SELECT d.key, t.id, t.key, t.name, d.is_adopted, t.county
      FROM data_entries d
      JOIN temples t ON t.source_ref = d.key
      WHERE d.entity = $1
      ORDER BY t.id
      """
    var candidates: [Candidate] = []
    var known = 0
    try connection.forEachRow(sql, [.text(loaded.origin)]) { row in
      guard let reference = row.text(0), numberings.contains(Self.numbering(of: reference)) else { return }
      // A city's list says nothing of other counties.
      if let county = row.text(5), !counties.isEmpty, !counties.contains(county) { return }
      if !newReferences.contains(reference) { known += 1 }
      guard !references.contains(reference) else { return }
      candidates.append(
        Candidate(
          told: .init(key: row.text(2) ?? "", name: row.text(3) ?? "", sourceReference: reference),
          id: row.integer(1) ?? 0, isAdopted: row.integer(4) == 1))
    }
    report.known = known
    return candidates
  }

  /// The reason to keep a temple missing in the register; nil if it came only from the register.
  private func protection(of candidate: Candidate) throws -> RegisterReport.Protection? {
    guard let record = try writer.reader.record(.temple, id: candidate.id) else { return nil }
    if !shipped.entries(of: record).isEmpty { return .ships }
    if candidate.isAdopted { return .added }
    let base = try loaded.json(candidate.told.sourceReference).flatMap { try? JSON(storedJSON: $0) }
    return FieldMerge.isEdited(record, sources: [base].compactMap(\.self)) ? .edited : nil
  }

  private func remove(_ candidates: inout [Candidate], _ limit: PruneLimit?) throws {
    let references = References(connection: connection)
    for index in candidates.indices where candidates[index].told.fate == .kept {
      let by = try references.to(.temple, id: candidates[index].id, key: candidates[index].told.key)
      candidates[index].told.fate = by.isEmpty ? .removed : .referredTo(by: by)
    }
    let removed = candidates.filter { $0.told.fate == .removed }
    if let limit, !limit.allows(removed.count, of: report.known) {
      throw PruneRefusal(removed: removed.count, known: report.known)
    }
    for candidate in removed {
      _ = try writer.remove(.temple, key: candidate.told.key)
      try loaded.forget(candidate.told.sourceReference)
    }
  }
}
