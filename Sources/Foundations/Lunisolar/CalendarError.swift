/// The error in a date, and the valid values.
public enum CalendarError: Error, Hashable, Sendable {
  case solarYearOutOfRange(year: Int, valid: ClosedRange<Int>)
  case noSuchSolarMonth(year: Int, month: Int)
  case noSuchSolarDay(year: Int, month: Int, day: Int, dayCount: Int)
  /// A lunar year, or a solar date in it, outside the range of the source of years.
  case lunarYearOutOfRange(year: Int, valid: ClosedRange<Int>)
  case solarDateOutOfRange(SolarDate, first: SolarDate, last: SolarDate)
  case noSuchLunarMonth(year: Int, month: Int)
  /// The named leap months are that of the year itself, the last before it and the next after it.
  case noSuchLeapMonth(year: Int, month: Int, actual: Int?, previous: LeapMonth?, next: LeapMonth?)
  case noSuchLunarDay(year: Int, month: Int, isLeap: Bool, day: Int, dayCount: Int)
  case notADate(text: String, column: Int, expected: String)

  /// A leap month: its year and the number of the month it repeats.
  public struct LeapMonth: Hashable, Sendable {
    public let year: Int
    public let month: Int

    public init(year: Int, month: Int) {
      self.year = year
      self.month = month
    }
  }
}

extension CalendarError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .solarYearOutOfRange(let year, let valid):
      "solar year \(year) is not between \(valid.lowerBound) and \(valid.upperBound)"
    case .noSuchSolarMonth(let year, let month):
      "solar month \(month) of \(year) does not exist: months are 1 to 12"
    case .noSuchSolarDay(let year, let month, let day, let dayCount):
      "solar date \(year)-\(month.magnitude.padded(to: 2))-\(day.magnitude.padded(to: 2)) does not exist: month \(month) of \(year) has \(dayCount) days"
    case .lunarYearOutOfRange(let year, let valid):
      "lunar year \(year) is not between \(valid.lowerBound) and \(valid.upperBound)"
    case .solarDateOutOfRange(let date, let first, let last):
      "solar date \(date) is not between \(first) and \(last)"
    case .noSuchLunarMonth(let year, let month):
      "lunar month \(month) of \(year) does not exist: months are 1 to 12"
    case .noSuchLeapMonth(let year, let month, let actual, let previous, let next):
      Self.describeLeapMonth(year: year, month: month, actual: actual, previous: previous, next: next)
    case .noSuchLunarDay(let year, let month, let isLeap, let day, let dayCount):
      "there is no day \(day): lunar \(isLeap ? "leap " : "")month \(month) of \(year) has \(dayCount) days"
    case .notADate(let text, let column, let expected):
      "\"\(text)\" is not a date: expected \(expected) (column \(column))"
    }
  }

  private static func describeLeapMonth(
    year: Int, month: Int, actual: Int?, previous: LeapMonth?, next: LeapMonth?
  ) -> String {
    if let actual {
      return "\(year) has no leap month \(month): its leap month is leap \(actual)"
    }
    var neighbours: [String] = []
    if let previous { neighbours.append("the last was leap \(previous.month) of \(previous.year)") }
    if let next { neighbours.append("the next is leap \(next.month) of \(next.year)") }
    var text = "\(year) has no leap month"
    for (index, neighbour) in neighbours.enumerated() {
      text += (index == 0 ? " (" : ", ") + neighbour
    }
    return neighbours.isEmpty ? text : text + ")"
  }
}
