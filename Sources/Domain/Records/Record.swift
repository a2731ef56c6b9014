public import JSON

/// A checked record: every field has a valid value.
public struct Record: Hashable, Sendable {
  public let entity: Entity
  /// The number in the database; nil until it is written.
  public package(set) var id: Int?
  /// By the fields of the entity.
  package var values: [JSON]
  /// Unreadable values in the database; those fields have default values. Empty for a readable record.
  package var problems: [Problem] = []
  /// The times of creation and of the last change: seconds of UTC since 1970, 0 until written. They are not fields.
  public package(set) var createdAt = 0
  public package(set) var updatedAt = 0

  /// A field that cannot be read, and why.
  package struct Problem: Hashable, Sendable {
    package let field: String
    package let problem: String
    /// The same in Traditional Chinese.
    package let chinese: String

    package init(field: String, problem: String, chinese: String) {
      self.field = field
      self.problem = problem
      self.chinese = chinese
    }
  }

  package init(
    entity: Entity, id: Int? = nil, values: [JSON], problems: [Problem] = [], createdAt: Int = 0, updatedAt: Int = 0
  ) {
    self.entity = entity
    self.id = id
    self.values = values
    self.problems = problems
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// The value of a field; null for an unknown name.
  public subscript(name: String) -> JSON {
    entity.index(of: name).map { values[$0] } ?? .null
  }

  /// The value of the key field.
  public var key: String { self[entity.keyName].text ?? "" }

  /// The record as JSON: the number and all fields in order; can be read back.
  public var json: JSON { json(without: []) }

  /// The record as JSON without some fields; `Entity.secretFields` for public output.
  public func json(without names: Set<String>) -> JSON {
    let members = zip(entity.fields, values).lazy.filter { !names.contains($0.0.name) }.map {
      JSON.Member($0.name, $1)
    }
    return .object((id.map { [JSON.Member("id", .integer($0))] } ?? []) + members)
  }

  /// The record for the audit log: values that differ from the default.
  package var told: JSON {
    let schema = entity.schema
    return told(at: values.indices.filter { values[$0] != schema.defaults[$0] })
  }

  /// Some fields for the audit log.
  package func told(_ names: [String]) -> JSON { told(at: names.compactMap { entity.index(of: $0) }) }

  /// Some fields for the audit log, by index, without secrets.
  package func told(at indices: [Int]) -> JSON {
    let fields = entity.fields
    return .object(indices.map { JSON.Member(fields[$0].name, told(values[$0], of: fields[$0])) })
  }

  /// A value for the audit log. Long texts of a user's own days are cut, for privacy and to keep the log small.
  private func told(_ value: JSON, of field: Field) -> JSON {
    let value = field.redacted(value)
    guard entity == .event, self["owner"] != .null else { return value }
    let text = value.text ?? (value.list.isEmpty ? "" : value.json())
    guard text.unicodeScalars.count > Self.longestToldText else { return value }
    return .text("\(text.prefix(Self.longestToldText / 2))… (\(text.unicodeScalars.count) characters)")
  }

  private static let longestToldText = 200

  /// The changed fields before and after, for the audit log; of settings only changed members.
  package func changes(from old: Record) -> (before: JSON, after: JSON) {
    var (before, after): ([JSON.Member], [JSON.Member]) = ([], [])
    for (index, field) in entity.fields.enumerated() where old.values[index] != values[index] {
      var (was, now) = (old.values[index], values[index])
      if case .object = field.kind {
        // Both have all members in the order of the fields.
        let changed = zip(was.members, now.members).filter { $0.0.value != $0.1.value }
        (was, now) = (.object(changed.map(\.0)), .object(changed.map(\.1)))
      }
      before.append(JSON.Member(field.name, told(was, of: field)))
      after.append(JSON.Member(field.name, told(now, of: field)))
    }
    return (.object(before), .object(after))
  }

  package mutating func set(_ name: String, _ value: JSON) {
    if let index = entity.index(of: name) { values[index] = value }
  }
}

/// The wanted values of a record: some fields, not yet checked.
public struct Draft: Hashable, Sendable {
  /// The place in the input, for messages: `row 17`.
  public var place: String
  /// Fields by name, in the order given.
  public var fields: [Given]

  /// A field as it was given.
  public struct Given: Hashable, Sendable {
    public let name: String
    public let value: JSON
    /// Given as text (command line, CSV), to be parsed by its kind.
    public let isText: Bool

    public init(_ name: String, _ value: JSON, isText: Bool = false) {
      self.name = name
      self.value = value
      self.isText = isText
    }
  }

  public init(place: String = "", fields: [Given]) {
    self.place = place
    self.fields = fields
  }

  /// The text or number of a field that was given.
  package func given(_ name: String) -> JSON? {
    fields.last { $0.name == name }?.value
  }
}

extension Field {
  /// A value without secrets; `(secret)` shows that there is one. Of a private list only the number of its items.
  package func redacted(_ value: JSON) -> JSON {
    if isPrivate { return .integer(value.list.count) }
    return switch kind {
    case .objects(let fields): .list(value.list.map { Self.redacted($0, fields) })
    case .object(let fields): Self.redacted(value, fields)
    default: isSecret && value != .null ? .text("(secret)") : value
    }
  }

  private static func redacted(_ object: JSON, _ fields: [Field]) -> JSON {
    guard case .object(let members) = object, fields.contains(where: \.isSecret) else { return object }
    return .object(
      members.map { member in
        let isSecret = member.value != .null && fields.contains { $0.isSecret && $0.name == member.name }
        return isSecret ? JSON.Member(member.name, .text("(secret)")) : member
      })
  }
}
