public import Lunisolar

/// A text that is no date, or names a day that does not exist; with texts that can be typed instead.
///
///     "2026-02-30": solar date 2026-02-30 does not exist: month 2 of 2026 has 28 days; write 2026-02-28 or 2026-03-01
public struct DateReadingError: SpokenError, Hashable {
  public let text: String
  public let reason: Reason
  /// Dates that can be typed in place of the text: each of them is read.
  public let advice: [String]

  public enum Reason: Hashable, Sendable {
    /// The text is understood up to a column, in characters from 1.
    case notADate(column: Int)
    /// A year, or a month of it, not a day.
    case notADay(year: Int, month: Int?)
    case notAYear(column: Int)
    /// The day of the week that was typed is not that of the day.
    case otherWeekday(SolarDate)
    /// Two calendars or eras are named.
    case twoCalendars
    /// The day of the one calendar is not that of the other.
    case twoDays
    /// A range or a list.
    case severalDays
    case noSuchDay(CalendarError)
    /// More characters than a date has.
    case tooLong
  }

  public var description: String {
    let reason =
      switch reason {
      case .notADate(let column): "\"\(text)\" is not a date (column \(column))"
      case .notADay(let year, let month?): "\"\(text)\" is month \(month) of \(year), not a day"
      case .notADay(let year, nil): "\"\(text)\" is the year \(year), not a day"
      case .notAYear(let column): "\"\(text)\" is not a year (column \(column))"
      case .otherWeekday(let date): "\"\(text)\": \(date) is a \(date.weekday.name(in: .english))"
      case .twoCalendars: "\"\(text)\" names two calendars"
      case .twoDays: "\"\(text)\" names two days that are not the same"
      case .severalDays: "\"\(text)\" is more than one day"
      case .noSuchDay(let error): "\"\(text)\": \(error)"
      case .tooLong: "\"\(text)\" is too long for a date: \(DateReader.longestText) characters at most"
      }
    return advice.isEmpty ? reason : reason + "; write " + Self.list(advice, " or ", ", ")
  }

  public var chinese: String {
    let reason =
      switch reason {
      case .notADate(let column): "「\(text)」不是日期\(Self.place(column))"
      case .notADay(let year, let month?): "「\(text)」是 \(year) 年 \(month) 月，不是一天"
      case .notADay(let year, nil): "「\(text)」是 \(year) 年，不是一天"
      case .notAYear(let column): "「\(text)」不是年份\(Self.place(column))"
      case .otherWeekday(let date): "「\(text)」：\(date) 是\(date.weekday.name(in: .traditionalChinese))"
      case .twoCalendars: "「\(text)」寫了兩種曆法"
      case .twoDays: "「\(text)」裡的國曆與農曆不是同一天"
      case .severalDays: "「\(text)」不只一天"
      case .noSuchDay(let error): "「\(text)」：\(error.chinese)"
      case .tooLong: "「\(text)」太長，不是日期：最多 \(DateReader.longestText) 個字"
      }
    return advice.isEmpty ? reason : reason + "；請寫 " + Self.list(advice, " 或 ", "、")
  }

  public var code: String {
    switch reason {
    case .notADate: "not_a_date"
    case .notADay: "not_a_day"
    case .notAYear: "not_a_year"
    case .otherWeekday: "other_weekday"
    case .twoCalendars: "two_calendars"
    case .twoDays: "two_days"
    case .severalDays: "several_days"
    case .noSuchDay(let error): error.code
    case .tooLong: "date_too_long"
    }
  }

  private static func place(_ column: Int) -> String {
    column > 1 ? "（第 \(column) 個字起看不懂）" : ""
  }

  private static func list(_ texts: [String], _ last: String, _ others: String) -> String {
    guard texts.count > 1 else { return texts.joined() }
    return texts.dropLast().joined(separator: others) + last + texts[texts.count - 1]
  }
}
