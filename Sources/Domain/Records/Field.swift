import Folklore
package import JSON

/// A field of a kind of record: its name (JSON, CSV, command line, column), kind and storage.
public final class Field: Sendable {
  public let name: String
  package let kind: FieldKind
  public let isRequired: Bool
  /// The default value.
  package let defaultValue: JSON
  /// True for secrets and accounts; they are not written to the audit log.
  package let isSecret: Bool
  /// True for lists that tell a person's faith; the audit log says only how many items there are.
  package let isPrivate: Bool
  /// The storage of a value in another table; nil for a value in the record's own table.
  package let part: Part?

  package init(
    _ name: String, _ kind: FieldKind, isRequired: Bool = false, default defaultValue: JSON = .null,
    isSecret: Bool = false, isPrivate: Bool = false, part: Part? = nil
  ) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.isSecret = isSecret
    self.isPrivate = isPrivate
    self.part = part
    self.defaultValue =
      switch (defaultValue, kind) {
      case (.null, .names), (.null, .references), (.null, .objects), (.null, .choices): .list([])
      case (.null, .numbers): .object([])
      default: defaultValue
      }
  }

  /// The kind that a field refers to by key.
  package var referredEntity: Entity? {
    switch kind {
    case .reference(let entity), .references(let entity): entity
    default: nil
    }
  }
}

/// Items in another table that belong to a record: the items of a group, the devices of a user. The first field of an item is its key within the
/// record.
package struct Part: Sendable {
  package let fields: [Field]
  /// True if there is at most one, given as an object instead of a list.
  package let isSingle: Bool
  /// True if the order of the items matters.
  package let isOrdered: Bool
  /// True if an item is given as the value of its only field.
  package let isBare: Bool

  package init(_ fields: [Field], isSingle: Bool = false, isOrdered: Bool = false, isBare: Bool = false) {
    self.fields = fields
    self.isSingle = isSingle
    self.isOrdered = isOrdered
    self.isBare = isBare
  }
}

extension [JSON.Member] {
  /// The members of the given names, in their order.
  func sorted(by names: [String]) -> [JSON.Member] { names.compactMap { name in first { $0.name == name } } }
}

extension FieldKind {
  /// A JSON value with object members in the order of the fields.
  package func arranged(_ value: JSON) -> JSON {
    switch self {
    case .numbers(let names, _): .object(value.members.sorted(by: names))
    case .object(let fields): .object(fields.map { JSON.Member($0.name, value[$0.name]) })
    case .objects(let fields): .list(value.list.map { FieldKind.object(fields).arranged($0) })
    default: value
    }
  }
}
