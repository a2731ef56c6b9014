extension DateRule {
  /// The day of a rule that names a single day of a single lunar month; nil for other rules.
  ///
  /// - Returns: the month, 1 to 12, and the day, 1 to 30. A rule for leap months only (`lunar 6L/15`) names none.
  package var lunarDay: (month: Int, day: Int)? {
    guard case .lunarDays(let parts) = pattern, parts.count == 1, let part = parts.first, !part.isEveryMonth,
      part.leapMonths == 0, part.months.nonzeroBitCount == 1, part.days.nonzeroBitCount == 1,
      part.days != LunarDays.lastDayBit
    else { return nil }
    return (part.months.trailingZeroBitCount, part.days.trailingZeroBitCount)
  }

  /// The day of a rule that names a single day of the solar year; nil for other rules.
  package var solarDay: (month: Int, day: Int)? {
    guard case .solarDay(let month, let day) = pattern else { return nil }
    return (month, day)
  }

  /// True if the rule counts by lunar months.
  package var isLunar: Bool {
    switch pattern {
    case .lunarDays, .lunarWindow: true
    default: false
    }
  }
}
