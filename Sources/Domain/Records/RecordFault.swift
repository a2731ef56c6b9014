/// A fault in one field of a record.
public struct RecordFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place in the input: `row 17`, `entry 3`; empty for a single record.
  public let place: String
  /// The field, as JSON and the command line name it.
  public let field: String
  /// The member of the field's object, such as `quiet_to` of `settings`; nil for the whole field.
  public let member: String?
  /// The given value and the expected form.
  public let problem: String

  public init(place: String = "", field: String, member: String? = nil, problem: String) {
    self.place = place
    self.field = field
    self.member = member
    self.problem = problem
  }

  package init(field: String, _ problem: FieldProblem) {
    self.init(field: field, member: problem.member, problem: problem.text)
  }

  /// The same fault in a record of an input.
  package func at(_ place: String) -> RecordFault {
    RecordFault(place: place, field: field, member: member, problem: problem)
  }

  public var description: String {
    [place, field, member ?? "", problem].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}

/// All faults of an input; nothing was written.
public struct RecordFaults: Error, Hashable, Sendable, CustomStringConvertible {
  public let faults: [RecordFault]

  public init(_ faults: [RecordFault]) {
    self.faults = faults
  }

  /// The most faults that a message lists; it counts the rest.
  package static let named = 20

  public var description: String {
    let lines = faults.prefix(Self.named).map(\.description)
    let rest = faults.count - lines.count
    return (lines + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "\n")
  }
}

/// An invalid value: the reason, without the field's name.
package struct FieldProblem: Error, Hashable, CustomStringConvertible {
  /// The invalid member of an object; nil for the value itself.
  package let member: String?
  package let text: String

  package init(_ text: String, in member: String? = nil) {
    self.text = text
    self.member = member
  }

  package var description: String { (member.map { $0 + ": " } ?? "") + text }
}

/// An input that does not contain records.
public enum InputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An invalid line of a file with one object per line.
  case badLine(Int, String)
  case notRecords(found: String)
  /// Not what `admin export` writes.
  case notWhole
  case notText
  case empty
  case unclosedQuote(line: Int)
  case noHeader(String)
  case columnTwice(String)

  public var description: String {
    switch self {
    case .badLine(let line, let problem): "line \(line): \(problem)"
    case .notRecords(let found): "the JSON holds \(found): expected an object, or a list of objects"
    case .notWhole:
      "the input is no whole export (an object with lists of events and so on); a list or a CSV of one kind goes to folkcal admin KIND import"
    case .notText: "the input is not UTF-8 text"
    case .empty: "the input is empty"
    case .unclosedQuote(let line): "line \(line): a quoted field is not closed"
    case .noHeader(let names): "the first line names no field that is known here: \(names)"
    case .columnTwice(let name): "two columns are called \"\(name.prefix(100))\": which one counts?"
    }
  }
}

/// A record that does not exist or may not be removed.
public enum RecordError: Error, Hashable, Sendable, CustomStringConvertible {
  case noSuchRecord(Entity, key: String, similar: [String])
  case referredTo(Entity, key: String, by: [String])
  /// A name that several records have.
  case severalRecords(Entity, name: String, count: Int, keys: String)

  public var description: String {
    switch self {
    case .noSuchRecord(let entity, let key, let similar):
      "\(entity.rawValue) \"\(key)\" does not exist"
        + (similar.isEmpty
          ? "; folkcal admin \(entity.rawValue) list names them" : "; there is \(similar.joined(separator: ", "))")
    case .severalRecords(let entity, let name, let count, let keys):
      "\"\(name)\" is the name of \(count) \(entity.plural): give the key of one, which are \(keys)"
    case .referredTo(let entity, let key, let by):
      "\(entity.rawValue) \"\(key)\" is referred to by \(by.joined(separator: ", ")): remove or change those first"
    }
  }
}
