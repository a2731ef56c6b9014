package import Addresses
internal import Database
internal import Foundation
import JSON
import Records

extension Store {
  /// The faults of the database, a sentence each: file, references, invalid records, days that differ from their rules.
  ///
  /// - Parameter ofPeople: includes users and their own days.
  public func faults(ofPeople: Bool = true) throws -> [String] {
    try faults(ofPeople: ofPeople, targets: TargetRules())
  }

  /// - Parameter targets: the allowed targets of reminders.
  package func faults(ofPeople: Bool = true, targets: TargetRules) throws -> [String] {
    let integrity = try database.faults()
    // A damaged file is not checked further.
    guard integrity.isEmpty else { return integrity }
    return try database.read { connection in
      try Entity.allCases.filter { ofPeople || $0 != .user }.flatMap {
        try recordFaults($0, connection, ofPeople: ofPeople, targets)
      }
        + OccurrenceTable(connection: connection).faults(ofPeople: ofPeople) + Self.imageFaults(connection)
        + (ofPeople ? keptFaults(connection) : [])
    }
  }

  private func recordFaults(
    _ entity: Entity, _ connection: any Connection, ofPeople: Bool, _ targets: TargetRules
  ) throws -> [String] {
    let reader = RecordReader(connection: connection)
    let keys = try Dictionary(
      uniqueKeysWithValues: Entity.allCases.map { other in
        (other, Set(try connection.all(SQL("SELECT \(other.keyName) FROM \(other.table)")) { $0.text(0) ?? "" }))
      })
    return try reader.records(entity).flatMap { record -> [String] in
      guard ofPeople || entity != .event || record["owner"] == .null else { return [] }
      let unreadable = Set(record.problems.map(\.field))
      var faults = (record.contradictions(besides: unreadable) + record.refusedTargets(targets, since: nil)).map(
        \.description)
      faults += record.problems.map { "\($0.field): \($0.problem)" }
      for (field, value) in zip(entity.fields, record.values) where !unreadable.contains(field.name) {
        do throws(FieldProblem) {
          _ = try field.kind.checked(value, isText: false)
        } catch {
          faults.append("\(field.name): \(error)")
        }
        guard let other = field.referredEntity else { continue }
        for key in value.texts where keys[other]?.contains(key) == false {
          faults.append("\(field.name): \(other.rawValue) \"\(key)\" does not exist")
        }
      }
      return faults.map { "\(entity.rawValue) \"\(record.key)\": \($0)" }
    }
  }

  /// Reminders of users or days that do not exist.
  private func orphans(_ connection: any Connection) throws -> [String] {
    try [("user_id", "users", "user"), ("occurrence_id", "event_occurrences", "day")].compactMap {
      column, table, name in
      let count = try connection.integer(
        SQL(
          "SELECT COUNT(*) FROM notification_logs n WHERE NOT EXISTS (SELECT 1 FROM \(table) t WHERE t.id = n.\(column))"
        ))
      return count == 0 ? nil : "notification_logs: \(count) of a \(name) that does not exist"
    }
  }

  /// Faults of the log's references, and of JSON stored outside the records: the audit log and loaded entries.
  private func keptFaults(_ connection: any Connection) throws -> [String] {
    let columns = [
      (table: "audit_log", name: "CAST(id AS TEXT)", field: "\"before\""),
      (table: "audit_log", name: "CAST(id AS TEXT)", field: "\"after\""),
      (table: "data_entries", name: "entity || ' ' || key", field: "record"),
    ]
    return try orphans(connection)
      + columns.flatMap { column -> [String] in
        let sql = SQL(
          "SELECT \(column.name), \(column.field) FROM \(column.table) WHERE \(column.field) IS NOT NULL ORDER BY 1")
        var faults: [String] = []
        try connection.forEachRow(sql, []) { row in
          do throws(JSONError) {
            _ = try JSON(storedJSON: row.text(1) ?? "")
          } catch {
            let field = column.field.filter { $0 != "\"" }
            faults.append("\(column.table) \"\(row.text(0) ?? "")\": \(field): \(error)")
          }
        }
        return faults
      }
  }
}

/// The size of the database's contents.
public struct StoreStatistics: Encodable, Hashable, Sendable {
  /// The path; nil if it must not be shown.
  public var database: String?
  /// The number of the last migration.
  public let schema: Int
  public let bytes: Int
  /// Rows by table.
  public let rows: [String: Int]
  /// Events by type.
  public let events: [String: Int]
  /// Reminders by status.
  public let reminders: [String: Int]
  /// The first and last stored day.
  public let occurrences: [String]
}

extension Store {
  /// Counts what the database holds.
  public func statistics() throws -> StoreStatistics {
    let bytes = try database.size()
    return try database.read { connection in
      let tables =
        Entity.allCases.map(\.table) + ["event_occurrences", "notification_logs", "devices", "api_tokens", "audit_log"]
      let rows = try tables.map { ($0, try connection.integer(SQL("SELECT COUNT(*) FROM \($0)"))) }
      let kept = try OccurrenceTable(connection: connection).kept()
      return StoreStatistics(
        database: place, schema: Schema.store.latest, bytes: bytes, rows: Dictionary(uniqueKeysWithValues: rows),
        events: try counts("SELECT type, COUNT(*) FROM events WHERE temple_id IS NULL GROUP BY type", connection),
        reminders: try counts("SELECT status, COUNT(*) FROM notification_logs GROUP BY status", connection),
        occurrences: kept.map { ["\($0.lowerBound)", "\($0.upperBound)"] } ?? [])
    }
  }

  private func counts(_ sql: SQL, _ connection: any Connection) throws -> [String: Int] {
    Dictionary(
      try connection.all(sql) { ($0.text(0) ?? "", $0.integer(1) ?? 0) }, uniquingKeysWith: { first, _ in first })
  }
}
