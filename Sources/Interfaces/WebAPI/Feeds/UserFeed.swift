internal import Feeds
internal import Folklore
internal import Lunisolar
internal import Reminders

/// The calendar of one user: the days that the planner would remind of.
///
///     let wishes = try UserWishes(of: "u42", in: store)
///     let text = try UserFeed(wishes).text(at: now)
///
/// It has alarms only if the user's channel is `feed`. It does not contain the user's name, because users share the address.
struct UserFeed: Sendable {
  private let wishes: UserWishes

  init(_ wishes: UserWishes) {
    self.wishes = wishes
  }

  /// The number of past days in it.
  private static let pastDays = 30
  /// Short enough to show a changed setting the same day.
  private static let refreshHours = 4

  /// The iCalendar object from 30 days ago to the end of next year; empty if the master switch is off. It ends earlier at 8 MB.
  ///
  /// The same settings on the same user's day give the same bytes.
  ///
  /// - Parameters:
  ///   - now: seconds of UTC since 1970.
  ///   - removal: the day on which the calendar will be removed unless somebody reads it; nil if it stays.
  ///   - site: the public address of the server, to whose pages the entries link; nil if it is not known.
  /// - Throws: `UnknownTimeZone`, or `CalendarError.solarDateOutOfRange` when the calendar does not reach the days.
  func text(at now: Int, removal: SolarDate? = nil, site: String? = nil) throws -> String {
    let timing = try ReminderTiming(wishes.settings)
    let today = timing.clock.local(at: now).date
    var events = wishes.following.events(of: wishes.catalogue, with: wishes.settings)
    if let removal { events.append(try notice(of: removal, on: today)) }
    let range = try range(of: events, from: today)
    let feed = CalendarFeed(
      name: Self.name.text(in: wishes.language), language: wishes.language, refreshHours: Self.refreshHours,
      site: site)
    let bundles = try EventBundles(events, of: wishes.catalogue.events, preferring: wishes.following.events, in: range)
    return try feed.text(of: events, bundles: bundles, in: range) { event, occurrence in
      wishes.channel?.isSent == false ? Self.alarms(of: event, on: occurrence.date, timing) : []
    }
  }

  /// The range of days; shorter if many own days would make the file too large.
  private func range(of events: [Event], from today: SolarDate) throws -> ClosedRange<SolarDate> {
    var range = today.advanced(by: -Self.pastDays)...(try SolarDate(year: today.year + 1, month: 12, day: 31))
    while range.lowerBound < range.upperBound {
      var size = 0
      // The shared events are limited by the data.
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

  /// The bytes of an entry without the user's text.
  private static let entrySize = 500
  /// The limit of the whole file in bytes.
  private static let sizeLimit = 8 << 20

  /// An entry that tells the readers that the calendar will be removed.
  private func notice(of removal: SolarDate, on today: SolarDate) throws -> Event {
    Event(
      id: 0, key: "removal", kind: .custom, observance: .custom,
      title: LocalizedName(
        "這個行事曆一年沒有人讀取", simplifiedChinese: "这个日历一年没有人读取", english: "Nobody has read this calendar for a year"),
      rule: try DateRule("solar \(today.month)/\(today.day) from=\(today.year) to=\(today.year)"),
      description: wishes.language.say(
        "原訂在 \(removal) 移除。您讀到這則，所以它會保留。", "原定在 \(removal) 移除。您读到这条，所以它会保留。",
        "It was to be removed on \(removal). You read this, so it stays."))
  }

  private static let name = LocalizedName("我的民俗日子", simplifiedChinese: "我的民俗日子", english: "My folk days")

  /// One alarm per reminder, earliest first.
  private static func alarms(of event: Event, on day: SolarDate, _ timing: ReminderTiming) -> [CalendarFeed.Alarm] {
    var instants: [Int] = []
    let midnight = timing.clock.instant(on: day, at: TimeOfDay(uncheckedMinutes: 0))
    let reach = ReminderTiming.reach(advanceDays: NotificationSettings.advanceDayRange.upperBound)
    let range = (midnight - (reach + 1) * 86_400)..<(midnight + 2 * 86_400)
    timing.fitting(advanceDays: event.advanceDays, isPrepared: event.isPrepared).forEachReminder(
      of: day, beginsOnEve: event.rule.beginsOnEve, in: range
    ) {
      _, _, instant in
      instants.append(instant)
    }
    return instants.sorted().map { CalendarFeed.Alarm(at: $0, of: day, on: timing.clock) }
  }
}
