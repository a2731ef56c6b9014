package import Folklore
internal import Words

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
  /// The same for a reader of Chinese; nil where only programs make the fault.
  private let chinese: String?

  public init(place: String = "", field: String, member: String? = nil, problem: String) {
    self.init(place: place, field: field, member: member, problem, nil)
  }

  /// - Parameters:
  ///   - problem: the sentence in English.
  ///   - chinese: the sentence in Traditional Chinese.
  package init(place: String = "", field: String, member: String? = nil, _ problem: String, _ chinese: String?) {
    self.place = place
    self.field = field
    self.member = member
    self.problem = problem
    self.chinese = chinese
  }

  package init(field: String, _ problem: FieldProblem) {
    self.init(field: field, member: problem.member, problem.text, problem.chinese)
  }

  /// The same fault in a record of an input.
  package func at(_ place: String) -> RecordFault {
    RecordFault(place: place, field: field, member: member, problem, chinese)
  }

  /// The given value and the expected form, in a reader's language.
  package func problem(in language: Language) -> String {
    switch language {
    case .english: problem
    case .traditionalChinese: chinese ?? problem
    case .simplifiedChinese: chinese.map(Transliteration.simplified) ?? problem
    }
  }

  // The Chinese sentence says the same as the English one.
  public static func == (left: RecordFault, right: RecordFault) -> Bool {
    (left.place, left.field, left.member, left.problem) == (right.place, right.field, right.member, right.problem)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    hasher.combine(field)
    hasher.combine(member)
    hasher.combine(problem)
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
package struct FieldProblem: Error, CustomStringConvertible {
  /// The invalid member of an object; nil for the value itself.
  package let member: String?
  package let text: String
  /// The reason in Traditional Chinese; nil where only programs give such values.
  package let chinese: String?

  package init(_ text: String, _ chinese: String? = nil, in member: String? = nil) {
    self.text = text
    self.chinese = chinese
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

extension RecordError {
  /// The description in Traditional Chinese.
  package var chinese: String {
    switch self {
    case .noSuchRecord(let entity, let key, let similar):
      "沒有叫「\(key)」的\(entity.title(in: .traditionalChinese))"
        + (similar.isEmpty ? "" : "；類似的有\(similar.joined(separator: "、"))")
    case .severalRecords(let entity, let name, let count, let keys):
      "叫「\(name)」的\(entity.title(in: .traditionalChinese))有 \(count) 筆，請寫其中一個代號：\(keys)"
    case .referredTo(let entity, let key, let by):
      "還有資料使用\(entity.title(in: .traditionalChinese))「\(key)」：\(by.joined(separator: "、"))"
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
