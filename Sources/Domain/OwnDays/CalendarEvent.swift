internal import Feeds
internal import Folklore
internal import Lunisolar

/// The properties of one VEVENT, and the day that they make.
struct CalendarEvent {
  /// The line of its BEGIN.
  let line: Int
  /// The number of components that are open in it, itself included.
  let depth: Int
  /// The first line of each property that is read.
  private var lines: [String: CalendarLine] = [:]
  private var recurrences = 0
  /// The triggers of its alarms.
  private var alarms: [CalendarLine] = []
  private var brokenLine: Int?

  init(line: Int, depth: Int) {
    self.line = line
    self.depth = depth
  }

  /// The calendar of `X-MICROSOFT-RRULE`, as Outlook writes lunar days (MS-OXCICAL, section 2.1.3.1.1.8).
  private static let microsoftScale = "X-MICROSOFT-CALSCALE"
  private static let microsoftRule = "X-MICROSOFT-RRULE"

  private static let read: Set<String> = [
    "SUMMARY", "DESCRIPTION", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID",
    "STATUS", "CATEGORIES", microsoftScale, microsoftRule, OwnDayCalendar.ruleProperty, OwnDayCalendar.advanceProperty,
  ]

  /// - Parameter open: the components around the line.
  mutating func add(_ line: CalendarLine, in open: [String]) {
    guard let value = line.value else {
      brokenLine = brokenLine ?? line.number
      return
    }
    if open.count == depth {
      if line.name == "RRULE" { recurrences += 1 }
      if Self.read.contains(line.name), lines[line.name] == nil { lines[line.name] = line }
    } else if open.count == depth + 1, open.last == "VALARM", line.name == "TRIGGER" {
      if !value.isEmpty { alarms.append(line) }
    }
  }

  /// The title on one line; nil if there is none.
  var title: String? {
    guard let text = value("SUMMARY")?.withoutCalendarEscapes.plainLine, !text.allSatisfy(\.isWhitespace) else {
      return nil
    }
    return text
  }

  /// The day of an event that comes once; nil for others.
  var singleDay: SolarDate? {
    guard lines["RRULE"] == nil, lines["RDATE"] == nil, lines[Self.microsoftRule] == nil,
      lines[OwnDayCalendar.ruleProperty] == nil
    else { return nil }
    return value("DTSTART").flatMap { try? CalendarDate.read($0) }
  }

  /// - Returns: the day, and what is not kept of the event.
  /// - Throws: the reason why no date rule can say the event.
  func day() throws(OwnDayFault) -> (OwnDay, losses: [OwnDayFault]) {
    if let brokenLine { throw OwnDayFault(line: brokenLine, .noProperty) }
    var losses: [OwnDayFault] = []
    let rule = try rule(&losses)
    let categories = (value("CATEGORIES") ?? "").lowercased().split(separator: ",")
    let observance = categories.lazy.compactMap { Event.Observance(rawValue: String($0)) }.first
    let advance = try advanceDays(&losses)
    let day = try at("SUMMARY") { () throws(OwnDayProblem) in
      guard let title else { throw .missing }
      return try OwnDay(
        title: title, rule: rule, observance: observance ?? .custom, advanceDays: advance,
        note: value("DESCRIPTION")?.withoutCalendarEscapes.plain)
    }
    return (day, losses)
  }

  // MARK: Rule

  private func rule(_ losses: inout [OwnDayFault]) throws(OwnDayFault) -> DateRule {
    if value("STATUS")?.uppercased() == "CANCELLED" { throw fault("STATUS", .cancelled) }
    if lines["RECURRENCE-ID"] != nil { throw fault("RECURRENCE-ID", .changedOccurrence) }
    let start = try start()
    if let rule = try ourRule(start) { return rule }
    guard recurrences < 2 else { throw fault("RRULE", .severalRules) }
    if lines["EXRULE"] != nil { throw fault("EXRULE", .singleDates("EXRULE")) }
    for name in ["RDATE", "EXDATE"] where lines[name] != nil {
      // An event of listed days has no rule that could be kept.
      guard lines["RRULE"] != nil || lines[Self.microsoftRule] != nil else { throw fault(name, .singleDates(name)) }
      losses.append(fault(name, .daysLost(name, value(name)?.quotedStart ?? "")))
    }
    if let days = span(from: start), days > 1 { losses.append(fault("DTSTART", .spanLost(days: days))) }
    if let rule = try microsoftLunarRule(start) { return rule }
    guard let recurrence = value("RRULE") else {
      return try at("DTSTART") { () throws(OwnDayProblem) in try DateRule(only: start) }
    }
    return try at("RRULE") { () throws(OwnDayProblem) in
      try RecurrenceRule(recurrence).dateRule(from: start)
    }
  }

  private func start() throws(OwnDayFault) -> SolarDate {
    try at("DTSTART") { () throws(OwnDayProblem) in
      guard let text = value("DTSTART") else { throw .missing }
      return try CalendarDate.read(text)
    }
  }

  /// The rule that our own export wrote. It counts while the event stands on one of the rule's days: a calendar program that moves the event
  /// keeps the property.
  private func ourRule(_ start: SolarDate) throws(OwnDayFault) -> DateRule? {
    guard let text = value(OwnDayCalendar.ruleProperty)?.withoutCalendarEscapes else { return nil }
    let rule = try at(OwnDayCalendar.ruleProperty) { () throws(OwnDayProblem) in try DateRule(checking: text) }
    return !rule.days(in: start...start).isEmpty || !rule.falls ? rule : nil
  }

  /// The lunar rule that Outlook writes beside one that other programs read: its months and days are lunar.
  private func microsoftLunarRule(_ start: SolarDate) throws(OwnDayFault) -> DateRule? {
    guard let scale = value(Self.microsoftScale), let line = lines[Self.microsoftRule], let text = line.value else {
      return nil
    }
    switch scale.uppercased() {
    case "CHINESELUNAR", "LUNARETOCHN", "TAIWANLUNAR": break
    // 民國 years have the months and days of the solar calendar.
    case "GREGORIAN", "TAIWAN", "": return nil
    default: throw fault(Self.microsoftScale, .otherCalendar(scale.quotedStart))
    }
    let isLeap = line.parameters.contains("X-MICROSOFT-ISLEAPMONTH=TRUE")
    return try at(Self.microsoftRule) { () throws(OwnDayProblem) in
      try RecurrenceRule("RSCALE=CHINESE;" + text).inLeapMonth(isLeap).dateRule(from: start)
    }
  }

  /// The number of days that the event lasts; nil if it says none.
  private func span(from start: SolarDate) -> Int? {
    if let end = value("DTEND"), let last = try? CalendarDate.read(end) {
      // The end of whole days is the day behind the last one.
      return start.distance(to: last) + (CalendarDate.minutes(end) ?? 0 > 0 ? 1 : 0)
    }
    guard let minutes = value("DURATION").flatMap(CalendarDuration.minutes) else { return nil }
    return (minutes + 1_439) / 1_440
  }

  // MARK: Alarms

  /// The days before the event on which its first alarm rings; nil if it rings on the day, or never.
  private func advanceDays(_ losses: inout [OwnDayFault]) throws(OwnDayFault) -> Int? {
    if let ours = value(OwnDayCalendar.advanceProperty).flatMap({ Int($0) }),
      NotificationSettings.advanceDayRange.contains(ours)
    {
      return ours
    }
    let start = try start()
    var found: [Int] = []
    for alarm in alarms {
      guard let days = daysBefore(alarm, start) else {
        losses.append(OwnDayFault(line: alarm.number, column: "TRIGGER", .alarmLost(alarm.value?.quotedStart ?? "")))
        continue
      }
      if days > NotificationSettings.advanceDayRange.upperBound {
        losses.append(OwnDayFault(line: alarm.number, column: "TRIGGER", .alarmLost(alarm.value?.quotedStart ?? "")))
      } else if days > 0 {
        found.append(days)
      }
    }
    return found.max()
  }

  /// The days from an alarm to the event: -PT15H is 9:00 of the day before an event of whole days.
  private func daysBefore(_ alarm: CalendarLine, _ start: SolarDate) -> Int? {
    guard let text = alarm.value else { return nil }
    if let date = try? CalendarDate.read(text) { return max(0, date.distance(to: start)) }
    guard var minutes = CalendarDuration.minutes(text) else { return nil }
    minutes += value("DTSTART").flatMap(CalendarDate.minutes) ?? 0
    if alarm.parameters.contains("RELATED=END") { minutes += 1_440 * (span(from: start) ?? 0) }
    return minutes >= 0 ? 0 : (1_439 - minutes) / 1_440
  }

  // MARK: Lines

  private func value(_ name: String) -> String? { lines[name]?.value }

  private func fault(_ name: String, _ problem: OwnDayProblem) -> OwnDayFault {
    OwnDayFault(line: lines[name]?.number ?? line, column: name, problem)
  }

  /// Puts the line of a property on its problem.
  private func at<Value>(_ name: String, _ body: () throws(OwnDayProblem) -> Value) throws(OwnDayFault) -> Value {
    do {
      return try body()
    } catch {
      throw fault(name, error)
    }
  }
}
