internal import Database
public import Folklore
public import Records

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
      let events = made(try reader.shared(.event)) { try Event(record: whole($0)) }
      known[.event] = Set(events.map(\.key))
      return try Catalogue(
        sources: sources.map { try Source(record: $0) },
        deities: deities.map { try Deity(record: whole($0)) }, events: events,
        groups: readable(try reader.shared(.group)).map { try Group(record: whole($0)) })
    }
  }
}

/// The days that one user has besides the shared ones.
public struct PersonalDays: Sendable {
  /// The user's own days.
  public var own: [Event] = []
  /// The temples that the user follows.
  public var temples: [TempleGroup] = []

  public init() {}
}

extension Store {
  /// A user's own days, and those of the temples that the user follows.
  public func personalDays(of user: Record) throws -> PersonalDays {
    var days = PersonalDays()
    (days.own, days.temples) = (try events(ownedBy: user), try temples(followedBy: user))
    return days
  }

  /// A user's own days.
  public func events(ownedBy user: Record) throws -> [Event] {
    try database.read { connection in
      let records = try RecordReader(connection: connection).records(
        .event, where: "t.owner_id = $1", [SQLValue(user.id)])
      return made(records) { try Event(record: $0) }
    }
  }
}
