package import JSON

extension JSON {
  /// The value of a field without references to missing records, also in inner objects.
  ///
  /// - Parameter exists: whether a record of a kind has a key.
  package func keepingReferences(_ kind: FieldKind, where exists: (Entity, String) -> Bool) -> JSON {
    func isKept(_ key: JSON, _ entity: Entity) -> Bool { key.text.map { exists(entity, $0) } ?? true }
    switch kind {
    case .reference(let entity): return isKept(self, entity) ? self : .null
    case .references(let entity): return .list(list.filter { isKept($0, entity) })
    case .objects(let fields):
      let items = list.map { item in
        JSON.object(
          item.members.map { member in
            guard let field = fields.first(where: { $0.name == member.name }) else { return member }
            return Member(member.name, member.value.keepingReferences(field.kind, where: exists))
          })
      }
      // An item about a missing record says nothing: the date that a temple has for an event.
      let named = fields.filter { $0.isRequired && $0.referredEntity != nil }
      return .list(items.filter { item in named.allSatisfy { item[$0.name] != .null } })
    default: return self
    }
  }
}

extension Record {
  /// The record without references to missing records.
  package func keepingReferences(where exists: (Entity, String) -> Bool) -> Record {
    var record = self
    for (index, field) in entity.fields.enumerated() {
      record.values[index] = values[index].keepingReferences(field.kind, where: exists)
    }
    return record
  }
}
