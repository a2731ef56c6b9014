internal import Database

/// A service of the operator's that reminders leave by and that refuses us or does not answer (`Outcome.unavailable`).
public struct ServiceTrouble: Hashable, Sendable {
  /// The channel, and for push messages the service: `mail`, `push/fcm`, `push/web.push.apple.com`.
  public let name: String
  /// The first refusal since the last message that the service took, and the last one, in seconds of UTC since 1970.
  public let since: Int
  public let lastAt: Int
  /// The last refusal.
  public let reason: String

  public init(name: String, since: Int, lastAt: Int, reason: String) {
    (self.name, self.since, self.lastAt, self.reason) = (name, since, lastAt, reason)
  }
}

extension ReminderQueue {
  /// Notes that a worker runs, and what it has seen of the services since the last call.
  ///
  /// - Parameters:
  ///   - isAlive: false for a worker that ends when nothing is due.
  ///   - troubles: services that refused us last.
  ///   - available: the names of services that took a message last.
  public func noteWorker(isAlive: Bool, troubles: [ServiceTrouble], available: [String], now: Int) throws {
    try store.database.write { connection in
      if isAlive { try connection.setMeta("worker_seen_at", "\(now)") }
      for name in available {
        try connection.execute("DELETE FROM service_troubles WHERE name = $1", [.text(name)])
      }
      for trouble in troubles {
        // Another worker may have seen it first.
        try connection.execute(
          """
          INSERT INTO service_troubles (name, since, last_at, reason)
          VALUES ($1, $2, $3, $4)
          ON CONFLICT (name) DO UPDATE
          SET last_at = excluded.last_at, reason = excluded.reason
          """, [.text(trouble.name), .integer(trouble.since), .integer(trouble.lastAt), .text(trouble.reason)])
      }
    }
  }

  /// The services that refuse us, by name.
  public func troubles() throws -> [ServiceTrouble] {
    try store.database.read { connection in
      try connection.all("SELECT name, since, last_at, reason FROM service_troubles ORDER BY name") {
        ServiceTrouble(
          name: $0.text(0) ?? "", since: $0.integer(1) ?? 0, lastAt: $0.integer(2) ?? 0, reason: $0.text(3) ?? "")
      }
    }
  }
}
