public import Folklore
public import Lunisolar

/// A reminder as JSON: on the command line, in the API and on channels.
public struct ReminderRecord: Encodable, Hashable, Sendable {
  /// The number in the notification log; null in a preview, which writes nothing.
  @ExplicitNull public internal(set) var id: Int?
  public let key: String
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
    case id, key, user, event, occurrence, kind, status, title, body, link
    case scheduledAt = "scheduled_at"
    case retryCount = "retry_count"
  }

  /// The record of a reminder that has only been planned.
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
    link = DeepLink.event(reminder.event.id)
  }
}
