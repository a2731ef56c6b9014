public import Folklore
package import JSON

extension Draft {
  /// The draft with the stored form of what people type: instants such as 116/4/29 下午7時, and rules by the names of days, such as 媽祖生.
  ///
  /// A text that cannot be read stays as it is, so that the check of its field names the fault.
  public func read(of entity: Entity, by reader: DateReader) -> Draft {
    var draft = self
    draft.fields = fields.map { given in
      guard let field = entity.fields.first(where: { $0.name == given.name }) else { return given }
      return Given(given.name, field.kind.reading(given.value, by: reader), isText: given.isText)
    }
    return draft
  }
}

extension FieldKind {
  /// The stored form of a typed value; other values stay.
  package func reading(_ value: JSON, by reader: DateReader) -> JSON {
    switch (self, value) {
    case (.instant, .text(let text)):
      guard !text.trimmed.isEmpty, let instant = try? reader.instant(text).unixTime else { return value }
      return .text(CivilTime.iso(unixTime: instant))
    case (.dateRule, .text(let text)): return (try? reader.rule(text.trimmed)).map { .text($0.description) } ?? value
    case (.objects(let fields), .list(let items)):
      return .list(items.map { Self.reading($0, fields, by: reader) })
    default: return value
    }
  }

  private static func reading(_ item: JSON, _ fields: [Field], by reader: DateReader) -> JSON {
    guard case .object(let members) = item else { return item }
    return .object(
      members.map { member in
        guard let field = fields.first(where: { $0.name == member.name }) else { return member }
        return JSON.Member(member.name, field.kind.reading(member.value, by: reader))
      })
  }
}
