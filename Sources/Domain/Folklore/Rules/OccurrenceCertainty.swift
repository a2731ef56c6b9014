internal import Ephemeris
public import Lunisolar

/// Determines whether a new forecast of the Earth's rotation could change an occurrence's day.
///
/// It caches results by month and term, because events of a month share them.
public struct OccurrenceCertainty {
  private let calendar: LunisolarCalendar
  /// The key is the first day of a month.
  private var months: [SolarDate: Bool] = [:]
  private var terms: [SolarTerm: [Int: Bool]] = [:]

  public init(calendar: LunisolarCalendar = .chinese) {
    self.calendar = calendar
  }

  /// True if the occurrence's day is certain within the standard error of Delta-T.
  ///
  /// - Throws: `CalendarError.lunarYearOutOfRange` if the occurrence is outside the calendar.
  public mutating func isCertain(_ occurrence: Occurrence, of rule: DateRule) throws(CalendarError) -> Bool {
    switch rule.pattern {
    case .solarDay, .solarWeekday, .cycle, .announced: true
    case .term(let term, _), .termCycle(let term, _, _): isCertain(term, inSolarYear: occurrence.ruleYear)
    case .lunarDays, .lunarWindow: try isMonthCertain(occurrence.lunarDate)
    }
  }

  private mutating func isCertain(_ term: SolarTerm, inSolarYear year: Int) -> Bool {
    if let known = terms[term]?[year] { return known }
    let isCertain = term.margin(inSolarYear: year, variant: calendar.variant).isCertain
    terms[term, default: [:]][year] = isCertain
    return isCertain
  }

  /// A day is certain if its month's new moon is; from the 29th on, the next new moon must be certain too.
  private mutating func isMonthCertain(_ date: LunarDate) throws(CalendarError) -> Bool {
    let months = Array(try calendar.lunarYear(date.year).months)
    guard let index = months.firstIndex(where: { $0.number == date.month && $0.isLeap == date.isLeap }) else {
      return true
    }
    guard isStartCertain(of: months[index]) else { return false }
    guard date.day >= 29 else { return true }
    if index + 1 < months.count { return isStartCertain(of: months[index + 1]) }
    return isStartCertain(of: try calendar.lunarYear(date.year + 1).month(1))
  }

  private mutating func isStartCertain(of month: LunarMonth) -> Bool {
    if let known = months[month.firstDay] { return known }
    let isCertain = MonthStart(of: month, variant: calendar.variant).margin.isCertain
    months[month.firstDay] = isCertain
    return isCertain
  }
}
