import Folklore
public import JSON

extension Entity {
  /// The JSON Schema of the kind (draft 2020-12, as in OpenAPI 3.1).
  ///
  /// For reading: `Record.json` with every field. For writing: what the checks accept, as far as JSON Schema can express it. It cannot express
  /// valid rules, time zones and opening hours, existing references, or uniqueness.
  ///
  /// - Parameters:
  /// - forWriting: the schema of input instead of output.
  /// - isPartial: the schema of an edit. Nothing is required, and rules between fields are not included, because the record has the other
  ///   fields.
  /// - names: fields to leave out; `Entity.secretFields` for public output.
  public func jsonSchema(
    forWriting: Bool, isPartial: Bool = false, without names: Set<String> = []
  ) -> JSON {
    let use: SchemaUse = forWriting ? .writing : .reading
    let shown = fields.filter { !names.contains($0.name) }
    let id = JSON.typed(
      "integer", ("minimum", .integer(1)),
      ("maximum", .integer(forWriting ? Self.askableNumbers.upperBound : Int(Int32.max))))
    let properties = shown.map { field in
      JSON.Member(field.name, schema(of: field, use, isPartial: isPartial))
    }
    var members: [JSON.Member] = [
      .init("type", .text("object")), .init("properties", .object([.init("id", id)] + properties)),
    ]
    switch (forWriting, isPartial) {
    case (false, _): members.append(.init("required", .list([.text("id")] + shown.map { .text($0.name) })))
    case (true, false):
      let needed = shown.filter { $0.isNeeded && !completed.contains($0.name) }
      if !needed.isEmpty { members.append(.init("required", .list(needed.map { .text($0.name) }))) }
      // Without one of its fields, a rule between fields cannot be included.
      if !together.isEmpty, together.allSatisfy({ form in form.members.allSatisfy { !names.contains($0.name) } }) {
        members.append(.init("anyOf", .list(together.map(\.schema))))
      }
    case (true, true): break
    }
    if forWriting { members.append(.init("additionalProperties", .flag(false))) }
    return .object(members)
  }

  private func schema(of field: Field, _ use: SchemaUse, isPartial: Bool) -> JSON {
    let schema = field.kind.jsonSchema(use)
    let isNullable =
      switch use {
      case .reading: !field.isRequired && field.defaultValue == .null
      // The key never changes.
      case .writing: !field.isNeeded || (completed.contains(field.name) && !(isPartial && field.name == keyName))
      }
    guard use == .writing else { return schema.nullable(isNullable) }
    return combined(field, schema).nullable(isNullable)
  }

  /// The numbers that a record may ask for; the table continues above the highest, within 32 bits.
  package static let askableNumbers = 1...1_000_000_000

  /// The fields with computed defaults.
  private var completed: Set<String> {
    switch self {
    // A key that is not given is made from the name.
    case .event: ["key", "type", "observance"]
    case .deity, .temple, .group, .activity: ["key"]
    case .user: ["uuid"]
    default: []
    }
  }

  // MARK: Rules between fields

  /// The allowed forms of a new record (`Record.contradictions`); none if every combination is allowed.
  private var together: [SchemaForm] {
    switch self {
    case .event:
      return [
        SchemaForm([.init("type", .oneOf(["festival", nil])), .init("deity", .null), .init("owner", .null)]),
        SchemaForm([.init("type", .oneOf(["deity", nil])), .init("deity", .given), .init("owner", .null)]),
        SchemaForm([.init("type", .oneOf(["custom", nil])), .init("deity", .null), .init("owner", .given)]),
      ]
    case .temple:
      return [
        SchemaForm([.init("lat", .given), .init("lng", .given)]),
        SchemaForm([
          .init("lat", .null), .init("lng", .null), .init("coordinate_quality", .oneOf(["missing", nil])),
        ]),
      ]
    case .activity:
      return [
        SchemaForm([.init("rule", .given), .init("start_at", .null), .init("end_at", .null)]),
        SchemaForm([.init("rule", .null), .init("start_at", .given)]),
      ]
    default: return []
    }
  }

  /// The schema of a field with rules between its parts.
  private func combined(_ field: Field, _ schema: JSON) -> JSON {
    switch (self, field.name) {
    case (.event, "disagreements"):
      let forms = [
        SchemaForm([.init("sources", .schema(.typed("array", ("minItems", .integer(1)))))]),
        SchemaForm([.init("note", .given)]),
      ]
      return .object(
        schema.members.map { member in
          guard member.name == "items" else { return member }
          return .init("items", .object(member.value.members + [.init("anyOf", .list(forms.map(\.schema)))]))
        })
    case (_, "worship_guide"), (.deity, "needs"):
      // The checks of `Record.worshipFaults` say more.
      let sources = SchemaForm([.init("sources", .schema(.typed("array", ("minItems", .integer(1)))))])
      return .object(
        schema.members.map { member in
          guard member.name == "items" else { return member }
          return .init("items", .object(member.value.members + [.init("anyOf", .list([sources.schema]))]))
        })
    case (.user, "settings"):
      let quiet = [
        SchemaForm([.init("quiet_from", .given), .init("quiet_to", .given)]),
        SchemaForm([.init("quiet_from", .null), .init("quiet_to", .null)]),
      ]
      // Without a target, mail goes to the user's address, which the settings do not contain.
      let mail = FieldKind.email.jsonSchema(.writing).nullable()
      let address = JSON.typed("string", ("pattern", .text(SchemaPattern.webAddress)))
      let channel = [
        SchemaForm([.init("channel", .oneOf(ChannelKind.names { $0.target == .nothing }))]),
        SchemaForm([
          .init("channel", .exactly(ChannelKind.names { [.webAddress, .topic].contains($0.target) })),
          .init("channel_target", .schema(address)),
        ]),
        SchemaForm([
          .init("channel", .exactly(ChannelKind.names { $0.target == .mailAddress })),
          .init("channel_target", .perhaps(mail)),
        ]),
      ]
      let forms = [quiet, channel].map { JSON.any($0.map(\.schema)) }
      return .object(schema.members + [.init("allOf", .list(forms))])
    default: return schema
    }
  }
}

extension Field {
  /// True if a new record requires it and it has no default.
  fileprivate var isNeeded: Bool { isRequired && defaultValue == .null }
}

/// One allowed combination of fields.
private struct SchemaForm {
  let members: [Member]

  init(_ members: [Member]) { self.members = members }

  struct Member {
    let name: String
    let condition: Condition

    init(_ name: String, _ condition: Condition) {
      self.name = name
      self.condition = condition
    }
  }

  enum Condition {
    /// Present and not null.
    case given
    /// Null or absent.
    case null
    /// One of these values, or absent.
    case oneOf([String?])
    /// Present, with one of these values.
    case exactly([String])
    /// Present, with a schema.
    case schema(JSON)
    /// With a schema, or absent.
    case perhaps(JSON)
  }

  var schema: JSON {
    let required = members.filter {
      switch $0.condition {
      case .given, .exactly, .schema: true
      case .null, .oneOf, .perhaps: false
      }
    }
    let properties = members.map { member in
      let schema: JSON =
        switch member.condition {
        case .given: .object([.init("not", .typed("null"))])
        case .null: .typed("null")
        case .oneOf(let values): .object([.init("enum", .list(values.map { JSON($0) }))])
        case .exactly(let values): .object([.init("enum", .list(values.map(JSON.text)))])
        case .schema(let schema), .perhaps(let schema): schema
        }
      return JSON.Member(member.name, schema)
    }
    let condition = JSON.Member("properties", .object(properties))
    return .object(
      required.isEmpty ? [condition] : [.init("required", .list(required.map { .text($0.name) })), condition])
  }
}
