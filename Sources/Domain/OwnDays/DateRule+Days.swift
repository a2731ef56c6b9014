internal import Folklore
internal import Lunisolar

extension DateRule {
  /// The longest text of a rule in a file, in bytes. A search takes a time in proportion to the parts of a rule.
  private static let longestText = 2_000

  /// The rule of a text.
  ///
  /// - Parameter reader: knows the names of days, such as 媽祖生; nil for the rules of files that programs write.
  init(checking text: String, _ reader: DateReader? = nil) throws(OwnDayProblem) {
    guard text.utf8.count <= Self.longestText else {
      throw .text(
        "the rule \"\(text.quotedStart)\" is too long: \(Self.longestText) bytes at most",
        chinese: "規則「\(text.quotedStart)」太長：最多 \(Self.longestText) 個位元組")
    }
    do throws(DateRuleError) {
      if let reader { self = try reader.rule(text) } else { self = try DateRule(text) }
    } catch {
      throw .rule(error)
    }
  }

  /// One day that never comes back: `solar 3/5 from=2026 to=2026`.
  init(only date: SolarDate) throws(OwnDayProblem) {
    let (year, month, day) = date.components
    try self.init(checking: "solar \(month)/\(day) from=\(year) to=\(year)")
  }

  /// The days that the calendar's table has.
  private static var table: ClosedRange<SolarDate>? { try? LunisolarCalendar.chinese.solarDates }

  /// The occurrences in a range, without the days outside the table.
  func days(in range: ClosedRange<SolarDate>) -> [Occurrence] {
    guard let table = Self.table, range.overlaps(table) else { return [] }
    return (try? occurrences(in: range.clamped(to: table), calendar: LunisolarCalendar.chinese)) ?? []
  }

  /// The first day on or after a day; nil if the table has none.
  func firstDay(onOrAfter start: SolarDate) -> SolarDate? { day(number: 1, onOrAfter: start) }

  /// The day with a number, from 1, counted from a day; nil if the table has fewer.
  ///
  /// Most rules fall every year, so the search grows from ten years.
  func day(number: Int, onOrAfter start: SolarDate) -> SolarDate? {
    guard let table = Self.table else { return nil }
    var missing = number
    var first = max(start, table.lowerBound)
    var length = 3_660
    while first <= table.upperBound {
      let last = min(first.advanced(by: length), table.upperBound)
      let found = days(in: first...last)
      if found.count >= missing { return found[missing - 1].date }
      missing -= found.count
      first = last.advanced(by: 1)
      length *= 4
    }
    return nil
  }

  /// The last occurrence; nil if the table has none.
  ///
  /// The search begins with the rule's last year and grows backward from ten years.
  var lastDay: Occurrence? {
    guard let table = Self.table else { return nil }
    var last = table.upperBound
    if let lastYear, let end = try? SolarDate(year: lastYear + 3, month: 12, day: 31) { last = min(last, end) }
    var length = 3_660
    while last >= table.lowerBound {
      let first = max(last.advanced(by: -length), table.lowerBound)
      if let found = days(in: first...last).last { return found }
      last = first.advanced(by: -1)
      length *= 4
    }
    return nil
  }

  /// True if the table has a day of the rule. The search begins with this century.
  var falls: Bool {
    guard let table = Self.table else { return false }
    let start = SolarDate(julianDayNumber: 2_451_545)
    return firstDay(onOrAfter: start) != nil || !days(in: table.lowerBound...start).isEmpty
  }
}
