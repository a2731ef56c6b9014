// JSON Schema (draft 2020-12, which OpenAPI 3.1 uses) as JSON values.

extension JSON {
  package static let anyText: JSON = .typed("string")
  package static let anyInteger: JSON = .typed("integer")
  package static let anyNumber: JSON = .typed("number")
  package static let anyFlag: JSON = .typed("boolean")
  package static let dateText: JSON = .text(format: "date")
  package static let instantText: JSON = .text(format: "date-time")
  package static let textOrNull: JSON = anyText.nullable()
  package static let integerOrNull: JSON = anyInteger.nullable()
  package static let numberOrNull: JSON = anyNumber.nullable()
  package static let dateOrNull: JSON = dateText.nullable()
  package static let instantOrNull: JSON = instantText.nullable()
  package static let textList: JSON = .list(of: anyText)

  /// A schema of a type, such as `string`, with further members.
  package static func typed(_ type: String, _ members: (name: String, value: JSON)...) -> JSON {
    .object([Member("type", .text(type))] + members.map { Member($0.name, $0.value) })
  }

  /// The schema of a choice between words.
  package static func choice(_ words: [String]) -> JSON { .typed("string", ("enum", JSON(words))) }

  /// The schema of a text.
  package static func text(
    format: String? = nil, pattern: String? = nil, length: ClosedRange<Int>? = nil
  ) -> JSON {
    var members = [Member("type", .text("string"))]
    if let format { members.append(Member("format", .text(format))) }
    if let pattern { members.append(Member("pattern", .text(pattern))) }
    if let length {
      members.append(Member("minLength", .integer(length.lowerBound)))
      if length.upperBound < .max { members.append(Member("maxLength", .integer(length.upperBound))) }
    }
    return .object(members)
  }

  /// The schema of a list whose items follow a schema.
  package static func list(of schema: JSON) -> JSON { .typed("array", ("items", schema)) }

  /// The schema of an object with all of these members and no others.
  package static func record(
    _ members: KeyValuePairs<String, JSON>, optional: KeyValuePairs<String, JSON> = [:]
  ) -> JSON {
    let all = members.map { Member($0.key, $0.value) } + optional.map { Member($0.key, $0.value) }
    return .record(all, required: members.map(\.key))
  }

  /// The schema of an object with some of these members and no others.
  package static func record(_ members: [Member], required: [String]) -> JSON {
    .typed(
      "object", ("properties", .object(members)), ("required", JSON(required)), ("additionalProperties", .flag(false)))
  }

  /// A schema that accepts every value that one of the schemas accepts.
  package static func any(_ schemas: [JSON]) -> JSON { .object([Member("anyOf", .list(schemas))]) }

  /// A schema that also accepts null.
  package func nullable(_ isNullable: Bool = true) -> JSON {
    guard isNullable else { return self }
    return .object(
      members.map { member in
        switch (member.name, member.value) {
        case ("type", .text): Member("type", .list([member.value, .text("null")]))
        case ("enum", .list(let choices)): Member("enum", .list(choices + [.null]))
        default: member
        }
      })
  }
}
