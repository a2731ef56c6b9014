import Addresses
import Folklore
import JSON

/// A request to try an operation with, made of the document's examples.
struct ExampleRequest: Sendable {
  /// The path with its query. A parameter without an example stands as a variable of the shell: `/api/user/events/$ID`.
  let target: String
  /// True if every required parameter has an example.
  let isComplete: Bool
  /// An example of the body; nil if the request has none.
  let body: JSON?
  private let method: String
  private let needsToken: Bool

  /// - Parameter language: the language of the answer, where the operation lets callers choose it.
  init(_ operation: DocumentedOperation, in language: Language) {
    var path = operation.path
    var query: [(name: String, value: String)] = []
    var isComplete = true
    for parameter in operation.parameters where parameter["in"] != "header" {
      let name = parameter["name"].text ?? ""
      let example = Self.example(of: parameter)
      if parameter["in"] == "path" {
        path = path.replacing("{\(name)}", with: example.map(PercentEncoding.encode) ?? "$" + name.uppercased())
        if example == nil { isComplete = false }
      } else if let example {
        query.append((name, example))
      } else if name == CommonParameters.language.declaration.name, language != .traditionalChinese {
        query.append((name, language.rawValue))
      }
    }
    target = path + (query.isEmpty ? "" : "?" + PercentEncoding.query(query))
    self.isComplete = isComplete
    method = operation.method
    needsToken = operation.security != nil
    body = operation.body.map { SchemaExample(operation.document).value(of: $0, onlyRequired: true) }
  }

  /// The parameter's own example; of a required one also that of its schema. Other parameters are left out of the request.
  private static func example(of parameter: JSON) -> String? {
    let isRequired = parameter["required"] == true
    let own = parameter["example"]
    let value = own == .null && isRequired ? parameter["schema"]["examples"].list.first ?? .null : own
    return value == .null ? nil : value.text ?? value.json()
  }

  /// The request as a line for a shell.
  func curl(_ origin: String) -> String {
    var words = ["curl"]
    if method != "GET" { words += ["-X", method] }
    // The shell puts the values of variables into double quotes only.
    if needsToken { words += ["-H", "\"Authorization: Bearer $TOKEN\""] }
    if let body { words += ["-H", "'Content-Type: application/json'", "-d", Self.quoted(body.json())] }
    words.append(isComplete ? Self.quoted(origin + target) : "\"" + origin + target + "\"")
    return words.joined(separator: " ")
  }

  private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}
