public import Lunisolar

extension SolarTerm {
  /// The day in the calendar printed at the time, where it is known to differ from the instant's day at UTC+8.
  ///
  /// Source: Yuk Tung Liu, "Calendar Calculation" (ytliu0.github.io/ChineseCalendar), who compares his instants with the Purple
  /// Mountain Observatory's New Edition of Wannianli (1986) and Liu Baolin's Pocket Edition of 100-Year Chinese Calendar (1993).
  /// Until 1928 the calendar used the meridian of Beijing; in 1979 the term came 5 seconds before midnight.
  public func printedDay(inSolarYear year: Int) -> SolarDate? {
    guard let row = Self.printedDays.first(where: { $0.year == year && $0.term == self }) else { return nil }
    return SolarDate(uncheckedYear: year, month: row.month, day: row.day)
  }

  private static let printedDays: [(year: Int, term: SolarTerm, month: Int, day: Int)] = [
    (1912, .minorSnow, 11, 23),
    (1913, .autumnEquinox, 9, 24),
    (1917, .majorSnow, 12, 7),
    (1927, .whiteDew, 9, 8),
    (1928, .summerSolstice, 6, 21),
    (1979, .majorCold, 1, 21),
  ]
}
