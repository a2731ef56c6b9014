internal import Database
public import Folklore
internal import JSON

/// What an operator keeps from being sent: one channel, or everything that was due before an instant, as after a restore.
public struct DeliveryHold: Encodable, Hashable, Sendable {
  /// The channel that is paused; nil for every channel.
  @ExplicitNull public private(set) var channel: String?
  /// Only what is due before this instant, in seconds of UTC since 1970; nil for whatever is due.
  @ExplicitNull public private(set) var dueBefore: Int?
  /// Who asked for it, and when: seconds of UTC since 1970.
  public let actor: String
  public let beganAt: Int

  enum CodingKeys: String, CodingKey {
    case channel, actor
    case dueBefore = "due_before"
    case beganAt = "began_at"
  }

  init(channel: String?, dueBefore: Int?, actor: String, beganAt: Int) {
    self.actor = actor
    self.beganAt = beganAt
    self.channel = channel
    self.dueBefore = dueBefore
  }
}

/// The holds as conditions of statements. Without holds they are empty, so that a claim pays for one look into an empty table.
struct HoldConditions {
  /// In a fixed order, so that statements stay prepared.
  let channels: [String]
  /// The latest instant before which nothing goes out.
  let dueBefore: Int?

  init(_ connection: any Connection) throws {
    let holds = try DeliveryHolds(connection: connection).present()
    channels = Set(holds.compactMap(\.channel)).sorted()
    dueBefore = holds.filter { $0.channel == nil }.compactMap(\.dueBefore).max()
  }

  var isEmpty: Bool { channels.isEmpty && dueBefore == nil }

  /// The condition on a row `n` of the log and its settings `s`; empty without holds.
  var sql: String {
    var parts: [String] = []
    if !channels.isEmpty { parts.append("AND s.channel NOT IN (\(ReminderClaiming.list(channels)))") }
    if let dueBefore { parts.append("AND COALESCE(n.next_attempt_at, n.scheduled_at) >= \(dueBefore)") }
    return parts.joined(separator: " ")
  }
}

/// The table of the holds.
struct DeliveryHolds {
  let connection: any Connection

  private static let present: SQL = """
    SELECT channel, due_before, actor, began_at
    FROM delivery_holds
    WHERE ended_at IS NULL
    ORDER BY id
    """

  func present() throws -> [DeliveryHold] {
    try connection.all(Self.present, []) { row in
      DeliveryHold(
        channel: row.text(0), dueBefore: row.integer(1), actor: row.text(2) ?? "", beganAt: row.integer(3) ?? 0)
    }
  }

  func begin(_ hold: DeliveryHold) throws {
    try connection.execute(
      "INSERT INTO delivery_holds (channel, due_before, actor, began_at) VALUES ($1, $2, $3, $4)",
      [SQLValue(hold.channel), SQLValue(hold.dueBefore), .text(hold.actor), .integer(hold.beganAt)])
  }

  /// Ends the holds of a channel, or those of everything.
  ///
  /// - Returns: how many ended.
  func end(channel: String?, now: Int) throws -> Int {
    try connection.execute(
      "UPDATE delivery_holds SET ended_at = $2 WHERE ended_at IS NULL AND COALESCE(channel, '') = $1",
      [.text(channel ?? ""), .integer(now)])
  }

  /// Why a reminder expired, if it was held at some time between its due time and now.
  func reason(channel: String, due: Int, now: Int) throws -> String? {
    let paused = try connection.first(
      """
      SELECT COALESCE(channel, '')
      FROM delivery_holds
      WHERE began_at <= $3 AND COALESCE(ended_at, $3) >= $2
        AND (channel = $1 OR channel IS NULL AND due_before > $2)
      ORDER BY id DESC
      LIMIT 1
      """, [.text(channel), .integer(due), .integer(now)]
    ) { $0.text(0) ?? "" }
    return paused.map(Self.reason)
  }

  /// - Parameter channel: empty for a hold of everything.
  static func reason(_ channel: String) -> String {
    channel.isEmpty ? "its day has passed while it was held" : "its day has passed while \(channel) was paused"
  }

  /// The holds that were there within the last seconds, each channel once, an empty one for everything.
  func recent(seconds: Int, now: Int) throws -> [String] {
    try connection.all(
      """
      SELECT DISTINCT COALESCE(channel, '')
      FROM delivery_holds
      WHERE COALESCE(ended_at, $1) >= $2
      """, [.integer(now), .integer(now - seconds)]
    ) { $0.text(0) ?? "" }
  }
}

// MARK: - For operators

extension ReminderQueue {
  /// What is held at present, the oldest first.
  public func holds() throws -> [DeliveryHold] {
    try store.database.read { try DeliveryHolds(connection: $0).present() }
  }

  /// Stops a channel: its reminders stay in the queue until `resume`. One that is being sent just now still goes out.
  ///
  /// - Returns: false if it is paused already.
  @discardableResult
  public func pause(channel: String, by actor: String, now: Int) throws -> Bool {
    try hold(DeliveryHold(channel: channel, dueBefore: nil, actor: actor, beganAt: now))
  }

  /// Sends by a channel again.
  ///
  /// - Returns: false if it is not paused.
  @discardableResult
  public func resume(channel: String, by actor: String, now: Int) throws -> Bool {
    try end(channel: channel, by: actor, now: now)
  }

  /// Keeps everything that is due before an instant from being sent, as after a restore: what was sent since the copy was made is due again.
  /// A later hold takes the place of an earlier one.
  public func hold(dueBefore instant: Int, by actor: String, now: Int) throws {
    _ = try store.database.write { connection in
      let holds = DeliveryHolds(connection: connection)
      _ = try holds.end(channel: nil, now: now)
      let hold = DeliveryHold(channel: nil, dueBefore: instant, actor: actor, beganAt: now)
      try holds.begin(hold)
      try Self.note(hold, by: actor, now, connection)
    }
  }

  /// Ends the hold of everything: what still waits is due.
  ///
  /// - Returns: false if nothing is held.
  @discardableResult
  public func releaseHeld(by actor: String, now: Int) throws -> Bool {
    try end(channel: nil, by: actor, now: now)
  }

  private func hold(_ hold: DeliveryHold) throws -> Bool {
    try store.database.write { connection in
      let holds = DeliveryHolds(connection: connection)
      guard try !holds.present().contains(where: { $0.channel == hold.channel }) else { return false }
      try holds.begin(hold)
      try Self.note(hold, by: hold.actor, hold.beganAt, connection)
      return true
    }
  }

  private func end(channel: String?, by actor: String, now: Int) throws -> Bool {
    try store.database.write { connection in
      guard try DeliveryHolds(connection: connection).end(channel: channel, now: now) > 0 else { return false }
      try connection.announce()
      try AuditLog(connection: connection, actor: actor, at: now).note(
        "remove", AuditLog.hold, id: 0, key: channel ?? "everything", before: ["channel": JSON(channel)], after: nil)
      return true
    }
  }

  private static func note(_ hold: DeliveryHold, by actor: String, _ now: Int, _ connection: any Connection) throws {
    try AuditLog(connection: connection, actor: actor, at: now).note(
      "add", AuditLog.hold, id: 0, key: hold.channel ?? "everything", before: nil,
      after: ["channel": JSON(hold.channel), "due_before": hold.dueBefore.map { .integer($0) } ?? .null])
  }
}
