import Lunisolar

// The canonical text of a rule. `DateRule(rule.description)` equals the rule; a property test checks it.

extension DateRule: CustomStringConvertible {
  static func text(
    of pattern: Pattern, leap: LeapPolicy, short: ShortMonthPolicy, offset: Int, beginsOnEve: Bool, firstYear: Int?,
    lastYear: Int?
  ) -> String {
    var words = [pattern.text]
    if leap != .regular { words.append("leap=\(leap.rawValue)") }
    if short != .backward { words.append("short=\(short.rawValue)") }
    if offset != 0 { words.append("offset=\(offset)") }
    if beginsOnEve { words.append("eve") }
    if let firstYear { words.append("from=\(firstYear)") }
    if let lastYear { words.append("to=\(lastYear)") }
    return words.joined(separator: " ")
  }
}

extension DateRule.Pattern {
  fileprivate var text: String {
    switch self {
    case .lunarDays(let parts): "lunar " + parts.map(\.text).joined(separator: " ")
    case .lunarWindow(let first, let last): "lunar \(first.text)..\(last.text)"
    case .solarDay(let month, let day): "solar \(month)/\(day)"
    case .solarWeekday(let month, let weekday, let ordinal): "solar \(month)/\(weekday.abbreviation)#\(ordinal)"
    case .term(let term, let days): "term \(term.name)" + (days == 0 ? "" : days < 0 ? " \(days)" : " +\(days)")
    case .termCycle(let term, let day, let ordinal): "term \(term.name) \(day.name)#\(ordinal)"
    case .cycle(let place): "cycle \(place.name)"
    case .announced(let days): "announced " + days.map(\.text).joined(separator: " ")
    }
  }
}

extension DateRule.LunarDays {
  fileprivate var text: String {
    var parts: [String] = []
    if !isEveryMonth {
      parts = Self.list(UInt32(months), upTo: 12)
      parts += (1...12).filter { leapMonths >> $0 & 1 == 1 }.map { "\($0)L" }
    }
    var dayParts = Self.list(days & ~Self.lastDayBit, upTo: 30)
    if days & Self.lastDayBit != 0 { dayParts.append("last") }
    return (isEveryMonth ? "*" : parts.joined(separator: ",")) + "/" + dayParts.joined(separator: ",")
  }

  /// Set bits as numbers, three or more in a row as a range.
  private static func list(_ bits: UInt32, upTo limit: Int) -> [String] {
    var parts: [String] = []
    var number = 1
    while number <= limit {
      guard bits >> UInt32(number) & 1 == 1 else {
        number += 1
        continue
      }
      var end = number
      while end < limit, bits >> UInt32(end + 1) & 1 == 1 { end += 1 }
      parts += end - number >= 2 ? ["\(number)..\(end)"] : (number...end).map(String.init)
      number = end + 1
    }
    return parts
  }
}

extension DateRule.LunarPoint {
  fileprivate var text: String { "\(month)\(isLeap ? "L" : "")/\(day.map(String.init) ?? "last")" }
}

extension DateRule.AnnouncedDays {
  fileprivate var text: String { first == last ? "\(first)" : "\(first)..\(last)" }
}

extension DateRule.CycleDay {
  var name: String {
    switch self {
    case .stem(let stem): stem.name
    case .branch(let branch): branch.name
    case .weekday(let weekday): weekday.abbreviation
    }
  }
}
