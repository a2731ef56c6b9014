internal import Folklore
internal import Lunisolar

/// The text of a lunar rule, from a recurrence rule with `RSCALE=CHINESE` (RFC 7529).
struct LunarRecurrence {
  private let rule: RecurrenceRule
  private let start: SolarDate

  init(_ rule: RecurrenceRule, _ start: SolarDate) {
    self.rule = rule
    self.start = start
  }

  func text() throws(OwnDayProblem) -> String {
    guard rule["FREQ"] == "YEARLY" || rule["FREQ"] == "MONTHLY" else { throw rule.cannotSay("FREQ") }
    try rule.checkInterval()
    guard rule["BYDAY"] == nil else { throw rule.cannotSay("BYDAY") }
    let days = try days()
    let skip = try rule.skip()
    let short = days.contains("30") ? " short=\(skip.rawValue)" : ""
    guard let months = try months() else { return "lunar */\(days.joined(separator: ","))\(short)" }
    let regular = Set(months.filter { !$0.isLeap }.map(\.number))
    let leap = Set(months.filter(\.isLeap).map(\.number))
    var policy = ""
    if !leap.isEmpty, leap == regular {
      // Both months, where both are; SKIP=BACKWARD moves a leap month that is not there to the other, which is named already.
      guard skip != .forward else { throw rule.cannotSay("SKIP") }
      policy = " leap=both"
    } else if skip == .backward, !leap.isEmpty, !leap.isSubset(of: regular) {
      // In a year without the leap month SKIP=BACKWARD takes the month before it, which has the same number.
      guard regular.isEmpty else { throw rule.cannotSay("SKIP") }
      policy = " leap=leap"
    } else if skip == .forward, !leap.isEmpty {
      throw rule.cannotSay("SKIP")
    }
    let named = policy.isEmpty ? months : Set(months.map { Month(number: $0.number, isLeap: false) })
    let list = named.sorted { ($0.number, $0.isLeap ? 1 : 0) < ($1.number, $1.isLeap ? 1 : 0) }.map(\.text)
    return "lunar \(list.joined(separator: ","))/\(days.joined(separator: ","))\(policy)\(short)"
  }

  private struct Month: Hashable {
    let number: Int
    let isLeap: Bool
    var text: String { "\(number)\(isLeap ? "L" : "")" }
  }

  /// The months; nil for every month.
  private func months() throws(OwnDayProblem) -> Set<Month>? {
    guard let list = rule.list("BYMONTH") else {
      // FREQ=MONTHLY, or BYMONTHDAY alone (RFC 5545, section 3.3.10): the day of every month.
      if rule["FREQ"] == "MONTHLY" || rule["BYMONTHDAY"] != nil { return nil }
      let first = try firstDay()
      return [Month(number: first.month, isLeap: first.isLeap)]
    }
    var months: Set<Month> = []
    for text in list {
      let isLeap = text.hasSuffix("L")
      guard let number = Int(isLeap ? text.dropLast() : text[...]), (1...12).contains(number) else {
        throw .notARecurrence("BYMONTH=" + text.quotedStart)
      }
      months.insert(Month(number: number, isLeap: isLeap))
    }
    return months
  }

  /// The days as a date rule writes them: 1 to 30, `last`.
  private func days() throws(OwnDayProblem) -> [String] {
    guard let list = rule.list("BYMONTHDAY") else { return [String(try firstDay().day)] }
    var days: [String] = []
    for text in list {
      guard let day = Int(text), day == -1 || (1...30).contains(day) else { throw rule.cannotSay("BYMONTHDAY") }
      days.append(day == -1 ? "last" : "\(day)")
    }
    return days
  }

  private func firstDay() throws(OwnDayProblem) -> LunarDate {
    do {
      return try LunisolarCalendar.chinese.lunarDate(on: start)
    } catch {
      throw .date(start.description, error)
    }
  }
}
