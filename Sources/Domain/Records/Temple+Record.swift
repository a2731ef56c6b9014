package import Folklore
internal import Geo
internal import JSON

extension Temple {
  package init(record: Record) throws {
    self.init(id: record.id ?? 0, key: record.key, name: record["name"].text ?? "")
    englishName = record["name_en"].text
    sourceReference = record["source_ref"].text
    address = record["address"].text
    county = record["county"].text
    town = record["town"].text
    if let latitude = record["lat"].real, let longitude = record["lng"].real {
      coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
    }
    coordinateQuality = CoordinateQuality(rawValue: record["coordinate_quality"].text ?? "") ?? .missing
    mainDeity = record["main_deity"].text
    deityKey = record["deity"].text
    otherDeityKeys = record["other_deities"].texts
    religion = record["religion"].text
    registration = record["registration"].text
    founded = record["founded"].integer
    foundedNote = record["founded_note"].text
    openTime = record["open_time"].text
    phone = record["phone"].text
    rating = record["rating"].real
    details = .object(
      RecordSchema.templeDetails.map { JSON.Member($0.name, record[$0.name]) }.filter { $0.value != .null })
    sources = record["sources"].texts
    dates = try record["events"].list.map { date in
      try OwnDate(eventKey: date["event"].text ?? "", rule: date["rule"].text.map { try DateRule($0) })
    }
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
      title: record["title"].text ?? "", time: time, description: record["description"].text)
  }
}
