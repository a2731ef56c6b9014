internal import Feeds
internal import Folklore
internal import Lunisolar
internal import Reminders

/// The calendar that one user subscribes to: the days that the user is reminded of, by the same decision as the planner's.
///
///     let wishes = try UserWishes(of: "u42", in: store)
///     let text = try UserFeed(wishes).text(at: now)
///
/// The days ring in the user's calendar when its channel is `feed`; the other channels remind already. The user's name is nowhere in
/// it, for such addresses are passed on to family and friends.
struct UserFeed: Sendable {
  private let wishes: UserWishes

  init(_ wishes: UserWishes) {
    self.wishes = wishes
  }

  /// How many days that have passed stay in it.
  private static let pastDays = 30
  /// A wish that was changed is to be seen the same day.
  private static let refreshHours = 4

  /// The iCalendar object of the days from 30 days back to the end of the next year; an empty one while the master switch is off. Where that
  /// would be more than 8 MB, it ends earlier.
  ///
  /// The same wishes on the same day of the user's clock give the same bytes.
  ///
  /// - Parameter now: seconds of UTC since 1970.
  /// - Throws: `UnknownTimeZone`, or `CalendarError.solarDateOutOfRange` when the calendar does not reach the days.
  func text(at now: Int) throws -> String {
    let timing = try ReminderTiming(wishes.settings)
    let today = timing.clock.local(at: now).date
    let events = wishes.following.events(of: wishes.catalogue, with: wishes.settings)
    let range = try range(of: events, from: today)
    let feed = CalendarFeed(
      name: Self.name.text(in: wishes.language), language: wishes.language, refreshHours: Self.refreshHours)
    let bundles = try EventBundles(events, of: wishes.catalogue.events, preferring: wishes.following.events, in: range)
    return try feed.text(of: events, bundles: bundles, in: range) { event, occurrence in
      wishes.channel?.isSent == false ? Self.alarms(of: event, on: occurrence.date, timing) : []
    }
  }

  /// The days that are told of: fewer where somebody's own days and what is written to them would make a file that no program reads.
  private func range(of events: [Event], from today: SolarDate) throws -> ClosedRange<SolarDate> {
    var range = today.advanced(by: -Self.pastDays)...(try SolarDate(year: today.year + 1, month: 12, day: 31))
    while range.lowerBound < range.upperBound {
      var size = 0
      // The shared ones are bounded by the data.
      for event in events where event.kind == .custom {
        let entry =
          Self.entrySize + [event.description, event.worshipNotes, event.note].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        size += try event.rule.occurrences(in: range, calendar: LunisolarCalendar.chinese).count * entry
      }
      if size <= Self.sizeLimit { break }
      let days = range.upperBound.julianDayNumber - today.julianDayNumber
      range = today...today.advanced(by: days / 2)
    }
    return range
  }

  /// Bytes of an entry besides what somebody has written to it.
  private static let entrySize = 500
  /// Bytes of the whole.
  private static let sizeLimit = 8 << 20

  private static let name = LocalizedName("我的民俗日子", simplifiedChinese: "我的民俗日子", english: "My folk days")

  /// One for each reminder that would go out, the first one first.
  private static func alarms(of event: Event, on day: SolarDate, _ timing: ReminderTiming) -> [CalendarFeed.Alarm] {
    var instants: [Int] = []
    let midnight = timing.clock.instant(on: day, at: TimeOfDay(uncheckedMinutes: 0))
    let reach = ReminderTiming.reach(advanceDays: NotificationSettings.advanceDayRange.upperBound)
    let range = (midnight - (reach + 1) * 86_400)..<(midnight + 2 * 86_400)
    timing.forEachReminder(of: day, beginsOnEve: event.rule.beginsOnEve, in: range) { _, _, instant in
      instants.append(instant)
    }
    return instants.sorted().map { CalendarFeed.Alarm(at: $0, of: day, on: timing.clock) }
  }
}
