package import Folklore

/// The converter beside a rule: a lunar day in the years to come (specification, section 7.2).
package struct Converter: Sendable {
  let title: String
  package let monthLabel: String
  package let dayLabel: String
  package let leapLabel: String
  package let yearLabel: String
  let button: String
  let useButton: String
  package let months: [ListPage.Option]
  package let days: [ListPage.Option]
  let isLeap: Bool
  package let year: Int
  let lines: [String]

  /// - Parameters:
  ///   - year: the first lunar year.
  ///   - lines: the days that were found, or why there is none.
  package init(_ language: Language, month: Int, day: Int, isLeap: Bool, year: Int, lines: [String]) {
    let say = language.say
    title = say("農曆轉換", "农历转换", "Lunar to solar")
    monthLabel = say("農曆月", "农历月", "Lunar month")
    dayLabel = say("農曆日", "农历日", "Lunar day")
    leapLabel = say("閏月", "闰月", "Leap month")
    yearLabel = say("從農曆年", "从农历年", "From the lunar year")
    button = say("轉換為國曆", "转换为公历", "Convert")
    useButton = say("放進日期規則", "放进日期规则", "Use as the rule")
    months = (1...12).map { number in
      ListPage.Option(value: "\(number)", name: Self.month(number, language), isSelected: number == month)
    }
    days = (1...30).map { number in
      ListPage.Option(value: "\(number)", name: Self.day(number, language), isSelected: number == day)
    }
    self.isLeap = isLeap
    self.year = year
    self.lines = lines
  }

  private static func month(_ number: Int, _ language: Language) -> String {
    guard language != .english else { return "Month \(number)" }
    let names = ["正", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"]
    return language.say("農曆", "农历", "") + names[number - 1] + "月"
  }

  private static func day(_ number: Int, _ language: Language) -> String {
    guard language != .english else { return "Day \(number)" }
    let digits = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"]
    switch number {
    case 1...10: return "初" + digits[number - 1]
    case 11...19: return "十" + digits[number - 11]
    case 20: return "二十"
    case 21...29: return "廿" + digits[number - 21]
    default: return "三十"
    }
  }
}
