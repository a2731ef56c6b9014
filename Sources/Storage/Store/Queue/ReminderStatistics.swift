internal import Database
public import Folklore

/// Counts of the log.
public struct ReminderStatistics: Encodable, Hashable, Sendable {
  /// Reminders by status.
  public let statuses: [String: Int]
  /// Waiting reminders by the channel of their users.
  public let queuedByChannel: [String: Int]
  /// The number of due reminders, and the age of the oldest in seconds.
  public let due: Int
  public let lagSeconds: Int
  /// Reminders that a worker holds now.
  public let leased: Int
  /// Reminders sent, and failed, in the last 24 hours, of those due in the last three days.
  public let sentLastDay: Int
  public let failedLastDay: Int
  /// The next due time and the end of the plan; UTC, null if there is none.
  @ExplicitNull public private(set) var nextDueAt: String?
  @ExplicitNull public private(set) var plannedUntil: String?
  /// Reminders that failed and wait for another attempt.
  public let waitingAfterFailure: Int
  /// The reasons of the last 50,000 failures, most frequent first.
  public let failures: [Failure]
  /// The reasons why reminders wait for another attempt, most frequent first.
  public let waitingReasons: [Failure]
  /// What an operator keeps from being sent.
  public let holds: [DeliveryHold]

  public struct Failure: Encodable, Hashable, Sendable {
    public let reason: String
    public let count: Int
  }

  enum CodingKeys: String, CodingKey {
    case statuses, due, leased, failures, holds
    case queuedByChannel = "queued_by_channel"
    case lagSeconds = "lag_seconds"
    case sentLastDay = "sent_last_day"
    case failedLastDay = "failed_last_day"
    case nextDueAt = "next_due_at"
    case plannedUntil = "planned_until"
    case waitingAfterFailure = "waiting_after_failure"
    case waitingReasons = "waiting_reasons"
  }

  init(
    statuses: [String: Int], queuedByChannel: [String: Int], due: Int, lagSeconds: Int, leased: Int, sentLastDay: Int,
    failedLastDay: Int, nextDueAt: Int?, plannedUntil: Int?, waitingAfterFailure: Int, failures: [Failure],
    waitingReasons: [Failure], holds: [DeliveryHold]
  ) {
    self.holds = holds
    self.statuses = statuses
    self.queuedByChannel = queuedByChannel
    self.due = due
    self.lagSeconds = lagSeconds
    self.leased = leased
    self.sentLastDay = sentLastDay
    self.failedLastDay = failedLastDay
    self.waitingAfterFailure = waitingAfterFailure
    self.failures = failures
    self.waitingReasons = waitingReasons
    self.nextDueAt = nextDueAt.map { CivilTime.iso(unixTime: $0) }
    self.plannedUntil = plannedUntil.map { CivilTime.iso(unixTime: $0) }
  }
}

extension ReminderQueue {
  /// Counts the log along its indexes, so the length of the log hardly matters.
  public func statistics(now: Int) throws -> ReminderStatistics {
    let next = try nextDue(now: now)
    return try store.database.read { connection in
      let counts = LogCounts(connection: connection, now: now)
      let (due, oldest) = try counts.due()
      let (queued, byChannel) = try counts.waiting()
      var statuses = try counts.ended()
      if queued > 0 { statuses["queued"] = queued }
      return ReminderStatistics(
        statuses: statuses, queuedByChannel: byChannel, due: due,
        lagSeconds: now - oldest, leased: try counts.leased(), sentLastDay: try counts.ended(.sent, seconds: 86_400),
        failedLastDay: try counts.ended(.failed, seconds: 86_400), nextDueAt: next,
        plannedUntil: try ReminderPlanning.plannedUntil(connection),
        waitingAfterFailure: try counts.waitingAfterFailure(), failures: try counts.failures(),
        waitingReasons: try counts.waitingReasons(), holds: try DeliveryHolds(connection: connection).present())
    }
  }

  /// The present state of delivery, for monitoring. Unlike the statistics it takes milliseconds.
  public func health(now: Int) throws -> DeliveryHealth {
    try store.database.read { connection in
      let counts = LogCounts(connection: connection, now: now)
      let recent = try counts.recent(seconds: DeliveryHealth.seconds)
      var reasons: [String: Int] = [:]
      let failures = try counts.failures(seconds: DeliveryHealth.seconds) + counts.waitingReasons()
      for failure in failures { reasons[DeliveryHealth.summary(of: failure.reason), default: 0] += failure.count }
      return DeliveryHealth(
        sent: recent["sent"] ?? 0, failed: recent["failed"] ?? 0, expired: recent["expired"] ?? 0,
        waitingAfterFailure: try counts.waitingAfterFailure(),
        reasons: reasons.map { ReminderStatistics.Failure(reason: $0.key, count: $0.value) }
          .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) },
        holds: try DeliveryHolds(connection: connection).present())
    }
  }
}

extension ReminderQueue {
  /// How many of the reminders that ended in the last seconds were sent and failed, and why most failed, as in the statistics.
  public func recentFailures(seconds: Int, now: Int) throws -> (sent: Int, failed: Int, reason: String?) {
    try store.database.read { connection in
      let counts = LogCounts(connection: connection, now: now)
      let failed = try counts.ended(.failed, seconds: seconds)
      return (
        try counts.ended(.sent, seconds: seconds), failed, failed == 0 ? nil : try counts.failures().first?.reason
      )
    }
  }
}

/// The present state of delivery.
public struct DeliveryHealth: Hashable, Sendable {
  /// Of the reminders due in the last `seconds`: the numbers sent, failed for good, and expired.
  public let sent: Int
  public let failed: Int
  public let expired: Int
  /// Reminders that failed and wait for another attempt.
  public let waitingAfterFailure: Int
  /// The reasons, most frequent first; without host names and server replies, because monitoring is public.
  public let reasons: [ReminderStatistics.Failure]

  /// What an operator keeps from being sent.
  public let holds: [DeliveryHold]

  /// Six hours.
  public static let seconds = 6 * 3_600

  /// True if a tenth of the attempts fail.
  public var isFailing: Bool {
    let bad = failed + waitingAfterFailure
    return bad > 0 && bad * 10 >= bad + sent
  }

  /// The kind of a failure: the start of its reason, without hosts and long numbers.
  ///
  ///     no connection to mail.example.org: refused   ->   no connection to …
  static func summary(of reason: String) -> String {
    let beginning = reason.prefix { $0 != ":" && $0 != ";" }
    let words = beginning.split(separator: " ").prefix(12).map { word in
      word.contains { ".@/[".contains($0) } || word.filter(\.isNumber).count > 3 ? "…" : String(word)
    }
    return words.isEmpty ? "unknown" : words.joined(separator: " ")
  }
}

/// Counts of the log, each along an index: notification_logs_due, _waiting and _ended.
private struct LogCounts {
  let connection: any Connection
  let now: Int

  /// The longest wait counted for the last day; earlier reminders have expired, except those an operator retried.
  private static let longestSeconds = 3 * 86_400
  /// The most rows whose reasons are read.
  private static let mostReasons = 50_000

  /// Ended reminders by status.
  func ended() throws -> [String: Int] {
    Dictionary(
      try connection.all(
        "SELECT status, COUNT(*) FROM notification_logs WHERE status <> 'queued' GROUP BY status"
      ) { ($0.text(0) ?? "", $0.integer(1) ?? 0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Waiting reminders, in total and by channel. Swift maps users to channels, which is faster than a join.
  func waiting() throws -> (count: Int, byChannel: [String: Int]) {
    var names: [String] = []
    var channels: [Int] = []
    try connection.forEachRow("SELECT user_id, channel FROM notification_settings", []) { row in
      let (user, name) = (row.integer(0) ?? 0, row.text(1) ?? "")
      let channel = names.firstIndex(of: name) ?? names.count
      if channel == names.count { names.append(name) }
      if user >= channels.count { channels += Array(repeating: -1, count: user - channels.count + 1) }
      channels[user] = channel
    }
    var counts = [Int](repeating: 0, count: names.count)
    var all = 0
    try connection.forEachRow("SELECT user_id FROM notification_logs WHERE status = 'queued'", []) { row in
      let user = row.integer(0) ?? 0
      all += 1
      if channels.indices.contains(user), channels[user] >= 0 { counts[channels[user]] += 1 }
    }
    return (all, Dictionary(uniqueKeysWithValues: zip(names, counts).filter { $0.1 > 0 }))
  }

  func due() throws -> (count: Int, oldest: Int) {
    try connection.first(
      """
      SELECT COUNT(*), COALESCE(MIN(COALESCE(next_attempt_at, scheduled_at)), $1)
      FROM notification_logs
      WHERE status = 'queued' AND COALESCE(next_attempt_at, scheduled_at) <= $1
      """, [.integer(now)]
    ) { ($0.integer(0) ?? 0, $0.integer(1) ?? now) } ?? (0, now)
  }

  /// Counts leases. The longest due are claimed first, so it reads no more rows than workers can hold.
  func leased() throws -> Int {
    try connection.integer(
      """
      SELECT COUNT(*)
      FROM (
        SELECT lease_until
        FROM notification_logs
        WHERE status = 'queued' AND COALESCE(next_attempt_at, scheduled_at) <= $1
        ORDER BY COALESCE(next_attempt_at, scheduled_at)
        LIMIT $2) due
      WHERE lease_until > $1
      """, [.integer(now), .integer(Self.mostReasons)])
  }

  /// Reminders that ended in the last seconds, at most a day.
  func ended(_ status: ReminderStatus, seconds: Int) throws -> Int {
    let column = status == .sent ? "sent_at" : "updated_at"
    return try connection.integer(
      SQL(
        """
        SELECT COUNT(*)
        FROM notification_logs
        WHERE status <> 'queued' AND status = $1 AND scheduled_at > $2 AND \(column) > $3
        """), [.text(status.rawValue), .integer(now - Self.longestSeconds), .integer(now - seconds)])
  }

  /// Reminders due in the last seconds that have ended, by status.
  func recent(seconds: Int) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for status in [ReminderStatus.sent, .failed, .expired] {
      counts[status.rawValue] = try connection.integer(
        "SELECT COUNT(*) FROM notification_logs WHERE status <> 'queued' AND status = $1 AND scheduled_at BETWEEN $2 AND $3",
        [.text(status.rawValue), .integer(now - seconds), .integer(now)])
    }
    return counts
  }

  /// Quiet hours also postpone a reminder, but give no reason.
  func waitingAfterFailure() throws -> Int {
    try connection.integer(
      """
      SELECT COUNT(*)
      FROM (
        SELECT 1
        FROM notification_logs
        WHERE status = 'queued' AND next_attempt_at IS NOT NULL AND error_message IS NOT NULL
        LIMIT $1) waiting
      """, [.integer(Self.mostReasons)])
  }

  func waitingReasons() throws -> [ReminderStatistics.Failure] {
    try reasons(
      """
      SELECT error_message
      FROM notification_logs
      WHERE status = 'queued' AND next_attempt_at IS NOT NULL AND error_message IS NOT NULL
      LIMIT $1
      """, [])
  }

  /// - Parameter seconds: limits to reminders due in the last seconds.
  func failures(seconds: Int? = nil) throws -> [ReminderStatistics.Failure] {
    try reasons(
      """
      SELECT error_message
      FROM notification_logs
      WHERE status <> 'queued' AND status = 'failed' AND scheduled_at >= $2
      ORDER BY scheduled_at DESC
      LIMIT $1
      """, [.integer(seconds.map { now - $0 } ?? .min)])
  }

  private func reasons(_ rows: String, _ arguments: [SQLValue]) throws -> [ReminderStatistics.Failure] {
    try connection.all(
      SQL(
        """
        SELECT error_message, COUNT(*)
        FROM (\(rows)) last
        GROUP BY error_message
        ORDER BY COUNT(*) DESC, error_message
        LIMIT 20
        """), [.integer(Self.mostReasons)] + arguments
    ) { ReminderStatistics.Failure(reason: $0.text(0) ?? "", count: $0.integer(1) ?? 0) }
  }
}
