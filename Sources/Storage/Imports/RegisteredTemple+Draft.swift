import Folklore
import Geo
import JSON
import Records
import Temples

extension Draft {
  /// Converts a register's temple to a record.
  ///
  /// - Parameter fields: the fields that the register contains; the record omits all others, so they remain unchanged.
  init(_ temple: RegisteredTemple, fields: Set<TempleField>, sources: [String]) {
    let row = temple.row
    func text(_ text: String) -> JSON { text.isEmpty ? .null : .text(text) }
    let at =
      switch temple.place {
      case .line(let line): "line \(line)"
      case .feature(let index): "features[\(index)]"
      case .file: ""
      }
    var given = [
      Given("key", .text(temple.identity.key)), Given("source_ref", JSON(temple.identity.reference)),
      Given("name", .text(row.name)),
    ]
    if fields.contains(.address) { given.append(Given("address", text(row.address))) }
    // A partial update may lack the area; the stored county and town then remain.
    if temple.area != nil || fields.contains(.area) {
      given.append(Given("county", temple.area.map { .text($0.county.name) } ?? text(row.area)))
    }
    if fields.contains(.address), temple.area != nil || fields.contains(.area) {
      given.append(Given("town", JSON(temple.area?.township?.name)))
    }
    if fields.isSuperset(of: [.x, .y]) {
      let position = temple.coordinates.position
      given += [
        Given("lat", position.map { .real($0.latitude) } ?? .null),
        Given("lng", position.map { .real($0.longitude) } ?? .null),
        Given("coordinate_quality", .text(temple.coordinates.quality.rawValue)),
      ]
    }
    if fields.contains(.mainDeity) {
      let main = temple.deities.mainKey
      given += [
        Given("main_deity", text(row.mainDeity)), Given("deity", JSON(main)),
        Given("other_deities", .list(temple.deities.keys.filter { $0 != main }.map(JSON.text))),
      ]
    }
    for (field, name, value) in [
      (TempleField.religion, "religion", row.religion), (.registration, "registration", row.registration),
      (.phone, "phone", row.phone),
    ] where fields.contains(field) { given.append(Given(name, text(value))) }
    given.append(Given("sources", .list(sources.map(JSON.text))))
    // The place includes the key, because a file can have all of its records on one line.
    self.init(place: [at, temple.identity.key].filter { !$0.isEmpty }.joined(separator: ", "), fields: given)
  }
}
