public import Database
internal import Foundation
public import JSON
public import Records

/// The database of an operator: folk days, temples, groups, users and reminders.
///
///     let store = try Store.open("sqlite:/var/lib/folkcal/folkcal.db")
///     try store.record(.event, key: "mazu")["title"]      // 媽祖聖誕
///
/// Every method is one transaction: it completes, or it throws and changes nothing.
public struct Store: Sendable {
  package let database: any Database
  /// Called for each unreadable record; the record is left out of the result.
  let onUnreadable: UnreadableRecordHandler
  /// Whether events are written for the operator's program (`OutboxEvent`).
  private(set) var keepsOutbox = false

  /// Opens an existing database and runs the migrations that it lacks.
  ///
  /// - Parameters:
  ///   - url: `sqlite:PATH`, a path alone, or `postgresql://USER@HOST/NAME`.
  /// - onUnreadable: called for each unreadable record; the record is left out of the result.
  /// - Throws: `DatabaseError`.
  public static func open(
    _ url: String, onUnreadable: @escaping UnreadableRecordHandler = { _ in }
  ) throws -> Store {
    try Store(database(url, creates: false), onUnreadable: onUnreadable)
  }

  /// Opens a database; creates it if it does not exist.
  ///
  /// - Throws: `DatabaseError`.
  public static func create(
    _ url: String, onUnreadable: @escaping UnreadableRecordHandler = { _ in }
  ) throws -> Store {
    try Store(database(url, creates: true), onUnreadable: onUnreadable)
  }

  private static func database(_ url: String, creates: Bool) throws(DatabaseError) -> any Database {
    if PostgreSQLDatabase.isAddress(url) { return try PostgreSQLDatabase(url: url, schema: .store, creates: creates) }
    return try SQLiteDatabase(path: try path(of: url), options: .init(createsFile: creates))
  }

  /// Runs the migrations that the database lacks.
  package init(_ database: any Database, onUnreadable: @escaping UnreadableRecordHandler = { _ in }) throws {
    self.database = database
    self.onUnreadable = onUnreadable
    // A migration may make more data public.
    try database.migrate { try PublicMark(connection: $0).renew() }
  }

  /// The same database; its write transactions wait for other programs until this instant at most.
  package func waiting(until deadline: ContinuousClock.Instant) -> Store {
    var store = Store(migrated: database.waiting(until: deadline), onUnreadable: onUnreadable)
    store.keepsOutbox = keepsOutbox
    return store
  }

  /// The same database, which writes events for the operator's program (`OutboxEvent`).
  public func keepingOutbox() -> Store {
    var store = self
    store.keepsOutbox = true
    return store
  }

  func outbox(_ connection: any Connection) -> Outbox { Outbox(connection: connection, isOpen: keepsOutbox) }

  private init(migrated database: any Database, onUnreadable: @escaping UnreadableRecordHandler) {
    self.database = database
    self.onUnreadable = onUnreadable
  }

  /// True if a URL names a server, not a file.
  public static func isServer(_ url: String) -> Bool { PostgreSQLDatabase.isAddress(url) }

  /// The path in a database URL.
  public static func path(of url: String) throws(DatabaseError) -> String {
    let path = url.hasPrefix("sqlite:") ? String(url.dropFirst("sqlite:".count)) : url
    guard !path.isEmpty, url.hasPrefix("sqlite:") || !path.contains("://") else { throw .badURL(url) }
    let expanded =
      path == "~" || path.hasPrefix("~/") ? homeFolder + path.dropFirst() : (path as NSString).expandingTildeInPath
    return expanded.hasPrefix("/") ? expanded : FileManager.default.currentDirectoryPath + "/" + expanded
  }

  /// The folder in HOME; if HOME is not set, the home folder of the account.
  private static var homeFolder: String {
    ProcessInfo.processInfo.environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
  }

  /// Closes the database; later calls fail. The last process that closes it merges the WAL into the file.
  public func close() { database.close() }

  /// Makes running transactions fail and roll back.
  public func interrupt() { database.interrupt() }

  /// An element when another program may have changed the public data or made reminders due; ends at once if the database cannot tell.
  public func news() -> AsyncStream<Void> { database.news() }

  /// True if other programs announce their changes, and many may ask often.
  public var isServer: Bool { database.dialect.hasSeveralWriters }

  /// The location of the database, for messages.
  public var place: String { database.place }
}

// MARK: - Records

extension Store {
  /// The record with this key.
  ///
  /// - Throws: `RecordError.noSuchRecord`, or `UnreadableRecord`.
  public func record(_ entity: Entity, key: String) throws -> Record {
    try database.read { try RecordReader(connection: $0).existing(entity, key: key).readable() }
  }

  /// The record with this number.
  ///
  /// - Throws: `RecordError.noSuchRecord` with the number as key, or `UnreadableRecord`.
  public func record(_ entity: Entity, id: Int) throws -> Record {
    let record = try database.read { try RecordReader(connection: $0).record(entity, id: id) }
    guard let record else { throw RecordError.noSuchRecord(entity, key: "\(id)", similar: []) }
    return try record.readable()
  }

  /// All records of a kind, in the order of the data.
  public func records(_ entity: Entity) throws -> [Record] {
    try database.read { connection in
      let reader = RecordReader(connection: connection)
      return readable(try entity == .group ? reader.shared(.group) : reader.records(entity))
    }
  }

  /// Adds records.
  ///
  /// - Throws: `RecordFaults` with everything that is wrong.
  @discardableResult
  public func add(_ drafts: [Draft], to entity: Entity, _ change: Change) throws -> [Record] {
    try changing(change, entity == .user ? { _ in .people } : Self.everything) {
      try $0.write($0.keyed(drafts, of: entity), of: entity, .add).1
    }
  }

  /// Writes in one transaction, then replans the reminders that the change affects.
  ///
  /// If replanning fails, for example because another program is writing, the change is kept. The next planner, worker or server completes it
  /// (`completeSomeReplans`).
  ///
  /// - Parameter lock: what the transaction holds.
  func changing<Result>(
    _ change: Change, _ lock: (any Connection) throws -> StoreLock = everything,
    _ body: (RecordWriter) throws -> Result
  ) throws -> Result {
    // Replans left by other changes are not this call's work.
    var leavesReplans = false
    let result = try database.write { connection in
      try lock(connection).take(connection)
      let writer = try RecordWriter(connection, change)
      let result = try body(writer)
      leavesReplans = writer.leavesReplans
      return result
    }
    if leavesReplans, change.completesReplans { _ = try? completeReplans(now: change.at) }
    return result
  }

  static func everything(_ connection: any Connection) -> StoreLock { .everything }

  /// The lock for a removal: of a user's own day only that user.
  private static func remover(_ entity: Entity, _ key: String, _ connection: any Connection) throws -> StoreLock {
    guard entity == .event else { return .everything }
    let owner = try connection.first("SELECT owner_id FROM events WHERE key = $1", [.text(key)]) { $0.integer(0) }
    return (owner ?? nil).map(StoreLock.user) ?? .everything
  }

  /// The lock for a change of a user's record.
  static func user(_ key: String) -> (any Connection) throws -> StoreLock {
    { .user(try RecordReader(connection: $0).existingID(.user, key: key)) }
  }

  /// Changes the given fields of a record.
  ///
  /// - Throws: `RecordError.noSuchRecord`, or `RecordFaults` with everything that is wrong.
  @discardableResult
  public func edit(_ entity: Entity, key: String, _ draft: Draft, _ change: Change) throws -> (old: Record, new: Record)
  {
    try edit(entity, key: key, change) { _ in draft }
  }

  /// Changes fields of a record to values computed from its present state.
  @discardableResult
  public func edit(
    _ entity: Entity, key: String, _ change: Change, _ make: (Record) throws -> Draft
  ) throws -> (old: Record, new: Record) {
    try changing(change, entity == .user ? Self.user(key) : Self.everything) { writer in
      let old = try writer.reader.existing(entity, key: key)
      let (_, written) = try writer.write([make(old)], of: entity, .edit(old))
      return (old, written.first ?? old)
    }
  }

  /// Checks a change of a record without writing; other writers do not wait.
  ///
  /// - Returns: the record, if the change changes nothing; otherwise nil.
  /// - Throws: as `edit` does.
  public func examine(
    _ entity: Entity, key: String, _ change: Change, _ make: (Record) throws -> Draft
  ) throws -> Record? {
    try database.read { connection in
      let old = try RecordReader(connection: connection).existing(entity, key: key)
      let new = try RecordWriter(examining: connection, change).examine([make(old)], of: entity, .edit(old)).first
      return new?.values == old.values ? old : nil
    }
  }

  /// Checks a new record without writing.
  ///
  /// - Throws: `RecordFaults`.
  public func examine(new draft: Draft, of entity: Entity, _ change: Change) throws {
    try database.read { connection in
      let writer = RecordWriter(examining: connection, change)
      _ = try writer.examine(writer.keyed([draft], of: entity), of: entity, .add)
    }
  }

  /// Removes a record and its parts.
  ///
  /// - Throws: `RecordError.referredTo`, which names the references to it.
  @discardableResult
  public func remove(_ entity: Entity, key: String, _ change: Change) throws -> Record {
    let record = try changing(change, { try Self.remover(entity, key, $0) }) { try $0.remove(entity, key: key) }
    if entity == .user { database.forget() }
    return record
  }
}

// MARK: - Import and export

extension Store {
  /// Adds new records and changes existing ones in one transaction.
  ///
  /// A user's own events come inside the user (`events`), because each names the other.
  ///
  /// - Parameters:
  ///   - isRehearsal: rolls everything back at the end.
  ///   - leavesOutFaulty: skips records with faults, which the summaries tell; each draft needs its own `place` then.
  /// - Returns: what was done for each kind.
  /// - Throws: `RecordFaults` with everything that is wrong with the first kind that has faults.
  public func merge(
    _ contents: RecordInput.Contents, _ change: Change, isRehearsal: Bool = false, leavesOutFaulty: Bool = false
  ) throws -> [(Entity, ChangeSummary)] {
    do {
      return try changing(change) { writer in
        let summaries = try contents.map { entity, drafts in
          let drafts = try writer.named(drafts, of: entity)
          guard entity == .user else {
            return (entity, try write(drafts, of: entity, writer, leavesOutFaulty: leavesOutFaulty))
          }
          return (entity, try mergeUsers(drafts, writer))
        }
        if isRehearsal { throw Rehearsal(summaries: summaries) }
        return summaries
      }
    } catch let rehearsal as Rehearsal {
      return rehearsal.summaries
    }
  }

  /// Thrown to roll back a rehearsal.
  private struct Rehearsal: Error {
    let summaries: [(Entity, ChangeSummary)]
  }

  private func write(
    _ drafts: [Draft], of entity: Entity, _ writer: RecordWriter, leavesOutFaulty: Bool
  ) throws -> ChangeSummary {
    do {
      return try writer.write(drafts, of: entity, .merge).0
    } catch let found as RecordFaults where leavesOutFaulty {
      let faulty = Set(found.faults.map(\.place))
      var summary = try writer.write(drafts.filter { !faulty.contains($0.place) }, of: entity, .merge).0
      summary.leftOut = found.faults
      return summary
    }
  }

  private func mergeUsers(_ drafts: [Draft], _ writer: RecordWriter) throws -> ChangeSummary {
    var users = drafts
    // A user may have switched off an own event that is not imported yet.
    let namesOwn = drafts.map { draft in
      let own = Set((draft.given("events")?.list ?? []).map { $0["key"] })
      return (draft.given("event_subscriptions")?.list ?? []).contains { own.contains($0["event"]) }
    }
    for index in users.indices {
      users[index].fields.removeAll { $0.name == "events" || (namesOwn[index] && $0.name == "event_subscriptions") }
    }
    try writer.openTemples(
      ofGroups: users.flatMap { ($0.given("group_subscriptions")?.list ?? []).compactMap { $0["group"].text } })
    var (summary, records) = try writer.write(users, of: .user, .merge)
    var events: [Draft] = []
    for (draft, user) in zip(drafts, records) {
      for (number, event) in (draft.given("events")?.list ?? []).enumerated() {
        let place = [draft.place, "events[\(number)]"].filter { !$0.isEmpty }.joined(separator: ": ")
        events.append(
          Draft(
            place: place,
            fields: event.members.map { Draft.Given($0.name, $0.value) } + [
              Draft.Given("type", .text("custom")), Draft.Given("owner", .text(user.key)),
            ]))
      }
    }
    _ = try writer.write(writer.named(events, of: .event), of: .event, .merge)
    let subscriptions = drafts.indices.filter { namesOwn[$0] }.map { index in
      Draft(
        place: drafts[index].place,
        fields: [Draft.Given("uuid", .text(records[index].key))]
          + drafts[index].fields.filter { $0.name == "event_subscriptions" })
    }
    summary.count(rest: try writer.write(subscriptions, of: .user, .merge).0)
    return summary
  }

  /// All records of a kind as JSON values that `merge` reads back.
  public func export(_ entity: Entity) throws -> [JSON] {
    try database.read { try export(entity, $0) }
  }

  /// All records of all kinds, from one snapshot.
  public func exportAll() throws -> [(entity: Entity, records: [JSON])] {
    try database.read { connection in try Entity.allCases.map { ($0, try export($0, connection)) } }
  }

  private func export(_ entity: Entity, _ connection: any Connection) throws -> [JSON] {
    let reader = RecordReader(connection: connection)
    switch entity {
    case .event, .group: return readable(try reader.shared(entity)).map(\.json)
    case .user:
      let owned = try Dictionary(grouping: readable(reader.records(.event, where: "t.owner_id IS NOT NULL"))) {
        $0["owner"]
      }
      return readable(try reader.records(.user)).map { user in
        let events = owned[.text(user.key)] ?? []
        return .object(user.json.members + [JSON.Member("events", .list(events.map(\.json)))])
      }
    default: return readable(try reader.records(entity)).map(\.json)
    }
  }
}
