public import Lunisolar

/// A coming day, as in `upcoming --json`.
public struct UpcomingRecord: Encodable, Hashable, Sendable {
  public let key: String
  public let id: Int
  public let type: Event.Kind
  public let title: String
  /// The first of the regions that keep it.
  public let region: Region
  public let regions: [Region]
  /// `Event.weight`, in the region that was asked for.
  public let weight: Int
  /// The key of the event that shares its message on a common day.
  public let bundle: String?
  public let solarDate: SolarDate
  /// The last day of a window; equals `solarDate` for a single day.
  public let lastDate: SolarDate
  public let lunar: Lunar
  public let rule: String
  /// Days from the first day of the search.
  public let countdownDays: Int
  /// Other dates from other sources; omitted unless requested.
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
    case key, id, type, title, region, regions, weight, bundle, lunar, rule, disagreements
    case solarDate = "solar_date"
    case lastDate = "last_date"
    case countdownDays = "countdown_days"
  }

  /// The days of enabled events in a range, by date, then in the order of the events (`RegionFilter.events`).
  ///
  /// - Throws: `CalendarError.solarDateOutOfRange` if the range is outside the calendar.
  public static func records(
    of events: [Event], bundles: EventBundles = .none, in range: ClosedRange<SolarDate>, language: Language,
    withDisagreements: Bool = false,
    calendar: some LunarYearSource = LunisolarCalendar.chinese
  ) throws(CalendarError) -> [UpcomingRecord] {
    var found: [(event: Int, occurrence: Occurrence)] = []
    found.reserveCapacity(events.count * 2)
    // By index, because a loop over the events would copy each of them.
    for index in events.indices where events[index].isEnabled {
      try events[index].rule.forEachOccurrence(in: range, calendar: calendar) { found.append((index, $0)) }
    }
    return Self.placesByDay(found.map { range.lowerBound.distance(to: $0.occurrence.date) }).compactMap { place in
      let (index, occurrence) = found[place]
      let told = bundles.isEmpty ? nil : bundles.telling(events[index], on: occurrence.date)
      guard bundles.isEmpty || told != nil else { return nil }
      return UpcomingRecord(
        event: told ?? events[index], occurrence: occurrence, from: range.lowerBound, language: language,
        withDisagreements: withDisagreements)
    }
  }

  /// The indices of a list of days, sorted by day (0 is the first); equal days keep their order. It is a counting sort, because sorting the
  /// records takes longer than finding the days.
  private static func placesByDay(_ days: [Int]) -> [Int] {
    var starts = [Int](repeating: 0, count: (days.max() ?? 0) + 2)
    for day in days { starts[day + 1] += 1 }
    for day in starts.indices.dropFirst() { starts[day] += starts[day - 1] }
    var places = [Int](repeating: 0, count: days.count)
    for (place, day) in days.enumerated() {
      places[starts[day]] = place
      starts[day] += 1
    }
    return places
  }

  private init(
    event: Event, occurrence: Occurrence, from: SolarDate, language: Language, withDisagreements: Bool
  ) {
    key = event.key
    id = event.id
    type = event.kind
    title = event.title.text(in: language)
    (region, regions, weight) = (event.region, event.regions, event.weight)
    bundle = event.bundle
    solarDate = occurrence.date
    lastDate = occurrence.lastDate
    lunar = Lunar(occurrence.lunarDate)
    rule = event.rule.description
    disagreements = withDisagreements ? event.disagreements.map(DisagreementRecord.init) : nil
    countdownDays = from.distance(to: occurrence.date)
  }
}
