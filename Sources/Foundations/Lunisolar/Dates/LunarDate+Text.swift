// Lunar dates as text: in Chinese, and in the short form of RFC 7529, where a leap month is 6L.

extension LunarDate: CustomStringConvertible {
  /// The short form: `2025-3-23`; in a leap month `2025-6L-15`.
  public var description: String {
    "\(year)-\(month)\(isLeap ? "L" : "")-\(day)"
  }

  /// Month and day in Traditional Chinese: `農曆三月廿三`, `農曆閏六月十五`.
  public var text: String {
    "農曆" + Self.monthName(month, isLeap: isLeap) + Self.dayName(day)
  }

  /// A month in Traditional Chinese: `正月`, `閏六月`, `十二月`.
  public static func monthName(_ month: Int, isLeap: Bool) -> String {
    (isLeap ? "閏" : "") + (month == 1 ? "正" : numeral(month)) + "月"
  }

  /// A day of a lunar month in Chinese: `初一`, `十五`, `廿三`, `三十`.
  public static func dayName(_ day: Int) -> String {
    switch day {
    case 1...10: "初" + numeral(day)
    case 11...19: "十" + numeral(day - 10)
    case 20: "二十"
    case 21...29: "廿" + numeral(day - 20)
    default: "三十"
    }
  }

  /// The Chinese numeral of 1 to 12.
  private static func numeral(_ number: Int) -> String {
    switch number {
    case 1: "一"
    case 2: "二"
    case 3: "三"
    case 4: "四"
    case 5: "五"
    case 6: "六"
    case 7: "七"
    case 8: "八"
    case 9: "九"
    case 10: "十"
    case 11: "十一"
    default: "十二"
    }
  }
}
