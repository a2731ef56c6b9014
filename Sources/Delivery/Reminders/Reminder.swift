public import Folklore
public import Lunisolar

/// One reminder: this user, this occurrence, this kind, at this instant.
public struct Reminder: Hashable, Sendable {
  public let user: String
  public let event: Event
  public let occurrence: Occurrence
  public let kind: ReminderKind
  /// Days before the occurrence: 3 for `early`, the user's days for `main` and `prepare`, 0 for `day_of`.
  public let daysBefore: Int
  /// The due time: seconds of UTC since 1970.
  public let scheduledAt: Int
  /// The user's civil day at that instant; the text counts from it.
  public let localDate: SolarDate

  /// The natural key: the user, the event's number, the day and the kind.
  public var key: String {
    "\(user)/\(event.id)/\(occurrence.date)/\(kind.rawValue)"
  }
}

// MARK: - Text

extension Reminder {
  /// The title of the message: the event's title.
  public func title(in language: Language, _ templates: MessageTemplates) -> String {
    wording.title(in: language, templates)
  }

  /// The sentence of the message: `明天是媽祖聖誕（農曆三月廿三）`.
  public func body(in language: Language, _ templates: MessageTemplates) -> String {
    wording.body(in: language, templates)
  }

  private var wording: ReminderWording {
    ReminderWording(
      title: event.title, date: occurrence.date, lunarDate: occurrence.lunarDate,
      daysLeft: localDate.distance(to: occurrence.date), beginsOnEve: kind == .dayOf && event.rule.beginsOnEve,
      guide: event.worshipGuide, isToBuy: kind == .prepare)
  }
}
