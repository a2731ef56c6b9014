import Folklore
package import JSON

/// One field of a kind of record: its name everywhere (JSON, CSV, command line, column), what it may hold, where it is kept.
public final class Field: Sendable {
  public let name: String
  package let kind: FieldKind
  public let isRequired: Bool
  /// What it holds where nobody said.
  package let defaultValue: JSON
  /// Whether it would let somebody in, or tell who may come in: it stands in no audit log.
  package let isSecret: Bool
  /// What is said of a value that is kept apart from the record's own; nil for a value that is kept with it.
  package let part: Part?

  package init(
    _ name: String, _ kind: FieldKind, isRequired: Bool = false, default defaultValue: JSON = .null,
    isSecret: Bool = false, part: Part? = nil
  ) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.isSecret = isSecret
    self.part = part
    self.defaultValue =
      switch (defaultValue, kind) {
      case (.null, .names), (.null, .references), (.null, .objects): .list([])
      default: defaultValue
      }
  }

  /// The kinds that a field refers to by key.
  package var referredEntity: Entity? {
    switch kind {
    case .reference(let entity), .references(let entity): entity
    default: nil
    }
  }
}

/// Items that are kept apart from a record and belong to it: the items of a group, the devices of a user.
///
/// The first field of an item is its natural key among the items of one record.
package struct Part: Sendable {
  package let fields: [Field]
  /// One at most, given as an object; else a list.
  package let isSingle: Bool
  /// Whether the order of the items counts.
  package let isOrdered: Bool
  /// Whether items are given as the bare value of their only field.
  package let isBare: Bool

  package init(_ fields: [Field], isSingle: Bool = false, isOrdered: Bool = false, isBare: Bool = false) {
    self.fields = fields
    self.isSingle = isSingle
    self.isOrdered = isOrdered
    self.isBare = isBare
  }
}

extension FieldKind {
  /// A value read from JSON with the members of its objects in the order of their fields.
  package func arranged(_ value: JSON) -> JSON {
    switch self {
    case .object(let fields): .object(fields.map { JSON.Member($0.name, value[$0.name]) })
    case .objects(let fields): .list(value.list.map { FieldKind.object(fields).arranged($0) })
    default: value
    }
  }
}
