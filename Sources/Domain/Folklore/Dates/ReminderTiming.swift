public import Lunisolar

/// The kind of a reminder.
public enum ReminderKind: String, CaseIterable, Codable, Hashable, Sendable {
  case early, main
  case dayOf = "day_of"
  /// Corrects a day that was told and then moved. It is sent once, at the change.
  case correction
}

/// Computes when the reminders of an occurrence are sent.
///
///     let timing = try ReminderTiming(settings)
///     timing.forEachReminder(of: date, beginsOnEve: rule.beginsOnEve, in: range) { kind, daysBefore, instant in … }
///
/// A pure function of the settings and the zone's clock, used by the planners of one user and of all users.
public struct ReminderTiming: Sendable {
  public let clock: ZonedClock
  private let notifyTime: TimeOfDay
  private let quietHours: QuietHours?
  private let settings: NotificationSettings
  /// The enabled kinds in order of precedence.
  private let kinds: [(kind: ReminderKind, daysBefore: Int)]

  /// If an observance begins at 23:00 the evening before, the day-of reminder is sent that evening: at this time, or at the user's notify time
  /// if that is later and before 23:00.
  public static let eveTime = TimeOfDay(uncheckedMinutes: 18 * 60)
  private static let hourOfRat = TimeOfDay(uncheckedMinutes: 23 * 60)

  /// - Throws: `UnknownTimeZone`.
  public init(_ settings: NotificationSettings) throws(UnknownTimeZone) {
    try self.init(settings, clock: ZonedClock(identifier: settings.timeZone))
  }

  /// - Parameter clock: the clock of the settings' time zone.
  public init(_ settings: NotificationSettings, clock: ZonedClock) {
    self.clock = clock
    self.settings = settings
    notifyTime = settings.notifyTime
    quietHours = settings.quietHours
    // Of several kinds on one day only one is sent: `day_of`, then `main`, then `early`.
    var kinds: [(kind: ReminderKind, daysBefore: Int)] = settings.dayOf ? [(.dayOf, 0)] : []
    for (kind, daysBefore) in [(ReminderKind.main, settings.advanceDays), (.early, NotificationSettings.earlyDays)]
    where kind == .main || settings.early {
      if !kinds.contains(where: { $0.daysBefore == daysBefore }) { kinds.append((kind, daysBefore)) }
    }
    self.kinds = kinds
  }

  /// The timing of a day that has its own number of days before; this one if it has none.
  ///
  /// - Parameter days: `Event.advanceDays`.
  public func advancing(by days: Int?) -> ReminderTiming {
    guard let days, days != settings.advanceDays else { return self }
    var settings = settings
    settings.advanceDays = days
    return ReminderTiming(settings, clock: clock)
  }

  /// The most days before an occurrence that a reminder can be sent.
  public static func reach(advanceDays: Int) -> Int { max(advanceDays, NotificationSettings.earlyDays) + 1 }

  /// The reminders of an occurrence due in a time range; of several at one instant only the first kind.
  ///
  /// - Parameters:
  ///   - date: the occurrence's day.
  ///   - range: seconds of UTC since 1970.
  public func forEachReminder(
    of date: SolarDate, beginsOnEve: Bool, in range: Range<Int>,
    _ body: (_ kind: ReminderKind, _ daysBefore: Int, _ instant: Int) throws -> Void
  ) rethrows {
    // Zones, eves and quiet hours move a reminder by less than three days from noon of its day in UTC.
    let day = CivilTime.midnight(of: date) + 43_200
    let near = (range.lowerBound - 3 * 86_400)...(range.upperBound + 3 * 86_400)
    var (first, second): (Int?, Int?) = (nil, nil)
    for (kind, daysBefore) in kinds where near.contains(day - daysBefore * 86_400) {
      guard let instant = instant(kind: kind, daysBefore: daysBefore, of: date, beginsOnEve: beginsOnEve),
        instant != first, instant != second
      else { continue }
      (first, second) = (instant, first)
      if range.contains(instant) { try body(kind, daysBefore, instant) }
    }
  }

  /// The instant of a reminder, after quiet hours; nil if its day is over by then.
  private func instant(kind: ReminderKind, daysBefore: Int, of occurrence: SolarDate, beginsOnEve: Bool) -> Int? {
    var date = occurrence.advanced(by: -daysBefore)
    var time = notifyTime
    if kind == .dayOf, beginsOnEve {
      date = date.advanced(by: -1)
      time = time > Self.eveTime && time < Self.hourOfRat ? time : Self.eveTime
    }
    if let quietHours, quietHours.contains(time) {
      if time >= quietHours.to { date = date.advanced(by: 1) }
      time = quietHours.to
    }
    guard date <= occurrence else { return nil }
    let instant = clock.instant(on: date, at: time)
    // A clock change can skip the last hour of a day. A wholly skipped day is announced on the next day.
    let isPast = date == occurrence && clock.local(at: instant).date > date && clock.local(at: instant - 1).date == date
    return isPast ? nil : instant
  }
}
