internal import Database
public import Folklore
import JSON
public import Records

/// The reason why a change cannot be undone.
public enum UndoRefusal: SpokenError, Hashable, Sendable {
  /// There is no such change, or it is not one of a record of this kind.
  case noSuchChange
  /// The field was changed again later: undoing would overwrite that.
  case changedSince(field: String)

  public var description: String {
    switch self {
    case .noSuchChange: "there is no such change that can be undone"
    case .changedSince(let field): "the field \(field) was changed again later: undoing would overwrite that"
    }
  }

  public var chinese: String {
    switch self {
    case .noSuchChange: "沒有這個可以復原的修改"
    case .changedSince(let field): "欄位 \(field) 後來又改過：復原會蓋掉後來的修改"
    }
  }

  public var code: String {
    switch self {
    case .noSuchChange: "no_such_change"
    case .changedSince: "changed_since"
    }
  }
}

extension Store {
  /// Undoes one change: gives the changed fields their former values, adds a removed record again, or removes an added one.
  ///
  /// - Parameters:
  ///   - id: the number of the entry in the audit log.
  ///   - entities: the kinds of records that the caller may write.
  /// - Returns: the kind and key of the record.
  /// - Throws: `UndoRefusal`; `RecordFaults` if the former values are no longer valid; `RecordError` if the record is gone or referred to.
  public func undo(_ id: Int, of entities: [Entity], _ change: Change) throws -> (entity: Entity, key: String) {
    guard id < .max, let entry = try audit(limit: 1, before: id + 1).first, entry.id == id,
      let entity = Entity(rawValue: entry.entity), entities.contains(entity), !entry.isOfOwnDay
    else { throw UndoRefusal.noSuchChange }
    switch entry.action {
    case "edit":
      _ = try edit(entity, key: entry.key, change) { record in
        guard record.id == entry.entityID else {
          throw RecordError.noSuchRecord(entity, key: entry.key, similar: [])
        }
        // Users' own days are theirs.
        guard entity != .event || record["owner"] == .null else { throw UndoRefusal.noSuchChange }
        for member in entry.after.members where Self.isUndone(member.name) {
          guard record[member.name] == member.value else { throw UndoRefusal.changedSince(field: member.name) }
        }
        return Draft(
          fields: entry.before.members.filter { Self.isUndone($0.name) }.map { Draft.Given($0.name, $0.value) })
      }
    case "add":
      let record = try record(entity, key: entry.key)
      guard record.id == entry.entityID else { throw UndoRefusal.noSuchChange }
      // Whoever edited it later would lose that.
      if let later = try audit(entity, key: entry.key, limit: 1).first, later.id != id {
        throw UndoRefusal.changedSince(
          field: later.after.members.first { Self.isUndone($0.name) }?.name ?? entity.keyName)
      }
      try remove(entity, key: entry.key, change)
    case "remove":
      let fields = entry.before.members.filter { Self.isUndone($0.name) }.map { Draft.Given($0.name, $0.value) }
      // The data may not hold the key, which names the record in every entry.
      let key = fields.contains { $0.name == entity.keyName } ? [] : [Draft.Given(entity.keyName, .text(entry.key))]
      // Links of apps hold the number; it comes back unless another record has it.
      let isFree = try database.read { try RecordReader(connection: $0).record(entity, id: entry.entityID) == nil }
      let number = isFree ? [Draft.Given("id", .integer(entry.entityID))] : []
      try add([Draft(fields: number + fields + key)], to: entity, change)
    default: throw UndoRefusal.noSuchChange
    }
    return (entity, entry.key)
  }

  /// The revision counts changes, so undoing counts as one more.
  private static func isUndone(_ field: String) -> Bool { field != "revision" && field != "id" }
}
