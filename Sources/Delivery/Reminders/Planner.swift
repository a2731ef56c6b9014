public import Folklore
public import Lunisolar

/// Plans reminders: a pure function of the catalogue, a user's settings and a time range. The clock is passed in, so tests can cover every hour
/// of a year.
public struct Planner: Sendable {
  private let catalogue: Catalogue
  private let calendar: LunisolarCalendar

  public init(catalogue: Catalogue, calendar: LunisolarCalendar = .chinese) {
    self.catalogue = catalogue
    self.calendar = calendar
  }

  /// The reminders of one user due in a time range, in due order.
  ///
  /// - Parameters:
  ///   - user: the user's name in keys; any text.
  ///   - following: what the user follows.
  /// - settings: how and when the user is reminded.
  /// - range: instants in seconds since 1970; nothing earlier is planned.
  /// - Throws: `UnknownTimeZone`, or `CalendarError.solarDateOutOfRange` when the calendar does not reach the range.
  public func plan(
    user: String, following: Following, settings: NotificationSettings, in range: Range<Int>
  ) throws -> [Reminder] {
    let timing = try ReminderTiming(settings)
    guard !range.isEmpty else { return [] }
    let first = timing.clock.local(at: range.lowerBound).date
    let last = timing.clock.local(at: range.upperBound).date
    // Quiet hours may move a reminder of the day before into the range.
    let events = following.events(of: catalogue, with: settings)
    let mostDays = events.compactMap(\.advanceDays).reduce(settings.advanceDays, max)
    let days =
      first.advanced(
        by: -1)...last.advanced(by: ReminderTiming.reach(advanceDays: mostDays, prepareDays: settings.prepareDays))

    var reminders: [(order: Int, reminder: Reminder)] = []
    for (order, event) in events.enumerated() {
      let timing = timing.fitting(advanceDays: event.advanceDays, isPrepared: event.isPrepared)
      try event.rule.forEachOccurrence(in: days, calendar: calendar) { occurrence in
        timing.forEachReminder(
          of: occurrence.date, beginsOnEve: event.rule.beginsOnEve, in: range
        ) { kind, daysBefore, instant in
          reminders.append(
            (
              order,
              Reminder(
                user: user, event: event, occurrence: occurrence, kind: kind, daysBefore: daysBefore,
                scheduledAt: instant, localDate: timing.clock.local(at: instant).date)
            ))
        }
      }
    }
    return reminders.sorted { left, right in
      (left.reminder.scheduledAt, left.reminder.occurrence.date, left.order)
        < (right.reminder.scheduledAt, right.reminder.occurrence.date, right.order)
    }.map(\.reminder)
  }
}
