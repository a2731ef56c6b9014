import Folklore
import Lunisolar
import Synchronization

/// The days that temples keep.
struct TempleDays: Sendable {
  private let events: [String: Event]
  private let eventsOfDeity: [String: [Event]]
  private let activitiesOfTemple: [String: [Activity]]
  fileprivate let usual = UsualDays()

  init(activities: [Activity], events: [Event]) {
    let enabled = events.filter(\.isEnabled)
    self.events = Dictionary(enabled.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    eventsOfDeity = Dictionary(grouping: enabled.filter { $0.deityKey != nil }) { $0.deityKey ?? "" }
    activitiesOfTemple = Dictionary(grouping: activities, by: \.templeKey)
  }

  /// The days of a deity, in the order of the data.
  func events(of deity: String) -> [Event] { eventsOfDeity[deity] ?? [] }

  func activities(of temple: Temple) -> [Activity] { activitiesOfTemple[temple.key] ?? [] }

  /// True if a temple keeps an event: on its own date, for one of its deities, or by an activity.
  func keeps(_ temple: Temple, _ eventKey: String) -> Bool {
    temple.dates.contains { $0.eventKey == eventKey }
      || (events[eventKey]?.deityKey).map(temple.serves) ?? false
      || activities(of: temple).contains { $0.eventKey == eventKey }
  }

  /// The events of a temple with their rules.
  ///
  /// - Parameter eventKey: limits to this event; nil for the days of the main deity and the temple's own.
  func rules(of temple: Temple, only eventKey: String?) -> [(event: Event, rule: DateRule)] {
    if let eventKey {
      guard keeps(temple, eventKey), let event = events[eventKey] else { return [] }
      return [(event, temple.dates.first { $0.eventKey == eventKey }?.rule ?? event.rule)]
    }
    let usual = temple.deityKey.map { events(of: $0) } ?? []
    let others = temple.dates.filter { date in !usual.contains { $0.key == date.eventKey } }
    return temple.keptEvents(of: usual + others.compactMap { events[$0.eventKey] })
  }
}

/// A cache of deities' next days; most temples need the same few. It uses a lock, because queries are synchronous; its values depend only on day
/// and events.
private final class UsualDays: Sendable {
  private let kept = Mutex<(date: SolarDate?, days: [String: SpecialEvent?])>((nil, [:]))

  /// By deity; nil if it has none in the usual span.
  func days(from date: SolarDate) -> [String: SpecialEvent?] {
    kept.withLock { $0.date == date ? $0.days : [:] }
  }

  func keep(_ day: SpecialEvent?, of deity: String, from date: SolarDate) {
    kept.withLock { kept in
      if kept.date != date { kept = (date, [:]) }
      kept.days[deity] = .some(day)
    }
  }
}

/// The next days of temples in a query's span.
struct DayFinder {
  private let days: TempleDays
  private let moment: LocalMoment
  private let eventKey: String?
  private let span: ClosedRange<SolarDate>
  /// True if the query names neither event nor span.
  let isUsual: Bool
  private let calendar = LunisolarCalendar.chinese
  /// The next days of rules, which temples share.
  private var known: [DateRule: Occurrence?] = [:]
  /// The cached days of deities.
  private var usual: [String: SpecialEvent?]

  /// The span of a temple's own days if none is requested.
  private static let usualDays = 30
  /// An event recurs within 13 lunar months.
  private static let wholeYear = 400

  init(days: TempleDays, moment: LocalMoment, query: NearbyQuery) {
    self.days = days
    self.moment = moment
    eventKey = query.eventKey
    let length = query.activityDays ?? (query.eventKey == nil ? Self.usualDays : Self.wholeYear)
    isUsual = query.activityDays == nil && query.eventKey == nil
    span = moment.date...moment.date.advanced(by: length - 1)
    usual = isUsual ? days.usual.days(from: moment.date) : [:]
  }

  /// True if a temple has an activity in the span.
  func holdsSomething(_ temple: Temple) -> Bool {
    let held = days.activities(of: temple)
    guard !held.isEmpty else { return false }
    var finder = self
    return held.contains { (try? finder.next(of: $0)) != nil }
  }

  /// The next day of a temple in the span. On one day an activity precedes the event.
  mutating func next(of temple: Temple) throws -> SpecialEvent? {
    guard isUsual, temple.isInTaiwan, temple.dates.isEmpty, days.activities(of: temple).isEmpty else {
      return try search(temple)
    }
    return try temple.deityKey.flatMap { try usualDay(of: $0) }
  }

  /// The next day of a deity in Taiwan, for temples without own days.
  mutating func usualDay(of deity: String) throws -> SpecialEvent? {
    if let found = usual[deity] { return found }
    let found = try Self.soonest(
      days.events(of: deity).filter { $0.regions.contains(.taiwan) }.compactMap { try day(of: $0, by: $0.rule) })
    usual[deity] = .some(found)
    days.usual.keep(found, of: deity, from: moment.date)
    return found
  }

  private mutating func search(_ temple: Temple) throws -> SpecialEvent? {
    var candidates: [SpecialEvent] = []
    for activity in days.activities(of: temple) where eventKey == nil || activity.eventKey == eventKey {
      if let next = try next(of: activity) { candidates.append(next) }
    }
    for (event, rule) in days.rules(of: temple, only: eventKey) {
      if let next = try day(of: event, by: rule) { candidates.append(next) }
    }
    return Self.soonest(candidates)
  }

  /// Of equal ones the first stays.
  private static func soonest(_ candidates: [SpecialEvent]) -> SpecialEvent? { candidates.min { $0.date < $1.date } }

  private mutating func day(of event: Event, by rule: DateRule) throws -> SpecialEvent? {
    try first(rule).map { occurrence in
      SpecialEvent(
        title: event.title, date: occurrence.date, lastDate: occurrence.lastDate, time: nil, eventKey: event.key)
    }
  }

  private mutating func next(of activity: Activity) throws -> SpecialEvent? {
    switch activity.time {
    case .yearly(let rule):
      return try first(rule).map { occurrence in
        SpecialEvent(
          title: LocalizedName(activity.title), date: occurrence.date, lastDate: occurrence.lastDate, time: nil,
          eventKey: activity.eventKey)
      }
    case .once(let start, let end):
      let (first, last) = (moment.clock.local(at: start).date, moment.clock.local(at: end ?? start).date)
      guard first <= span.upperBound, last >= span.lowerBound else { return nil }
      let times = [start, end].compactMap(\.self).map { moment.clock.time(at: $0).description }
      return SpecialEvent(
        title: LocalizedName(activity.title), date: first, lastDate: last, time: times.joined(separator: "-"),
        eventKey: activity.eventKey)
    }
  }

  private mutating func first(_ rule: DateRule) throws(CalendarError) -> Occurrence? {
    if let found = known[rule] { return found }
    var found: Occurrence?
    try rule.forEachOccurrence(in: span, calendar: calendar) { found = found ?? $0 }
    known[rule] = .some(found)
    return found
  }
}
