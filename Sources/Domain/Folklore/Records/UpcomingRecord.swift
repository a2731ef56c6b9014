public import Lunisolar

/// A coming day, as `upcoming --json` gives it.
public struct UpcomingRecord: Encodable, Hashable, Sendable {
  public let key: String
  public let id: Int
  public let type: Event.Kind
  public let title: String
  public let region: Region
  /// The key of the event with which it is told as one.
  public let bundle: String?
  public let solarDate: SolarDate
  /// The last day of a window; the same as `solarDate` for a single day.
  public let lastDate: SolarDate
  public let lunar: Lunar
  public let rule: String
  /// Days from the day that was asked from.
  public let countdownDays: Int
  /// Other dates that were found; absent unless asked for.
  public let disagreements: [DisagreementRecord]?

  public struct Lunar: Encodable, Hashable, Sendable {
    public let year: Int
    public let month: Int
    public let day: Int
    public let isLeap: Bool

    enum CodingKeys: String, CodingKey {
      case year, month, day
      case isLeap = "is_leap"
    }

    init(_ date: LunarDate) {
      (year, month, day, isLeap) = (date.year, date.month, date.day, date.isLeap)
    }
  }

  enum CodingKeys: String, CodingKey {
    case key, id, type, title, region, bundle, lunar, rule, disagreements
    case solarDate = "solar_date"
    case lastDate = "last_date"
    case countdownDays = "countdown_days"
  }

  /// The days of enabled events in a range, by date, then in the order of the data.
  ///
  /// - Throws: `CalendarError.solarDateOutOfRange` when the calendar does not reach the range.
  public static func records(
    of events: [Event], bundles: EventBundles = .none, in range: ClosedRange<SolarDate>, language: Language,
    withDisagreements: Bool = false,
    calendar: some LunarYearSource = LunisolarCalendar.chinese
  ) throws(CalendarError) -> [UpcomingRecord] {
    var found: [UpcomingRecord] = []
    for event in events where event.isEnabled {
      try event.rule.forEachOccurrence(in: range, calendar: calendar) { occurrence in
        guard let event = bundles.telling(event, on: occurrence.date) else { return }
        found.append(
          UpcomingRecord(
            event: event, occurrence: occurrence, from: range.lowerBound, language: language,
            withDisagreements: withDisagreements))
      }
    }
    // The sort is stable: events of one day stay in the order of the data.
    return found.sorted { $0.solarDate < $1.solarDate }
  }

  private init(
    event: Event, occurrence: Occurrence, from: SolarDate, language: Language, withDisagreements: Bool
  ) {
    key = event.key
    id = event.id
    type = event.kind
    title = event.title.text(in: language)
    region = event.region
    bundle = event.bundle
    solarDate = occurrence.date
    lastDate = occurrence.lastDate
    lunar = Lunar(occurrence.lunarDate)
    rule = event.rule.description
    disagreements = withDisagreements ? event.disagreements.map(DisagreementRecord.init) : nil
    countdownDays = from.distance(to: occurrence.date)
  }
}
