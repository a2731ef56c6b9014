public import Lunisolar

/// The computed days off of a year.
public struct OfficeYear: Hashable, Sendable {
  public let year: Int
  /// True if the government has announced the year; otherwise the days follow from the present law.
  public let isAnnounced: Bool
  /// All days except ordinary workdays and weekends.
  private let special: [SolarDate: OfficeDay]

  fileprivate init(year: Int, isAnnounced: Bool, special: [SolarDate: OfficeDay]) {
    self.year = year
    self.isAnnounced = isAnnounced
    self.special = special
  }

  /// - Parameter date: a day of the year.
  public subscript(date: SolarDate) -> OfficeDay {
    special[date] ?? OfficeDay(date.isWeekend ? .weekend : .workday)
  }
}

extension DaysOff {
  /// The days off of a year; nil without data.
  public func year(_ year: Int) -> OfficeYear? {
    guard let years, years.contains(year) else { return nil }
    // The day in lieu of 1 January can be in the year before.
    guard let found = try? kept(from: year, through: year + 1) else { return nil }
    var special: [SolarDate: OfficeDay] = [:]
    for (date, holidays) in found.named { special[date] = OfficeDay(.holiday, holidays) }
    for (date, holiday) in found.inLieu { special[date] = OfficeDay(.inLieu, [holiday]) }
    for swap in announcements.flatMap(\.swaps) {
      let holidays = [holiday(swap.holidayKey)].compactMap(\.self)
      // A swap can also move a day in lieu; its workday is then an ordinary one.
      special[swap.off] = OfficeDay(swap.work.isWeekend ? .adjusted : .inLieu, holidays)
      special[swap.work] = OfficeDay(swap.work.isWeekend ? .madeUpWorkday : .workday, holidays)
    }
    return OfficeYear(
      year: year, isAnnounced: announcement(of: year) != nil, special: special.filter { $0.key.year == year })
  }

  /// The holidays on their own days, and the days in lieu.
  private func kept(
    from first: Int, through last: Int
  ) throws(CalendarError) -> (named: [SolarDate: [Holiday]], inLieu: [SolarDate: Holiday]) {
    let calendar = LunisolarCalendar.chinese
    let range = SolarDate(uncheckedYear: first, month: 1, day: 1)...SolarDate(uncheckedYear: last, month: 1, day: 31)
    var named: [SolarDate: [Holiday]] = [:]
    for holiday in holidays {
      try holiday.rule.forEachOccurrence(in: range, calendar: calendar) { occurrence in
        named[occurrence.date, default: []].append(holiday)
      }
    }
    // A holiday without precedence moves to a neighbouring day and counts there like any other.
    var kept: [(date: SolarDate, holiday: Holiday)] = []
    for (date, holidays) in named.sorted(by: { $0.key < $1.key }) {
      for holiday in holidays {
        let givesWay = holidays.contains { $0.key == holiday.givesWayTo }
        kept.append((givesWay ? date.advanced(by: date.weekday == .thursday ? 1 : -1) : date, holiday))
      }
    }
    // The sort is stable: holidays of one day stay in the order of the data.
    kept.sort { $0.date < $1.date }
    var taken = Set(kept.map(\.date))
    var inLieu: [SolarDate: Holiday] = [:]
    for (date, holiday) in kept {
      if date.isWeekend {
        let step = holiday.makeUp == .nearest && date.weekday == .saturday ? -1 : 1
        var day = date.advanced(by: step)
        while day.isWeekend || taken.contains(day) { day = day.advanced(by: step) }
        taken.insert(day)
        inLieu[day] = holiday
      } else if named[date] == nil {
        inLieu[date] = holiday
      }
    }
    return (named, inLieu)
  }
}

extension SolarDate {
  fileprivate var isWeekend: Bool { weekday == .saturday || weekday == .sunday }
}
