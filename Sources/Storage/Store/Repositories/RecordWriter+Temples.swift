internal import Database
import Folklore
import JSON
import Records

// The days of temples that somebody follows: a group and events that are kept equal to temple, activities and shared events.
extension RecordWriter {
  /// Makes the groups of temples that users are about to follow for the first time.
  ///
  /// - Parameter keys: keys of groups; those of other groups, of known ones and of unknown temples are ignored.
  func openTemples(ofGroups keys: some Sequence<String>) throws {
    for key in Set(keys).sorted() {
      guard try reader.id(.group, key: key) == nil, let temple = try temple(ofGroup: key) else { continue }
      try keepDays(of: temple)
    }
  }

  /// The temple that a group would belong to; nil if there is none.
  func temple(ofGroup key: String) throws -> Record? {
    guard let name = TempleGroup.temple(ofGroup: key) else { return nil }
    let record = try reader.record(.temple, key: name) ?? Int(name).flatMap { try reader.record(.temple, id: $0) }
    return try record.flatMap { try TempleGroup.key(of: Temple(record: $0)) == key ? $0 : nil }
  }

  /// Updates the days of followed temples after records were written.
  func keepTempleDays(after changed: [(old: Record?, new: Record)], of entity: Entity) throws {
    let changed = changed.filter { $0.new.isPublic }
    guard !changed.isEmpty, [.temple, .activity, .event].contains(entity) else { return }
    let followed = Set(
      try connection.all("SELECT temple_id FROM groups WHERE temple_id IS NOT NULL") { $0.integer(0) ?? 0 })
    guard !followed.isEmpty else { return }
    var affected: Set<Int> = []
    for (old, new) in changed {
      switch entity {
      case .temple: affected.formUnion([new.id].compactMap(\.self))
      case .activity: affected.formUnion(try [old, new].compactMap { try $0.flatMap { try temple(of: $0) } })
      case .event: affected.formUnion(try temples(keeping: new, old))
      default: break
      }
    }
    try keepDays(of: affected.intersection(followed))
  }

  /// Updates the days of a followed temple whose activity is gone.
  func keepTempleDays(without activity: Record) throws {
    guard let temple = try temple(of: activity),
      try connection.integer("SELECT COUNT(*) FROM groups WHERE temple_id = $1", [.integer(temple)]) > 0
    else { return }
    try keepDays(of: [temple])
  }

  private func temple(of activity: Record) throws -> Int? {
    try activity["temple"].text.flatMap { try reader.id(.temple, key: $0) }
  }

  /// The followed temples that keep an event, or kept it before a change.
  private func temples(keeping new: Record, _ old: Record?) throws -> [Int] {
    let deities = try Set([old, new].compactMap { $0?["deity"].text }).compactMap { try reader.id(.deity, key: $0) }
    let among = deities.isEmpty ? "NULL" : deities.map(String.init).joined(separator: ", ")
    return try connection.all(
      SQL(
        """
        SELECT t.id
        FROM groups g
        JOIN temples t ON t.id = g.temple_id
        WHERE t.deity_id IN (\(among))
          OR EXISTS (SELECT 1 FROM temple_events te WHERE te.temple_id = t.id AND te.event_id = $1)
        """), [SQLValue(new.id)]
    ) { $0.integer(0) ?? 0 }
  }

  private func keepDays(of temples: Set<Int>) throws {
    for temple in temples.sorted() {
      if let record = try reader.record(.temple, id: temple) { try keepDays(of: record) }
    }
  }

  /// Makes group and events of a temple equal to its days. Events that it no longer has are switched off, because the log may tell of them.
  private func keepDays(of record: Record) throws {
    guard let id = record.id else { return }
    let events = try reader.records(
      .event,
      where: """
        t.owner_id IS NULL AND t.temple_id IS NULL AND (
          t.deity_id = (SELECT deity_id FROM temples WHERE id = $1)
          OR t.id IN (SELECT event_id FROM temple_events WHERE temple_id = $1))
        """, [.integer(id)])
    // One that cannot be read is left out, as in the catalogue: it must not keep others from being written.
    let days = try TempleGroup(
      Temple(record: record),
      activities: reader.records(.activity, where: "t.temple_id = $1", [.integer(id)]).compactMap {
        try? Activity(record: $0)
      }, events: events.compactMap { try? Event(record: $0) })
    let guides = Dictionary(
      events.map { (TempleGroup.key(ofEvent: $0.id ?? 0, at: id), $0["worship_guide"]) }
    ) { first, _ in first }
    keepsTempleDays = true
    defer { keepsTempleDays = false }
    _ = try write(days.own.map { Draft($0, guide: guides[$0.key]) }, of: .event, .merge)
    let written = try write([Draft(days.group)], of: .group, .merge).1
    try connection.execute(
      "UPDATE groups SET temple_id = $2 WHERE id = $1", [SQLValue(written.first?.id), .integer(id)])
    let keys = Set(days.own.map(\.key))
    for key in keys {
      try connection.execute("UPDATE events SET temple_id = $2 WHERE key = $1", [.text(key), .integer(id)])
    }
    let former = try connection.all(
      "SELECT key FROM events WHERE temple_id = $1 AND is_enabled = 1 ORDER BY id", [.integer(id)]
    ) { $0.text(0) ?? "" }
    let gone = former.filter { !keys.contains($0) }.map { key in
      Draft(fields: [Draft.Given("key", .text(key)), Draft.Given("is_enabled", .flag(false))])
    }
    if !gone.isEmpty { _ = try write(gone, of: .event, .merge) }
  }

  /// Removes the group and the events of a temple before the temple is removed, with what the log tells of them.
  func removeDays(ofTemple id: Int) throws {
    try connection.execute(
      """
      DELETE FROM notification_logs
      WHERE occurrence_id IN (
        SELECT o.id
        FROM event_occurrences o
        JOIN events e ON e.id = o.event_id
        WHERE e.temple_id = $1)
      """, [.integer(id)])
    try connection.execute(
      "DELETE FROM user_event_subscriptions WHERE event_id IN (SELECT id FROM events WHERE temple_id = $1)",
      [.integer(id)])
    // The items of the group go with it.
    try connection.execute("DELETE FROM groups WHERE temple_id = $1", [.integer(id)])
    try connection.execute("DELETE FROM events WHERE temple_id = $1", [.integer(id)])
  }
}

extension Entity {
  /// The condition on a row `t` of what everybody has: neither users' own days nor the days of followed temples; nil for other kinds of records.
  var isShared: String? {
    switch self {
    case .event: "t.owner_id IS NULL AND t.temple_id IS NULL"
    case .group: "t.temple_id IS NULL"
    default: nil
    }
  }
}

extension Store {
  /// Makes the groups of temples that a user is about to follow for the first time (`TempleGroup`).
  ///
  /// - Parameter keys: keys of groups; others than those of temples are ignored.
  public func openTemples(ofGroups keys: some Sequence<String>, _ change: Change) throws {
    let unknown = try database.read { connection in
      let reader = RecordReader(connection: connection)
      return try Set(keys).filter { try TempleGroup.temple(ofGroup: $0) != nil && reader.id(.group, key: $0) == nil }
    }
    // Nearly always somebody follows the temple already.
    guard !unknown.isEmpty else { return }
    try changing(change) { try $0.openTemples(ofGroups: unknown) }
  }

  /// The temples that a user follows, with their days.
  func temples(followedBy user: Record) throws -> [TempleGroup] {
    let keys = user["group_subscriptions"].list.compactMap { $0["group"].text }
    guard keys.contains(where: { TempleGroup.temple(ofGroup: $0) != nil }) else { return [] }
    return try database.read { connection in
      let reader = RecordReader(connection: connection)
      return try keys.compactMap { key in
        let temple = try connection.first("SELECT temple_id FROM groups WHERE key = $1", [.text(key)]) { $0.integer(0) }
        guard let temple = temple ?? nil, let group = try reader.record(.group, key: key) else { return nil }
        let own = try reader.records(.event, where: "t.temple_id = $1 AND t.is_enabled = 1", [.integer(temple)])
        return TempleGroup(
          templeID: temple, group: try Group(record: group), own: made(own) { try Event(record: $0, temple: temple) })
      }
    }
  }
}

extension Event {
  fileprivate init(record: Record, temple: Int) throws {
    try self.init(record: record)
    templeID = temple
  }
}

extension Draft {
  /// The longest name of a record.
  private static let longestName = 200

  /// The record of an event that only a temple has.
  fileprivate init(_ event: Event, guide: JSON?) {
    func name(_ text: String?) -> JSON { JSON(text.map { String($0.prefix(Self.longestName)) }) }
    self.init(fields: [
      Given("key", .text(event.key)), Given("type", .text(event.kind.rawValue)),
      Given("observance", .text(event.observance.rawValue)), Given("title", name(event.title.traditionalChinese)),
      Given("title_zh_hans", name(event.title.simplifiedChinese)), Given("title_en", name(event.title.english)),
      Given("rule", .text(event.rule.description)), Given("weight", .integer(event.weight)),
      Given("deity", JSON(event.deityKey)), Given("description", JSON(event.description)),
      Given("worship_notes", JSON(event.worshipNotes)), Given("worship_notes_en", JSON(event.englishWorshipNotes)),
      Given("worship_guide", guide ?? .list([])), Given("is_enabled", .flag(true)),
    ])
  }

  fileprivate init(_ group: Group) {
    self.init(fields: [
      Given("key", .text(group.key)), Given("name", .text(group.name.traditionalChinese)),
      Given("name_en", JSON(group.name.english)), Given("events", .list(group.eventKeys.map(JSON.text))),
      Given("is_enabled", .flag(true)),
    ])
  }
}
