internal import Database

/// How many users there are, and what they have chosen.
public struct UserFigures: Hashable, Sendable {
  public let total: Int
  /// By the right in the back office; empty for none.
  public let roles: [String: Int]
  /// By the name of a `ChannelKind`.
  public let channels: [String: Int]
  /// By the language of messages.
  public let languages: [String: Int]
  /// Active devices by platform.
  public let devices: [String: Int]
  /// Users who were added in each week, oldest first.
  public let weeks: [Week]

  public struct Week: Hashable, Sendable {
    /// Its first day, in UTC seconds.
    public let start: Int
    public let added: Int
    /// All users at its end.
    public let total: Int
  }
}

extension Store {
  /// Counts the users.
  ///
  /// - Parameters:
  ///   - weeks: how many, up to the present one.
  ///   - monday: the start of the present week: seconds of UTC since 1970.
  public func userFigures(weeks: Int, from monday: Int) throws -> UserFigures {
    try database.read { connection in
      func counts(_ sql: SQL) throws -> [String: Int] {
        Dictionary(try connection.all(sql) { ($0.text(0) ?? "", $0.integer(1) ?? 0) }) { $0 + $1 }
      }
      let total = try connection.integer("SELECT COUNT(*) FROM users")
      let seconds = 7 * 86_400
      let first = monday - (weeks - 1) * seconds
      // Weeks are counted from the first one, so that the division has no sign.
      var added = [Int](repeating: 0, count: weeks)
      try connection.forEachRow(
        "SELECT (created_at - $1) / $2, COUNT(*) FROM users WHERE created_at >= $1 GROUP BY (created_at - $1) / $2",
        [.integer(first), .integer(seconds)]
      ) { row in
        added[min(max(row.integer(0) ?? 0, 0), weeks - 1)] += row.integer(1) ?? 0
      }
      var before = total - added.reduce(0, +)
      let list = added.enumerated().map { place, count in
        before += count
        return UserFigures.Week(start: first + place * seconds, added: count, total: before)
      }
      return UserFigures(
        total: total, roles: try counts("SELECT COALESCE(role, ''), COUNT(*) FROM users GROUP BY role"),
        channels: try counts("SELECT channel, COUNT(*) FROM notification_settings GROUP BY channel"),
        languages: try counts("SELECT locale, COUNT(*) FROM users GROUP BY locale"),
        devices: try counts("SELECT platform, COUNT(*) FROM devices WHERE is_active = 1 GROUP BY platform"), weeks: list
      )
    }
  }

  /// The number of users who may do everything.
  public func administratorCount() throws -> Int {
    try database.read { try $0.integer("SELECT COUNT(*) FROM users WHERE role = 'admin'") }
  }
}
