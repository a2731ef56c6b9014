/// The three-way merge of one record's fields: what was loaded last, what the source says now, what the database holds.
struct FieldMerge {
  /// The fields that only the source has changed.
  private(set) var given: [Draft.Given] = []
  /// The fields that both have changed, with what the source now says; they stay as they are.
  private(set) var kept: [FieldValue.Member] = []

  /// Fields that mean something only together: where one of them was edited, all stay as they are.
  private static let bound: [[String]] = [
    ["lat", "lng", "coordinate_quality"], ["main_deity", "deity", "other_deities"],
  ]

  /// - Parameter base: what was loaded last; nil for a record that was not. Then only what is empty is filled in.
  init(_ entry: FieldValue, base: FieldValue?, _ record: Record) {
    let fields = record.entity.fields
    var edited: Set<String> = []
    var changes: [(member: FieldValue.Member, wasEdited: Bool)] = []
    for member in entry.members where member.name != "id" && member.name != record.entity.keyName {
      guard let index = record.entity.index(of: member.name) else { continue }
      let field = fields[index]
      /// As a record holds it, so that 25 and 25.0 are the same.
      func held(_ value: FieldValue) -> FieldValue {
        let value = (try? field.kind.checked(value, isText: false)) ?? value
        return value == .null ? field.defaultValue : value
      }
      let now = record.values[index]
      let was = base.map { held($0[member.name]) } ?? field.defaultValue
      let offered = held(member.value)
      if now != was, now != offered { edited.insert(member.name) }
      guard offered != now, base == nil || offered != was else { continue }
      changes.append((member, now != was))
    }
    let frozen = Set(Self.bound.filter { !edited.isDisjoint(with: $0) }.joined())
    for (member, wasEdited) in changes {
      if wasEdited || frozen.contains(member.name) {
        kept.append(member)
      } else {
        given.append(Draft.Given(member.name, member.value))
      }
    }
  }
}
