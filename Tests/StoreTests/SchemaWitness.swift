import Foundation
import JSON

@testable import Store

/// Judges values by the part of JSON Schema (draft 2020-12) that our schemas use. It knows nothing of our checks, so it can witness that the
/// two say the same. A keyword that it does not know is an error.
enum SchemaWitness {
  struct UnknownKeyword: Error { let name: String }

  static func accepts(_ schema: JSON, _ value: JSON) throws -> Bool {
    try schema.members.allSatisfy { try holds($0.name, $0.value, schema, value) }
  }

  private static func holds(
    _ keyword: String, _ wanted: JSON, _ schema: JSON, _ value: JSON
  ) throws -> Bool {
    switch keyword {
    case "type":
      return (wanted.text.map { [$0] } ?? wanted.texts).contains { isOf(type: $0, value) }
    case "enum": return wanted.list.contains(value)
    case "minimum": return try number(value).map { try $0 >= number(wanted).required() } ?? true
    case "maximum": return try number(value).map { try $0 <= number(wanted).required() } ?? true
    case "minLength": return value.text.map { $0.unicodeScalars.count >= wanted.integer ?? 0 } ?? true
    case "maxLength": return value.text.map { $0.unicodeScalars.count <= wanted.integer ?? 0 } ?? true
    case "pattern": return try value.text.map { try matches($0, wanted.text ?? "") } ?? true
    case "minItems":
      guard case .list(let list) = value else { return true }
      return list.count >= wanted.integer ?? 0
    case "uniqueItems":
      guard case .list(let list) = value else { return true }
      return Set(list).count == list.count
    case "items": return try value.list.allSatisfy { try accepts(wanted, $0) }
    case "properties":
      return try value.members.allSatisfy { member in
        guard let property = wanted.members.first(where: { $0.name == member.name }) else { return true }
        return try accepts(property.value, member.value)
      }
    case "required":
      guard case .object(let members) = value else { return true }
      return wanted.texts.allSatisfy { name in members.contains { $0.name == name } }
    case "additionalProperties":
      let names = schema["properties"].members.map(\.name)
      return value.members.allSatisfy { names.contains($0.name) }
    case "anyOf": return try wanted.list.contains { try accepts($0, value) }
    case "allOf": return try wanted.list.allSatisfy { try accepts($0, value) }
    case "not": return try !accepts(wanted, value)
    case "format", "description": return true
    default: throw UnknownKeyword(name: keyword)
    }
  }

  private static func isOf(type: String, _ value: JSON) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .flag), ("string", .text), ("array", .list), ("object", .object),
      ("integer", .integer), ("number", .integer), ("number", .real):
      true
    default: false
    }
  }

  private static func number(_ value: JSON) -> Double? { value.real }

  /// True when a text contains a match by ECMA-262, where `$` is the very end.
  private static func matches(_ text: String, _ pattern: String) throws -> Bool {
    let pattern = pattern.hasSuffix("$") ? pattern.dropLast() + "\\z" : pattern
    let whole = NSRange(text.startIndex..., in: text)
    return try NSRegularExpression(pattern: pattern).firstMatch(in: text, range: whole) != nil
  }
}

extension Double? {
  fileprivate func required() throws -> Double {
    guard let self else { throw SchemaWitness.UnknownKeyword(name: "a bound that is no number") }
    return self
  }
}
