internal import Folklore
internal import Lunisolar

/// Counts lunar months from a day.
struct LunarMonths {
  let date: LunarDate
  private let calendar = LunisolarCalendar.chinese

  /// - Throws: `CalendarError.solarDateOutOfRange`.
  init(of day: SolarDate) throws(CalendarError) {
    date = try calendar.lunarDate(on: day)
  }

  /// The same day of the month a number of months later; a leap month counts as one.
  func day(monthsLater count: Int, short: DateRule.ShortMonthPolicy) throws(CalendarError) -> SolarDate {
    var year = try calendar.lunarYear(date.year)
    var position = (year.position(ofMonth: date.month, isLeap: date.isLeap) ?? 0) + count
    while position >= year.monthCount {
      position -= year.monthCount
      year = try calendar.lunarYear(year.number + 1)
    }
    return day(of: year.month(atPosition: position), short: short)
  }

  /// The same day of the regular month with the same number, a number of lunar years later.
  func day(yearsLater count: Int, short: DateRule.ShortMonthPolicy) throws(CalendarError) -> SolarDate {
    day(of: try calendar.lunarYear(date.year + count).month(date.month), short: short)
  }

  /// The number of months to that month.
  func months(toYearsLater count: Int) throws(CalendarError) -> Int {
    let (first, last) = (try calendar.lunarYear(date.year), try calendar.lunarYear(date.year + count))
    var months = last.position(ofMonth: date.month, isLeap: false) ?? 0
    for number in first.number..<last.number { months += try calendar.lunarYear(number).monthCount }
    return months - (first.position(ofMonth: date.month, isLeap: date.isLeap) ?? 0)
  }

  private func day(of month: LunarMonth, short: DateRule.ShortMonthPolicy) -> SolarDate {
    let isMissing = date.day > month.dayCount
    return month.firstDay.advanced(by: isMissing ? month.dayCount - (short == .forward ? 0 : 1) : date.day - 1)
  }
}
