internal import Database
import JSON
public import Lunisolar
public import Records

// What the pages of the back office ask beside the records themselves.
extension Store {
  /// The next day of each event from a day on, by the event's number.
  public func nextDays(from date: SolarDate) throws -> [Int: SolarDate] {
    try database.read { connection in
      var days: [Int: SolarDate] = [:]
      try connection.forEachRow(
        """
        SELECT event_id, MIN(solar_date)
        FROM event_occurrences
        WHERE is_current = 1 AND solar_date >= $1
        GROUP BY event_id
        """, [.text("\(date)")]
      ) { row in
        if let id = row.integer(0), let text = row.text(1) { days[id] = try? SolarDate(iso: text) }
      }
      return days
    }
  }

  /// The names of records by their keys; unknown keys are left out.
  public func names(of keys: [Entity: Set<String>]) throws -> [Entity: [String: String]] {
    try database.read { connection in
      try Dictionary(
        uniqueKeysWithValues: keys.map { entity, keys in
          var names: [String: String] = [:]
          let sql = SQL("SELECT \(entity.nameField) FROM \(entity.table) WHERE \(entity.keyName) = $1")
          for key in keys { names[key] = try connection.first(sql, [.text(key)]) { $0.text(0) } ?? nil }
          return (entity, names)
        })
    }
  }

  /// The key of the record with this key or name. An unknown text is returned unchanged; what uses it then reports it.
  public func keyIfKnown(_ entity: Entity, named text: String) throws -> String {
    do {
      return try key(entity, named: text)
    } catch RecordError.noSuchRecord {
      return text
    }
  }

  /// What refers to a record, in words; empty if it may be removed.
  public func references(to entity: Entity, key: String) throws -> [String] {
    try database.read { connection in
      let record = try RecordReader(connection: connection).existing(entity, key: key)
      return try References(connection: connection).to(entity, id: record.id ?? 0, key: record.key)
    }
  }

  /// Records that look like the same thing as a draft: events with the same rule and deity, temples with the same name and place, others with the
  /// same name.
  ///
  /// - Parameter key: the record that the draft is for; nil for a new one.
  public func lookingTwice(_ entity: Entity, _ draft: Draft, key: String?, _ change: Change) throws -> [Record] {
    try database.read { connection in
      let reader = RecordReader(connection: connection)
      let writer = RecordWriter(examining: connection, change)
      let mode: RecordWriter.Mode = try key.map { .edit(try reader.existing(entity, key: $0)) } ?? .add
      let drafts = try key == nil ? writer.keyed([draft], of: entity) : [draft]
      guard let record = try? writer.examine(drafts, of: entity, mode).first else { return [] }
      func text(_ name: String) -> SQLValue { SQLValue(record[name].text) }
      let found: [Record]
      switch entity {
      case .event:
        guard let deity = record["deity"].text, let id = try reader.id(.deity, key: deity) else { return [] }
        found = try reader.records(
          .event, where: "t.rule = $1 AND t.deity_id = $2 AND t.owner_id IS NULL AND t.temple_id IS NULL",
          [text("rule"), .integer(id)])
      case .temple:
        found = try reader.records(
          .temple,
          where:
            "t.name = $1 AND COALESCE(t.county, '') = COALESCE($2, '') AND COALESCE(t.town, '') = COALESCE($3, '')",
          [text("name"), text("county"), text("town")])
      case .activity:
        guard let temple = record["temple"].text, let id = try reader.id(.temple, key: temple) else { return [] }
        found = try reader.records(
          .activity, where: "t.title = $1 AND t.temple_id = $2 AND COALESCE(t.rule, '') = COALESCE($3, '')",
          [text("title"), .integer(id), text("rule")])
      default:
        found = try reader.records(entity, where: "t.\(entity.nameField) = $1", [text(entity.nameField)])
      }
      return found.filter { $0.key != key }
    }
  }

  /// The names of the users who made changes, by the actor of the log: `u12`.
  public func people(_ actors: Set<String>) throws -> [String: String] {
    let ids = actors.compactMap { $0.hasPrefix("u") ? Int($0.dropFirst()) : nil }
    return try database.read { connection in
      var names: [String: String] = [:]
      for id in ids {
        names["u\(id)"] =
          try connection.first(
            "SELECT COALESCE(display_name, email) FROM users WHERE id = $1", [.integer(id)]
          ) { $0.text(0) } ?? nil
      }
      return names
    }
  }
}
