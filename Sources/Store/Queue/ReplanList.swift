/// What the changes of one call mean for the queue: gathered while records are written, done when all are.
struct ReplanList {
  private let connection: any Connection
  private let change: Change
  /// Nothing was ever planned: there is nothing to keep right.
  private let isIdle: Bool
  private var planning: ReminderPlanning
  private var users: [(id: Int, before: ReminderPlanning.Followed)] = []
  private var manyUsers: [Int] = []
  private var events: Set<Int> = []

  /// From so many users on, statements for all of them are quicker than one after another.
  private static let fewUsers = 200

  init(connection: any Connection, change: Change) throws {
    self.connection = connection
    self.change = change
    isIdle = try ReminderPlanning.plannedUntil(connection) == nil
    planning = ReminderPlanning(connection: connection, now: change.at)
  }

  /// Takes note of a user before it is changed.
  ///
  /// - Parameter count: how many records are written in all.
  mutating func willChange(user id: Int?, of count: Int) throws {
    guard !isIdle, let id else { return }
    if count > Self.fewUsers {
      manyUsers.append(id)
    } else {
      users.append((id, try planning.followed(by: id)))
    }
  }

  /// Takes note of a record after it was written.
  mutating func didWrite(_ new: Record, over old: Record?, of count: Int) throws {
    guard !isIdle, let id = new.id else { return }
    switch new.entity {
    case .user where old == nil:
      if count > Self.fewUsers { manyUsers.append(id) } else { users.append((id, ReminderPlanning.Followed())) }
    case .event:
      let isSame = ["rule", "is_enabled", "type", "observance"].allSatisfy { old?[$0] == new[$0] }
      if !isSame { events.insert(id) }
    case .group:
      guard old?["events"] != new["events"] || old?["is_enabled"] != new["is_enabled"] else { return }
      for key in Set((old?["events"].texts ?? []) + new["events"].texts) {
        if let event = try RecordReader(connection: connection).id(.event, key: key) { events.insert(event) }
      }
    default: break
    }
  }

  /// Takes note of events whose days were made anew.
  mutating func didChange(events ids: [Int]) {
    if !isIdle { events.formUnion(ids) }
  }

  /// Makes the queue right.
  mutating func replan() throws {
    if !events.isEmpty { try planning.replan(.events(Array(events))) }
    if !manyUsers.isEmpty { try planning.replan(.users(manyUsers)) }
    for user in users { try planning.replan(user: user.id, before: user.before) }
    (events, manyUsers, users) = ([], [], [])
  }
}
