public import Folklore
public import Records

/// A record with a value that our programs would not have written, such as invalid JSON or an invalid rule.
public struct UnreadableRecord: SpokenError, Hashable, Sendable {
  public let entity: Entity
  public let key: String
  public let field: String
  public let problem: String
  /// The same in Traditional Chinese.
  let chineseProblem: String

  public var description: String {
    "\(entity.table): \(entity.rawValue) \"\(key)\": \(field): \(problem)"
  }

  public var chinese: String {
    "資料表 \(entity.table)：\(entity.title(in: .traditionalChinese))「\(key)」：\(field)：\(chineseProblem)"
  }

  public var code: String { "unreadable_record" }
}

/// Called for each unreadable record that is left out of an answer.
public typealias UnreadableRecordHandler = @Sendable (UnreadableRecord) -> Void

extension Record {
  /// The first fault of the record; nil if it is readable.
  var unreadable: UnreadableRecord? {
    problems.first.map {
      UnreadableRecord(entity: entity, key: key, field: $0.field, problem: $0.problem, chineseProblem: $0.chinese)
    }
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
  /// The readable records; calls the handler for the others.
  func readable(_ records: [Record]) -> [Record] {
    // Nearly always all are readable.
    guard records.contains(where: { !$0.problems.isEmpty }) else { return records }
    return records.filter { record in
      guard let unreadable = record.unreadable else { return true }
      onUnreadable(unreadable)
      return false
    }
  }

  /// Values made of the readable records; calls the handler for the others.
  func made<Value>(_ records: [Record], _ make: (Record) throws -> Value?) -> [Value] {
    readable(records).compactMap { record in
      do {
        return try make(record)
      } catch {
        onUnreadable(
          UnreadableRecord(
            entity: record.entity, key: record.key, field: record.fieldOfFault, problem: "\(error)",
            chineseProblem: (error as? any SpokenError)?.chinese ?? "\(error)"))
        return nil
      }
    }
  }
}

extension Record {
  /// The field with the fault; a rule has its own message.
  fileprivate var fieldOfFault: String {
    zip(entity.fields, values).first { field, value in
      do throws(FieldProblem) {
        _ = try field.kind.checked(value, isText: false)
        return false
      } catch { return true }
    }?.0.name ?? "rule"
  }
}
