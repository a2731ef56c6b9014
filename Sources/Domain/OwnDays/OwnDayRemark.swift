public import Folklore

/// How a cell was understood that can mean something else.
public enum OwnDayRemark: Hashable, Sendable {
  /// A month and a day without a calendar, read as a solar day.
  case readAsSolar(month: Int, day: Int)
  /// A date in a leap month: the day comes in the leap month where there is one, else in the month of that number.
  case leapMonth
  /// A date with a year that is kept as a single day, because it is still to come.
  case single
  /// A date of another column that is not used.
  case unused(column: String, date: String)

  /// The remark as a sentence.
  public func text(in language: Language) -> String {
    switch self {
    case .readAsSolar(let month, let day):
      language.say(
        "讀作國曆 \(month)/\(day)；農曆請寫「農曆\(month)/\(day)」", "读作国历 \(month)/\(day)；农历请写「农历\(month)/\(day)」",
        "read as the solar day \(month)/\(day); for the lunar one write lunar \(month)/\(day)")
    case .leapMonth:
      language.say(
        "生在閏月：有這個閏月的年份過閏月，其他年份過平月", "生在闰月：有这个闰月的年份过闰月，其他年份过平月",
        "in a leap month: the day comes in the leap month of years that have it, else in the regular month")
    case .single:
      language.say("還沒到的日期：只過這一天", "还没到的日期：只过这一天", "the date is to come: kept as a single day")
    case .unused(let column, let date):
      language.say(
        "沒有用「\(column)」的「\(date)」", "没有用「\(column)」的「\(date)」", "the \(column) \"\(date)\" is not used")
    }
  }
}
