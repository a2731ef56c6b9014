internal import Database

/// Attempts at one reminder that ended alike: by one way, for one reason.
public struct DeliveryAttempt: Hashable, Sendable {
  public enum Outcome: String, Hashable, Sendable {
    /// By the user's second way; what went the first way has no attempt of its own.
    case sent
    /// Counted, and tried again.
    case failed
    case gaveUp = "gave_up"
    /// Not counted, and tried again: our own server failed, or the other asked us to wait.
    case deferred
  }

  public let outcome: Outcome
  /// The channel; empty if it is not known.
  public let way: String
  /// What the other server said, or why there was no connection.
  public let reason: String
  public let count: Int
  /// Seconds of UTC since 1970.
  public let firstAt: Int
  public let lastAt: Int
}

/// The table of attempts. Equal ones share a row, so that an outage of days costs no more than one row for each reminder.
struct DeliveryAttempts {
  let connection: any Connection

  func note(_ acknowledgement: Acknowledgement, at now: Int) throws {
    let (outcome, reason): (DeliveryAttempt.Outcome, String)
    switch acknowledgement.result {
    case .sent: (outcome, reason) = (.sent, "")
    case .failed(let why, _): (outcome, reason) = (.failed, why)
    case .gaveUp(let why): (outcome, reason) = (.gaveUp, why)
    case .deferred(let why, _): (outcome, reason) = (.deferred, why)
    }
    guard outcome != .sent || acknowledgement.way != nil else { return }
    try connection.execute(
      """
      INSERT INTO delivery_attempts (reminder_id, outcome, way, reason, count, first_at, last_at)
      VALUES ($1, $2, $3, $4, 1, $5, $5)
      ON CONFLICT (reminder_id, outcome, way, reason) DO UPDATE
      SET count = delivery_attempts.count + 1, last_at = excluded.last_at
      """,
      [
        .integer(acknowledgement.id), .text(outcome.rawValue), .text(acknowledgement.way ?? ""), .text(reason),
        .integer(now),
      ])
  }

  func attempts(of reminder: Int) throws -> [DeliveryAttempt] {
    try connection.all(
      """
      SELECT outcome, way, reason, count, first_at, last_at
      FROM delivery_attempts
      WHERE reminder_id = $1
      ORDER BY first_at, last_at, outcome
      """, [.integer(reminder)]
    ) { row in
      DeliveryAttempt(
        outcome: DeliveryAttempt.Outcome(rawValue: row.text(0) ?? "") ?? .failed, way: row.text(1) ?? "",
        reason: row.text(2) ?? "", count: row.integer(3) ?? 1, firstAt: row.integer(4) ?? 0, lastAt: row.integer(5) ?? 0
      )
    }
  }

  /// Reasons may name a user's server, so they go with the user.
  func forget(user: Int) throws {
    try connection.execute(
      "DELETE FROM delivery_attempts WHERE reminder_id IN (SELECT id FROM notification_logs WHERE user_id = $1)",
      [.integer(user)])
  }
}

extension ReminderQueue {
  /// The attempts at a reminder that did not deliver it, and those by the second way, the first ones first.
  public func attempts(of reminder: Int) throws -> [DeliveryAttempt] {
    try store.database.read { try DeliveryAttempts(connection: $0).attempts(of: reminder) }
  }
}
