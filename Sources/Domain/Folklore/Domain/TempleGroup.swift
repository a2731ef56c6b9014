internal import Geo
import Lunisolar

/// The days of one temple as a group, for those who follow the temple: shared events by their general dates, and events that only this temple
/// has, by its own dates or for its activities.
///
///     let days = TempleGroup(temple, activities: activities, events: catalogue.events)
///     days.group.eventKeys   // mazu-ascension, temple-12-mazu, temple-12-activity-7
///     days.own[0].title      // 鹿港天后宮：媽祖聖誕
///
/// A follower of a day and of a temple that keeps it by the general date has it once.
public struct TempleGroup: Hashable, Sendable {
  public let templeID: Int
  public let group: Group
  /// The events that only this temple has.
  public let own: [Event]

  /// - Parameters:
  ///   - activities: those of this temple; others are ignored.
  ///   - events: the shared events, or at least those that the temple keeps.
  public init(_ temple: Temple, activities: [Activity], events: [Event]) {
    var (keys, own): ([String], [Event]) = ([], [])
    for (event, rule) in temple.keptEvents(of: events) {
      if rule == event.rule {
        keys.append(event.key)
      } else {
        own.append(Event(event, of: temple, rule: rule))
      }
    }
    own += activities.filter { $0.templeKey == temple.key }.compactMap { Event($0, of: temple) }
    self.init(
      templeID: temple.id,
      group: Group(
        key: Self.key(of: temple), name: temple.localizedName, description: nil, eventKeys: keys + own.map(\.key)),
      own: own)
  }

  package init(templeID: Int, group: Group, own: [Event]) {
    (self.templeID, self.group, self.own) = (templeID, group, own)
  }

  private static let prefix = "temple-"
  /// The longest key of a record.
  private static let longestKey = 64

  /// The key of the group: `temple-lukang-tianhou`; by the number if the temple's key is too long for that.
  public static func key(of temple: Temple) -> String {
    let key = prefix + temple.key
    return key.utf8.count <= longestKey ? key : "\(prefix)\(temple.id)"
  }

  /// The key or number of the temple that a group would belong to; nil if the group has another kind of key.
  public static func temple(ofGroup key: String) -> String? {
    key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : nil
  }

  // Keys of events that only a temple has are made of numbers, because two keys in one could be too long.

  /// The key of a shared event by a temple's own date.
  package static func key(ofEvent event: Int, at temple: Int) -> String { "\(prefix)\(temple)-event-\(event)" }

  fileprivate static func key(ofActivity activity: Int, at temple: Int) -> String {
    "\(prefix)\(temple)-activity-\(activity)"
  }
}

extension Temple {
  /// False for a temple outside Taiwan and its islands.
  public var isInTaiwan: Bool {
    coordinate.map { (20.5...26.5).contains($0.latitude) && (118.0...122.5).contains($0.longitude) } ?? true
  }

  /// Its name in all languages.
  public var localizedName: LocalizedName { LocalizedName(name, english: englishName) }

  /// The enabled events that the temple keeps, each by its own date or the general one: those of its main deity, for a temple in Taiwan only those
  /// that are kept in Taiwan, and those that it names itself.
  public func keptEvents(of events: [Event]) -> [(event: Event, rule: DateRule)] {
    let named = Dictionary(dates.map { ($0.eventKey, $0) }) { first, _ in first }
    return events.compactMap { event in
      guard event.isEnabled, event.kind != .custom else { return nil }
      if let date = named[event.key] { return (event, date.rule ?? event.rule) }
      guard let deityKey, event.deityKey == deityKey, !isInTaiwan || event.regions.contains(.taiwan) else { return nil }
      return (event, event.rule)
    }
  }
}

extension Event {
  /// A shared event by a temple's own date.
  fileprivate init(_ event: Event, of temple: Temple, rule: DateRule) {
    self.init(
      id: 0, key: TempleGroup.key(ofEvent: event.id, at: temple.id), kind: event.kind,
      observance: event.observance, title: temple.localizedName.titled(event.title), rule: rule,
      weight: event.weight, deityKey: event.deityKey, worshipNotes: event.worshipNotes,
      englishWorshipNotes: event.englishWorshipNotes, worshipGuide: event.worshipGuide, templeID: temple.id)
  }

  /// The day of an activity, by the clock of Taiwan; nil for one on a day outside the calendar.
  fileprivate init?(_ activity: Activity, of temple: Temple) {
    var lines: [String] = []
    let rule: DateRule
    switch activity.time {
    case .yearly(let yearly): rule = yearly
    case .once(let start, let end):
      func local(_ instant: Int) -> (date: SolarDate, secondOfDay: Int) {
        CivilTime.local(unixTime: instant, offset: 8 * 3_600)
      }
      let date = local(start).date
      guard let single = try? DateRule("solar \(date.month)/\(date.day) from=\(date.year) to=\(date.year)") else {
        return nil
      }
      rule = single
      let times = [start, end].compactMap(\.self).map { instant in
        "\(local(instant).date) \(TimeOfDay(uncheckedMinutes: local(instant).secondOfDay / 60))"
      }
      lines.append(times.joined(separator: " – "))
    }
    if let place = activity.place { lines.append(place) }
    if let description = activity.description { lines.append(description) }
    self.init(
      id: 0, key: TempleGroup.key(ofActivity: activity.id, at: temple.id), kind: .festival,
      observance: .festival, title: temple.localizedName.titled(LocalizedName(activity.title)), rule: rule,
      description: lines.isEmpty ? nil : lines.joined(separator: "\n"), templeID: temple.id)
  }
}

extension LocalizedName {
  /// `鹿港天后宮：媽祖聖誕`.
  fileprivate func titled(_ title: LocalizedName) -> LocalizedName {
    func joined(_ language: Language) -> String {
      text(in: language) + (language == .english ? ": " : "：") + title.text(in: language)
    }
    return LocalizedName(
      joined(.traditionalChinese), simplifiedChinese: joined(.simplifiedChinese), english: joined(.english))
  }
}
