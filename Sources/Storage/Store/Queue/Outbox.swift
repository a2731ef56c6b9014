internal import Database
public import Folklore
internal import JSON

/// Something that the operator's own program is told. It names no day and no god, only numbers, users and ways.
public enum OutboxEvent: Hashable, Sendable {
  /// A reminder went out by a way, the name of a `ChannelKind`.
  case sent(reminder: Int, user: String, kind: ReminderKind, way: String)
  /// A reminder failed for good.
  case failed(reminder: Int, user: String, kind: ReminderKind, way: String, reason: String)
  /// A user's way takes nothing any more: a device, a mail address, a chat.
  case wayGone(user: String, way: String)
  case alarm(AlarmPhase, AlarmSighting)

  /// The event as an object with `type` and `at`.
  func json(at now: Int) -> JSON {
    let head: [JSON.Member] = [.init("type", .text(name)), .init("at", .text(CivilTime.iso(unixTime: now)))]
    return .object(head + members)
  }

  /// `reminder.sent`, `reminder.failed`, `way.gone`, `alarm.begun` or `alarm.over`.
  private var name: String {
    switch self {
    case .sent: "reminder.sent"
    case .failed: "reminder.failed"
    case .wayGone: "way.gone"
    case .alarm(let phase, _): "alarm.\(phase.rawValue)"
    }
  }

  private var members: [JSON.Member] {
    func reminder(_ id: Int, _ user: String, _ kind: ReminderKind, _ way: String) -> [JSON.Member] {
      [
        .init("reminder", .integer(id)), .init("user", .text(user)), .init("kind", .text(kind.rawValue)),
        .init("channel", .text(way)),
      ]
    }
    return switch self {
    case .sent(let id, let user, let kind, let way): reminder(id, user, kind, way)
    case .failed(let id, let user, let kind, let way, let reason):
      reminder(id, user, kind, way) + [.init("reason", .text(reason))]
    case .wayGone(let user, let way): [.init("user", .text(user)), .init("channel", .text(way))]
    case .alarm(_, let sighting):
      [
        .init("alarm", .text(sighting.key)), .init("since", .text(CivilTime.iso(unixTime: sighting.since))),
        .init("reason", JSON(sighting.reason)),
      ]
    }
  }
}

/// Events on their way to the operator's program, written in the transaction in which they happen, so that none is lost and none is told that did not
/// happen. Some hundred share a row, which is one message.
struct Outbox {
  let connection: any Connection
  /// False if nobody listens; then nothing is written.
  let isOpen: Bool

  /// The most events in a message.
  private static let batch = 500
  /// What could not be told for three days is dropped.
  private static let keptSeconds = 3 * 86_400

  func add(_ events: [OutboxEvent], at now: Int) throws {
    guard isOpen else { return }
    for start in stride(from: 0, to: events.count, by: Self.batch) {
      let some = events[start..<min(start + Self.batch, events.count)].map { $0.json(at: now) }
      let body = JSON.object([
        .init("type", "folkcal.events"), .init("timestamp", .text(CivilTime.iso(unixTime: now))),
        .init("data", .list(some)),
      ])
      let key = "events-" + (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
      try connection.execute(
        "INSERT INTO outbox (key, body, created_at, next_attempt_at) VALUES ($1, $2, $3, $3)",
        [.text(key), .text(body.json()), .integer(now)])
    }
  }

  /// A user's way is gone.
  func add(goneWay way: String, ofUser user: Int, at now: Int) throws {
    guard isOpen else { return }
    let uuid = try connection.first("SELECT uuid FROM users WHERE id = $1", [.integer(user)]) { $0.text(0) } ?? nil
    if let uuid { try add([.wayGone(user: uuid, way: way)], at: now) }
  }

  /// Takes the oldest message if it is due and nobody else has it. So messages go out in order, by one worker at a time.
  func claim(owner: String, until: Int, now: Int) throws -> OutboxMessage? {
    try connection.execute("DELETE FROM outbox WHERE created_at < $1", [.integer(now - Self.keptSeconds)])
    let oldest =
      try connection.first(
        SQL(
          """
          SELECT id, key, body, created_at, first_attempt_at, retry_count, next_attempt_at, lease_until
          FROM outbox
          ORDER BY id
          LIMIT 1
          \(connection.dialect.forUpdate)
          """)
      ) { row in
        let isFree = (row.integer(6) ?? 0) <= now && (row.integer(7).map { $0 <= now } ?? true)
        return isFree
          ? OutboxMessage(
            id: row.integer(0) ?? 0, key: row.text(1) ?? "", body: row.text(2) ?? "", createdAt: row.integer(3) ?? now,
            firstAttemptAt: row.integer(4) ?? now, retryCount: row.integer(5) ?? 0) : nil
      } ?? nil
    guard let oldest else { return nil }
    try connection.execute(
      """
      UPDATE outbox
      SET lease_owner = $2, lease_until = $3, first_attempt_at = COALESCE(first_attempt_at, $4)
      WHERE id = $1
      """, [.integer(oldest.id), .text(owner), .integer(until), .integer(now)])
    return oldest
  }

  /// Ends an attempt: the message was told, or never will be, or is tried again.
  func end(_ message: OutboxMessage, _ result: Acknowledgement.Result, owner: String) throws {
    let key: [SQLValue] = [.integer(message.id), .text(owner)]
    switch result {
    case .sent, .gaveUp:
      try connection.execute("DELETE FROM outbox WHERE id = $1 AND lease_owner = $2", key)
    case .failed(let reason, let next): try putBack(key, message.retryCount + 1, reason, next)
    case .deferred(let reason, let next): try putBack(key, message.retryCount, reason, next)
    }
  }

  private func putBack(_ key: [SQLValue], _ retryCount: Int, _ reason: String, _ next: Int) throws {
    try connection.execute(
      """
      UPDATE outbox
      SET retry_count = $3, error = $4, next_attempt_at = $5, lease_owner = NULL, lease_until = NULL
      WHERE id = $1 AND lease_owner = $2
      """, key + [.integer(retryCount), .text(reason), .integer(next)])
  }
}

/// A message to the operator's program.
public struct OutboxMessage: Hashable, Sendable {
  let id: Int
  /// The same at every attempt, and unique.
  public let key: String
  /// An object in JSON: `type`, `timestamp`, and the events in `data`.
  public let body: String
  /// Seconds of UTC since 1970.
  public let createdAt: Int
  public let firstAttemptAt: Int
  /// Attempts that failed before.
  public let retryCount: Int

  /// A message that shows that the operator's program takes them.
  public static func test(at now: Int) -> OutboxMessage {
    let body = JSON.object([
      .init("type", "folkcal.test"), .init("timestamp", .text(CivilTime.iso(unixTime: now))), .init("data", .list([])),
    ])
    return OutboxMessage(
      id: 0, key: "test-\(now)", body: body.json(), createdAt: now, firstAttemptAt: now, retryCount: 0)
  }
}

/// What waits for the operator's program.
public struct OutboxState: Hashable, Sendable {
  /// Messages, and when the oldest was written, in seconds of UTC since 1970.
  public let count: Int
  public let oldestAt: Int?
  /// Why the last attempt at it failed; nil if there was none.
  public let error: String?
}

extension ReminderQueue {
  /// Takes the oldest message of the outbox for a limited time; nil if none is due.
  public func claimOutbox(owner: String, leaseSeconds: Int, now: Int) throws -> OutboxMessage? {
    try store.database.write {
      try Outbox(connection: $0, isOpen: true).claim(owner: owner, until: now + leaseSeconds, now: now)
    }
  }

  /// Records how an attempt at a message of the outbox ended.
  public func end(_ message: OutboxMessage, _ result: Acknowledgement.Result, owner: String) throws {
    _ = try store.database.write { try Outbox(connection: $0, isOpen: true).end(message, result, owner: owner) }
  }

  public func outboxState() throws -> OutboxState {
    try store.database.read { connection in
      let (count, oldest) =
        try connection.first("SELECT COUNT(*), MIN(created_at) FROM outbox") {
          ($0.integer(0) ?? 0, $0.integer(1))
        } ?? (0, nil)
      let error = try connection.first("SELECT error FROM outbox ORDER BY id LIMIT 1") { $0.text(0) } ?? nil
      return OutboxState(count: count, oldestAt: oldest, error: error)
    }
  }
}
