public import Folklore
public import Lunisolar
public import Store

/// A reminder as JSON: on the command line, in the API and on channels.
public struct ReminderRecord: Encodable, Hashable, Sendable {
  /// The number in the notification log; null in a preview.
  @ExplicitNull public internal(set) var id: Int?
  public let key: String
  /// The UUID of the user; in a preview without a user, the name given.
  public let user: String
  public let event: EventReference
  public let occurrence: OccurrenceReference
  public let kind: ReminderKind
  /// UTC: `2025-04-19T00:00:00Z`.
  public let scheduledAt: String
  public let status: String
  public let retryCount: Int
  public let title: String
  public let body: String
  /// The deep link into the app: `folklore://event/88`.
  public let link: String
  /// Absent in a preview.
  public let log: LogEntry?

  public struct EventReference: Encodable, Hashable, Sendable {
    public let id: Int
    public let key: String
    public let title: String
    public let type: Event.Kind

    package init(id: Int, key: String, title: String, type: Event.Kind) {
      self.id = id
      self.key = key
      self.title = title
      self.type = type
    }
  }

  public struct OccurrenceReference: Encodable, Hashable, Sendable {
    public let solarDate: SolarDate
    public let lunar: LunarDate
    public let daysBefore: Int

    enum CodingKeys: String, CodingKey {
      case lunar
      case solarDate = "solar_date"
      case daysBefore = "days_before"
    }
  }

  enum CodingKeys: String, CodingKey {
    case id, key, user, event, occurrence, kind, status, title, body, link, log
    case scheduledAt = "scheduled_at"
    case retryCount = "retry_count"
  }

  /// The record of a reminder in the log. Its text counts from the user's day at the due time.
  public init(logged reminder: LoggedReminder, language: Language, templates: MessageTemplates) throws {
    id = reminder.id
    key = reminder.key
    user = reminder.user.uuid
    let due = reminder.occurrence
    event = EventReference(
      id: due.eventID, key: due.eventKey, title: due.title.text(in: language), type: due.eventType)
    occurrence = OccurrenceReference(solarDate: due.date, lunar: due.lunarDate, daysBefore: reminder.daysBefore)
    kind = reminder.kind
    scheduledAt = CivilTime.iso(unixTime: reminder.scheduledAt)
    status = reminder.status.rawValue
    retryCount = reminder.retryCount
    // An unknown zone must not hide the reminder; use UTC.
    let clock = try (try? ZonedClock(identifier: reminder.user.timeZone)) ?? ZonedClock(identifier: "UTC")
    let day = clock.local(at: reminder.scheduledAt).date
    let wording = ReminderWording(
      title: due.title, date: due.date, lunarDate: due.lunarDate, daysLeft: day.distance(to: due.date),
      beginsOnEve: due.beginsOnEve && reminder.kind == .dayOf, guide: due.guide, isToBuy: reminder.kind == .prepare)
    title = wording.title(in: language, templates)
    body = wording.body(in: language, templates)
    link = Event.deepLink(due.eventID, templeID: due.templeID)
    log = LogEntry(reminder)
  }

  /// The record of a planned reminder.
  public init(planned reminder: Reminder, language: Language, templates: MessageTemplates) {
    id = nil
    key = reminder.key
    user = reminder.user
    event = EventReference(
      id: reminder.event.id, key: reminder.event.key, title: reminder.event.title.text(in: language),
      type: reminder.event.kind)
    occurrence = OccurrenceReference(
      solarDate: reminder.occurrence.date, lunar: reminder.occurrence.lunarDate, daysBefore: reminder.daysBefore)
    kind = reminder.kind
    scheduledAt = CivilTime.iso(unixTime: reminder.scheduledAt)
    status = "queued"
    retryCount = 0
    title = reminder.title(in: language, templates)
    body = reminder.body(in: language, templates)
    link = reminder.event.deepLink
    log = nil
  }

  /// The data that only the log has.
  public struct LogEntry: Encodable, Hashable, Sendable {
    public let channel: String
    @ExplicitNull public private(set) var nextAttemptAt: String?
    @ExplicitNull public private(set) var sentAt: String?
    @ExplicitNull public private(set) var errorMessage: String?
    @ExplicitNull public private(set) var leasedUntil: String?

    init(_ reminder: LoggedReminder) {
      channel = reminder.user.channel
      nextAttemptAt = reminder.nextAttemptAt.map { CivilTime.iso(unixTime: $0) }
      sentAt = reminder.sentAt.map { CivilTime.iso(unixTime: $0) }
      errorMessage = reminder.reason
      leasedUntil = reminder.leasedUntil.map { CivilTime.iso(unixTime: $0) }
    }

    enum CodingKeys: String, CodingKey {
      case channel
      case nextAttemptAt = "next_attempt_at"
      case sentAt = "sent_at"
      case errorMessage = "error_message"
      case leasedUntil = "leased_until"
    }
  }
}
