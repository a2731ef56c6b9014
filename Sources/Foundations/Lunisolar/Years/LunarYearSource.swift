/// A source of lunar years: the table of this module, or the sun and the moon (`AstronomicalCalendar` of the module
/// Ephemeris). All sources share the conversion in this protocol.
public protocol LunarYearSource: Sendable {
  /// The variant of the calendar.
  var variant: CalendarVariant { get }
  /// The lunar years of the source.
  var years: ClosedRange<Int> { get }

  /// The year with this number.
  ///
  /// - Throws: `CalendarError.lunarYearOutOfRange`.
  func lunarYear(_ number: Int) throws(CalendarError) -> LunarYear

  /// The days of the 24 solar terms of a solar year. `years` plus one more year is valid, for the winter that ends the last.
  ///
  /// - Throws: `CalendarError.solarYearOutOfRange`.
  func solarTerms(ofSolarYear year: Int) throws(CalendarError) -> SolarTermYear
}

// MARK: - Terms of a day

extension LunarYearSource {
  /// The terms of a day's solar year, counted from 小寒: the day's own year, or the next if that has begun.
  ///
  /// - Throws: `CalendarError.solarYearOutOfRange`.
  public func solarTerms(around date: SolarDate) throws(CalendarError) -> SolarTermYear {
    let terms = try solarTerms(ofSolarYear: date.year)
    guard date.mayBeginTerms else { return terms }
    let next = try solarTerms(ofSolarYear: date.year + 1)
    return next[.minorCold] <= date ? next : terms
  }

  /// The last term on or before a day, and the terms of its solar year.
  ///
  /// - Throws: `CalendarError.solarYearOutOfRange`.
  public func lastTerm(onOrBefore date: SolarDate) throws(CalendarError) -> (term: SolarTerm, terms: SolarTermYear) {
    let terms = try solarTerms(around: date)
    if let term = terms.lastTerm(onOrBefore: date) { return (term, terms) }
    return (.winterSolstice, try solarTerms(ofSolarYear: date.year - 1))
  }
}

extension SolarDate {
  /// True if the terms of the next year may have begun: from about 9700 on the Gregorian year is ahead of the sun, and 小寒 falls on
  /// 31 December of the year before.
  package var mayBeginTerms: Bool { year >= 9_500 && month == 12 && day == 31 }
}

// MARK: - Conversion

extension LunarYearSource {
  /// The lunar date of a day.
  ///
  ///     try LunisolarCalendar.chinese.lunarDate(on: SolarDate(iso: "2025-04-20"))  // 農曆三月廿三
  ///
  /// - Throws: `CalendarError.solarDateOutOfRange` with the first and the last valid day.
  @inlinable
  public func lunarDate(on date: SolarDate) throws(CalendarError) -> LunarDate {
    try lunarYear(containing: date).lunarDate(onJulianDay: date.julianDayNumber)
  }

  /// The lunar year of a day.
  ///
  /// New Year's Day falls between 19 January and late February. So the mean Gregorian year counted from a 19 January is the
  /// lunar year or one more.
  @inlinable
  public func lunarYear(containing date: SolarDate) throws(CalendarError) -> LunarYear {
    let guess = lunarYearGuess(forJulianDay: date.julianDayNumber)
    guard guess >= years.lowerBound, guess <= years.upperBound &+ 1 else { throw outOfRange(date) }
    if guess <= years.upperBound {
      let year = try lunarYear(guess)
      if year.firstJulianDayNumber <= date.julianDayNumber { return year }
    }
    guard guess > years.lowerBound else { throw outOfRange(date) }
    let year = try lunarYear(guess &- 1)
    guard date.julianDayNumber &- year.firstJulianDayNumber < year.startOffset(ofPosition: year.monthCount) else {
      throw outOfRange(date)
    }
    return year
  }

  /// The lunar year of a day, or one more.
  @inlinable
  package func lunarYearGuess(forJulianDay julianDay: Int) -> Int {
    // 2,451,563 is 2000-01-19; 400 Gregorian years are 146,097 days. Whole cycles are added to keep the dividend positive.
    (julianDay &- 2_451_563 &+ 146_097 &* 30) &* 400 / 146_097 &+ 2_000 &- 400 &* 30
  }

  /// The first and the last valid day.
  public var solarDates: ClosedRange<SolarDate> {
    get throws(CalendarError) {
      try lunarYear(years.lowerBound).firstDay...lunarYear(years.upperBound).lastDay
    }
  }

  @usableFromInline
  package func outOfRange(_ date: SolarDate) -> CalendarError {
    do {
      let valid = try solarDates
      return .solarDateOutOfRange(date, first: valid.lowerBound, last: valid.upperBound)
    } catch {
      return error
    }
  }

  /// The nearest leap months around a year, for error messages.
  @usableFromInline
  package func noSuchLeapMonth(year: Int, month: Int, actual: Int?) -> CalendarError {
    var previous: CalendarError.LeapMonth?
    var next: CalendarError.LeapMonth?
    for distance in 1...4 where previous == nil || next == nil {
      previous = previous ?? leapMonth(of: year - distance)
      next = next ?? leapMonth(of: year + distance)
    }
    return .noSuchLeapMonth(year: year, month: month, actual: actual, previous: previous, next: next)
  }

  private func leapMonth(of year: Int) -> CalendarError.LeapMonth? {
    guard years.contains(year), let month = try? lunarYear(year).leapMonth else { return nil }
    return CalendarError.LeapMonth(year: year, month: month)
  }
}
