/// One lunar year: the days on which its months begin, in one packed word.
///
/// ```
///  bit  63      41..18                17..14      13     12 ........ 0
///       a       Julian day number     leap        -      month lengths
///               of New Year's Day     position           bit p: month at position p has 30 days
/// ```
///
/// Positions count the months in order, from 0. A leap position of 6 means that the month at position 6 repeats
/// month 6 at position 5; 0 means that no month is repeated. Bit 63 marks a year computed by today's rule outside the
/// table. A worked example: 2025 begins on 2025-01-29 (Julian day 2,460,705) and repeats month 6;
/// its lengths are 30 29 30 29 29 30 29 | 30 29 30 30 30 29, so the word is
/// `2460705 << 18 | 6 << 14 | 0b0_1110_1010_0101`, and the first day of leap month 6 is that of New Year's Day plus
/// `29 * 6 + popcount(word & 0b11_1111)` = 174 + 3 days: 2025-07-25.
public struct LunarYear: Hashable, Sendable {
  /// The solar year in which the lunar year begins.
  public let number: Int
  /// The variant of the calendar.
  public let variant: CalendarVariant
  /// The packed word described above.
  public let word: UInt64

  @inlinable
  package init(number: Int, variant: CalendarVariant, word: UInt64) {
    self.number = number
    self.variant = variant
    self.word = word
  }

  /// The number of the repeated month, 1 to 12, or nil in a common year.
  public var leapMonth: Int? {
    leapPosition == 0 ? nil : leapPosition
  }

  /// The number of months: 12, or 13 with a leap month.
  @inlinable
  public var monthCount: Int { leapPosition == 0 ? 12 : 13 }

  /// The number of days: 353 to 355, or 383 to 385.
  public var dayCount: Int { startOffset(ofPosition: monthCount) }

  /// New Year's Day.
  public var firstDay: SolarDate { SolarDate(julianDayNumber: firstJulianDayNumber) }

  /// The last day, 除夕.
  public var lastDay: SolarDate { firstDay.advanced(by: dayCount - 1) }

  /// True if the year lies outside the table of issued calendars and is computed by today's rule.
  public var isApproximate: Bool { word >> 63 != 0 }

  /// The months in order, a leap month after the month that it repeats.
  public var months: LazyMapSequence<Range<Int>, LunarMonth> {
    (0..<monthCount).lazy.map { self.month(atPosition: $0) }
  }

  /// The month with this number.
  ///
  /// - Throws: `CalendarError.noSuchLunarMonth` for a number outside 1 to 12, `.noSuchLeapMonth` for a leap month that the
  ///   year does not have.
  public func month(_ number: Int, isLeap: Bool = false) throws(CalendarError) -> LunarMonth {
    guard (1...12).contains(number) else { throw .noSuchLunarMonth(year: self.number, month: number) }
    guard let position = position(ofMonth: number, isLeap: isLeap) else {
      throw .noSuchLeapMonth(year: self.number, month: number, actual: leapMonth, previous: nil, next: nil)
    }
    return month(atPosition: position)
  }
}

// MARK: - Decoding

extension LunarYear {
  @inlinable
  package var firstJulianDayNumber: Int { Int(truncatingIfNeeded: word >> 18 & 0xFF_FFFF) }

  /// The number of the repeated month, which is also the position of the leap month; 0 for none.
  @inlinable
  package var leapPosition: Int { Int(truncatingIfNeeded: word >> 14 & 0xF) }

  /// Days from New Year's Day to the first day of the month at a position; at `monthCount`, to the next New Year's Day.
  @inlinable
  package func startOffset(ofPosition position: Int) -> Int {
    let earlier = word & ((1 << UInt64(truncatingIfNeeded: position)) &- 1)
    return 29 &* position &+ earlier.nonzeroBitCount
  }

  /// The number of days of the month at a position.
  @inlinable
  package func dayCount(ofPosition position: Int) -> Int {
    29 &+ Int(truncatingIfNeeded: word >> UInt64(truncatingIfNeeded: position) & 1)
  }

  /// The position of the month that holds a day, given in days after New Year's Day.
  ///
  /// A month begins at 29 to 30 times its position, so `offset / 29` is the position or one more.
  @inlinable
  package func position(ofOffset offset: Int) -> Int {
    let guess = offset / 29
    return startOffset(ofPosition: guess) > offset ? guess &- 1 : guess
  }

  /// The position of a month, or nil for a leap month that the year does not have.
  @inlinable
  package func position(ofMonth number: Int, isLeap: Bool) -> Int? {
    let leap = leapPosition
    if isLeap { return leap == number ? number : nil }
    return number &- 1 &+ (leap != 0 && number > leap ? 1 : 0)
  }

  /// The month at a position.
  @inlinable
  package func month(atPosition position: Int) -> LunarMonth {
    let leap = leapPosition
    return LunarMonth(
      year: number,
      number: leap != 0 && position >= leap ? position : position &+ 1,
      isLeap: leap != 0 && position == leap,
      dayCount: dayCount(ofPosition: position),
      firstDay: SolarDate(julianDayNumber: firstJulianDayNumber &+ startOffset(ofPosition: position)))
  }

  /// The date of a day that the caller has checked to be in this year.
  @inlinable
  package func lunarDate(onJulianDay julianDay: Int) -> LunarDate {
    let offset = julianDay &- firstJulianDayNumber
    let position = position(ofOffset: offset)
    let leap = leapPosition
    let isLeap = leap != 0 && position == leap
    return LunarDate(
      julianDayNumber: julianDay, year: number,
      month: leap != 0 && position >= leap ? position : position &+ 1,
      isLeap: isLeap,
      day: offset &- startOffset(ofPosition: position) &+ 1,
      monthDayCount: dayCount(ofPosition: position),
      variant: variant, isApproximate: word >> 63 != 0)
  }
}

// MARK: - Encoding

extension LunarYear {
  /// Packs a year from the first days of its months and of the next year.
  ///
  /// - Parameters:
  ///   - monthStarts: the Julian day numbers of the first days of the 12 or 13 months, and of the next New Year's Day.
  ///   - leapPosition: the position of the leap month, 0 for none.
  package init(
    number: Int, variant: CalendarVariant, monthStarts: [Int], leapPosition: Int, isApproximate: Bool
  ) {
    var word = UInt64(monthStarts[0]) << 18 | UInt64(leapPosition) << 14
    for position in 0..<(monthStarts.count - 1) where monthStarts[position + 1] - monthStarts[position] == 30 {
      word |= 1 << UInt64(position)
    }
    self.init(number: number, variant: variant, word: isApproximate ? word | 1 << 63 : word)
  }
}
