internal import Folklore
internal import Lunisolar

/// Days that a file writes as one event a year, as generators of lunar birthdays do.
enum CalendarSeries {
  /// A day of the file.
  struct Event {
    let day: OwnDay
    /// The day of an event that comes once.
    let date: SolarDate?
    let line: Int

    init(_ day: OwnDay, on date: SolarDate?, line: Int) {
      (self.day, self.date, self.line) = (day, date, line)
    }
  }

  /// So many events make a rule.
  private static let least = 3

  /// The days, each series as one day with its rule, and a note for each series.
  static func joined(_ events: [Event]) -> (days: [OwnDay], notes: [CalendarContents.Note]) {
    var groups: [String: [Event]] = [:]
    for event in events where event.date != nil { groups[event.day.title, default: []].append(event) }
    var rules: [String: DateRule] = [:]
    var notes: [CalendarContents.Note] = []
    var days: [OwnDay] = []
    var done: Set<String> = []
    for (title, group) in groups where group.count >= least { rules[title] = rule(of: group.compactMap(\.date)) }
    for event in events {
      let title = event.day.title
      guard event.date != nil, let rule = rules[title] else {
        days.append(event.day)
        continue
      }
      guard done.insert(title).inserted else { continue }
      let joined = try? OwnDay(
        title: title, rule: rule, observance: event.day.observance, advanceDays: event.day.advanceDays,
        note: event.day.note)
      days.append(joined ?? event.day)
      let problem = OwnDayProblem.seriesJoined(count: groups[title]?.count ?? 0, rule: rule)
      notes.append(CalendarContents.Note(title: title.quotedStart, fault: OwnDayFault(line: event.line, problem)))
    }
    return (days, notes)
  }

  /// The rule on which all dates fall, each in a year of its own; nil if there is none.
  private static func rule(of dates: [SolarDate]) -> DateRule? {
    guard Set(dates.map(\.year)).count == dates.count else { return nil }
    if let first = dates.first, dates.allSatisfy({ ($0.month, $0.day) == (first.month, first.day) }) {
      return try? DateRule("solar \(first.month)/\(first.day)")
    }
    let lunar = dates.compactMap { try? LunisolarCalendar.chinese.lunarDate(on: $0) }
    guard lunar.count == dates.count, let first = lunar.first, lunar.allSatisfy({ $0.month == first.month }) else {
      return nil
    }
    // The 30th of a short month stands on the 29th.
    let day = lunar.map(\.day).max() ?? first.day
    let isSame = lunar.allSatisfy { $0.day == day || day == 30 && $0.day == 29 && $0.monthDayCount == 29 }
    guard isSame else { return nil }
    let leap =
      lunar.contains(where: \.isLeap) ? (lunar.allSatisfy { $0.isLeap || !hasLeap($0) } ? " leap=leap" : nil) : ""
    return leap.flatMap { try? DateRule("lunar \(first.month)/\(day)\($0)") }
  }

  /// True if the year of a date repeats its month.
  private static func hasLeap(_ date: LunarDate) -> Bool {
    (try? LunisolarCalendar.chinese.lunarYear(date.year))?.leapMonth == date.month
  }
}
