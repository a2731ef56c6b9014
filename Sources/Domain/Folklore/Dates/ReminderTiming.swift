public import Lunisolar

/// The kind of a reminder.
public enum ReminderKind: String, CaseIterable, Codable, Hashable, Sendable {
  case early, main
  /// What to buy for a day that most people keep; it replaces `early` of that day.
  case prepare
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
  private let isPrepared: Bool
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

  /// - Parameters:
  ///   - clock: the clock of the settings' time zone.
  ///   - isPrepared: whether the days are some that people prepare (`Event.isPrepared`).
  public init(_ settings: NotificationSettings, clock: ZonedClock, isPrepared: Bool = false) {
    self.clock = clock
    self.settings = settings
    self.isPrepared = isPrepared
    notifyTime = settings.notifyTime
    quietHours = settings.quietHours
    // Of several kinds on one day only one is sent: `day_of`, then `main`, then `prepare` or `early`.
    var kinds: [(kind: ReminderKind, daysBefore: Int)] = settings.dayOf ? [(.dayOf, 0)] : []
    func add(_ kind: ReminderKind, _ daysBefore: Int) {
      if !kinds.contains(where: { $0.daysBefore == daysBefore }) { kinds.append((kind, daysBefore)) }
    }
    add(.main, settings.advanceDays)
    if isPrepared, let days = settings.prepareDays {
      add(.prepare, days)
    } else if settings.early {
      add(.early, NotificationSettings.earlyDays)
    }
    self.kinds = kinds
  }

  /// The timing of an event's days, which may have their own number of days before.
  ///
  /// - Parameters:
  ///   - advanceDays: `Event.advanceDays`.
  ///   - isPrepared: `Event.isPrepared`.
  public func fitting(advanceDays days: Int?, isPrepared: Bool) -> ReminderTiming {
    let isPrepared = isPrepared && self.settings.prepareDays != nil
    guard isPrepared != self.isPrepared || days.map({ $0 != self.settings.advanceDays }) == true else { return self }
    var settings = self.settings
    settings.advanceDays = days ?? settings.advanceDays
    return ReminderTiming(settings, clock: clock, isPrepared: isPrepared)
  }

  /// The most days before an occurrence that a reminder can be sent.
  public static func reach(advanceDays: Int, prepareDays: Int? = nil) -> Int {
    max(advanceDays, prepareDays ?? 0, NotificationSettings.earlyDays) + 1
  }

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
