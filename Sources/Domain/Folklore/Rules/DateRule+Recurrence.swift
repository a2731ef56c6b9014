import Lunisolar

extension DateRule {
  /// The rule as an RRULE of RFC 5545 and RFC 7529 (`RSCALE=CHINESE`); nil if they cannot express it.
  ///
  ///     try DateRule("lunar 3/23").recurrenceRule          // "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=23"
  ///     try DateRule("lunar 12/30").recurrenceRule         // "…;BYMONTHDAY=30;SKIP=BACKWARD"
  ///     try DateRule("term 清明").recurrenceRule            // nil
  ///
  /// Nil for solar terms, offsets, windows, years of validity, announced days, lists of month-and-day pairs and `leap=leap`.
  public var recurrenceRule: String? {
    guard offset == 0, firstYear == nil, lastYear == nil else { return nil }
    switch pattern {
    case .lunarDays(let parts): return parts.count == 1 ? lunarRecurrence(parts[0]) : nil
    case .solarDay(let month, let day):
      let isLeapDay = month == 2 && day == 29
      let scale = isLeapDay ? "RSCALE=GREGORIAN;" : ""
      return scale + "FREQ=YEARLY;BYMONTH=\(month);BYMONTHDAY=\(day)" + (isLeapDay ? skip : "")
    case .solarWeekday(let month, let weekday, let ordinal):
      return "FREQ=YEARLY;BYMONTH=\(month);BYDAY=\(ordinal)\(weekday.abbreviation.prefix(2).uppercased())"
    case .cycle: return "FREQ=DAILY;INTERVAL=60"
    case .lunarWindow, .term, .termCycle, .announced: return nil
    }
  }

  /// The rule in all years, which `recurrenceRule` can say more often; `DTSTART` and `UNTIL` then say the years.
  package var inEveryYear: DateRule {
    guard firstYear != nil || lastYear != nil else { return self }
    return DateRule(pattern: pattern, leap: leap, short: short, offset: offset, beginsOnEve: beginsOnEve)
  }

  private func lunarRecurrence(_ part: LunarDays) -> String? {
    let numbers = (1...30).filter { part.days >> UInt32($0) & 1 == 1 }
    let hasLast = part.days & LunarDays.lastDayBit != 0
    // A 30th moved to a 29th that the rule names too would give the same day twice.
    guard !(numbers.contains(30) && short == .backward && (numbers.contains(29) || hasLast)) else { return nil }
    let days = (numbers.map(String.init) + (hasLast ? ["-1"] : [])).joined(separator: ",")
    let daySkip = numbers.contains(30) ? skip : ""
    if part.isEveryMonth { return "RSCALE=CHINESE;FREQ=MONTHLY;BYMONTHDAY=\(days)\(daySkip)" }
    // One SKIP applies to missing days and to missing leap months, so a rule may need it for one of them only.
    // RFC 7529 has BYMONTH=6L;SKIP=BACKWARD for leap=leap, but libical 3.0 omits a first day moved by SKIP, so feeds list dates.
    guard leap != .leap else { return nil }
    var months = (1...12).filter { part.months >> $0 & 1 == 1 }.map(String.init)
    var leapMonths = (1...12).filter { part.leapMonths >> $0 & 1 == 1 }.map { "\($0)L" }
    if leap == .both { leapMonths = Set(leapMonths + months.map { $0 + "L" }).sorted() }
    guard leapMonths.isEmpty || daySkip.isEmpty || short == .omit else { return nil }
    months += leapMonths
    // libical 3.0 does not read longer lists.
    guard months.count <= 13 else { return nil }
    return "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=\(months.joined(separator: ","));BYMONTHDAY=\(days)\(daySkip)"
  }

  /// `SKIP`, if it is not the default `OMIT`.
  private var skip: String {
    switch short {
    case .backward: ";SKIP=BACKWARD"
    case .forward: ";SKIP=FORWARD"
    case .omit: ""
    }
  }
}
