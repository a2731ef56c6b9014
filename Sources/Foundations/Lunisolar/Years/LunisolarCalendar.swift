/// The lunisolar calendar of 1645-2599 from a table of packed words: exact, without caches, locks or allocations.
///
///     let calendar = LunisolarCalendar.chinese
///     try calendar.lunarDate(on: SolarDate(year: 2033, month: 12, day: 22))   // 農曆閏十一月初一
///
/// Until 1928 the table holds the issued calendar, after that the result of the rule of GB/T 33661-2017 with the JPL
/// ephemeris DE440; `DESIGN.md` describes how it is made and checked.
public struct LunisolarCalendar: LunarYearSource, Hashable {
  public let variant: CalendarVariant

  @inlinable
  public init(_ variant: CalendarVariant) {
    self.variant = variant
  }

  /// UTC+8: China and Taiwan.
  public static let chinese = LunisolarCalendar(.chinese)
  /// UTC+7 from lunar year 1968; before that it follows the Chinese calendar.
  public static let vietnamese = LunisolarCalendar(.vietnamese)
  /// UTC+9 from lunar year 1912; before that it follows the Chinese calendar.
  public static let korean = LunisolarCalendar(.korean)

  /// The lunar years of the table.
  public static let tableYears = 1645...2599

  @inlinable
  public var years: ClosedRange<Int> { 1645...2599 }

  public func lunarYear(_ number: Int) throws(CalendarError) -> LunarYear {
    guard number >= 1645, number <= 2599 else { throw .lunarYearOutOfRange(year: number, valid: years) }
    return LunarYear(number: number, variant: variant, word: YearTable.word(year: number, variant: variant))
  }

  public func solarTerms(ofSolarYear year: Int) throws(CalendarError) -> SolarTermYear {
    guard year >= 1645, year <= 2600 else { throw .solarYearOutOfRange(year: year, valid: 1645...2600) }
    return SolarTermYear(number: year, word: TermTable.word(year: year, variant: variant))
  }
}

// MARK: - The tables

// A variant's own words follow the Chinese ones; before its first own year it uses the Chinese words. The Vietnamese
// words begin with 1967: that year was Chinese, but ended a day early, because the Vietnamese 1968 began on 29 January.

extension YearTable {
  static func word(year: Int, variant: CalendarVariant) -> UInt64 {
    switch variant {
    case .chinese: chinese[year &- 1645]
    case .vietnamese: year < 1967 ? chinese[year &- 1645] : vietnamese[year &- 1967]
    case .korean: year < 1912 ? chinese[year &- 1645] : korean[year &- 1912]
    }
  }
}

extension TermTable {
  static func word(year: Int, variant: CalendarVariant) -> UInt64 {
    switch variant {
    case .chinese: chinese[year &- 1645]
    case .vietnamese: year < 1968 ? chinese[year &- 1645] : vietnamese[year &- 1968]
    case .korean: year < 1912 ? chinese[year &- 1645] : korean[year &- 1912]
    }
  }
}
