internal import Database
public import Folklore
import JSON
public import Records
internal import Words

extension Store {
  /// The shared events, for calendar and feeds.
  public func catalogue() throws -> Catalogue {
    try database.read { connection in
      let reader = RecordReader(connection: connection)
      let sources = readable(try reader.records(.source))
      let deities = readable(try reader.records(.deity))
      var known = [Entity.source: Set(sources.map(\.key)), .deity: Set(deities.map(\.key))]
      // An unreadable or removed record must not exclude the records that refer to it.
      func whole(_ record: Record) -> Record {
        record.keepingReferences { known[$0]?.contains($1) ?? true }
      }
      let events = made(try reader.records(.event, where: "t.owner_id IS NULL")) { try Event(record: whole($0)) }
      known[.event] = Set(events.map(\.key))
      return try Catalogue(
        sources: sources.map { Source(record: $0) },
        deities: deities.map { Deity(record: whole($0)) }, events: events,
        groups: readable(try reader.records(.group)).map { Group(record: whole($0)) })
    }
  }
}

extension Store {
  /// A user's own days.
  public func events(ownedBy user: Record) throws -> [Event] {
    try database.read { connection in
      let records = try RecordReader(connection: connection).records(
        .event, where: "t.owner_id = $1", [SQLValue(user.id)])
      return made(records) { try Event(record: $0) }
    }
  }
}

extension Source {
  fileprivate init(record: Record) {
    self.init(
      key: record.key, title: record["title"].text ?? "", kind: Kind(rawValue: record["kind"].text ?? "") ?? .list,
      url: record["url"].text, note: record["note"].text)
  }
}

extension Deity {
  fileprivate init(record: Record) {
    self.init(
      key: record.key, name: LocalizedName(record: record, "name"), aliases: record["aliases"].texts,
      role: record["role"].text, description: record["description"].text, worshipNotes: record["worship_notes"].text,
      sources: record["sources"].texts)
  }
}

extension Event {
  init(record: Record) throws {
    try self.init(
      id: record.id ?? 0, key: record.key, kind: Kind(rawValue: record["type"].text ?? "") ?? .custom,
      observance: Observance(rawValue: record["observance"].text ?? "") ?? .custom,
      title: LocalizedName(record: record, "title"), aliases: record["aliases"].texts,
      rule: DateRule(record["rule"].text ?? ""), deityKey: record["deity"].text,
      region: Region(rawValue: record["region"].text ?? "") ?? .taiwan, bundle: record["bundle"].text,
      description: record["description"].text, worshipNotes: record["worship_notes"].text,
      englishDescription: record["description_en"].text, englishWorshipNotes: record["worship_notes_en"].text,
      sources: record["sources"].texts,
      disagreements: record["disagreements"].list.map { other in
        try Disagreement(
          rule: DateRule(other["rule"].text ?? ""), sources: other["sources"].texts, note: other["note"].text)
      },
      note: record["note"].text, coverURL: record["cover_url"].text, revision: record["revision"].integer ?? 0,
      isEnabled: record["is_enabled"].flag ?? true
    )
  }
}

extension Group {
  fileprivate init(record: Record) {
    self.init(
      key: record.key, name: LocalizedName(record: record, "name"), description: record["description"].text,
      eventKeys: record["events"].texts, isEnabled: record["is_enabled"].flag ?? true)
  }
}

extension LocalizedName {
  /// A name and its translations: `title`, `title_zh_hans`, `title_en`. A missing Simplified form is transliterated.
  package init(record: Record, _ field: String) {
    let name = record[field].text ?? ""
    self.init(
      name, simplifiedChinese: record[field + "_zh_hans"].text ?? Transliteration.simplified(name),
      english: record[field + "_en"].text)
  }
}

extension Record {
  /// The name in a language; the key if there is no name.
  public func name(in language: Language) -> String {
    let name = LocalizedName(record: self, entity.nameField).text(in: language)
    return name.isEmpty ? key : name
  }
}
