public import Folklore
public import Lunisolar

/// What one user follows.
public struct Following: Hashable, Sendable {
  /// Keys of events followed by themselves.
  public var events: Set<String>
  /// Keys of groups.
  public var groups: Set<String>
  /// Keys of events that the user switched off, whatever brings them.
  public var switchedOff: Set<String>

  public init(events: Set<String> = [], groups: Set<String> = [], switchedOff: Set<String> = []) {
    self.events = events
    self.groups = groups
    self.switchedOff = switchedOff
  }
}

/// Who is told what, and when: a pure function of the catalogue, a user's wishes and a range of time.
///
/// Everything it reads is handed in, the clock too, so that every hour of the year can be tested in a second.
public struct Planner: Sendable {
  private let catalogue: Catalogue
  private let calendar: LunisolarCalendar

  /// Reminders for the day of an observance that begins at 23:00 the evening before go out that evening, at this time or at the
  /// user's notify time where that is later and still before 23:00.
  public static let eveTime = TimeOfDay(uncheckedMinutes: 18 * 60)
  private static let hourOfRat = TimeOfDay(uncheckedMinutes: 23 * 60)

  public init(catalogue: Catalogue, calendar: LunisolarCalendar = .chinese) {
    self.catalogue = catalogue
    self.calendar = calendar
  }

  /// The reminders of one user that fall due in a range of time, in the order in which they go out.
  ///
  /// - Parameters:
  ///   - user: the user's name in keys; any text.
  ///   - following: what the user follows.
  ///   - settings: how and when the user wants to be reminded.
  ///   - range: instants in seconds since 1970. Nothing is planned for an instant before it.
  /// - Throws: `UnknownTimeZone`, or `CalendarError.solarDateOutOfRange` when the calendar does not reach the range.
  public func plan(
    user: String, following: Following, settings: NotificationSettings, in range: Range<Int>
  ) throws -> [Reminder] {
    let clock = try ZonedClock(identifier: settings.timeZone)
    guard settings.isEnabled, !range.isEmpty else { return [] }
    let first = clock.local(at: range.lowerBound).date
    let last = clock.local(at: range.upperBound).date
    let reach = max(settings.advanceDays, NotificationSettings.earlyDays) + 1
    // A reminder that quiet hours put off to the next morning belongs to an occurrence of up to a day before.
    let days = first.advanced(by: -1)...last.advanced(by: reach)

    var reminders: [(order: Int, reminder: Reminder)] = []
    for (order, event) in catalogue.events.enumerated() where wants(event, following, settings) {
      try event.rule.forEachOccurrence(in: days, calendar: calendar) { occurrence in
        var taken: [Int] = []
        for (kind, daysBefore) in Self.kinds(settings) {
          guard
            let instant = Self.instant(
              kind: kind, daysBefore: daysBefore, of: occurrence, rule: event.rule, settings: settings, clock: clock),
            range.contains(instant), !taken.contains(instant)
          else { continue }
          taken.append(instant)
          reminders.append(
            (
              order,
              Reminder(
                user: user, event: event, occurrence: occurrence, kind: kind, daysBefore: daysBefore,
                scheduledAt: instant, localDate: clock.local(at: instant).date)
            ))
        }
      }
    }
    return reminders.sorted { left, right in
      (left.reminder.scheduledAt, left.reminder.occurrence.date, left.order)
        < (right.reminder.scheduledAt, right.reminder.occurrence.date, right.order)
    }.map(\.reminder)
  }

  // MARK: Who gets what

  private func wants(_ event: Event, _ following: Following, _ settings: NotificationSettings) -> Bool {
    guard event.isEnabled, !following.switchedOff.contains(event.key) else { return false }
    switch event.observance {
    case .newMoon where settings.newMoon: return true
    case .fullMoon where settings.fullMoon: return true
    default: break
    }
    if event.kind == .custom { return settings.custom && following.events.contains(event.key) }
    return following.events.contains(event.key)
      || following.groups.contains { key in
        catalogue.group(key).map { $0.isEnabled && $0.eventKeys.contains(event.key) } ?? false
      }
  }

  // MARK: When

  /// The kinds that the settings ask for, the one that wins first. Kinds that fall on the same day are one: `day_of` before `main` before `early`.
  private static func kinds(_ settings: NotificationSettings) -> [(Reminder.Kind, Int)] {
    var kinds: [(Reminder.Kind, Int)] = settings.dayOf ? [(.dayOf, 0)] : []
    kinds.append((.main, settings.advanceDays))
    if settings.early { kinds.append((.early, NotificationSettings.earlyDays)) }
    return kinds.enumerated().filter { index, kind in !kinds[..<index].contains { $0.1 == kind.1 } }.map(\.element)
  }

  /// The instant of a reminder, out of quiet hours; nil when that would be after the day it speaks of.
  private static func instant(
    kind: Reminder.Kind, daysBefore: Int, of occurrence: Occurrence, rule: DateRule, settings: NotificationSettings,
    clock: ZonedClock
  ) -> Int? {
    var date = occurrence.date.advanced(by: -daysBefore)
    var time = settings.notifyTime
    if kind == .dayOf, rule.beginsOnEve {
      date = date.advanced(by: -1)
      time = time > eveTime && time < hourOfRat ? time : eveTime
    }
    if let quiet = settings.quietHours, quiet.contains(time) {
      if time >= quiet.to { date = date.advanced(by: 1) }
      time = quiet.to
    }
    return date <= occurrence.date ? clock.instant(on: date, at: time) : nil
  }
}
