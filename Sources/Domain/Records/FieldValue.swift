package import Folklore
package import JSON

/// The type of a property that a field of a record holds.
package protocol FieldValue: Sendable {
  /// - Returns: nil if the JSON has no value of this type.
  /// - Throws: `DateRuleError` for a rule that cannot be read.
  init?(json: JSON) throws
  var json: JSON { get }
}

extension String: FieldValue {
  package init?(json: JSON) {
    guard let text = json.text else { return nil }
    self = text
  }
  package var json: JSON { .text(self) }
}

extension Int: FieldValue {
  package init?(json: JSON) {
    guard let integer = json.integer else { return nil }
    self = integer
  }
  package var json: JSON { .integer(self) }
}

extension Bool: FieldValue {
  package init?(json: JSON) {
    guard let flag = json.flag else { return nil }
    self = flag
  }
  package var json: JSON { .flag(self) }
}

extension DateRule: FieldValue {
  package init?(json: JSON) throws { try self.init(json.text ?? "") }
  package var json: JSON { .text(description) }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  package init?(json: JSON) throws { self = try Wrapped(json: json) }
  package var json: JSON { map(\.json) ?? .null }
}

extension Array: FieldValue where Element: FieldValue {
  package init?(json: JSON) throws { self = try json.list.compactMap { try Element(json: $0) } }
  package var json: JSON { .list(map(\.json)) }
}

extension Dictionary: FieldValue where Key == Region, Value == Int {
  package init?(json: JSON) {
    let pairs = json.members.compactMap { member in
      Region(rawValue: member.name).flatMap { region in member.value.integer.map { (region, $0) } }
    }
    self.init(pairs) { first, _ in first }
  }
  package var json: JSON {
    .object(Region.allCases.compactMap { region in self[region].map { JSON.Member(region.rawValue, .integer($0)) } })
  }
}

extension FieldValue where Self: RawRepresentable<String> {
  package init?(json: JSON) { self.init(rawValue: json.text ?? "") }
  package var json: JSON { .text(rawValue) }
}

extension Event.Kind: FieldValue {}
extension Event.Observance: FieldValue {}
extension Region: FieldValue {}
extension Source.Kind: FieldValue {}
extension CoordinateQuality: FieldValue {}

extension Event.Disagreement: FieldValue {
  package init?(json: JSON) throws {
    try self.init(rule: DateRule(json["rule"].text ?? ""), sources: json["sources"].texts, note: json["note"].text)
  }
  package var json: JSON {
    .object([
      JSON.Member("rule", rule.json), JSON.Member("sources", sources.json), JSON.Member("note", note.json),
    ])
  }
}

extension WorshipLine.Part: FieldValue {}
extension WorshipLine.Diet: FieldValue {}
extension WorshipLine.Custom: FieldValue {}
extension Need: FieldValue {}

extension WorshipLine: FieldValue {
  package init?(json: JSON) {
    guard let part = Part(json: json["part"]), let text = json["text"].text else { return nil }
    self.init(
      part, text, english: json["text_en"].text, amount: json["amount"].integer, unit: json["unit"].text,
      englishUnit: json["unit_en"].text, people: json["people"].integer, diet: Diet(json: json["diet"]),
      custom: Custom(json: json["among"]), sources: json["sources"].texts)
  }
  package var json: JSON {
    .object([
      JSON.Member("part", part.json), JSON.Member("text", text.json), JSON.Member("text_en", englishText.json),
      JSON.Member("amount", amount.json), JSON.Member("unit", unit.json), JSON.Member("unit_en", englishUnit.json),
      JSON.Member("people", people.json), JSON.Member("diet", diet.json), JSON.Member("among", custom.json),
      JSON.Member("sources", sources.json),
    ])
  }
}

extension Deity.Answer: FieldValue {
  package init?(json: JSON) {
    guard let need = Need(json: json["need"]) else { return nil }
    self.init(to: need, sources: json["sources"].texts)
  }
  package var json: JSON {
    .object([JSON.Member("need", need.json), JSON.Member("sources", sources.json)])
  }
}
