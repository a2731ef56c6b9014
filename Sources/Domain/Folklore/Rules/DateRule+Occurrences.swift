public import Lunisolar

extension DateRule {
  /// The days of the rule within a range, in order. A window counts by its first day.
  ///
  /// - Throws: `CalendarError.solarDateOutOfRange` if the range is outside the calendar.
  public func occurrences(
    in range: ClosedRange<SolarDate>, calendar: some LunarYearSource
  ) throws(CalendarError) -> [Occurrence] {
    var found: [Occurrence] = []
    try forEachOccurrence(in: range, calendar: calendar) { found.append($0) }
    return found
  }

  /// Calls a closure for each occurrence, in order; does not allocate memory.
  ///
  /// - Throws: `CalendarError.solarDateOutOfRange` if the range is outside the calendar.
  @inlinable
  public func forEachOccurrence(
    in range: ClosedRange<SolarDate>, calendar: some LunarYearSource, _ body: (Occurrence) -> Void
  ) throws(CalendarError) {
    var search = OccurrenceSearch(rule: self, range: range, calendar: calendar)
    try search.run(body)
  }
}

/// One search of a range of days. It reports days in order, and a day of two parts of a rule once.
@usableFromInline
struct OccurrenceSearch<Calendar: LunarYearSource> {
  private let rule: DateRule
  private let range: ClosedRange<SolarDate>
  private let calendar: Calendar
  private var lastFound = Int.min

  @usableFromInline
  init(rule: DateRule, range: ClosedRange<SolarDate>, calendar: Calendar) {
    self.rule = rule
    self.range = range
    self.calendar = calendar
  }

  @usableFromInline
  mutating func run(_ body: (Occurrence) -> Void) throws(CalendarError) {
    // The range must be inside the calendar even without occurrences; an empty result means that there are none.
    let first = try calendar.lunarYear(containing: range.lowerBound)
    let last = try calendar.lunarYear(containing: range.upperBound)
    switch rule.pattern {
    case .lunarDays(let parts):
      for year in lunarYears(from: first.number, to: last.number) {
        try emitDays(of: calendar.lunarYear(year), parts, body)
      }
    case .lunarWindow(let start, let end):
      for year in lunarYears(from: first.number, to: last.number) {
        try emitWindows(of: calendar.lunarYear(year), from: start, to: end, body)
      }
    case .announced(let days):
      for days in days {
        try emit(
          days.first.julianDayNumber, through: days.last.julianDayNumber, ruleYear: days.first.year, in: nil, body)
      }
    default:
      try runSolar(body)
    }
  }

  /// The rule years that can have occurrences in the range; an offset can move a day over New Year.
  private func lunarYears(from first: Int, to last: Int) -> ClosedRange<Int> {
    let reach = abs(rule.offset) / 353 + (rule.offset == 0 && rule.short != .forward ? 0 : 1)
    let lower = max(first - reach, calendar.years.lowerBound)
    let upper = min(last + reach, calendar.years.upperBound)
    return counting(lower...max(lower, upper))
  }

  /// The years of a range in which the rule is valid; if there are none, the first year, in which nothing is found.
  private func counting(_ years: ClosedRange<Int>) -> ClosedRange<Int> {
    let lower = max(years.lowerBound, rule.firstYear ?? years.lowerBound)
    let upper = min(years.upperBound, rule.lastYear ?? years.upperBound)
    return lower <= upper ? lower...upper : years.lowerBound...years.lowerBound
  }

  private func counts(_ year: Int) -> Bool {
    year >= rule.firstYear ?? year && year <= rule.lastYear ?? year
  }

  /// Reports a day with its offset, if it is in the range and not yet reported.
  private mutating func emit(
    _ day: Int, through lastDay: Int, ruleYear: Int, in year: LunarYear?, _ body: (Occurrence) -> Void
  ) throws(CalendarError) {
    let shifted = day + rule.offset
    guard shifted >= range.lowerBound.julianDayNumber, shifted <= range.upperBound.julianDayNumber, shifted > lastFound
    else { return }
    lastFound = shifted
    let date = SolarDate(julianDayNumber: shifted)
    let lunarDate: LunarDate =
      if let year, year.firstDay <= date, date <= year.lastDay {
        year.lunarDate(onJulianDay: shifted)
      } else {
        try calendar.lunarDate(on: date)
      }
    body(
      Occurrence(
        date: date, lastDate: SolarDate(julianDayNumber: lastDay + rule.offset), lunarDate: lunarDate,
        ruleYear: ruleYear))
  }
}

// MARK: - Days of lunar months

extension OccurrenceSearch {
  private mutating func emitDays(
    of year: LunarYear, _ parts: [DateRule.LunarDays], _ body: (Occurrence) -> Void
  ) throws(CalendarError) {
    guard counts(year.number) else { return }
    let leap = year.leapPosition
    var positions: UInt32 = 0
    for part in parts { positions |= part.positions(yearLeap: leap, monthCount: year.monthCount) }
    while positions != 0 {
      let position = positions.trailingZeroBitCount
      positions &= positions - 1
      let isLeap = leap != 0 && position == leap
      let number = leap != 0 && position >= leap ? position : position + 1
      var days: UInt32 = 0
      for part in parts where part.includes(month: number, isLeap: isLeap, yearLeap: leap, policy: rule.leap) {
        days |= part.days
      }
      guard days != 0 else { continue }
      let start = year.firstJulianDayNumber + year.startOffset(ofPosition: position)
      days = rule.short.settled(days, dayCount: year.dayCount(ofPosition: position))
      while days != 0 {
        let day = days.trailingZeroBitCount
        days &= days - 1
        try emit(start + day - 1, through: start + day - 1, ruleYear: year.number, in: year, body)
      }
    }
  }
}

extension DateRule.LunarDays {
  /// The positions of the months that the part can name, as bits from 0. The search visits these months only.
  fileprivate func positions(yearLeap: Int, monthCount: Int) -> UInt32 {
    if isEveryMonth { return 1 << UInt32(monthCount) - 1 }
    // Month m is at m - 1, or at m after the leap month; both masks can name the leap month.
    let regular = UInt32(months) >> 1
    guard yearLeap != 0 else { return regular }
    let before: UInt32 = 1 << UInt32(yearLeap) - 1
    let isLeapNamed = (months | leapMonths) >> UInt16(yearLeap) & 1 == 1
    return regular & before | (regular & ~before) << 1 | (isLeapNamed ? 1 << UInt32(yearLeap) : 0)
  }

  fileprivate func includes(month: Int, isLeap: Bool, yearLeap: Int, policy: DateRule.LeapPolicy) -> Bool {
    if isEveryMonth { return true }
    if isLeap {
      return leapMonths >> month & 1 == 1 || policy != .regular && months >> month & 1 == 1
    }
    return months >> month & 1 == 1 && !(policy == .leap && yearLeap == month)
  }
}

extension DateRule.ShortMonthPolicy {
  /// Converts day bits to existing days: `last` becomes the last day, and the policy replaces a missing 30th. Bit 31 of the result is the
  /// 1st of the next month.
  fileprivate func settled(_ days: UInt32, dayCount: Int) -> UInt32 {
    var settled = days & 0x7FFF_FFFF
    if days & DateRule.LunarDays.lastDayBit != 0 { settled |= 1 << UInt32(dayCount) }
    guard dayCount == 29, days >> 30 & 1 == 1 else { return settled }
    settled &= ~(1 << 30)
    switch self {
    case .backward: return settled | 1 << 29
    case .forward: return settled | 1 << 30
    case .omit: return settled
    }
  }

  /// The number of a day of a month; nil if omitted. A day after the month's end is the 1st of the next month.
  fileprivate func settled(day: Int?, dayCount: Int) -> Int? {
    guard let day else { return dayCount }
    guard day > dayCount else { return day }
    switch self {
    case .backward: return dayCount
    case .forward: return dayCount + 1
    case .omit: return nil
    }
  }
}

// MARK: - Windows

extension OccurrenceSearch {
  private mutating func emitWindows(
    of year: LunarYear, from start: DateRule.LunarPoint, to end: DateRule.LunarPoint, _ body: (Occurrence) -> Void
  ) throws(CalendarError) {
    guard counts(year.number) else { return }
    let leap = year.leapPosition
    for position in 0..<year.monthCount where start.stands(at: position, yearLeap: leap, policy: rule.leap) {
      guard let first = day(of: start, in: year, position: position) else { continue }
      let startsInLeapMonth = leap != 0 && position == leap
      guard let last = try windowEnd(end, after: position, startsInLeapMonth: startsInLeapMonth, start: start, in: year)
      else { continue }
      try emit(first, through: last, ruleYear: year.number, in: year, body)
    }
  }

  /// The last day of the window: in the same regular or leap month if both points name one month, else in the first later month that the
  /// policy allows, possibly in the next lunar year.
  private func windowEnd(
    _ end: DateRule.LunarPoint, after position: Int, startsInLeapMonth: Bool, start: DateRule.LunarPoint,
    in year: LunarYear
  ) throws(CalendarError) -> Int? {
    let isSameMonth = end.month == start.month && end.day ?? 31 >= start.day ?? 31
    if isSameMonth, startsInLeapMonth || end.isLeap == start.isLeap {
      return day(of: end, in: year, position: position)
    }
    for candidate in (position + 1)..<max(position + 1, year.monthCount)
    where end.stands(at: candidate, yearLeap: year.leapPosition, policy: rule.leap) {
      return day(of: end, in: year, position: candidate)
    }
    guard calendar.years.contains(year.number + 1) else { return nil }
    let next = try calendar.lunarYear(year.number + 1)
    for candidate in 0..<next.monthCount where end.stands(at: candidate, yearLeap: next.leapPosition, policy: rule.leap)
    {
      return day(of: end, in: next, position: candidate)
    }
    return nil
  }

  private func day(of point: DateRule.LunarPoint, in year: LunarYear, position: Int) -> Int? {
    rule.short.settled(day: point.day, dayCount: year.dayCount(ofPosition: position))
      .map { year.firstJulianDayNumber + year.startOffset(ofPosition: position) + $0 - 1 }
  }
}

extension DateRule.LunarPoint {
  /// True if the point's month is at this position of a year with that leap month.
  fileprivate func stands(at position: Int, yearLeap: Int, policy: DateRule.LeapPolicy) -> Bool {
    let isLeapMonth = yearLeap != 0 && position == yearLeap
    let number = yearLeap != 0 && position >= yearLeap ? position : position + 1
    guard number == month else { return false }
    if isLeap { return isLeapMonth }
    switch policy {
    case .regular: return !isLeapMonth
    case .leap: return isLeapMonth || yearLeap != month
    case .both: return true
    }
  }
}

// MARK: - Days of the solar year and of the cycle

extension OccurrenceSearch {
  private mutating func runSolar(_ body: (Occurrence) -> Void) throws(CalendarError) {
    if case .cycle(let place) = rule.pattern { return try runCycle(place, body) }
    let reach = rule.pattern.reachInYears
    let lower = range.lowerBound.advanced(by: -rule.offset).year - reach
    let upper = range.upperBound.advanced(by: -rule.offset).year + reach
    for year in counting(lower...upper) where counts(year) {
      guard let day = try day(inSolarYear: year) else { continue }
      try emit(day, through: day, ruleYear: year, in: nil, body)
    }
  }

  private func day(inSolarYear year: Int) throws(CalendarError) -> Int? {
    switch rule.pattern {
    case .solarDay(let month, let day): return solarDay(year: year, month: month, day: day)
    case .solarWeekday(let month, let weekday, let ordinal):
      return solarDay(year: year, month: month, weekday: weekday, ordinal: ordinal)
    case .term(let term, let days):
      return try termDay(term, year: year).map { $0 + days }
    case .termCycle(let term, let cycleDay, let ordinal):
      return try termDay(term, year: year).map { cycleDay.day(ordinal, from: $0) }
    case .cycle, .lunarDays, .lunarWindow, .announced: return nil
    }
  }

  /// The day of a term; nil outside the solar years of the calendar.
  private func termDay(_ term: SolarTerm, year: Int) throws(CalendarError) -> Int? {
    guard year >= calendar.years.lowerBound, year <= calendar.years.upperBound + 1 else { return nil }
    return try calendar.solarTerms(ofSolarYear: year)[term].julianDayNumber
  }

  private func solarDay(year: Int, month: Int, day: Int) -> Int? {
    rule.short.settled(day: day, dayCount: SolarDate.dayCount(year: year, month: month))
      .map { SolarDate.julianDayNumber(year: year, month: month, day: 1) + $0 - 1 }
  }

  /// The weekday with that ordinal in a month; nil if the month has no fifth.
  private func solarDay(year: Int, month: Int, weekday: Weekday, ordinal: Int) -> Int? {
    let first = SolarDate.julianDayNumber(year: year, month: month, day: 1)
    let last = first + SolarDate.dayCount(year: year, month: month) - 1
    let day =
      if ordinal > 0 {
        first + (weekday.rawValue - 1 - first.modulo(7)).modulo(7) + 7 * (ordinal - 1)
      } else {
        last - (last.modulo(7) - weekday.rawValue + 1).modulo(7) + 7 * (ordinal + 1)
      }
    return day >= first && day <= last ? day : nil
  }

  private mutating func runCycle(_ place: StemBranch, _ body: (Occurrence) -> Void) throws(CalendarError) {
    let start = range.lowerBound.julianDayNumber - rule.offset
    var day = start + (place.index - StemBranch(ofDay: SolarDate(julianDayNumber: start)).index).modulo(60)
    while day + rule.offset <= range.upperBound.julianDayNumber {
      let year = SolarDate(julianDayNumber: day).year
      if counts(year) { try emit(day, through: day, ruleYear: year, in: nil, body) }
      day += 60
    }
  }
}

extension DateRule.Pattern {
  /// The largest distance of a day from the solar year that names it.
  fileprivate var reachInYears: Int {
    switch self {
    case .term(_, let days): days == 0 ? 0 : 1
    case .termCycle(_, let day, let ordinal): abs(ordinal) * day.length / 365 + 1
    default: 0
    }
  }
}

extension DateRule.CycleDay {
  /// The number of days until the same stem (10) or branch (12) returns.
  fileprivate var length: Int {
    switch self {
    case .stem: 10
    case .branch: 12
    case .weekday: 7
    }
  }

  /// The n-th such day from the Julian day number of a term. A weekday stands behind the term, or before it if the ordinal is negative.
  fileprivate func day(_ ordinal: Int, from day: Int) -> Int {
    guard case .weekday = self else { return first(onOrAfter: day) + (ordinal - 1) * length }
    return ordinal > 0
      ? first(onOrAfter: day + 1) + (ordinal - 1) * length : first(onOrAfter: day) + ordinal * length
  }

  /// The first day with the stem or branch on or after a Julian day number.
  fileprivate func first(onOrAfter day: Int) -> Int {
    let place = StemBranch(ofDay: SolarDate(julianDayNumber: day))
    switch self {
    case .weekday(let weekday): return day + (weekday.rawValue - 1 - day.modulo(7)).modulo(7)
    case .stem(let stem): return day + (stem.rawValue - place.stem.rawValue).modulo(10)
    case .branch(let branch): return day + (branch.rawValue - place.branch.rawValue).modulo(12)
    }
  }
}
