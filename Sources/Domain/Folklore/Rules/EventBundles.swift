public import Lunisolar

/// Bundles: events of one day that share one message, feed entry and card with all of their names.
///
///     let bundles = try EventBundles(followed, of: catalogue.events, preferring: ["shuiguan"], in: year)
///     bundles.telling(shuiguan, on: day)?.title   // 水官大帝聖誕、下元節、三官大帝聖誕
///     bundles.telling(xiayuan, on: day)           // nil: it has been told
///
/// A bundle is an event and all events that name it in `bundle`, on days shared by at least two of them.
public struct EventBundles: Sendable {
  /// The events of each bundle by day; only days with at least two.
  private let days: [String: [SolarDate: [Event]]]
  private let told: Set<String>
  private let preferred: Set<String>

  /// True if there are no bundles.
  public var isEmpty: Bool { days.isEmpty }

  /// No bundles: each event is announced separately.
  public static let none = EventBundles(days: [:], told: [], preferred: [])

  /// - Parameters:
  ///   - events: the events to announce.
  ///   - all: the events whose names may appear; a bundle shows all its names even if `events` contains only one of them.
  ///   - preferred: keys of events that come first in their bundle, before its main event.
  ///   - range: the days on which the events begin.
  /// - Throws: `CalendarError.solarDateOutOfRange` if the range is outside the calendar.
  public init(
    _ events: [Event], of all: [Event], preferring preferred: Set<String> = [], in range: ClosedRange<SolarDate>
  ) throws(CalendarError) {
    let wanted = Set(events.map(\.bundleKey))
    let bundles = Dictionary(
      grouping: RegionFilter.all.events(of: all.filter { $0.isEnabled && wanted.contains($0.bundleKey) }),
      by: \.bundleKey)
    let reach = try OccurrenceRange(range)
    var days: [String: [SolarDate: [Event]]] = [:]
    for (key, members) in bundles where members.count > 1 {
      var found: [SolarDate: [Event]] = [:]
      for event in members { try reach.forEachOccurrence(of: event.rule) { found[$0.date, default: []].append(event) } }
      let shared = found.filter { $1.count > 1 }
      if !shared.isEmpty { days[key] = shared }
    }
    self.init(days: days, told: Set(events.map(\.key)), preferred: preferred)
  }

  private init(days: [String: [SolarDate: [Event]]], told: Set<String>, preferred: Set<String>) {
    self.days = days
    self.told = told
    self.preferred = preferred
  }

  /// The event with the names of its bundle after its own, for one of its days; nil if another event of the bundle represents it.
  public func telling(_ event: Event, on day: SolarDate) -> Event? {
    guard let members = days[event.bundleKey]?[day] else { return event }
    let own = members.filter { told.contains($0.key) }
    let first = own.first { preferred.contains($0.key) } ?? own.first { $0.bundle == nil } ?? own.first
    guard first == nil || first?.key == event.key else { return nil }
    return event.told(with: members.filter { $0.key != event.key })
  }
}

extension Event {
  /// The event with the names of others after its own, and with their texts if it has none.
  fileprivate func told(with others: [Event]) -> Event {
    Event(
      id: id, key: key, kind: kind, observance: observance, title: .joined([title] + others.map(\.title)),
      aliases: aliases, rule: rule, weight: weight, weightIn: weightIn, regions: regions, deityKey: deityKey,
      bundle: bundle,
      description: description ?? others.compactMap(\.description).first,
      worshipNotes: worshipNotes ?? others.compactMap(\.worshipNotes).first,
      englishDescription: englishDescription ?? others.compactMap(\.englishDescription).first,
      englishWorshipNotes: englishWorshipNotes ?? others.compactMap(\.englishWorshipNotes).first,
      worshipGuide: worshipGuide.isEmpty ? others.map(\.worshipGuide).first { !$0.isEmpty } ?? [] : worshipGuide,
      sources: sources, disagreements: disagreements, note: note, coverURL: coverURL, revision: revision,
      isEnabled: isEnabled, templeID: templeID)
  }
}

extension LocalizedName {
  /// Names joined in a list: 下元節、水官大帝聖誕.
  public static func joined(_ names: [LocalizedName]) -> LocalizedName {
    func text(_ language: Language) -> String {
      names.map { $0.text(in: language) }.joined(separator: language.say("、", "、", ", "))
    }
    return LocalizedName(
      text(.traditionalChinese), simplifiedChinese: text(.simplifiedChinese), english: text(.english))
  }
}
