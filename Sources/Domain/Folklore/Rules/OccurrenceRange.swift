internal import Ephemeris
public import Lunisolar

/// The days of many rules within one range of days, anywhere in the lunar years -2000 to 9999.
///
///     let range = try OccurrenceRange(first...last)
///     for event in events { try range.forEachOccurrence(of: event.rule) { found.append((event, $0)) } }
///
/// Where the calendar's table reaches the whole range it gives the years. Elsewhere the sun and the moon do; the years around the range are
/// worked out once, for all rules.
public struct OccurrenceRange: Sendable {
  private let range: ClosedRange<SolarDate>
  /// Nil where the table reaches.
  private let computed: ComputedYears?

  /// - Throws: `CalendarError.solarDateOutOfRange` when the calendar does not reach the range.
  public init(_ range: ClosedRange<SolarDate>) throws(CalendarError) {
    self.range = range
    let table = try LunisolarCalendar.chinese.solarDates
    let isInTable = table.contains(range.lowerBound) && table.contains(range.upperBound)
    computed = isInTable ? nil : try ComputedYears(around: range)
  }

  /// The days from so many days before a day on, as far as the calendar reaches back, up to the day.
  ///
  /// - Throws: `CalendarError.solarDateOutOfRange` when the calendar does not reach the day.
  init(through day: SolarDate, daysBefore: Int) throws(CalendarError) {
    let sky = AstronomicalCalendar(.chinese)
    var first = day.advanced(by: -daysBefore)
    // The calendar's first day, which takes a third of a millisecond, lies in its first year.
    if first.year <= sky.years.lowerBound {
      first = min(max(first, try sky.lunarYear(sky.years.lowerBound).firstDay), day)
    }
    try self.init(first...day)
  }

  /// Calls a closure with each occurrence of a rule that begins in the range, in order.
  public func forEachOccurrence(of rule: DateRule, _ body: (Occurrence) -> Void) throws(CalendarError) {
    if let computed {
      try rule.forEachOccurrence(in: range, calendar: computed, body)
    } else {
      try rule.forEachOccurrence(in: range, calendar: LunisolarCalendar.chinese, body)
    }
  }
}

/// The calendar of the sky, with what most rules ask for near some days worked out beforehand: a lunar year takes a third of a millisecond.
private struct ComputedYears: LunarYearSource {
  private let sky = AstronomicalCalendar(.chinese)
  private var lunarYears: [Int: LunarYear] = [:]
  private var solarTerms: [Int: SolarTermYear] = [:]

  /// - Throws: `CalendarError.solarDateOutOfRange`.
  init(around range: ClosedRange<SolarDate>) throws(CalendarError) {
    let first = try sky.lunarYear(containing: range.lowerBound).number
    let last = try sky.lunarYear(containing: range.upperBound).number
    // A window may end in the next year, and a term belongs to the year before at the end of time.
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
