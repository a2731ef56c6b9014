/// One month of a lunar year.
public struct LunarMonth: Hashable, Sendable {
  /// The lunar year that the month belongs to.
  public let year: Int
  /// 1 to 12. A leap month has the number of the month before it, which it repeats.
  public let number: Int
  /// True for a leap month (閏).
  public let isLeap: Bool
  /// 29 (小月) or 30 (大月).
  public let dayCount: Int
  /// 初一, the day of the new moon.
  public let firstDay: SolarDate

  @inlinable
  package init(year: Int, number: Int, isLeap: Bool, dayCount: Int, firstDay: SolarDate) {
    self.year = year
    self.number = number
    self.isLeap = isLeap
    self.dayCount = dayCount
    self.firstDay = firstDay
  }

  /// The last day of the month.
  public var lastDay: SolarDate { firstDay.advanced(by: dayCount - 1) }
}
