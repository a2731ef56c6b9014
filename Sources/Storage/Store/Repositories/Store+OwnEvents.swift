internal import Database
public import Folklore
import JSON
public import Records

/// The limits of one user's own days. An operator may add more by command line or import.
public enum OwnEventLimits {
  /// The most days of a user.
  public static let days = 1_000
  /// The most characters in all texts together.
  public static let characters = 300_000
}

/// The limit that another day or a longer text would exceed.
public enum OwnEventLimit: SpokenError, Hashable, Sendable {
  case days
  /// - Parameters:
  /// - kept: the characters already stored.
  /// - added: the further characters.
  case characters(kept: Int, added: Int)

  public var description: String {
    switch self {
    case .days: "a user has \(OwnEventLimits.days) days at most: remove one first"
    case .characters(let kept, let added):
      "the texts of a user's own days have \(OwnEventLimits.characters) characters at most in all: there are \(kept), and this adds \(added)"
    }
  }

  public var chinese: String {
    switch self {
    case .days: "每個使用者最多 \(OwnEventLimits.days) 個自訂的日子：請先刪除一個"
    case .characters(let kept, let added):
      "自訂日子的文字合計最多 \(OwnEventLimits.characters) 個字：已經有 \(kept) 個字，這次再加 \(added) 個字"
    }
  }

  public var code: String {
    switch self {
    case .days: "too_many_own_days"
    case .characters: "own_days_too_long"
    }
  }
}

/// One page of a user's own days.
public struct OwnEventPage: Sendable {
  /// Ordered by number.
  public let events: [Event]
  /// The total of the user's own days.
  public let total: Int
  /// The number of the last day, if more follow.
  public let next: Int?
}

/// A user's own days for the user. Users are named by UUID; other users' days are not found.
///
/// A user may be hostile, so faults are refused without a write transaction, and no call reads all of a user's days for one of them.
/// others would wait; and nothing here reads all of a user's days to know about one of them, or how many there are.
extension Store {
  /// A page of a user's own days, by number.
  ///
  /// - Parameter after: the number of the last day of the page before; it may have been removed.
  /// - Throws: `RecordError.noSuchRecord` for an unknown user.
  public func ownEvents(of user: String, limit: Int, after: Int = 0) throws -> OwnEventPage {
    try database.read { connection in
      let reader = RecordReader(connection: connection)
      let owner = try reader.existingID(.user, key: user)
      let records = try reader.records(
        .event, where: OwnEventTable.page, order: "t.id", [.integer(owner), .integer(after), .integer(limit + 1)])
      return try OwnEventPage(
        events: made(Array(records.prefix(limit))) { try Event(record: $0) },
        total: OwnEventTable(connection: connection, owner: owner).count(),
        next: records.count > limit ? records[limit - 1].id : nil)
    }
  }

  /// The time zone of a user.
  ///
  /// - Throws: `RecordError.noSuchRecord`.
  public func timeZone(ofUser user: String) throws -> String {
    try database.read { connection in
      let zone = try connection.first("SELECT time_zone FROM users WHERE uuid = $1", [.text(user)]) { $0.text(0) }
      guard let zone else { throw RecordError.noSuchRecord(.user, key: user, similar: []) }
      return zone ?? ""
    }
  }

  /// One of a user's own days, by its key or number.
  ///
  /// - Throws: `RecordError.noSuchRecord` for an unknown day or user.
  public func ownEvent(_ name: String, of user: String) throws -> Event {
    try database.read { connection in
      let owner = try RecordReader(connection: connection).existingID(.user, key: user)
      return try Event(record: OwnEventTable(connection: connection, owner: owner).existing(name))
    }
  }

  /// The keys and revisions of a user's own days; changes with each of them.
  public func ownEventRevisions(of user: Record) throws -> String {
    try database.read { connection in
      try connection.all(OwnEventTable.revisions, [SQLValue(user.id)]) { "\($0.text(0) ?? "") \($0.integer(1) ?? 0)" }
        .joined(separator: ",")
    }
  }

  /// Checks a day that a user wants to add, without writing.
  ///
  /// - Throws: `OwnEventLimit`; `RecordFaults`.
  public func examineOwnEvent(_ draft: Draft, of user: String, _ change: Change) throws {
    try database.read { connection in
      _ = try adding(draft, of: user, RecordWriter(examining: connection, change))
    }
  }

  /// Adds a day of a user's own.
  ///
  /// - Throws: `OwnEventLimit`; `RecordFaults`.
  public func addOwnEvent(_ draft: Draft, of user: String, _ change: Change) throws -> Event {
    try database.write { connection in
      try Self.user(user)(connection).take(connection)
      let writer = try RecordWriter(connection, change)
      let draft = try adding(draft, of: user, writer)
      guard let record = try writer.write([draft], of: .event, .add).1.first else { throw OwnEventLimit.days }
      return try Event(record: record)
    }
  }

  /// Adds several days of a user's own, all or none.
  ///
  /// - Throws: `OwnEventLimit`; `RecordFaults`.
  public func addOwnEvents(_ drafts: [Draft], of user: String, _ change: Change) throws {
    try database.write { connection in
      try Self.user(user)(connection).take(connection)
      let writer = try RecordWriter(connection, change)
      for draft in drafts { _ = try writer.write([adding(draft, of: user, writer)], of: .event, .add) }
    }
  }

  /// The draft of a user's own day, checked.
  private func adding(_ draft: Draft, of user: String, _ writer: RecordWriter) throws -> Draft {
    let uuid = try writer.reader.uuid(ofUser: user)
    guard let uuid else { throw RecordError.noSuchRecord(.user, key: user, similar: []) }
    let table = OwnEventTable(connection: writer.connection, owner: try writer.reader.existingID(.user, key: uuid))
    guard try table.count() < OwnEventLimits.days else { throw OwnEventLimit.days }
    var draft = draft
    draft.fields += [Draft.Given("type", "custom"), Draft.Given("owner", .text(uuid))]
    for record in try writer.examine([draft], of: .event, .add) { try table.checkRoom(for: record, insteadOf: nil) }
    return draft
  }

  /// Checks a change of a user's own day, without writing.
  ///
  /// - Returns: the day, if the change changes nothing; otherwise nil.
  public func examineOwnEvent(
    _ name: String, of user: String, _ draft: Draft, _ change: Change
  ) throws -> Event? {
    try database.read { connection in
      let (old, new) = try changing(name, of: user, draft, RecordWriter(examining: connection, change))
      return old.values == new.values ? try Event(record: old) : nil
    }
  }

  /// Changes a day of a user's own.
  ///
  /// - Throws: `OwnEventLimit`; `RecordFaults`; `RecordError.noSuchRecord`.
  public func changeOwnEvent(_ name: String, of user: String, _ draft: Draft, _ change: Change) throws -> Event {
    try database.write { connection in
      try Self.user(user)(connection).take(connection)
      let writer = try RecordWriter(connection, change)
      let (old, _) = try changing(name, of: user, draft, writer)
      return try Event(record: writer.write([draft], of: .event, .edit(old)).1.first ?? old)
    }
  }

  private func changing(
    _ name: String, of user: String, _ draft: Draft, _ writer: RecordWriter
  ) throws -> (old: Record, new: Record) {
    let owner = try writer.reader.existingID(.user, key: user)
    let table = OwnEventTable(connection: writer.connection, owner: owner)
    let old = try table.existing(name)
    let new = try writer.examine([draft], of: .event, .edit(old)).first ?? old
    try table.checkRoom(for: new, insteadOf: old)
    return (old, new)
  }
}

/// One user's own days in one transaction.
struct OwnEventTable {
  let connection: any Connection
  /// The number of the user.
  let owner: Int

  /// Uses the index events_by_owner alone.
  func count() throws -> Int {
    try connection.integer("SELECT COUNT(*) FROM events WHERE owner_id = $1", [.integer(owner)])
  }

  /// - Throws: `RecordError.noSuchRecord`, also for another user's event.
  func existing(_ name: String) throws -> Record {
    let reader = RecordReader(connection: connection)
    let isOwn: SQL = "SELECT COUNT(*) FROM events WHERE id = $1 AND owner_id = $2"
    for id in [try reader.id(.event, key: name), Int(name).flatMap { "\($0)" == name ? $0 : nil }] {
      guard let id, try connection.integer(isOwn, [.integer(id), .integer(owner)]) > 0,
        let record = try reader.record(.event, id: id)
      else { continue }
      return record
    }
    throw RecordError.noSuchRecord(.event, key: name, similar: [])
  }

  /// - Throws: `OwnEventLimit.characters` if the texts become too long. Shortening is always allowed.
  func checkRoom(for new: Record, insteadOf old: Record?) throws {
    let added = new.characters - (old?.characters ?? 0)
    // Counting reads all texts, so only then.
    guard added > 0 else { return }
    let kept = try connection.integer(Self.characters, [.integer(owner)])
    guard kept + added <= OwnEventLimits.characters else {
      throw OwnEventLimit.characters(kept: kept, added: added)
    }
  }

  /// The texts whose characters are counted.
  static let texts = [
    "title", "title_zh_hans", "title_en", "aliases", "rule", "description", "worship_notes", "note", "cover_url",
    "disagreements",
  ]

  private static let characters = SQL(
    """
    SELECT SUM(\(texts.map { "LENGTH(COALESCE(\($0), ''))" }.joined(separator: " + ")))
    FROM events
    WHERE owner_id = $1
    """)

  /// A condition that selects the page from the index events_by_owner alone.
  static let page = """
    t.id IN (
      SELECT id
      FROM events
      WHERE owner_id = $1 AND id > $2
      ORDER BY id
      LIMIT $3)
    """

  static let revisions: SQL = "SELECT key, revision FROM events WHERE owner_id = $1 ORDER BY id"
}

extension Record {
  /// The number of characters in its texts, as SQL counts them.
  fileprivate var characters: Int {
    OwnEventTable.texts.reduce(0) { count, name in
      let value = self[name]
      return count + (value.text ?? (value == .null ? "" : value.json())).unicodeScalars.count
    }
  }
}
