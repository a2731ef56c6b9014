public import Lunisolar

extension CalendarError: SpokenError {
  public var chinese: String {
    switch self {
    case .solarYearOutOfRange(let year, let valid): "國曆 \(year) 年不在 \(valid.lowerBound) 到 \(valid.upperBound) 年之間"
    case .noSuchSolarMonth(let year, let month): "\(year) 年沒有 \(month) 月：月份是 1 到 12"
    case .noSuchSolarDay(let year, let month, let day, let dayCount):
      "\(year) 年 \(month) 月沒有 \(day) 日：這個月有 \(dayCount) 天"
    case .lunarYearOutOfRange(let year, let valid): "農曆 \(year) 年不在 \(valid.lowerBound) 到 \(valid.upperBound) 年之間"
    case .solarDateOutOfRange(let date, let first, let last): "國曆 \(date) 不在 \(first) 到 \(last) 之間"
    case .noSuchLunarMonth(let year, let month): "農曆 \(year) 年沒有 \(month) 月：月份是 1 到 12"
    case .noSuchLeapMonth(let year, let month, let actual, let previous, let next):
      Self.chineseLeapMonth(year: year, month: month, actual: actual, previous: previous, next: next)
    case .noSuchLunarDay(let year, let month, let isLeap, let day, let dayCount):
      "農曆 \(year) 年\(LunarDate.monthName(month, isLeap: isLeap))沒有 \(day) 日：這個月有 \(dayCount) 天"
    case .notADate(let text, let column, _): "「\(text)」不是日期（第 \(column) 個字）"
    }
  }

  public var code: String {
    switch self {
    case .solarYearOutOfRange: "solar_year_out_of_range"
    case .noSuchSolarMonth: "no_such_solar_month"
    case .noSuchSolarDay: "no_such_solar_day"
    case .lunarYearOutOfRange: "lunar_year_out_of_range"
    case .solarDateOutOfRange: "solar_date_out_of_range"
    case .noSuchLunarMonth: "no_such_lunar_month"
    case .noSuchLeapMonth: "no_such_leap_month"
    case .noSuchLunarDay: "no_such_lunar_day"
    case .notADate: "not_a_date"
    }
  }

  private static func chineseLeapMonth(
    year: Int, month: Int, actual: Int?, previous: LeapMonth?, next: LeapMonth?
  ) -> String {
    if let actual {
      return
        "農曆 \(year) 年沒有\(LunarDate.monthName(month, isLeap: true))，閏的是\(LunarDate.monthName(actual, isLeap: false))"
    }
    let neighbours = [previous.map { ("上一次", $0) }, next.map { ("下一次", $0) }].compactMap(\.self).map { name, leap in
      "\(name)是 \(leap.year) 年\(LunarDate.monthName(leap.month, isLeap: true))"
    }
    return "農曆 \(year) 年沒有閏月" + (neighbours.isEmpty ? "" : "（\(neighbours.joined(separator: "，"))）")
  }
}
