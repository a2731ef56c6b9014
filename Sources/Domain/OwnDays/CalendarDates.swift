internal import Feeds
internal import Folklore
internal import Lunisolar

/// The dates of a rule as an event of a calendar says them.
struct CalendarDates {
  /// The next date, or the last if all have passed.
  let first: SolarDate
  /// The number of days of each date.
  let dayCount: Int
  /// `RRULE`, with `UNTIL` for a rule that ends.
  let recurrence: String?
  /// `RDATE`: the further dates of ten years, if there is no recurrence rule.
  let others: [SolarDate]

  init(of rule: DateRule, from today: SolarDate, form: CalendarFeed.Form) {
    guard let next = rule.firstDay(onOrAfter: today) else {
      let last = rule.lastDay
      // Calendars need a date; a rule that never falls gets the day of writing.
      self.init(first: last?.date ?? today, dayCount: last?.dayCount ?? 1, recurrence: nil, others: [])
      return
    }
    let days = rule.days(in: next...max(next, today.advanced(by: Self.span)))
    let dayCount = days.map(\.dayCount).min() ?? 1
    let isSingle = rule.firstDay(onOrAfter: next.advanced(by: 1)) == nil
    guard !isSingle, let recurrence = rule.inEveryYear.recurrenceRule,
      form == .rscale || !recurrence.hasPrefix("RSCALE=CHINESE")
    else {
      self.init(first: next, dayCount: dayCount, recurrence: nil, others: days.dropFirst().map(\.date))
      return
    }
    let until = rule.lastYear == nil ? nil : rule.lastDay
    self.init(
      first: next, dayCount: dayCount, recurrence: recurrence + (until.map { ";UNTIL=\($0.date.basicText)" } ?? ""),
      others: [])
  }

  /// Ten years in days.
  private static let span = 3_652

  private init(first: SolarDate, dayCount: Int, recurrence: String?, others: [SolarDate]) {
    self.first = first
    self.dayCount = dayCount
    self.recurrence = recurrence
    self.others = others
  }
}
