import Folklore
import JSON

// The JSON Schema of a kind of field, for input and output (draft 2020-12, which OpenAPI 3.1 uses).

/// The use of a schema.
enum SchemaUse {
  /// Output.
  case reading
  /// Input.
  case writing
}

extension FieldKind {
  /// The schema of a value that is not null.
  ///
  /// Checks that JSON Schema cannot express have a `format` of ours: valid rules, known time zones. Existing references are not expressed.
  func jsonSchema(_ use: SchemaUse) -> JSON {
    switch self {
    case .slug:
      return .text(pattern: "^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$", length: 1...64)
    case .text(let limit, let isProse):
      let pattern = use == .reading ? nil : isProse ? SchemaPattern.prose : SchemaPattern.line
      return .text(pattern: pattern, length: 1...limit)
    case .language:
      let names = use == .reading ? Language.allCases.map(\.rawValue) : Self.languages
      return .choice(names)
    case .choice(let choices):
      return .choice(choices)
    case .choices(let choices):
      return .typed(
        "array", ("items", .choice(choices)), ("uniqueItems", .flag(true)), ("minItems", .integer(1)))
    case .numbers(let names, let range):
      let number = FieldKind.integer(range).jsonSchema(use)
      return .record(names.map { JSON.Member($0, number) }, required: [])
    case .integer(let range):
      return .typed("integer", ("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound)))
    case .real(let range):
      return .typed("number", ("minimum", .real(range.lowerBound)), ("maximum", .real(range.upperBound)))
    case .flag: return .typed("boolean")
    case .names, .references:
      return .typed("array", ("items", Self.name.jsonSchema(use)), ("uniqueItems", .flag(true)))
    case .dateRule: return .text(format: "date-rule", length: 1...Int.max)
    case .url: return .text(format: "uri", pattern: SchemaPattern.url, length: 1...Self.urlLimit)
    case .image: return .text(format: "uri-reference", pattern: SchemaPattern.image, length: 1...Self.urlLimit)
    // The format email is ASCII only.
    case .email:
      let pattern = use == .reading ? SchemaPattern.storedEmail : SchemaPattern.email
      return .text(pattern: pattern, length: 1...Self.emailLimit)
    case .uuid:
      let digit = use == .reading ? "[0-9a-f]" : "[0-9A-Fa-f]"
      let groups = [8, 4, 4, 4, 12].map { "\(digit){\($0)}" }
      return .text(format: "uuid", pattern: "^\(groups.joined(separator: "-"))$")
    case .timeZone: return .text(format: "time-zone", pattern: #"^(?:UTC|[\s\S]*/[\s\S]*)$"#)
    case .timeOfDay:
      return .text(
        pattern: use == .reading ? "^(?:[01][0-9]|2[0-3]):[0-5][0-9]$" : "^(?:[01]?[0-9]|2[0-3]):[0-5][0-9]$")
    case .openingHours: return .text(format: "opening-hours", pattern: SchemaPattern.line, length: 1...200)
    case .instant: return .text(format: "date-time")
    case .reference(let entity):
      let schema = Self.name.jsonSchema(use)
      return .object(
        schema.members + [.init("description", .text("The \(entity.keyName) of a record of kind \(entity.rawValue)"))])
    case .object(let fields): return Self.jsonSchema(ofObject: fields, use)
    case .objects(let fields):
      let object = Self.jsonSchema(ofObject: fields, use)
      guard use == .writing, let key = Self.shorthand(fields) else {
        return .list(of: object)
      }
      return .list(of: .any([object, key.kind.jsonSchema(use)]))
    }
  }

  /// The field whose value may stand for an object: a key, if the others have defaults.
  private static func shorthand(_ fields: [Field]) -> Field? {
    guard let first = fields.first, case .reference = first.kind,
      !fields.dropFirst().contains(where: { $0.isRequired && $0.defaultValue == .null })
    else { return nil }
    return first
  }

  private static func jsonSchema(ofObject fields: [Field], _ use: SchemaUse) -> JSON {
    let required = fields.filter { use == .reading || ($0.isRequired && $0.defaultValue == .null) }
    let properties = fields.map { field in
      // In output a missing list is empty, never null.
      let isNullable = !field.isRequired && (use == .writing || field.defaultValue == .null)
      return JSON.Member(field.name, field.kind.jsonSchema(use).nullable(isNullable))
    }
    return .record(properties, required: required.map(\.name))
  }

  private static let name = FieldKind.text(limit: 200, isProse: false)
}

/// The text formats of `FieldKind` as patterns (ECMA-262). Blanks at both ends are allowed and removed.
enum SchemaPattern {
  /// Unicode's White_Space, as `String.trimmed` knows it.
  private static let blank = #"\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000"#
  /// Any character except blanks, control characters and direction marks.
  private static let inWord =
    #"[^\u0000-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\#(directions)]"#
  /// Any visible character.
  private static let visible = inWord.dropLast() + unseen + "]"
  /// Any character within a line.
  private static let inLine = #"[^\u0000-\u001F\u007F-\u009F\u2028\u2029\#(directions)]"#
  private static let inProse = #"(?:[^\u0000-\u0008\u000B-\u001F\u007F-\u009F]|\r\n)"#
  /// Characters allowed before the first visible one, in a line and in prose.
  private static let hiddenInLine = "[\(TextCharacters.pattern(TextCharacters.blanks))\(unseen)]"
  private static let hiddenInProse =
    "(?:[\\t\\n\\u2028\\u2029\(directions)\(hiddenInLine.dropFirst().dropLast())]|\\r\\n)"
  private static let directions = TextCharacters.pattern(TextCharacters.directions)
  private static let unseen = TextCharacters.pattern(TextCharacters.unseen)

  static let line = trimmed("\(hiddenInLine)*\(visible)\(inLine)*")
  static let prose = trimmed("\(hiddenInProse)*\(visible)\(inProse)*")
  static let image = url + "|^/images/[0-9a-f]{32}\\.(?:jpg|png|webp)$"
  static let url = #"^[\#(blank)]*[Hh][Tt][Tt][Pp][Ss]?://[^\#(blank)/?#]"#
  /// The URLs that `StrictURL` accepts, without IPv6 addresses, which a pattern cannot match exactly.
  static let webAddress = trimmed(
    #"[Hh][Tt][Tt][Pp][Ss]?://[A-Za-z0-9_-]{1,60}(?:\.[A-Za-z0-9_-]{1,60}){0,3}(?::[1-9][0-9]{0,3})?"#
      + #"(?:[/?][!#-;=?-\[\]_a-z~]*)?"#)
  static let email = trimmed(address)
  static let storedEmail = "^\(address)$"

  private static func trimmed(_ pattern: String) -> String { "^[\(blank)]*\(pattern)[\(blank)]*$" }

  private static let address = "\(atom)+(?:\\.\(atom)+)*@\(label)(?:\\.\(label))+"

  /// The text between dots before the at sign (RFC 5322, 3.2.3, and RFC 6532 beyond ASCII).
  private static let atom = inWord.dropLast() + #"()<>\[\]:;@\\,."]"#
  /// The text between dots after the at sign: letters of any script, digits, and inner hyphens.
  private static let label = "(?:\(alphanumeric)(?:\(inLabel)*\(alphanumeric))?)"
  private static let inLabel =
    inWord.dropLast() + #"\u0021-\u002C\u002E\u002F\u003A-\u0040\u005B-\u0060\u007B-\u007E]"#
  private static let alphanumeric = inLabel.dropLast() + #"\u002D]"#
}
