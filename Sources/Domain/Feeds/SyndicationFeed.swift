public import Folklore
public import Lunisolar

/// The coming folk days for feed readers, as Atom (RFC 4287) and as JSON Feed 1.1.
///
///     let feed = try SyndicationFeed(
///       title: "民俗節日", site: "https://folk.example", homePage: "https://folk.example/feeds", language: .traditionalChinese,
///       events: catalogue.events, from: today)
///     feed.atom(at: "https://folk.example/feeds/events.atom")
///
/// A pure function of its input: the same data on the same day gives the same bytes.
///
/// Feed readers sort entries by publication date and announce new ones. So the publication date of a day is not the day itself, which is
/// in the future, but the midnight in Taiwan when it entered the feed. That instant depends only on the day and on the length of the
/// feed: it is stable between reads, never in the future, and has the order of the days.
public struct SyndicationFeed: Sendable {
  let title: String
  let homePage: String
  let language: Language
  /// The time of the last new or revised entry: seconds of UTC since 1970.
  let updated: Int
  /// Sorted by day, then in the order of the events.
  let entries: [Entry]

  /// The default length of the feed in days, including today.
  public static let usualDays = 30

  /// The time zone of the days: seconds ahead of UTC.
  static let utcOffset = 8 * 3_600

  /// - Parameters:
  ///   - site: scheme, host and port of the server, the base of the events' addresses.
  ///   - homePage: the address of the page about the feed.
  ///   - events: the events; disabled ones are left out.
  ///   - bundles: the groups of events that are shown as one.
  ///   - today: the first day.
  ///   - days: the length of the feed in days, including today; at least 1.
  /// - Throws: `CalendarError.solarDateOutOfRange` if the days are outside the calendar's range.
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
    // Without entries, the feed counts as unchanged since the day began.
    updated = entries.map(\.updated).max() ?? Self.midnight(of: today)
  }

  /// The start of a day in Taiwan: seconds of UTC since 1970.
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
    /// A tag URI (RFC 4151) with the day's identity in calendars. Its authority is the program, not the server, so the ID stays the same
    /// when a server's name changes or it has two names.
    let id: String
    let title: String
    /// The day in both calendars.
    let summary: String
    /// The summary, the description and the worship notes.
    let content: String
    let tags: [String]
    /// The time when the day entered the feed: seconds of UTC since 1970.
    let published: Int
    /// The publication time plus one second for each revision of the event.
    let updated: Int
    /// The address of the event in the API.
    let address: String
    /// The address of the event in the app.
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
      // Days that are no record have the page of the day.
      let path = event.path ?? "/day/\(occurrence.date)"
      address = site.plainLine + path
      deepLink = "folklore:/" + path
    }
  }
}

extension Occurrence {
  /// `2026年5月9日 星期六，農曆三月廿三`; for a window the first and the last day.
  fileprivate func summary(in language: Language) -> String {
    var days = date.longText(in: language)
    if lastDate > date { days += (language == .english ? " to " : "至") + lastDate.longText(in: language) }
    return days + (language == .english ? ", " : "，") + lunarDate.text(in: language)
  }
}
