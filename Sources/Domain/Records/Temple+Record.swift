package import Folklore
internal import Geo
package import JSON

extension Temple: RecordValue {
  package static let bindings: [FieldBinding<Self>] =
    [
      FieldBinding("source_ref", \.sourceReference), FieldBinding("name", \.name),
      FieldBinding("name_en", \.englishName), FieldBinding("address", \.address), FieldBinding("county", \.county),
      FieldBinding("town", \.town), place, FieldBinding("coordinate_quality", \.coordinateQuality),
      FieldBinding("main_deity", \.mainDeity), FieldBinding("deity", \.deityKey),
      FieldBinding("other_deities", \.otherDeityKeys), FieldBinding("religion", \.religion),
      FieldBinding("founded", \.founded), FieldBinding("founded_note", \.foundedNote),
      FieldBinding("open_time", \.openTime), FieldBinding("phone", \.phone),
    ] + RecordSchema.templeDetails.map { detail($0.name) } + [
      FieldBinding("worship_guide", \.worshipGuide), FieldBinding("sources", \.sources),
      FieldBinding("events", \.dates),
    ]

  private static let place = FieldBinding<Self>(names: ["lat", "lng"]) { temple in
    temple.coordinate.map { [.real($0.latitude), .real($0.longitude)] } ?? [.null, .null]
  } read: { temple, record in
    guard let latitude = record["lat"].real, let longitude = record["lng"].real else { return }
    temple.coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func detail(_ name: String) -> FieldBinding<Self> {
    FieldBinding(names: [name]) {
      [$0.details[name]]
    } read: { temple, record in
      if record[name] != .null { temple.details = temple.details.setting(name, record[name]) }
    }
  }

  package init(record: Record) throws {
    self.init(id: record.id ?? 0, key: record.key, name: "")
    try read(record)
    // The register and the operator give these; the shipped data do not.
    registration = record["registration"].text
    rating = record["rating"].real
  }
}

extension Temple.OwnDate: FieldValue {
  package init(json: JSON) throws {
    try self.init(eventKey: json["event"].text ?? "", rule: json["rule"].text.map { try DateRule($0) })
  }
  package var json: JSON {
    .object([JSON.Member("event", .text(eventKey)), JSON.Member("rule", rule.json)])
  }
}

extension Activity {
  /// - Returns: nil for an activity without a time, which the table does not take.
  package init?(record: Record) throws {
    let time: Time
    if let rule = record["rule"].text {
      time = .yearly(try DateRule(rule))
    } else if let start = record["start_at"].unixTime {
      time = .once(start: start, end: record["end_at"].unixTime)
    } else {
      return nil
    }
    self.init(
      id: record.id ?? 0, key: record.key, templeKey: record["temple"].text ?? "", eventKey: record["event"].text,
      title: record["title"].text ?? "", time: time, place: record["place"].text,
      coordinate: record["lat"].real.flatMap { latitude in
        record["lng"].real.flatMap { try? Coordinate(latitude: latitude, longitude: $0) }
      },
      description: record["description"].text, imageURL: record["image_url"].text)
  }
}
