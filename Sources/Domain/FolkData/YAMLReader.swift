public import Folklore
internal import JSON
internal import Yams

/// Reads a mapping of a YAML file by field; each error names the file, the line and the field.
struct EntryReader {
  private let file: String
  private let mapping: Node.Mapping
  /// The values by field. Looking a field up in the mapping itself would resolve the tags of its keys by regular expressions, each time.
  private let values: [String: Node]
  private let path: String
  private let line: Int

  init(_ node: Node, file: String, path: String) throws(DataFault) {
    line = node.mark?.line ?? 0
    guard case .mapping(let mapping) = node else {
      throw DataFault(file: file, line: line, field: path, "這裡要寫欄位和值", "expected a mapping of fields")
    }
    self.file = file
    self.mapping = mapping
    values = Dictionary(mapping.map { ($0.key.string ?? "", $0.value) }) { first, _ in first }
    self.path = path
  }

  /// - Parameters:
  ///   - chinese: the sentence in Traditional Chinese.
  ///   - english: the same in English.
  func fault(_ field: String, _ chinese: String, _ english: String) -> DataFault {
    let key = mapping.first { $0.key.string == field }?.key
    let place = path.isEmpty ? field : path + "." + field
    return DataFault(file: file, line: key?.mark?.line ?? line, field: place, chinese, english)
  }

  /// The fault of a field for an error of a checked value.
  func fault(_ field: String, _ error: any Error) -> DataFault {
    fault(field, (error as? any SpokenError)?.chinese ?? "\(error)", "\(error)")
  }

  /// Rejects unknown fields, to find misspelt names.
  func allow(only fields: [String]) throws(DataFault) {
    for (key, _) in mapping {
      let name = key.string ?? ""
      guard fields.contains(name) else {
        throw fault(
          name, "這裡沒有這個欄位；欄位有 \(fields.joined(separator: "、"))",
          "is not a field here; fields are \(fields.joined(separator: ", "))")
      }
    }
  }

  /// The names of the fields, in the order of the file.
  var fields: [String] { mapping.map { $0.key.string ?? "" } }

  func optionalText(_ field: String) throws(DataFault) -> String? {
    guard let node = values[field] else { return nil }
    guard case .scalar(let scalar) = node else { throw fault(field, "這裡要寫文字", "expected a text") }
    var text = scalar.string
    while text.last?.isWhitespace == true { text.removeLast() }
    guard !text.isEmpty else { throw fault(field, "是空的：請省略或寫文字", "is empty: leave it out or give a text") }
    return text
  }

  func text(_ field: String) throws(DataFault) -> String {
    guard let text = try optionalText(field) else { throw fault(field, "必填", "is missing") }
    return text
  }

  /// A slug of lower-case ASCII letters, digits and hyphens.
  func slug(_ field: String) throws(DataFault) -> String {
    let slug = try text(field)
    let isSlug = slug.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    guard isSlug else {
      throw fault(
        field, "「\(slug)」不能當代號：請用小寫英文字母、數字與連字號", "\"\(slug)\" is not a slug of a-z, 0-9 and hyphens")
    }
    return slug
  }

  func number(_ field: String) throws(DataFault) -> Int {
    let text = try text(field)
    guard let number = Int(text), number > 0 else {
      throw fault(field, "「\(text)」不是 1 以上的整數", "\"\(text)\" is not a whole number from 1")
    }
    return number
  }

  /// Whole numbers by name: `{HK: 1}`.
  func numbers(of names: [String]) throws(DataFault) -> JSON {
    try allow(only: names)
    return .object(try fields.map { name throws(DataFault) in JSON.Member(name, .integer(try number(name))) })
  }

  /// A list of texts; empty if the field is missing.
  func texts(_ field: String) throws(DataFault) -> [String] {
    try nodes(field).map { node throws(DataFault) in
      guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
        throw fault(field, "這裡要寫一串文字", "expected a list of texts")
      }
      return scalar.string
    }
  }

  /// A list of mappings; empty if the field is missing.
  func entries(_ field: String) throws(DataFault) -> [EntryReader] {
    try nodes(field).enumerated().map { index, node throws(DataFault) in
      try EntryReader(node, file: file, path: path.isEmpty ? "\(field)[\(index)]" : "\(path).\(field)[\(index)]")
    }
  }

  /// A mapping; nil if the field is missing.
  func entry(_ field: String) throws(DataFault) -> EntryReader? {
    guard let node = values[field] else { return nil }
    return try EntryReader(node, file: file, path: path.isEmpty ? field : path + "." + field)
  }

  /// A value of an enumeration.
  func word<Word: RawRepresentable<String> & CaseIterable>(_ field: String) throws(DataFault) -> Word {
    let text = try text(field)
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue)
      throw fault(
        field, "「\(text)」不能用；可用的值：\(words.joined(separator: "、"))",
        "\"\(text)\" is not one of \(words.joined(separator: ", "))")
    }
    return word
  }

  private func nodes(_ field: String) throws(DataFault) -> [Node] {
    guard let node = values[field] else { return [] }
    guard case .sequence(let sequence) = node else { throw fault(field, "這裡要寫清單", "expected a list") }
    return Array(sequence)
  }
}

extension EntryReader {
  /// The root mapping of a file's text.
  init(yaml text: String, file: String) throws(DataFault) {
    let node: Node?
    do {
      // Every value is read as a text. Guessing the types of values, by regular expressions, takes most of the time.
      node = try Yams.compose(yaml: text, .basic)
    } catch let error as YamlError {
      let (chinese, english) = error.problemTexts
      throw DataFault(file: file, line: error.line, "不是 YAML：\(chinese)", "is not YAML: \(english)")
    } catch {
      throw DataFault(file: file, "不是 YAML：\(error)", "is not YAML: \(error)")
    }
    guard let node else { throw DataFault(file: file, line: 1, "是空的", "is empty") }
    try self.init(node, file: file, path: "")
  }
}

extension YamlError {
  fileprivate var line: Int {
    switch self {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark.line
    case .duplicatedKeysInMapping(_, let context): context.mark.line
    default: 0
    }
  }

  /// libyaml's usual messages in Chinese.
  private static let chineseProblems = [
    "did not find expected '-' indicator": "清單的每一項要以 - 開頭，而且縮排要對齊",
    "did not find expected key": "這裡要寫欄位名稱，而且縮排要對齊",
    "did not find expected node content": "這裡要寫值",
    "did not find expected ',' or ']'": "清單缺少 , 或 ]",
    "did not find expected ',' or '}'": "物件缺少 , 或 }",
    "mapping values are not allowed in this context": "這裡不能再有冒號：值裡有冒號時，請加上引號",
    "could not find expected ':'": "欄位名稱後面缺少冒號",
    "found character that cannot start any token": "這裡有不能當開頭的字元（例如定位字元、@ 或 %）：請改用空白或加上引號",
    "found unexpected end of stream": "引號沒有結束",
    "block sequence entries are not allowed in this context": "這裡不能寫 - 開頭的清單",
  ]

  fileprivate var problemTexts: (chinese: String, english: String) {
    switch self {
    case .scanner(_, let problem, _, _), .parser(_, let problem, _, _), .composer(_, let problem, _, _):
      return (Self.chineseProblems[problem] ?? "寫法不對（\(problem)）", problem)
    case .duplicatedKeysInMapping(let duplicates, _):
      let names = duplicates.map { "\($0)" }
      return (
        "欄位 \(names.joined(separator: "、")) 寫了兩次", "the field \(names.joined(separator: ", ")) is given twice"
      )
    default: return ("\(self)", "\(self)")
    }
  }
}

/// A fault in a data file: the file, the line, the field and the correct form.
///
///     events.yaml:41: events[3].rule: date rule "lunar 13/1": month 13 is not between 1 and 12 (column 7)
public struct DataFault: SpokenError, Hashable, Sendable {
  public let file: String
  /// From 1; 0 if the fault has no line.
  public let line: Int
  /// The path of the field: `events[3].rule`.
  public let field: String
  public let problem: String
  /// The same in Traditional Chinese.
  private let chineseProblem: String

  /// - Parameters:
  ///   - chinese: the problem in Traditional Chinese.
  ///   - english: the same in English.
  init(file: String, line: Int = 0, field: String = "", _ chinese: String, _ english: String) {
    self.file = file
    self.line = line
    self.field = field
    problem = english
    chineseProblem = chinese
  }

  public var description: String { parts(problem).joined(separator: ": ") }
  public var chinese: String { parts(chineseProblem).joined(separator: "：") }
  public var code: String { "bad_data_file" }

  private func parts(_ problem: String) -> [String] {
    [line > 0 ? "\(file):\(line)" : file, field, problem].filter { !$0.isEmpty }
  }
}
