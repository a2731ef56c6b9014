import Folklore
import JSON
import WebPages

/// The fields of schemas as rows of a table.
struct SchemaFields {
  private let document: JSON
  private let language: Language

  init(_ document: JSON, _ language: Language) {
    self.document = document
    self.language = language
  }

  /// A parameter of an operation.
  func row(ofParameter parameter: JSON) -> OperationPage.Field {
    row(
      parameter["name"].text ?? "", parameter["schema"], mark: parameter["required"] == true ? requiredMark : nil,
      place: parameter["in"].text, description: parameter["description"].text)
  }

  /// The members of an object or of a list's objects, and theirs: `lunar.year`, `dates[].solar_date`.
  ///
  /// - Parameter isAnswer: true to mark what an answer may lack; false to mark what a request must have.
  func rows(of schema: JSON, isAnswer: Bool, in place: String = "") -> [OperationPage.Field] {
    let object = object(in: schema)
    let names = object["required"].texts
    return object["properties"].members.flatMap { member in
      let name = place + member.name
      let mark: String? =
        switch (names.contains(member.name), isAnswer) {
        case (true, false): requiredMark
        case (false, true): language.say("不一定有", "不一定有", "may be missing")
        default: nil
        }
      let row = row(name, member.value, mark: mark)
      return [row]
        + rows(of: member.value, isAnswer: isAnswer, in: name + (row.type.contains("[]") ? "[]." : "."))
    }
  }

  private var requiredMark: String { language.say("必填", "必填", "required") }

  /// The object that a schema describes, alone, or null, or in a list; null if there is none.
  private func object(in schema: JSON) -> JSON {
    let schema = document.resolved(schema)
    if schema["items"] != .null { return object(in: schema["items"]) }
    return schema["anyOf"].list.lazy.map(object).first { $0["properties"] != .null } ?? schema
  }

  private func row(
    _ name: String, _ schema: JSON, mark: String?, place: String? = nil, description: String? = nil
  ) -> OperationPage.Field {
    let whole = document.resolved(schema)
    let inner = whole["items"] == .null ? whole : document.resolved(whole["items"])
    let choices = inner["enum"].list.filter { $0 != .null }.map(shown)
    return OperationPage.Field(
      name, type: type(of: schema), mark: mark, place: place,
      text: (description ?? schema["description"].text ?? whole["description"].text).map {
        DocumentWords.text($0, in: language)
      }, limits: limits(of: whole),
      pattern: pattern(of: whole), choices: choices)
  }

  /// The type of a value: `string (date) | null`, `object[]`.
  func type(of schema: JSON) -> String {
    let schema = document.resolved(schema)
    let forms = schema["anyOf"].list
    if !forms.isEmpty { return forms.map(type).joined(separator: " | ") }
    if schema["items"] != .null { return type(of: schema["items"]) + "[]" }
    let types = schema["type"].text.map { [$0] } ?? schema["type"].texts
    guard let first = types.first else { return schema["enum"] == .null ? "any" : "string" }
    return ([first + (schema["format"].text.map { " (\($0))" } ?? "")] + types.dropFirst()).joined(separator: " | ")
  }

  /// What a schema asks of its values, in words.
  private func limits(of schema: JSON) -> String? {
    let say = language.say
    func range(_ least: JSON, _ most: JSON) -> String? {
      switch (least, most) {
      case (.null, .null): nil
      case (_, .null): "≥ " + shown(least)
      case (.null, _): "≤ " + shown(most)
      default: least == most ? shown(least) : "\(shown(least)) – \(shown(most))"
      }
    }
    let (above, usual) = (schema["exclusiveMinimum"], schema["default"])
    let limits = [
      above == .null ? nil : "> " + shown(above), range(schema["minimum"], schema["maximum"]),
      range(schema["minLength"], schema["maxLength"]).map { say("字數 \($0)", "字数 \($0)", "\($0) characters") },
      range(schema["minItems"], schema["maxItems"]).map { say("項數 \($0)", "项数 \($0)", "\($0) items") },
      usual == .null ? nil : say("預設 \(shown(usual))", "默认 \(shown(usual))", "default \(shown(usual))"),
    ].compactMap(\.self)
    return limits.isEmpty ? nil : limits.joined(separator: " · ")
  }

  /// The pattern that tells readers a form. Patterns with escapes only exclude control characters, at length.
  private func pattern(of schema: JSON) -> String? {
    schema["pattern"].text.flatMap { $0.contains(#"\u"#) ? nil : $0 }
  }

  /// A value as people write it: 90 and not 90.0.
  private func shown(_ value: JSON) -> String {
    value.text ?? value.real.flatMap { Int(exactly: $0) }.map(String.init) ?? value.json()
  }
}
