import Folklore
import Lunisolar
import WebPages

/// The controls of a lunar or solar date, and of what to do in years without that day, each with an example.
enum DateFields {
  static func date(_ day: PersonalDay, _ faults: [String: String], _ visit: Visit) -> [PageField] {
    let say = visit.language.say
    let converter = Converter(
      visit.language, month: Int(day.month) ?? 1, day: Int(day.day) ?? 1, isLeap: day.isLeap, year: visit.lunarYear,
      lines: [])
    return [
      PageField(
        "calendar", say("用哪種日期", "用哪种日期", "Calendar"),
        .choice([("lunar", say("農曆", "农历", "Lunar")), ("solar", say("國曆", "公历", "Solar"))]),
        value: day.isLunar ? "lunar" : "solar"),
      PageField(
        "year", say("哪一年（可空白）", "哪一年（可空白）", "Year (may be blank)"), value: day.year,
        hint: say(
          "出生或過世的那一年，例如 1943 或 民國32年。", "出生或过世的那一年，例如 1943 或 民国32年。",
          "The year of birth or death, such as 1943, also for a lunar date."), fault: faults["year"]),
      PageField(
        "month", say("月", "月", "Month"),
        .choice((1...12).map { ("\($0)", visit.language == .english ? "\($0)" : "\($0) 月") }), value: day.month,
        fault: faults["month"]),
      PageField(
        "day", say("日", "日", "Day"),
        .choice(
          (1...31).map { number in
            let lunar = number <= 30 && visit.language != .english ? "（\(converter.days[number - 1].name)）" : ""
            return ("\(number)", "\(number)" + lunar)
          }), value: day.day, fault: faults["day"]),
      PageField(
        "is_leap", say("生在或逝於閏月", "生在或逝于闰月", "In a leap month"), .check, value: day.isLeap ? "on" : "",
        fault: faults["is_leap"]),
    ]
  }

  static func policies(_ day: PersonalDay, _ visit: Visit) -> [PageField] {
    let say = visit.language.say
    return [
      PageField(
        "leap", say("有閏月的年", "有闰月的年", "In years that repeat the month"),
        .choice(
          DateRule.LeapPolicy.allCases.map {
            ($0.rawValue, $0.name(in: visit.language))
          }),
        value: day.leap.rawValue, hint: Self.leapExample(Int(day.month) ?? 6, visit)),
      PageField(
        "short", say("三十遇到只有二十九天的月份", "三十遇到只有二十九天的月份", "The 30th in a month of 29 days"),
        .choice([
          ("backward", say("提前到二十九", "提前到二十九", "on the 29th")),
          ("forward", say("延到下個月初一", "延到下个月初一", "on the 1st of the next month")),
          ("omit", say("那一年不過", "那一年不过", "not in that year")),
        ]), value: day.short.rawValue, hint: Self.shortExample(Int(day.month) ?? 12, visit)),
    ]
  }

  /// What the three rules give in the next year that repeats a month: 「2025 年有閏六月…」.
  private static func leapExample(_ month: Int, _ visit: Visit) -> String? {
    let calendar = LunisolarCalendar.chinese
    func year(repeating month: Int) -> LunarYear? {
      (visit.lunarYear...visit.lunarYear + 60).lazy.compactMap { try? calendar.lunarYear($0) }.first {
        $0.leapMonth == month
      }
    }
    // Some months are repeated once in centuries.
    guard let (year, month) = year(repeating: month).map({ ($0, month) }) ?? year(repeating: 6).map({ ($0, 6) }),
      let regular = try? year.month(month), let leap = try? year.month(month, isLeap: true)
    else { return nil }
    let (first, second) = (regular.firstDay.advanced(by: 14), leap.firstDay.advanced(by: 14))
    return visit.say(
      "例如農曆 \(year.number) 年有閏 \(month) 月：\(month) 月十五是 \(first)，閏 \(month) 月十五是 \(second)。",
      "例如农历 \(year.number) 年有闰 \(month) 月：\(month) 月十五是 \(first)，闰 \(month) 月十五是 \(second)。",
      "The lunar year \(year.number) repeats month \(month): its 15th is \(first), that of the leap month \(second).")
  }

  private static func shortExample(_ month: Int, _ visit: Visit) -> String? {
    let calendar = LunisolarCalendar.chinese
    let found = (visit.lunarYear...visit.lunarYear + 20).lazy.compactMap { try? calendar.lunarYear($0).month(month) }
      .first { $0.dayCount == 29 }
    guard let found else { return nil }
    return visit.say(
      "例如農曆 \(found.year) 年 \(month) 月只有二十九天：二十九是 \(found.lastDay)，下個月初一是 \(found.lastDay.advanced(by: 1))。",
      "例如农历 \(found.year) 年 \(month) 月只有二十九天：二十九是 \(found.lastDay)，下个月初一是 \(found.lastDay.advanced(by: 1))。",
      "Month \(month) of the lunar year \(found.year) has 29 days: the 29th is \(found.lastDay), the next 1st \(found.lastDay.advanced(by: 1))."
    )
  }
}
