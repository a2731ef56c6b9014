import Folklore
import JSON

/// The schemas of tools, out of the API's document: each with what it refers to, because a tool is read alone.
struct ToolSchemas {
  private let document: JSON
  private let operations: [String: DocumentedOperation]

  init(_ document: JSON) {
    self.document = document
    operations = Dictionary(DocumentedOperation.all(in: document).map { ($0.name, $0) }) { first, _ in first }
  }

  /// The tool as the list has it.
  func json(_ tool: MCPTool) -> JSON {
    [
      "name": .text(tool.name), "title": .text(tool.shownTitle), "description": .text(tool.description),
      "inputSchema": input(of: tool), "outputSchema": output(of: tool), "annotations": tool.annotations,
    ]
  }

  // MARK: Arguments

  private func input(of tool: MCPTool) -> JSON {
    let operation = operations[tool.endpoints[0]]
    let members = tool.arguments.map { JSON.Member($0.name, schema(of: $0, operation)) }
    return bundled(
      .record(members, required: tool.arguments.filter(\.isRequired).map(\.name)).adding(["examples": [tool.example]]))
  }

  /// The argument's own schema, else that of the endpoint's parameter or member of the same name.
  private func schema(of argument: ToolArgument, _ operation: DocumentedOperation?) -> JSON {
    if let schema = argument.schema { return schema }
    let parameter = operation?.parameters.first { $0["name"] == .text(argument.name) }
    let member = operation?.body.map(document.resolved)?["properties"][argument.name]
    var schema = parameter?["schema"] ?? member ?? [:]
    if let description = argument.description.map(JSON.text) ?? parameter?["description"] {
      schema = schema.setting("description", description)
    }
    return argument.usual == .null ? schema : schema.setting("default", argument.usual)
  }

  // MARK: Results

  /// The protocol asks for an object: a list is the member `items` of one, and no answer is `done`.
  private func output(of tool: MCPTool) -> JSON {
    let answers = tool.endpoints.map { operations[$0]?.success?.schema ?? .null }
    guard let first = answers.first, first != .null else { return .record(["done": .anyFlag]) }
    guard first["type"] == "array" else { return bundled(document.resolved(first)) }
    return bundled(
      .record(
        ["items": answers.count == 1 ? first : .any(answers)],
        optional: ["total": JSON.anyInteger.adding(["description": "How many there are in all."])]))
  }

  /// A schema with the components that it refers to.
  private func bundled(_ schema: JSON) -> JSON {
    var names: [String] = []
    let root = local(schema, &names)
    var definitions: [JSON.Member] = []
    while definitions.count < names.count {
      let name = names[definitions.count]
      definitions.append(JSON.Member(name, local(document["components"]["schemas"][name], &names)))
    }
    return definitions.isEmpty ? root : root.adding(["$defs": .object(definitions)])
  }

  /// A schema whose references stay in it.
  ///
  /// - Parameter names: the components that are referred to, each once.
  private func local(_ schema: JSON, _ names: inout [String]) -> JSON {
    switch schema {
    case .object(let members):
      if let name = schema["$ref"].text?.split(separator: "/").last.map(String.init) {
        if !names.contains(name) { names.append(name) }
        return ["$ref": .text("#/$defs/\(name)")]
      }
      return .object(members.map { JSON.Member($0.name, local($0.value, &names)) })
    case .list(let items): return .list(items.map { local($0, &names) })
    default: return schema
    }
  }
}
