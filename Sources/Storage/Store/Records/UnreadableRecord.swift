public import Records

/// A record of which something stands in the database that no program of ours would have written: a list that is no JSON, a rule that is none.
public struct UnreadableRecord: Error, Hashable, Sendable, CustomStringConvertible {
  public let entity: Entity
  public let key: String
  public let field: String
  public let problem: String

  public var description: String {
    "\(entity.table): \(entity.rawValue) \"\(key)\": \(field): \(problem)"
  }
}

/// Who is told of records that cannot be read and are left out of an answer.
public typealias UnreadableRecordHandler = @Sendable (UnreadableRecord) -> Void

extension Record {
  /// The first thing about the record that cannot be read; nil for a whole one.
  var unreadable: UnreadableRecord? {
    problems.first.map { UnreadableRecord(entity: entity, key: key, field: $0.field, problem: $0.problem) }
  }

  /// The record, if all of it can be read.
  ///
  /// - Throws: `UnreadableRecord`.
  func readable() throws(UnreadableRecord) -> Record {
    if let unreadable { throw unreadable }
    return self
  }
}

extension Store {
  /// The records that can be read; the others are told to the handler.
  func readable(_ records: [Record]) -> [Record] {
    // Hardly ever is one among them that is not.
    guard records.contains(where: { !$0.problems.isEmpty }) else { return records }
    return records.filter { record in
      guard let unreadable = record.unreadable else { return true }
      onUnreadable(unreadable)
      return false
    }
  }

  /// Values made of the records that can be read; the others are told to the handler.
  func made<Value>(_ records: [Record], _ make: (Record) throws -> Value?) -> [Value] {
    readable(records).compactMap { record in
      do {
        return try make(record)
      } catch {
        onUnreadable(
          UnreadableRecord(
            entity: record.entity, key: record.key, field: record.fieldOfFault, problem: "\(error)"))
        return nil
      }
    }
  }
}

extension Record {
  /// The field that does not take what the record holds in it: a rule, where each takes its own.
  fileprivate var fieldOfFault: String {
    zip(entity.fields, values).first { field, value in
      do throws(FieldProblem) {
        _ = try field.kind.checked(value, isText: false)
        return false
      } catch { return true }
    }?.0.name ?? "rule"
  }
}
