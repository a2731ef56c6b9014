internal import Folklore
internal import Lunisolar

/// A recurrence rule of RFC 5545 and RFC 7529, read as a date rule: the inverse of `DateRule.recurrenceRule`.
///
///     RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=23                 lunar 3/23
///     RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=6L;BYMONTHDAY=15                lunar 6L/15
///     RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=6L;BYMONTHDAY=15;SKIP=BACKWARD  lunar 6/15 leap=leap
///     FREQ=YEARLY;BYMONTH=5;BYDAY=2SU                                    solar 5/sun#2
///
/// A rule without `BYMONTH` or `BYMONTHDAY` takes them from the day on which the event begins.
struct RecurrenceRule {
  private var parts: [String: String] = [:]

  private static let known: Set<String> = [
    "RSCALE", "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", "SKIP", "WKST",
  ]

  /// - Throws: `OwnDayProblem.notARecurrence`, or `.recurrence` for a part that no date rule can say.
  init(_ text: String) throws(OwnDayProblem) {
    for part in text.uppercased().split(separator: ";", omittingEmptySubsequences: true) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard pair.count == 2, !pair[1].isEmpty, parts.updateValue(pair[1], forKey: pair[0]) == nil else {
        throw .notARecurrence(part.quotedStart)
      }
      guard Self.known.contains(pair[0]) else { throw .recurrence(part.quotedStart) }
    }
  }

  /// The same rule in the leap month that it names, or in the month before it in years without that.
  func inLeapMonth(_ isLeap: Bool) -> RecurrenceRule {
    guard isLeap, let month = parts["BYMONTH"] else { return self }
    var rule = self
    rule.parts["BYMONTH"] = month + "L"
    rule.parts["SKIP"] = "BACKWARD"
    return rule
  }

  /// - Parameter start: the event's first day.
  /// - Throws: `OwnDayProblem` for a rule that no date rule can say.
  func dateRule(from start: SolarDate) throws(OwnDayProblem) -> DateRule {
    let text =
      switch parts["RSCALE"] ?? "GREGORIAN" {
      case "CHINESE": try LunarRecurrence(self, start).text()
      case "GREGORIAN": try solarText(start)
      case let other: throw .otherCalendar(other.quotedStart)
      }
    let rule = try DateRule(checking: text)
    guard rule.falls else { throw .neverFalls(rule: rule.description) }
    return try bounded(rule, from: start)
  }

  // MARK: Parts

  subscript(_ name: String) -> String? { parts[name] }

  /// The values of a part; nil if it is not given.
  func list(_ name: String) -> [String]? { parts[name].map { $0.split(separator: ",").map(String.init) } }

  /// The part as it is written, for messages.
  func cannotSay(_ name: String) -> OwnDayProblem {
    .recurrence(name + (parts[name].map { "=" + $0.quotedStart } ?? ""))
  }

  /// `SKIP`; the default is `OMIT` (RFC 7529, section 4.1).
  func skip() throws(OwnDayProblem) -> DateRule.ShortMonthPolicy {
    switch parts["SKIP"] {
    case nil, "OMIT": return .omit
    case "BACKWARD": return .backward
    case "FORWARD": return .forward
    case .some(let other): throw .notARecurrence("SKIP=" + other.quotedStart)
    }
  }

  /// A positive number; nil if the part is not given.
  private func number(_ name: String) throws(OwnDayProblem) -> Int? {
    guard let text = parts[name] else { return nil }
    guard let number = Int(text), number > 0 else { throw .notARecurrence(name + "=" + text.quotedStart) }
    return number
  }

  /// True if the rule comes every time of its frequency.
  func checkInterval(_ interval: Int = 1) throws(OwnDayProblem) {
    guard try (number("INTERVAL") ?? 1) == interval else { throw cannotSay("INTERVAL") }
  }
}

// MARK: - The solar calendar

extension RecurrenceRule {
  private func solarText(_ start: SolarDate) throws(OwnDayProblem) -> String {
    let (_, startMonth, startDay) = start.components
    switch parts["FREQ"] {
    case "DAILY":
      // The sixty days of the cycle: `cycle 甲子`.
      for name in ["BYMONTH", "BYMONTHDAY", "BYDAY"] where parts[name] != nil { throw cannotSay(name) }
      guard parts["INTERVAL"] == "60" else { throw cannotSay("FREQ") }
      return "cycle " + StemBranch(ofDay: start).name
    case "YEARLY": try checkInterval()
    // Every twelve months, as some programs write a year.
    case "MONTHLY" where parts["INTERVAL"] == "12" && parts["BYMONTH"] == nil:
      var yearly = self
      yearly.parts["BYMONTH"] = "\(startMonth)"
      (yearly.parts["FREQ"], yearly.parts["INTERVAL"]) = ("YEARLY", nil)
      return try yearly.solarText(start)
    case nil: throw .notARecurrence("FREQ")
    default: throw cannotSay("FREQ")
    }
    let month = try single("BYMONTH", in: 1...12) ?? startMonth
    if let weekday = parts["BYDAY"] {
      // Without a month, an ordinal counts the weeks of the year.
      guard parts["BYMONTH"] != nil else { throw cannotSay("BYDAY") }
      guard parts["BYMONTHDAY"] == nil else { throw cannotSay("BYMONTHDAY") }
      return try "solar \(month)/\(weekdayText(weekday))"
    }
    guard parts["BYSETPOS"] == nil else { throw cannotSay("BYSETPOS") }
    let day = try single("BYMONTHDAY", in: 1...31)
    // Without a month, the day comes every month.
    guard day == nil || parts["BYMONTH"] != nil else { throw cannotSay("BYMONTHDAY") }
    let isLeapDay = month == 2 && (day ?? startDay) == 29
    return try "solar \(month)/\(day ?? startDay)" + (isLeapDay ? " short=\(skip().rawValue)" : "")
  }

  /// One number; nil if the part is not given.
  private func single(_ name: String, in range: ClosedRange<Int>) throws(OwnDayProblem) -> Int? {
    guard let list = list(name) else { return nil }
    guard list.count == 1, let number = Int(list[0]), range.contains(number) else { throw cannotSay(name) }
    return number
  }

  /// `2SU` as `sun#2`.
  private func weekdayText(_ text: String) throws(OwnDayProblem) -> String {
    let name = text.suffix(2).lowercased()
    // BYDAY=SU;BYSETPOS=2 is BYDAY=2SU (RFC 5545, section 3.3.10).
    if parts["BYSETPOS"] != nil, text.count > 2 { throw cannotSay("BYSETPOS") }
    guard let ordinal = Int(parts["BYSETPOS"] ?? String(text.dropLast(2))), (1...5).contains(abs(ordinal)),
      let weekday = Weekday.allCases.first(where: { $0.abbreviation.hasPrefix(name) })
    else { throw cannotSay("BYDAY") }
    return "\(weekday.abbreviation)#\(ordinal)"
  }
}

// MARK: - The last day

extension RecurrenceRule {
  /// More recurrences than the years of the table count as endless.
  private static let endless = 1_000

  /// The rule with the years that `COUNT` or `UNTIL` leaves.
  ///
  /// - Throws: `OwnDayProblem.recurrence` if the end is in the middle of a year of the rule.
  private func bounded(_ rule: DateRule, from start: SolarDate) throws(OwnDayProblem) -> DateRule {
    let name = parts["COUNT"] == nil ? "UNTIL" : "COUNT"
    guard parts[name] != nil else { return rule }
    guard let last = try lastDay(of: rule, from: start) else { return rule }
    let days = rule.days(in: start...max(start, last))
    guard let first = days.first, let end = days.last else { throw .neverFalls(rule: rule.description) }
    // A year of the rule counts whole or not at all.
    let around = rule.days(in: start.advanced(by: -800)...start.advanced(by: -1)).map(\.ruleYear)
    let after = rule.days(in: end.date.advanced(by: 1)...end.date.advanced(by: 800)).map(\.ruleYear)
    guard !around.contains(first.ruleYear), !after.contains(end.ruleYear) else { throw cannotSay(name) }
    return try DateRule(checking: "\(rule) from=\(first.ruleYear) to=\(end.ruleYear)")
  }

  /// The last day that can be a recurrence; nil for no end.
  private func lastDay(of rule: DateRule, from start: SolarDate) throws(OwnDayProblem) -> SolarDate? {
    if let until = parts["UNTIL"] {
      guard parts["COUNT"] == nil else { throw .notARecurrence("COUNT;UNTIL") }
      return try CalendarDate.read(until)
    }
    guard let count = try number("COUNT"), count < Self.endless else { return nil }
    return rule.day(number: count, onOrAfter: start)
  }
}
