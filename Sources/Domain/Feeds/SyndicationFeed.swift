public import Folklore
public import Lunisolar

/// The coming folk days for feed readers, as Atom (RFC 4287) and as JSON Feed 1.1.
///
///     let feed = try SyndicationFeed(
///       title: "民俗節日", site: "https://folk.example", homePage: "https://folk.example/feeds", language: .traditionalChinese,
///       events: catalogue.events, from: today)
///     feed.atom(at: "https://folk.example/feeds/events.atom")
///
/// A pure function of its input: the same data on the same day is the same bytes.
///
/// A reader sorts entries by when they were published and tells its user of new ones. So a day is not published when it falls, which
/// is to come, but at the midnight of Taiwan on which it first stood in the feed. That instant follows from the day and from how far
/// the feed looks ahead: it stays the same however often the feed is read, is never in the future, and goes with the day's order.
public struct SyndicationFeed: Sendable {
  let title: String
  let homePage: String
  let language: Language
  /// When the last of the entries came in or was revised: seconds of UTC since 1970.
  let updated: Int
  /// By day, then in the order of the events.
  let entries: [Entry]

  /// How many days the feed looks ahead unless told, today among them.
  public static let usualDays = 30

  /// The offset of the clock by which the days are counted.
  static let utcOffset = 8 * 3_600

  /// - Parameters:
  ///   - site: scheme, host and port of the server, from which the addresses of events are made.
  ///   - homePage: the address of the page about the feed.
  ///   - events: those of which enabled ones are listed.
  ///   - bundles: which of them are told as one.
  ///   - today: the first day.
  ///   - days: how many days the feed looks ahead, today among them; at least 1.
  /// - Throws: `CalendarError.solarDateOutOfRange` when the calendar does not reach the days.
  public init(
    title: String, site: String, homePage: String, language: Language, events: [Event],
    bundles: EventBundles = .none, from today: SolarDate, days: Int = SyndicationFeed.usualDays,
    calendar: some LunarYearSource = LunisolarCalendar.chinese
  ) throws(CalendarError) {
    let reach = max(days, 1) - 1
    var entries: [Entry] = []
    for event in events where event.isEnabled {
      for occurrence in try event.rule.occurrences(in: today...today.advanced(by: reach), calendar: calendar) {
        guard let event = bundles.telling(event, on: occurrence.date) else { continue }
        entries.append(Entry(event, occurrence, site: site, language: language, reach: reach))
      }
    }
    self.title = title.plainLine
    self.homePage = homePage.plainLine
    self.language = language
    // The sort is stable: events of one day stay in their order.
    self.entries = entries.sorted { $0.occurrence.date < $1.occurrence.date }
    // Nothing came in: the feed is as it has been since the day began.
    updated = entries.map(\.updated).max() ?? Self.midnight(of: today)
  }

  /// The instant at which a day begins in Taiwan: seconds of UTC since 1970.
  static func midnight(of day: SolarDate) -> Int {
    CivilTime.midnight(of: day, offset: utcOffset)
  }

  static func iso(_ instant: Int) -> String { CivilTime.iso(unixTime: instant, offset: utcOffset) }
}

extension SyndicationFeed {
  /// One day of the feed.
  struct Entry: Sendable {
    let event: Event
    let occurrence: Occurrence
    /// A tag URI (RFC 4151) of the identity that the day has in calendars too. Its authority is the program, not the server: the day
    /// stays the same when a server gets another name or is reached by two.
    let id: String
    let title: String
    /// The day by both calendars.
    let summary: String
    /// The summary, what is told of the event, and how to worship.
    let content: String
    let tags: [String]
    /// When the day came in: seconds of UTC since 1970.
    let published: Int
    /// A second later for each revision of the event.
    let updated: Int
    /// The event in the API.
    let address: String
    /// The event in the app.
    let deepLink: String

    init(_ event: Event, _ occurrence: Occurrence, site: String, language: Language, reach: Int) {
      self.event = event
      self.occurrence = occurrence
      id = "tag:folkcal,2026:" + event.identity(of: occurrence).percentEncoded
      title = event.title.text(in: language).plainLine
      summary = occurrence.summary(in: language)
      content = ([summary] + event.paragraphs(in: language).map(\.plain)).joined(separator: "\n\n")
      tags =
        [event.kind.rawValue] + (event.observance.rawValue == event.kind.rawValue ? [] : [event.observance.rawValue])
      published = SyndicationFeed.midnight(of: occurrence.date.advanced(by: -reach))
      updated = published + event.revision
      address = "\(site.plainLine)/api/events/\(event.id)"
      deepLink = "folklore://event/\(event.id)"
    }
  }
}

extension Occurrence {
  /// `2026年5月9日 星期六，農曆三月廿三`; of a window the first and the last day.
  fileprivate func summary(in language: Language) -> String {
    var days = date.longText(in: language)
    if lastDate > date { days += (language == .english ? " to " : "至") + lastDate.longText(in: language) }
    return days + (language == .english ? ", " : "，") + lunarDate.text(in: language)
  }
}

extension SolarDate {
  fileprivate func longText(in language: Language) -> String {
    let day = text(in: language)
    let weekday = weekday.name(in: language)
    return language == .english ? "\(weekday), \(day) \(year)" : "\(year)年\(day) \(weekday)"
  }
}
