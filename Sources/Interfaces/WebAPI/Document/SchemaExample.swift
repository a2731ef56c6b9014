import JSON

/// Makes values that schemas of the document describe, for examples.
struct SchemaExample {
  private let document: JSON

  init(_ document: JSON) {
    self.document = document
  }

  /// The schema's own example, otherwise a value made of its type.
  ///
  /// - Parameter onlyRequired: true to leave out the members that an object may lack.
  func value(of schema: JSON, onlyRequired: Bool = false) -> JSON {
    let schema = document.resolved(schema)
    if let example = schema["examples"].list.first { return example }
    if let choice = schema["enum"].list.first { return choice }
    let forms = schema["anyOf"].list
    if let form = forms.first(where: { $0["type"] != "null" }) { return value(of: form, onlyRequired: onlyRequired) }
    switch schema["type"].text ?? schema["type"].texts.first {
    case "object":
      let required = schema["required"].texts
      let members = schema["properties"].members.filter { !onlyRequired || required.contains($0.name) }
      return .object(members.map { .init($0.name, value(of: $0.value, onlyRequired: onlyRequired)) })
    case "array": return [value(of: schema["items"], onlyRequired: onlyRequired)]
    case "integer": return .integer(min(max(1, schema["minimum"].integer ?? 1), schema["maximum"].integer ?? .max))
    case "number": return .real(min(max(1, schema["minimum"].real ?? 1), schema["maximum"].real ?? .infinity))
    case "boolean": return true
    case "string": return .text(text(schema["format"].text))
    default: return nil
    }
  }

  private func text(_ format: String?) -> String {
    switch format {
    case "date": "2026-11-21"
    case "date-time": "2026-11-21T07:30:00+08:00"
    case "uuid": "0b9f2c1e-7d34-4a56-8c21-3e5f60718293"
    default: "string"
    }
  }
}
