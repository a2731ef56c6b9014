import JSON
import Store

@testable import WebAPI

/// Holds JSON against as much of JSON Schema as the document uses.
struct SchemaCheck {
  private let document: JSON

  init(_ document: JSON) {
    self.document = document
  }

  func faults(_ value: JSON, _ schema: JSON, _ place: String) -> [String] {
    if let reference = schema["$ref"].text {
      return faults(value, reference.split(separator: "/").dropFirst().reduce(document) { $0[String($1)] }, place)
    }
    var found: [String] = []
    for name in ["anyOf", "oneOf"] where schema[name] != .null {
      let choices = schema[name].list.map { faults(value, $0, place) }
      if choices.allSatisfy({ !$0.isEmpty }) { found += ["\(place): none of its forms"] + (choices.last ?? []) }
    }
    let types = schema["type"].text.map { [$0] } ?? schema["type"].texts
    if !types.isEmpty, !types.contains(where: { Self.isA($0, value) }) { found.append("\(place) is no \(types)") }
    if schema["enum"] != .null, !schema["enum"].list.contains(value) { found.append("\(place) is not in its list") }
    for name in schema["required"].texts where !value.members.contains(where: { $0.name == name }) {
      if case .object = value { found.append("\(place) lacks \(name)") }
    }
    for member in value.members {
      let known = schema["properties"].members.first { $0.name == member.name }
      if let known {
        found += faults(member.value, known.value, "\(place).\(member.name)")
      } else if schema["additionalProperties"] == false {
        found.append("\(place) has \(member.name) too much")
      }
    }
    if schema["items"] != .null {
      for (index, item) in value.list.enumerated() { found += faults(item, schema["items"], "\(place)[\(index)]") }
    }
    return found
  }

  private static func isA(_ type: String, _ value: JSON) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .flag), ("integer", .integer), ("string", .text), ("array", .list),
      ("object", .object), ("number", .integer), ("number", .real):
      true
    default: false
    }
  }
}
