internal import Database

/// What an alarm is about: something that only the operator can mend.
public enum AlarmKind: String, CaseIterable, Codable, Sendable {
  /// No worker has shown that it runs. `moment` is when one last did.
  case workerSilent = "worker-silent"
  /// A worker runs, but due reminders wait: none serves their channel, or it is too slow. `count` are due, `reason` says of which channels.
  case remindersLate = "reminders-late"
  /// `moment` is the last run of the planner.
  case plannerSilent = "planner-silent"
  /// `count` of `total` reminders that ended lately have failed; `reason` is the most frequent reason.
  case deliveriesFailing = "deliveries-failing"
  /// A service that reminders leave by refuses us or does not answer: `subject` is the channel, `reason` its last answer.
  case channelUnavailable = "channel-unavailable"
  /// The last backup failed (`reason`), or is too old (`moment`).
  case backupMissing = "backup-missing"
  /// `count` megabytes are left on the disk of the database.
  case diskNearlyFull = "disk-nearly-full"
  /// The certificate of `subject`, a host or a file, ends at `moment`.
  case certificateEnds = "certificate-ends"
  /// The token `subject` of the API ends at `moment`.
  case tokenEnds = "token-ends"
  /// The database cannot be used. It is never kept in the database.
  case databaseUnusable = "database-unusable"
}

/// A condition that holds at the time of a check.
public struct AlarmSighting: Hashable, Sendable {
  /// The kind, and for kinds of which several can hold, a colon and what tells them apart: `channel-unavailable:mail`.
  public let key: String
  public let kind: AlarmKind
  /// The beginning, in seconds of UTC since 1970: that of the condition, or of the check if that is not known.
  public var since: Int
  /// What it is about: a channel, a host, a token's name; nil if the kind says it.
  public var subject: String?
  /// Another program's words, on one line; without secrets.
  public var reason: String?
  /// An instant, as the kind says.
  public var moment: Int?
  public var count: Int?
  public var total: Int?

  /// - Parameter id: what tells several alarms of one kind apart.
  public init(_ kind: AlarmKind, id: String? = nil, since: Int) {
    self.kind = kind
    key = id.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue
    self.since = since
  }

  fileprivate init(_ row: any Row) {
    key = row.text(1) ?? ""
    kind = AlarmKind(rawValue: row.text(2) ?? "") ?? .databaseUnusable
    since = row.integer(8) ?? 0
    (subject, reason) = (row.text(3), row.text(4))
    (moment, count, total) = (row.integer(5), row.integer(6), row.integer(7))
  }
}

/// A condition that the checks have seen: one row of `alarms`, from the first check that saw it until it is over.
public struct Alarm: Hashable, Identifiable, Sendable {
  public let id: Int
  /// As it was when the alarm was opened, so that all attempts of a message say the same.
  public let sighting: AlarmSighting
  public let firstSeenAt: Int
  public let lastSeenAt: Int
  /// When it had held long enough, and the operator was to be told; nil before.
  public let openedAt: Int?
  /// Since when the checks do not see it any more; nil while they do.
  public let clearSince: Int?
  /// When it had been away long enough, and the operator was to be told; nil before.
  public let endedAt: Int?

  public var key: String { sighting.key }
  public var kind: AlarmKind { sighting.kind }
  public var isOpen: Bool { openedAt != nil && endedAt == nil }

  /// The columns of `init(_:)`.
  static let columns = [
    "id", "key", "kind", "subject", "reason", "moment", "count", "total", "since", "first_seen_at", "last_seen_at",
    "opened_at", "clear_since", "ended_at",
  ].map { "a.\($0)" }.joined(separator: ", ")

  init(_ row: any Row) {
    id = row.integer(0) ?? 0
    sighting = AlarmSighting(row)
    firstSeenAt = row.integer(9) ?? 0
    lastSeenAt = row.integer(10) ?? 0
    openedAt = row.integer(11)
    clearSince = row.integer(12)
    endedAt = row.integer(13)
  }
}

/// What a message says of an alarm.
public enum AlarmPhase: String, Codable, Sendable {
  case begun, over
}

/// A message that this process is to send.
public struct AlarmErrand: Sendable {
  public let id: Int
  public let alarm: Alarm
  public let phase: AlarmPhase
  /// Names the target without disclosing it (`AlarmTarget.key`).
  public let target: String
}
