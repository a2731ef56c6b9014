internal import Database
public import Folklore
public import Lunisolar

/// A reminder that a worker has claimed, with all that its message needs.
public struct DueReminder: Sendable {
  /// The number in the notification log.
  public let id: Int
  public let user: Recipient
  public let occurrence: DueOccurrence
  public let kind: ReminderKind
  /// Days before the occurrence that the kind asks for: 3 for `early`, the user's days for `main` and `prepare`, 0 for `day_of`
  /// and corrections.
  public let daysBefore: Int
  /// The due time: seconds of UTC since 1970.
  public let scheduledAt: Int
  /// The first attempt on the user's present day. On a later day attempts start anew.
  public let firstAttemptAt: Int
  /// The user's civil day at that instant. The text counts from it, so all attempts of one day send the same text.
  public let localDate: SolarDate
  /// For a correction, when the user was told what it corrects; nil for other reminders.
  public let toldAt: Int?
  /// Whether the user follows the event by itself; looked up only for what is told together with others.
  public let isFollowedItself: Bool
  /// Attempts that failed before.
  public let retryCount: Int
  /// At this instant the claim must be renewed: the user's day ends, quiet hours begin, or settings may have changed.
  public let validUntil: Int
  /// After this instant nothing is sent on the user's present day: it ends, or quiet hours begin that outlast it.
  public let sendableUntil: Int

  /// The natural key, with the UUID of the user: `6f9619ff-…/88/2025-04-20/main`. A number would disclose how many users there are.
  public var key: String { "\(user.uuid)/\(occurrence.eventID)/\(occurrence.date)/\(kind.rawValue)" }
}

/// The user who gets a reminder, and the channel. All reminders of a user due at one time share one.
public final class Recipient: Sendable {
  public let id: Int
  public let uuid: String
  /// Nil if neither the user's channel nor the fallback sends mail.
  public let email: String?
  public let displayName: String?
  public let language: Language
  public let timeZone: String
  /// The name of a `ChannelKind`.
  public let channel: String
  public let channelTarget: String?
  /// True if all reminders due at one time go into one message.
  public let wantsDigest: Bool
  /// The way for what the channel cannot deliver, the name of a `ChannelKind`; nil if there is none.
  public let fallbackChannel: String?
  /// The mail address from which mails came back, in small letters; nil if none did.
  let bouncedAddress: String?
  let advanceDays: Int
  let prepareDays: Int?
  let quietHours: QuietHours?

  /// The address that mails go to; nil if there is none.
  public var mailAddress: String? { (channelTarget ?? email).flatMap { $0.isEmpty ? nil : $0 } }

  /// True if mails to that address came back, and nobody has confirmed it since.
  public var isMailBounced: Bool { bouncedAddress != nil && mailAddress?.lowercased() == bouncedAddress }

  /// The same user by the fallback, which needs no target of its own.
  public init(_ recipient: Recipient, byFallback channel: String) {
    (id, uuid, email) = (recipient.id, recipient.uuid, recipient.email)
    (displayName, language, timeZone) = (recipient.displayName, recipient.language, recipient.timeZone)
    (self.channel, channelTarget, fallbackChannel) = (channel, nil, nil)
    (wantsDigest, advanceDays, quietHours) = (recipient.wantsDigest, recipient.advanceDays, recipient.quietHours)
    prepareDays = recipient.prepareDays
    bouncedAddress = recipient.bouncedAddress
  }

  init(_ row: any Row, from column: Int) {
    id = row.integer(column) ?? 0
    uuid = row.text(column + 1) ?? ""
    email = row.text(column + 2)
    displayName = row.text(column + 3)
    language = Language(rawValue: row.text(column + 4) ?? "") ?? .traditionalChinese
    timeZone = row.text(column + 5) ?? "Asia/Taipei"
    channel = row.text(column + 6) ?? ""
    channelTarget = row.text(column + 7)
    wantsDigest = row.integer(column + 8) == 1
    advanceDays = row.integer(column + 9) ?? 0
    let quiet = (row.text(column + 10).flatMap { TimeOfDay($0) }, row.text(column + 11).flatMap { TimeOfDay($0) })
    fallbackChannel = row.text(column + 12)
    bouncedAddress = row.text(column + 13)
    prepareDays = row.integer(column + 14)
    if case let (from?, to?) = quiet { quietHours = QuietHours(from: from, to: to) } else { quietHours = nil }
  }

  /// The number of days before an occurrence for a kind of reminder.
  func daysBefore(_ kind: ReminderKind, _ occurrence: DueOccurrence) -> Int {
    switch kind {
    case .dayOf, .correction: 0
    case .main: occurrence.advanceDays ?? advanceDays
    case .early: NotificationSettings.earlyDays
    case .prepare: prepareDays ?? NotificationSettings.suggestedPrepareDays
    }
  }

  /// The columns that `init(_:from:)` reads, of the rows `u` and `s`.
  static let columns =
    "u.id, u.uuid, CASE WHEN s.channel IN (\(ReminderClaiming.list(ChannelKind.names { $0.target == .mailAddress }))) "
    + "OR s.fallback_channel = 'mail' THEN u.email END, u.display_name, u.locale, u.time_zone, s.channel, s.channel_target, s.digest, s.advance_days, "
    + "s.quiet_from, s.quiet_to, s.fallback_channel, u.bounced_address, s.prepare_days"
  static let columnCount = 15
}

/// The event and day of a reminder. All reminders of an occurrence in a claim share one.
public final class DueOccurrence: Sendable {
  public let id: Int
  public let eventID: Int
  public let eventKey: String
  public let eventType: Event.Kind
  /// `Event.templeID`.
  public let templeID: Int?
  public let title: LocalizedName
  /// The names of the events that are told with it, in the order of lists; most days have none.
  public let companions: [LocalizedName]
  /// How to worship on the day, of the event or of the first that is told with it.
  public let guide: [WorshipLine]
  /// What it is told together with: `Event.bundleKey`.
  public let bundle: String
  /// The place among the events of a day: `Event.rank`, then the position in the data.
  package let rank: Int
  package let position: Int
  public let date: SolarDate
  public let lastDate: SolarDate
  public let lunarDate: LunarDate
  /// True if the observance begins at 23:00 the evening before.
  public let beginsOnEve: Bool
  /// `Event.advanceDays`.
  let advanceDays: Int?
  /// The day that a correction tells in place of this one: the event's new day; nil if none is announced. It is this day itself if the event
  /// still has it.
  public let movedTo: LunarDate?

  /// Its name, and those of what is told with it behind.
  public var names: LocalizedName { companions.isEmpty ? title : .joined([title] + companions) }

  init(
    id: Int, eventID: Int, eventKey: String, eventType: Event.Kind, title: LocalizedName,
    companions: [LocalizedName], guide: [WorshipLine], bundle: String, rank: Int, position: Int, date: SolarDate,
    lastDate: SolarDate,
    lunarDate: LunarDate,
    beginsOnEve: Bool, advanceDays: Int? = nil, movedTo: LunarDate? = nil, templeID: Int? = nil
  ) {
    self.id = id
    self.eventID = eventID
    self.eventKey = eventKey
    self.eventType = eventType
    self.templeID = templeID
    self.title = title
    self.companions = companions
    self.guide = guide
    self.bundle = bundle
    self.rank = rank
    self.position = position
    self.date = date
    self.lastDate = lastDate
    self.lunarDate = lunarDate
    self.beginsOnEve = beginsOnEve
    self.advanceDays = advanceDays
    self.movedTo = movedTo
  }
}

/// The place in the queue where a claim ended.
///
/// The next claim starts here, so it does not read again the leased reminders and other channels' reminders before it.
/// Reminders that became due before this place, such as a dead worker's, are found only by a claim from the beginning.
public struct ClaimPosition: Hashable, Sendable {
  let due: Int
  let user: Int
}

/// The result of a claim.
public struct Claim: Sendable {
  /// Reminders to send now, grouped by user, the longest due first. The reminders of one digest are never split.
  public internal(set) var reminders: [DueReminder] = []
  /// The number that were too late and are now `expired`.
  public internal(set) var expired = 0
  /// The number that wait for the end of the user's quiet hours.
  public internal(set) var quieted = 0
  /// The number that could not be read and are now `failed`.
  public internal(set) var failed = 0

  /// True if some due reminders wait until a change of their event is fully replanned (`Store.completeSomeReplans`).
  public internal(set) var isHeldBack = false
  /// The place where the claim ended; nil if no more is due.
  public internal(set) var end: ClaimPosition?

  /// The number of reminders examined; less than the limit if no more is due.
  public var count: Int { reminders.count + expired + quieted + failed }

  /// True if nothing was due.
  public var isEmpty: Bool { count == 0 }
}

/// The result of an attempt, for the log.
public struct Acknowledgement: Sendable {
  let reminder: DueReminder
  public let result: Result
  /// The channel that was used; nil for a sent reminder that went the user's first way.
  public let way: String?

  public enum Result: Hashable, Sendable {
    case sent
    /// The attempt failed and is counted; the next one is due at `nextAttemptAt`.
    case failed(reason: String, nextAttemptAt: Int)
    /// The reminder failed for good; the attempt is counted.
    case gaveUp(reason: String)
    /// The attempt is not counted; the next one is due at `until`.
    case deferred(reason: String, until: Int)
  }

  public init(_ reminder: DueReminder, _ result: Result, way: String? = nil) {
    self.reminder = reminder
    self.way = way
    self.result = result
  }

  /// The number in the log, and the day of the occurrence, which is a part of the log's key.
  var id: Int { reminder.id }
  var day: SolarDate { reminder.occurrence.date }

  /// What the operator's program is told; nil while the reminder may still go out.
  var event: OutboxEvent? {
    let (user, way) = (reminder.user.uuid, way ?? reminder.user.channel)
    return switch result {
    case .sent: .sent(reminder: id, user: user, kind: reminder.kind, way: way)
    case .gaveUp(let reason): .failed(reminder: id, user: user, kind: reminder.kind, way: way, reason: reason)
    case .failed, .deferred: nil
    }
  }
}
