package import Folklore
package import Geo
package import JSON
package import Records

/// The texts of all controls of a form: of a record as it is kept, or as somebody typed them.
///
/// A control has the name of its field; a list has several controls of one name; a member of an object in a list is called `disagreements.0.rule`.
package struct FormValues: Sendable {
  let entity: Entity
  private(set) var texts: [String: [String]]

  /// The names of referred records by key, shown beside the key.
  package typealias ReferenceNames = [Entity: [String: String]]

  /// The values of a record.
  ///
  /// - Parameters:
  ///   - record: the record as JSON.
  ///   - names: the names of the records that it refers to.
  ///   - clock: the zone in which instants are shown.
  package init(_ record: JSON, of entity: Entity, names: ReferenceNames, clock: ZonedClock) {
    self.entity = entity
    texts = [:]
    let writer = ControlTexts(names: names, clock: clock)
    for field in FieldLabels.fields(of: entity) {
      writer.add(record[field.name], of: field, named: field.name, to: &texts)
    }
  }

  /// What somebody typed.
  package init(_ form: FormData, of entity: Entity) {
    self.entity = entity
    texts = Dictionary(grouping: form.pairs.filter { !$0.name.hasPrefix("_") }, by: \.name).mapValues {
      $0.map(\.value)
    }
  }

  func first(_ name: String) -> String { texts[name]?.last ?? "" }
  func all(_ name: String) -> [String] { texts[name] ?? [] }

  /// Replaces the text of a control.
  package mutating func set(_ name: String, _ values: [String]) { texts[name] = values }

  /// True if nothing was given in a control.
  package func isBlank(_ name: String) -> Bool { first(name).trimmed.isEmpty }

  /// The text of a control.
  package func text(_ name: String) -> String { first(name) }

  /// The place in the controls `lat` and `lng`; nil if there is none, or it is none.
  package var coordinate: Coordinate? {
    guard let latitude = Double(first("lat").trimmed), let longitude = Double(first("lng").trimmed) else { return nil }
    return try? Coordinate(latitude: latitude, longitude: longitude)
  }

  /// True if a control has this text.
  package func has(_ name: String, _ text: String) -> Bool { first(name) == text }

  /// The texts of a field, with those of its rows.
  package func values(of field: String) -> [String: [String]] {
    texts.filter { $0.key == field || $0.key.hasPrefix(field + ".") }
  }

  /// Takes the texts of a field from other values.
  package mutating func take(_ field: String, from others: FormValues) {
    for name in values(of: field).keys { texts[name] = nil }
    texts.merge(others.values(of: field)) { $1 }
  }

  /// The most rows of a list of objects; names of controls may hold any number.
  private static let rowLimit = 500

  /// The number of rows of a list of objects.
  func rows(_ field: String) -> Int {
    texts.keys.reduce(0) { count, name in
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0] == field, let row = Int(parts[1]), (0..<Self.rowLimit).contains(row) else {
        return count
      }
      return max(count, row + 1)
    }
  }

  /// Does what a button of a list says: `add:aliases`, `remove:aliases:2`, `up:events:3`, `down:events:3`; rows of objects too. Anything else does nothing.
  package mutating func apply(_ action: String) {
    let parts = action.split(separator: ":").map(String.init)
    guard parts.count >= 2 else { return }
    let (name, place) = (parts[1], parts.count > 2 ? Int(parts[2]) ?? -1 : -1)
    if let field = entity.fields.first(where: { $0.name == name }), case .objects(let members) = field.kind {
      applyToRows(parts[0], field.name, members.map(\.name), place)
      return
    }
    var list = all(name)
    switch parts[0] {
    case "add": list.append("")
    case "remove" where list.indices.contains(place): list.remove(at: place)
    case "up" where list.indices.contains(place) && place > 0: list.swapAt(place, place - 1)
    case "down" where list.indices.contains(place) && place < list.count - 1: list.swapAt(place, place + 1)
    default: return
    }
    texts[name] = list
  }

  private mutating func applyToRows(_ action: String, _ field: String, _ members: [String], _ place: Int) {
    let count = rows(field)
    func exchange(_ one: Int, _ other: Int) {
      for member in members {
        let names = ("\(field).\(one).\(member)", "\(field).\(other).\(member)")
        (texts[names.0], texts[names.1]) = (texts[names.1], texts[names.0])
      }
    }
    switch action {
    case "add": for member in members { texts["\(field).\(count).\(member)"] = [""] }
    case "remove" where (0..<count).contains(place):
      for member in members {
        for row in place..<count { texts["\(field).\(row).\(member)"] = texts["\(field).\(row + 1).\(member)"] }
      }
    case "up" where (1..<count).contains(place): exchange(place, place - 1)
    case "down" where (0..<(count - 1)).contains(place): exchange(place, place + 1)
    default: return
    }
  }
}

/// Writes values as the texts of controls.
private struct ControlTexts {
  let names: FormValues.ReferenceNames
  let clock: ZonedClock

  func add(_ value: JSON, of field: Field, named name: String, to texts: inout [String: [String]]) {
    switch field.kind {
    case .names, .choices: texts[name] = value.texts
    case .references(let entity): texts[name] = value.texts.map { shown($0, entity) }
    case .objects(let members):
      for (row, item) in value.list.enumerated() {
        for member in members { add(item[member.name], of: member, named: "\(name).\(row).\(member.name)", to: &texts) }
      }
    default: texts[name] = [text(value, field.kind)]
    }
  }

  private func text(_ value: JSON, _ kind: FieldKind) -> String {
    switch (kind, value) {
    case (_, .null): ""
    case (.flag, _): value.flag == true ? "on" : "off"
    case (.reference(let entity), .text(let key)): shown(key, entity)
    case (.instant, .text(let text)): StoredText.local(text, clock)
    case (_, .text(let text)): text
    case (.numbers, _): value.members.map { "\($0.name):\($0.value.integer ?? 0)" }.joined(separator: "、")
    default: value.json()
    }
  }

  /// `靈安尊王（qingshan）`: a name for people, and the key for certain.
  private func shown(_ key: String, _ entity: Entity) -> String {
    names[entity]?[key].map { "\($0)（\(key)）" } ?? key
  }
}
