/// The days of the 24 solar terms of one solar year, in one packed word.
///
/// ```
///  bit  63..52    51..46             45 ................ 0
///       -         days from          23 gaps of 2 bits: the days from a term to the next, less 14
///                 16 December to 小寒
/// ```
///
/// A gap is 14 to 16 days. The day of term i is that of 小寒 plus 14 i, plus the sum of the first i gaps: a popcount of
/// their low bits and twice one of their high bits. A worked example: in 2025 小寒 falls on 5 January, 20 days after
/// 16 December; the gaps to 大寒, 立春, 雨水, 驚蟄, 春分 and 清明 are 15 14 15 15 15 15, so 清明 falls 14 * 6 + 5 = 89 days
/// later, on 4 April.
public struct SolarTermYear: Hashable, Sendable {
  /// The solar year.
  public let number: Int
  /// The packed word described above.
  public let word: UInt64

  @inlinable
  package init(number: Int, word: UInt64) {
    self.number = number
    self.word = word
  }

  /// The day on which a term falls.
  public subscript(term: SolarTerm) -> SolarDate {
    SolarDate(julianDayNumber: firstJulianDayNumber + offset(of: term.rawValue))
  }

  /// The term that falls on a day, if any.
  public func term(on date: SolarDate) -> SolarTerm? {
    let term = lastTerm(onOrBefore: date)
    return term.flatMap { self[$0] == date ? $0 : nil }
  }

  /// The last term of this year on or before a day; nil before 小寒.
  public func lastTerm(onOrBefore date: SolarDate) -> SolarTerm? {
    let days = date.julianDayNumber - firstJulianDayNumber
    guard days >= 0 else { return nil }
    // Terms are 15.2 days apart on average and at most two days off that line.
    var order = Swift.min(days * 5 / 76 + 1, 23)
    while order > 0, offset(of: order) > days { order -= 1 }
    return SolarTerm(order: order)
  }
}

// MARK: - Decoding and encoding

extension SolarTermYear {
  /// The Julian day number of 小寒.
  private var firstJulianDayNumber: Int {
    SolarDate.julianDayNumber(year: number, month: 1, day: 1) - 16 + Int(word >> 46 & 0x3F)
  }

  /// Days from 小寒 to the term of this order.
  private func offset(of order: Int) -> Int {
    let gaps = word & ((1 << UInt64(2 * order)) - 1)
    return 14 * order + (gaps & 0x5555_5555_5555).nonzeroBitCount + 2 * (gaps & 0xAAAA_AAAA_AAAA).nonzeroBitCount
  }

  /// Packs the Julian day numbers of the 24 terms of a solar year.
  package init(number: Int, termDays: [Int]) {
    var word = UInt64(termDays[0] - SolarDate.julianDayNumber(year: number, month: 1, day: 1) + 16) << 46
    for order in 0..<23 {
      word |= UInt64(termDays[order + 1] - termDays[order] - 14) << UInt64(2 * order)
    }
    self.init(number: number, word: word)
  }
}
