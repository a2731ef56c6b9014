/// A day of the lunisolar calendar, known to exist in its calendar.
///
///     let birthday = try LunarDate(year: 2025, month: 3, day: 23, in: LunisolarCalendar.chinese)
///     birthday.solarDate            // 2025-04-20
///     birthday.text                 // "農曆三月廿三"
///
/// It stores its solar day, so the conversion back costs nothing.
public struct LunarDate: Hashable, Sendable {
  private let solarDay: Int32
  private let yearNumber: Int16
  private let monthNumber: UInt8
  private let dayNumber: UInt8
  /// Bit 0: leap month; bit 1: 30 days; bit 2: approximate; bits 4 and 5: the variant.
  private let flags: UInt8

  @usableFromInline
  package init(
    julianDayNumber: Int, year: Int, month: Int, isLeap: Bool, day: Int, monthDayCount: Int,
    variant: CalendarVariant, isApproximate: Bool
  ) {
    solarDay = Int32(truncatingIfNeeded: julianDayNumber)
    yearNumber = Int16(truncatingIfNeeded: year)
    monthNumber = UInt8(truncatingIfNeeded: month)
    dayNumber = UInt8(truncatingIfNeeded: day)
    flags =
      (isLeap ? 1 : 0) | (monthDayCount == 30 ? 2 : 0) | (isApproximate ? 4 : 0) | variant.rawValue << 4
  }

  /// The date with this lunar year, month and day.
  ///
  /// - Parameters:
  ///   - year: the lunar year, numbered by the solar year in which it begins.
  ///   - month: 1 to 12.
  ///   - isLeap: true for the leap month of that number.
  ///   - day: 1 to 29 or 30.
  ///   - source: the calendar: `LunisolarCalendar`, or `AstronomicalCalendar` for years outside the table.
  /// - Throws: `CalendarError.noSuchLunarDay` with the length of the month, `.noSuchLeapMonth` with the existing leap months,
  ///   `.noSuchLunarMonth`, `.lunarYearOutOfRange`.
  @inlinable
  public init(
    year: Int, month: Int, isLeap: Bool = false, day: Int, in source: some LunarYearSource
  ) throws(CalendarError) {
    let lunarYear = try source.lunarYear(year)
    guard month >= 1, month <= 12 else { throw .noSuchLunarMonth(year: year, month: month) }
    guard let position = lunarYear.position(ofMonth: month, isLeap: isLeap) else {
      throw source.noSuchLeapMonth(year: year, month: month, actual: lunarYear.leapMonth)
    }
    let dayCount = lunarYear.dayCount(ofPosition: position)
    guard day >= 1, day <= dayCount else {
      throw .noSuchLunarDay(year: year, month: month, isLeap: isLeap, day: day, dayCount: dayCount)
    }
    self.init(
      julianDayNumber: lunarYear.firstJulianDayNumber &+ lunarYear.startOffset(ofPosition: position) &+ day &- 1,
      year: year, month: month, isLeap: isLeap, day: day, monthDayCount: dayCount,
      variant: lunarYear.variant, isApproximate: lunarYear.isApproximate)
  }
}

// MARK: - Properties

extension LunarDate {
  /// The lunar year, numbered by the solar year in which it begins.
  public var year: Int { Int(yearNumber) }
  /// 1 to 12.
  public var month: Int { Int(monthNumber) }
  /// True for a leap month, which repeats the month of the same number.
  public var isLeap: Bool { flags & 1 != 0 }
  /// 1 to 30.
  public var day: Int { Int(dayNumber) }
  /// The number of days in the month, 29 or 30.
  public var monthDayCount: Int { flags & 2 != 0 ? 30 : 29 }
  /// True if the year lies outside the table of issued calendars.
  public var isApproximate: Bool { flags & 4 != 0 }
  /// The variant of the calendar.
  public var variant: CalendarVariant { CalendarVariant(rawValue: flags >> 4) ?? .chinese }
  /// The same day in the solar calendar.
  public var solarDate: SolarDate { SolarDate(julianDayNumber: Int(solarDay)) }
}

extension LunarDate: Comparable {
  /// Orders by day; the same day in two calendars, by variant.
  public static func < (left: LunarDate, right: LunarDate) -> Bool {
    (left.solarDay, left.flags >> 4) < (right.solarDay, right.flags >> 4)
  }
}
