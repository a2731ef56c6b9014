internal import Database

/// What a transaction holds on an engine where several write at once, so that what it reads stays true until it commits. Taken before the first
/// read that a write depends on, always in the order of the cases. SQLite has one writer, so nothing is taken.
///
/// The locks are PostgreSQL's advisory locks of a transaction; other programs that use such locks should have a database of their own.
enum StoreLock {
  /// Shared data, settings of many users, or the whole plan: nobody else changes records or plans.
  case everything
  /// New users, each written by one transaction.
  case people
  /// One user: settings, subscriptions and own days.
  case user(Int)
  /// The plan of users with consecutive numbers, a block of `Dialect.usersPerPlanStep`.
  case plan(block: Int)

  /// The first numbers of the advisory locks.
  private enum Space: Int {
    case records = 1
    case block = 2
  }

  func take(_ connection: any Connection) throws {
    guard let size = connection.dialect.usersPerPlanStep else { return }
    let shared = Self.lock("_shared", .records, 0)
    switch self {
    case .everything: try connection.executeScript(Self.lock("", .records, 0))
    case .people: try connection.executeScript(shared)
    case .user(let user):
      try connection.executeScript(
        connection.dialect.planOnce + shared + Self.lock("_shared", .block, user / size)
          + "SELECT 1 FROM users WHERE id = \(user) FOR UPDATE;")
    case .plan(let block): try connection.executeScript(shared + Self.lock("", .block, block))
    }
  }

  private static func lock(_ mode: String, _ space: Space, _ number: Int) -> String {
    "SELECT pg_advisory_xact_lock\(mode)(\(space.rawValue), \(number));"
  }

  /// Takes the reminders of some users for one claim.
  ///
  /// - Returns: those users whose reminders no other worker is claiming now.
  static func claim(_ users: Set<Int>, _ connection: any Connection) throws -> Set<Int> {
    guard connection.dialect.hasSeveralWriters else { return users }
    var mine: Set<Int> = []
    try connection.forIDs(users.sorted(), atMost: .max) { first, last in
      try connection.forEachRow(Self.claim(connection.dialect), [first, last]) { mine.insert($0.integer(0) ?? 0) }
    }
    return mine
  }

  /// Locks of rows, because the server has memory for only some thousand advisory locks.
  private static func claim(_ dialect: Dialect) -> SQL {
    SQL(
      """
      SELECT s.user_id
      FROM notification_settings s
      WHERE \(dialect.ids.replacing("id ", with: "s.user_id "))
      FOR NO KEY UPDATE SKIP LOCKED
      """)
  }
}
