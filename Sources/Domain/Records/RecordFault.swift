public import Folklore
public import JSON
public import Sheets
internal import Words

/// A fault in one field of a record.
public struct RecordFault: SpokenError, Hashable, Sendable {
  /// The place in the input: `row 17`, `entry 3`; empty for a single record.
  public let place: String
  /// The field, as JSON and the command line name it.
  public let field: String
  /// The member of the field's object, such as `quiet_to` of `settings`; nil for the whole field.
  public let member: String?
  /// The given value and the expected form.
  public let problem: String
  /// The same in Traditional Chinese; nil if the fault was made with the English sentence only.
  private let chineseProblem: String?

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
    chineseProblem = chinese
  }

  package init(field: String, _ problem: FieldProblem) {
    self.init(field: field, member: problem.member, problem.text, problem.chinese)
  }

  /// The same fault in a record of an input.
  package func at(_ place: String) -> RecordFault {
    RecordFault(place: place, field: field, member: member, problem, chineseProblem)
  }

  /// The given value and the expected form, in a reader's language.
  package func problem(in language: Language) -> String {
    switch language {
    case .english: problem
    case .traditionalChinese: chineseProblem ?? problem
    case .simplifiedChinese: chineseProblem.map(Transliteration.simplified) ?? problem
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

  public var chinese: String {
    [InputPlace.chinese(place), field, member ?? "", chineseProblem ?? problem].filter { !$0.isEmpty }
      .joined(separator: "：")
  }

  public var code: String { "bad_field" }
}

/// All faults of an input; nothing was written.
public struct RecordFaults: SpokenError, Hashable, Sendable {
  public let faults: [RecordFault]

  public init(_ faults: [RecordFault]) {
    self.faults = faults
  }

  /// The most faults that a message lists; it counts the rest.
  package static let named = 20

  public var description: String { lines(\.description) { "and \($0) more" } }
  public var chinese: String { lines(\.chinese) { "另外還有 \($0) 個問題" } }
  public var code: String { "bad_fields" }

  private func lines(_ text: (RecordFault) -> String, more: (Int) -> String) -> String {
    let lines = faults.prefix(Self.named).map(text)
    let rest = faults.count - lines.count
    return (lines + (rest > 0 ? [more(rest)] : [])).joined(separator: "\n")
  }
}

/// An invalid value: the reason, without the field's name.
package struct FieldProblem: Error, CustomStringConvertible {
  /// The invalid member of an object; nil for the value itself.
  package let member: String?
  package let text: String
  /// The reason in Traditional Chinese.
  package let chinese: String

  package init(_ text: String, _ chinese: String, in member: String? = nil) {
    self.text = text
    self.chinese = chinese
    self.member = member
  }

  package var description: String { (member.map { $0 + ": " } ?? "") + text }
}

/// An input that does not contain records.
public enum InputError: SpokenError, Hashable, Sendable {
  /// An invalid line of a file with one object per line.
  case badLine(Int, JSONError)
  case notRecords(Unexpected)
  /// Not what `admin export` writes.
  case notWhole
  case notText
  case empty
  case unclosedQuote(line: Int)
  case noHeader(String)
  case columnTwice(String)
  /// A workbook or another file that cannot be read as a table.
  case sheet(SheetError)

  public var description: String {
    switch self {
    case .badLine(let line, let problem): "line \(line): \(problem)"
    case .notRecords(let found): "the JSON holds \(found.english): expected an object, or a list of objects"
    case .notWhole:
      "the input is no whole export (an object with lists of events and so on); a list or a CSV of one kind goes to folkcal admin KIND import"
    case .notText: "the input is not text in UTF-8, UTF-16 or Big5: save it as UTF-8 (in a spreadsheet: \"CSV UTF-8\")"
    case .empty: "the input is empty"
    case .unclosedQuote(let line): "line \(line): a quoted field is not closed"
    case .noHeader(let names): "the first line names no field that is known here: \(names)"
    case .columnTwice(let name): "two columns are called \"\(name.prefix(100))\": which one counts?"
    case .sheet(let error): (error.line.map { "line \($0): " } ?? "") + error.description
    }
  }

  public var chinese: String {
    switch self {
    case .badLine(let line, let problem): "第 \(line) 行：\(problem.chinese)"
    case .notRecords(let found): "JSON 裡有\(found.chinese)：應該是一個物件，或一串物件"
    case .notWhole:
      "輸入不是完整的匯出檔（含有 events 等清單的物件）；單一種類的清單或 CSV 請用該種類的 import 匯入，例如 folkcal admin event import"
    case .notText: "輸入不是 UTF-8、UTF-16 或 Big5 文字：請另存成 UTF-8，在試算表裡選「CSV UTF-8」"
    case .empty: "輸入是空的"
    case .unclosedQuote(let line): "第 \(line) 行：這裡開始的引號沒有結束"
    case .noHeader(let names): "第一列沒有任何認得的欄位，只有：\(names)"
    case .columnTwice(let name): "有兩欄都叫「\(name.prefix(100))」：請只留一欄"
    case .sheet(let error): (error.line.map { "第 \($0) 行：" } ?? "") + error.chinese
    }
  }

  public var code: String {
    switch self {
    case .badLine: "bad_line"
    case .notRecords: "not_records"
    case .notWhole: "not_whole_export"
    case .notText: "not_text"
    case .empty: "empty_input"
    case .unclosedQuote: "unclosed_quote"
    case .noHeader: "no_header"
    case .columnTwice: "column_twice"
    case .sheet(let error): error.code
    }
  }

  /// Something in a JSON text that is no record, in both languages.
  public struct Unexpected: Hashable, Sendable {
    let chinese: String
    let english: String

    package init(_ chinese: String, _ english: String) {
      self.chinese = chinese
      self.english = english
    }
  }
}

extension RecordError: SpokenError {
  public var code: String {
    switch self {
    case .noSuchRecord: "no_such_record"
    case .severalRecords: "several_records"
    case .referredTo: "record_in_use"
    }
  }

  public var chinese: String {
    switch self {
    case .noSuchRecord(let entity, let key, let similar):
      "沒有叫「\(key)」的\(entity.title(in: .traditionalChinese))"
        + (similar.isEmpty
          ? "；folkcal admin \(entity.rawValue) list 會列出全部"
          : "；類似的有 \(similar.map(Self.chineseName).joined(separator: "、"))")
    case .severalRecords(let entity, let name, let count, let keys):
      "叫「\(name)」的\(entity.title(in: .traditionalChinese))有 \(count) 筆，請寫其中一個代號：\(keys)"
    case .referredTo(let entity, let key, let by):
      "還有資料使用\(entity.title(in: .traditionalChinese))「\(key)」：\(by.map { Self.reference($0, .traditionalChinese) }.joined(separator: "、"))；請先移除或修改這些資料"
    }
  }
}

extension RecordError {
  /// A reference as the store words it, `event "mazu"`, in the language of the reader.
  package static func reference(_ text: String, _ language: Language) -> String {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard language != .english, parts.count == 2 else { return text }
    if let entity = Entity(rawValue: String(parts[0])) {
      return entity.title(in: language) + "「" + parts[1].filter { $0 != "\"" } + "」"
    }
    if parts[1].hasPrefix("user") { return parts[0] + language.say(" 位使用者", " 位用户", "") }
    let kind = parts[1].split(separator: " ").last.flatMap { Entity(rawValue: String($0)) }
    let unit = kind?.chineseUnit ?? "筆"
    return language.say("另有 ", "另有 ", "") + parts[0]
      + language.say(" " + unit, " " + Transliteration.simplified(unit), "") + (kind?.title(in: language) ?? "")
  }

  /// A key with its name, `mazu (媽祖)`, with Chinese brackets.
  fileprivate static func chineseName(_ text: String) -> String {
    guard text.hasSuffix(")"), let open = text.firstRange(of: " (") else { return text }
    return text[..<open.lowerBound] + "（" + text[open.upperBound...].dropLast() + "）"
  }
}

extension Entity {
  /// The unit of counts in Chinese: `3 間`.
  package var chineseUnit: String {
    switch self {
    case .event, .group: "個"
    case .deity, .user: "位"
    case .temple: "間"
    case .activity: "項"
    case .source: "筆"
    }
  }
}

/// A record that does not exist or may not be removed.
public enum RecordError: Hashable, Sendable {
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
