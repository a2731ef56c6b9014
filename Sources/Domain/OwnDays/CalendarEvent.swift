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
  /// The days of its alarms before the event.
  private var alarms: [Int] = []
  private var brokenLine: Int?

  init(line: Int, depth: Int) {
    self.line = line
    self.depth = depth
  }

  private static let read: Set<String> = [
    "SUMMARY", "DESCRIPTION", "DTSTART", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID", "STATUS", "CATEGORIES",
    OwnDayCalendar.ruleProperty, OwnDayCalendar.advanceProperty,
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
      if let days = Self.wholeDays(before: value) { alarms.append(days) }
    }
  }

  /// The title on one line; nil if there is none.
  var title: String? {
    guard let text = value("SUMMARY")?.withoutCalendarEscapes.plainLine, !text.allSatisfy(\.isWhitespace) else {
      return nil
    }
    return text
  }

  /// - Throws: the reason why no date rule can say the event.
  func day() throws(OwnDayFault) -> OwnDay {
    if let brokenLine { throw OwnDayFault(line: brokenLine, .noProperty) }
    let rule = try rule()
    let categories = (value("CATEGORIES") ?? "").lowercased().split(separator: ",")
    let observance = categories.lazy.compactMap { Event.Observance(rawValue: String($0)) }.first
    let ours = value(OwnDayCalendar.advanceProperty).flatMap { Int($0) }
    let advance = [ours].compactMap(\.self) + alarms.sorted(by: >)
    return try at("SUMMARY") { () throws(OwnDayProblem) in
      guard let title else { throw .missing }
      return try OwnDay(
        title: title, rule: rule, observance: observance ?? .custom,
        advanceDays: advance.first { NotificationSettings.advanceDayRange.contains($0) },
        note: value("DESCRIPTION")?.withoutCalendarEscapes.plain)
    }
  }

  // MARK: Rule

  private func rule() throws(OwnDayFault) -> DateRule {
    if value("STATUS")?.uppercased() == "CANCELLED" { throw fault("STATUS", .cancelled) }
    if lines["RECURRENCE-ID"] != nil { throw fault("RECURRENCE-ID", .changedOccurrence) }
    let start = try at("DTSTART") { () throws(OwnDayProblem) in
      guard let text = value("DTSTART") else { throw .missing }
      return try CalendarDate.read(text)
    }
    if let rule = try ourRule(start) { return rule }
    guard recurrences < 2 else { throw fault("RRULE", .severalRules) }
    for name in ["RDATE", "EXDATE", "EXRULE"] where lines[name] != nil { throw fault(name, .singleDates(name)) }
    guard let recurrence = value("RRULE") else {
      return try at("DTSTART") { () throws(OwnDayProblem) in try DateRule(only: start) }
    }
    return try at("RRULE") { () throws(OwnDayProblem) in
      try RecurrenceRule(recurrence).dateRule(from: start)
    }
  }

  /// The rule that our own export wrote. It counts while the event stands on one of the rule's days: a calendar program that moves the event
  /// keeps the property.
  private func ourRule(_ start: SolarDate) throws(OwnDayFault) -> DateRule? {
    guard let text = value(OwnDayCalendar.ruleProperty)?.withoutCalendarEscapes else { return nil }
    let rule = try at(OwnDayCalendar.ruleProperty) { () throws(OwnDayProblem) in try DateRule(checking: text) }
    return !rule.days(in: start...start).isEmpty || !rule.falls ? rule : nil
  }

  /// The days of a trigger of whole days or weeks before the event: `-P3D`, `-P1W`; nil for others.
  private static func wholeDays(before trigger: String) -> Int? {
    guard trigger.hasPrefix("-P"), let unit = trigger.last, let number = Int(trigger.dropFirst(2).dropLast()),
      (1...30).contains(number)
    else { return nil }
    return unit == "D" ? number : unit == "W" ? number * 7 : nil
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
