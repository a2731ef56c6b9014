/// A day of the proleptic Gregorian calendar (國曆).
///
/// A day is stored as an integer, its Julian day number; year, month and day are computed from it.
///
///     let day = try SolarDate(year: 2025, month: 4, day: 20)
///     day.julianDayNumber           // 2460786
///     day.weekday                   // .sunday
///     day.advanced(by: 1).description  // "2025-04-21"
public struct SolarDate: Hashable, Sendable {
  /// The Julian day number of the day's noon: 2,451,545 is 2000-01-01.
  public let julianDayNumber: Int

  /// The day with this Julian day number. Every integer is valid.
  @inlinable
  public init(julianDayNumber: Int) {
    self.julianDayNumber = julianDayNumber
  }

  /// The valid years of a `SolarDate`, astronomical numbering (0 is 1 BC).
  public static let years = -9999...9999

  /// The day of this year, month and day.
  ///
  /// - Parameters:
  ///   - year: -9999 to 9999, astronomical numbering.
  ///   - month: 1 to 12.
  ///   - day: 1 to the length of the month.
  /// - Throws: `CalendarError.solarYearOutOfRange`, `.noSuchSolarMonth` or `.noSuchSolarDay`, each with the valid range.
  public init(year: Int, month: Int, day: Int) throws(CalendarError) {
    guard Self.years.contains(year) else { throw .solarYearOutOfRange(year: year, valid: Self.years) }
    guard (1...12).contains(month) else { throw .noSuchSolarMonth(year: year, month: month) }
    let length = Self.dayCount(year: year, month: month)
    guard (1...length).contains(day) else {
      throw .noSuchSolarDay(year: year, month: month, day: day, dayCount: length)
    }
    self.init(uncheckedYear: year, month: month, day: day)
  }

  /// The day of a year, month and day that the caller has validated.
  package init(uncheckedYear year: Int, month: Int, day: Int) {
    julianDayNumber = Self.julianDayNumber(year: year, month: month, day: day)
  }

  /// The number of days in a month of the Gregorian calendar.
  public static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeapYear(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// True if a year of the Gregorian calendar has a 29th of February.
  public static func isLeapYear(_ year: Int) -> Bool {
    year & 3 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}

// MARK: - Year, month and day

extension SolarDate {
  /// Year, month and day in one computation.
  ///
  /// The civil-from-days algorithm counts from 1 March of year 0, so that the leap day ends a year: first the year within
  /// 400 years (146,097 days), then the month by the line `(153 m + 2) / 5` through the month lengths.
  /// Source: C. H. A. Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2013).
  public var components: (year: Int, month: Int, day: Int) {
    let shifted = julianDayNumber - 1_721_120  // 0 is 0000-03-01
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The year, astronomical numbering.
  public var year: Int { components.year }
  /// The month, 1 to 12.
  public var month: Int { components.month }
  /// The day of the month, 1 to 31.
  public var day: Int { components.day }

  /// The inverse of `components`.
  package static func julianDayNumber(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear + 1_721_120
  }

  /// The day of the week.
  public var weekday: Weekday {
    // Julian day 0 was a Monday.
    Weekday(rawValue: julianDayNumber.modulo(7) + 1) ?? .monday
  }
}

// MARK: - Order and arithmetic

extension SolarDate: Strideable {
  @inlinable
  public static func < (left: SolarDate, right: SolarDate) -> Bool {
    left.julianDayNumber < right.julianDayNumber
  }

  /// The number of days from this day to another; negative if the other comes first.
  @inlinable
  public func distance(to other: SolarDate) -> Int {
    other.julianDayNumber - julianDayNumber
  }

  /// The day this many days later.
  @inlinable
  public func advanced(by days: Int) -> SolarDate {
    SolarDate(julianDayNumber: julianDayNumber + days)
  }
}

extension Int {
  /// The non-negative remainder: `(-1).modulo(12)` is 11.
  @inlinable
  package func modulo(_ divisor: Int) -> Int {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
