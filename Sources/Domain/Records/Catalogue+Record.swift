package import Folklore
internal import JSON

// The typed values of the catalogue, each property with its field.

extension Source: RecordValue {
  package static let bindings: [FieldBinding<Self>] = [
    FieldBinding("title", \.title), FieldBinding("kind", \.kind), FieldBinding("url", \.url),
    FieldBinding("note", \.note),
  ]

  package init(record: Record) throws {
    self.init(key: record.key, title: "", note: nil)
    try read(record)
  }
}

extension Deity: RecordValue {
  package static let bindings: [FieldBinding<Self>] = [
    FieldBinding(name: "name", \.name), FieldBinding("aliases", \.aliases), FieldBinding("role", \.role),
    FieldBinding("needs", \.needs), FieldBinding("description", \.description),
    FieldBinding("worship_notes", \.worshipNotes), FieldBinding("description_en", \.englishDescription),
    FieldBinding("worship_notes_en", \.englishWorshipNotes), FieldBinding("worship_guide", \.worshipGuide),
    FieldBinding("sources", \.sources),
  ]

  package init(record: Record) throws {
    self.init(key: record.key, name: LocalizedName(""))
    try read(record)
  }
}

extension Event: RecordValue {
  package static let bindings: [FieldBinding<Self>] = [
    FieldBinding("type", \.kind), FieldBinding("observance", \.observance), FieldBinding(name: "title", \.title),
    FieldBinding("aliases", \.aliases), FieldBinding("rule", \.rule), FieldBinding("weight", \.weight),
    FieldBinding("weight_in", \.weightIn), FieldBinding("regions", \.regions), FieldBinding("deity", \.deityKey),
    FieldBinding("bundle", \.bundle), FieldBinding("description", \.description),
    FieldBinding("worship_notes", \.worshipNotes), FieldBinding("description_en", \.englishDescription),
    FieldBinding("worship_notes_en", \.englishWorshipNotes), FieldBinding("worship_guide", \.worshipGuide),
    FieldBinding("note", \.note),
    FieldBinding("sources", \.sources), FieldBinding("disagreements", \.disagreements),
    FieldBinding("is_enabled", \.isEnabled), FieldBinding("advance_days", \.advanceDays),
  ]

  package init(record: Record) throws {
    try self.init(
      id: record.id ?? 0, key: record.key, kind: .custom, observance: .custom, title: LocalizedName(""),
      rule: DateRule(record["rule"].text ?? ""), coverURL: record["cover_url"].text,
      revision: record["revision"].integer ?? 0)
    try read(record)
  }
}

extension Group: RecordValue {
  package static let bindings: [FieldBinding<Self>] = [
    FieldBinding(name: "name", \.name), FieldBinding("description", \.description),
    FieldBinding("is_enabled", \.isEnabled), FieldBinding("events", \.eventKeys),
  ]

  package init(record: Record) throws {
    self.init(key: record.key, name: LocalizedName(""), description: nil, eventKeys: [])
    try read(record)
  }
}
