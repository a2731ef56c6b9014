extension JSON {
  /// An object without the members that are null.
  package static func present(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(members.filter { $0.value != .null }.map { Member($0.key, $0.value) })
  }

  /// The object with more members after its own.
  package func adding(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(self.members + members.map { Member($0.key, $0.value) })
  }

  /// The object with one member replaced, or added if it has none of that name.
  package func setting(_ name: String, _ value: JSON) -> JSON {
    guard members.contains(where: { $0.name == name }) else { return .object(members + [Member(name, value)]) }
    return .object(members.map { $0.name == name ? Member(name, value) : $0 })
  }
}
