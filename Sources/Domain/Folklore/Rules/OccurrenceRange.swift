internal import Ephemeris
public import Lunisolar

/// Finds the days of many rules within one range of days in the lunar years -2000 to 9999.
///
///     let range = try OccurrenceRange(first...last)
///     for event in events { try range.forEachOccurrence(of: event.rule) { found.append((event, $0)) } }
///
/// It uses the calendar's table if that covers the whole range. Otherwise it computes the years around the range once, for all rules.
public struct OccurrenceRange: Sendable {
  private let range: ClosedRange<SolarDate>
  /// Nil if the table covers the range.
  private let computed: ComputedYears?

  /// - Throws: `CalendarError.solarDateOutOfRange` if the range is outside the calendar.
  public init(_ range: ClosedRange<SolarDate>) throws(CalendarError) {
    self.range = range
    let table = try LunisolarCalendar.chinese.solarDates
    let isInTable = table.contains(range.lowerBound) && table.contains(range.upperBound)
    computed = isInTable ? nil : try ComputedYears(around: range)
  }

  /// A range that ends with a day and begins a number of days before it, or at the calendar's first day.
  ///
  /// - Throws: `CalendarError.solarDateOutOfRange` if the day is outside the calendar.
  init(through day: SolarDate, daysBefore: Int) throws(CalendarError) {
    let sky = AstronomicalCalendar(.chinese)
    var first = day.advanced(by: -daysBefore)
    // Computed for the first year only, because this takes a third of a millisecond.
    if first.year <= sky.years.lowerBound {
      first = min(max(first, try sky.lunarYear(sky.years.lowerBound).firstDay), day)
    }
    try self.init(first...day)
  }

  /// Calls a closure for each occurrence of a rule that begins in the range, in order.
  public func forEachOccurrence(of rule: DateRule, _ body: (Occurrence) -> Void) throws(CalendarError) {
    if let computed {
      try rule.forEachOccurrence(in: range, calendar: computed, body)
    } else {
      try rule.forEachOccurrence(in: range, calendar: LunisolarCalendar.chinese, body)
    }
  }
}

/// The astronomical calendar with the years around a range computed in advance; a lunar year takes a third of a millisecond.
private struct ComputedYears: LunarYearSource {
  private let sky = AstronomicalCalendar(.chinese)
  private var lunarYears: [Int: LunarYear] = [:]
  private var solarTerms: [Int: SolarTermYear] = [:]

  /// - Throws: `CalendarError.solarDateOutOfRange`.
  init(around range: ClosedRange<SolarDate>) throws(CalendarError) {
    let first = try sky.lunarYear(containing: range.lowerBound).number
    let last = try sky.lunarYear(containing: range.upperBound).number
    // A window may end in the next year; at the end of the calendar, a term belongs to the year before.
    for year in (first - 1)...(last + 1) {
      if sky.years.contains(year) { lunarYears[year] = try sky.lunarYear(year) }
      if sky.years.contains(year) || sky.years.contains(year - 1) {
        solarTerms[year] = try sky.solarTerms(ofSolarYear: year)
      }
    }
  }

  var variant: CalendarVariant { sky.variant }
  var years: ClosedRange<Int> { sky.years }

  func lunarYear(_ number: Int) throws(CalendarError) -> LunarYear {
    if let year = lunarYears[number] { return year }
    return try sky.lunarYear(number)
  }

  func solarTerms(ofSolarYear year: Int) throws(CalendarError) -> SolarTermYear {
    if let terms = solarTerms[year] { return terms }
    return try sky.solarTerms(ofSolarYear: year)
  }
}
