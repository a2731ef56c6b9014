import Store

/// A JSON value; the members of objects keep their order.
typealias JSON = FieldValue

extension JSON {
  /// The value as UTF-8.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  /// An object of what is there: members that are null are left out.
  static func present(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(members.filter { $0.value != .null }.map { Member($0.key, $0.value) })
  }

  /// The object with more members behind its own.
  func adding(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(self.members + members.map { Member($0.key, $0.value) })
  }

  /// The object with one member of another value, added where it has none of that name.
  func setting(_ name: String, _ value: JSON) -> JSON {
    guard members.contains(where: { $0.name == name }) else { return .object(members + [Member(name, value)]) }
    return .object(members.map { $0.name == name ? Member(name, value) : $0 })
  }
}
