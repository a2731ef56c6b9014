internal import Yams

/// Reads a mapping of a YAML file by field; each error names the file, the line and the field.
struct EntryReader {
  private let file: String
  private let mapping: Node.Mapping
  private let path: String
  private let line: Int

  init(_ node: Node, file: String, path: String) throws(DataFault) {
    line = node.mark?.line ?? 0
    guard case .mapping(let mapping) = node else {
      throw DataFault(file: file, line: line, field: path, problem: "expected a mapping of fields")
    }
    self.file = file
    self.mapping = mapping
    self.path = path
  }

  func fault(_ field: String, _ problem: String) -> DataFault {
    let key = mapping.first { $0.key.string == field }?.key
    let place = path.isEmpty ? field : path + "." + field
    return DataFault(file: file, line: key?.mark?.line ?? line, field: place, problem: problem)
  }

  /// Rejects unknown fields, to find misspelt names.
  func allow(only fields: [String]) throws(DataFault) {
    for (key, _) in mapping {
      let name = key.string ?? ""
      guard fields.contains(name) else {
        throw fault(name, "is not a field here; fields are \(fields.joined(separator: ", "))")
      }
    }
  }

  /// The names of the fields, in the order of the file.
  var fields: [String] { mapping.map { $0.key.string ?? "" } }

  func optionalText(_ field: String) throws(DataFault) -> String? {
    guard let node = mapping[field] else { return nil }
    guard case .scalar(let scalar) = node else { throw fault(field, "expected a text") }
    var text = scalar.string
    while text.last?.isWhitespace == true { text.removeLast() }
    guard !text.isEmpty else { throw fault(field, "is empty: leave it out or give a text") }
    return text
  }

  func text(_ field: String) throws(DataFault) -> String {
    guard let text = try optionalText(field) else { throw fault(field, "is missing") }
    return text
  }

  /// A slug of lower-case ASCII letters, digits and hyphens.
  func slug(_ field: String) throws(DataFault) -> String {
    let slug = try text(field)
    let isSlug = slug.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    guard isSlug else { throw fault(field, "\"\(slug)\" is not a slug of a-z, 0-9 and hyphens") }
    return slug
  }

  func number(_ field: String) throws(DataFault) -> Int {
    let text = try text(field)
    guard let number = Int(text), number > 0 else { throw fault(field, "\"\(text)\" is not a whole number from 1") }
    return number
  }

  /// A list of texts; empty if the field is missing.
  func texts(_ field: String) throws(DataFault) -> [String] {
    try nodes(field).map { node throws(DataFault) in
      guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
        throw fault(field, "expected a list of texts")
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
    guard let node = mapping[field] else { return nil }
    return try EntryReader(node, file: file, path: path.isEmpty ? field : path + "." + field)
  }

  /// A value of an enumeration.
  func word<Word: RawRepresentable<String> & CaseIterable>(_ field: String) throws(DataFault) -> Word {
    let text = try text(field)
    guard let word = Word(rawValue: text) else {
      throw fault(field, "\"\(text)\" is not one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  private func nodes(_ field: String) throws(DataFault) -> [Node] {
    guard let node = mapping[field] else { return [] }
    guard case .sequence(let sequence) = node else { throw fault(field, "expected a list") }
    return Array(sequence)
  }
}

extension EntryReader {
  /// The root mapping of a file's text.
  init(yaml text: String, file: String) throws(DataFault) {
    let node: Node?
    do {
      node = try Yams.compose(yaml: text)
    } catch let error as YamlError {
      throw DataFault(file: file, line: error.line, field: "", problem: "is not YAML: \(error.problemText)")
    } catch {
      throw DataFault(file: file, line: 0, field: "", problem: "is not YAML: \(error)")
    }
    guard let node else { throw DataFault(file: file, line: 1, field: "", problem: "is empty") }
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

  fileprivate var problemText: String {
    switch self {
    case .scanner(_, let problem, _, _), .parser(_, let problem, _, _), .composer(_, let problem, _, _): problem
    case .duplicatedKeysInMapping(let duplicates, _):
      "the field \(duplicates.map { "\($0)" }.joined(separator: ", ")) is given twice"
    default: "\(self)"
    }
  }
}

/// A fault in a data file: the file, the line, the field and the correct form.
///
///     events.yaml:41: events[3].rule: date rule "lunar 13/1": month 13 is not between 1 and 12 (column 7)
public struct DataFault: Error, Hashable, Sendable, CustomStringConvertible {
  public let file: String
  /// From 1; 0 if the fault has no line.
  public let line: Int
  /// The path of the field: `events[3].rule`.
  public let field: String
  public let problem: String

  public var description: String {
    let place = line > 0 ? "\(file):\(line)" : file
    return field.isEmpty ? "\(place): \(problem)" : "\(place): \(field): \(problem)"
  }
}
