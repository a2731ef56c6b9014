import Lunisolar

// Rules in Chinese, as people write them. The program prints the canonical form, so users can check how it read their text.

extension DateRuleParser {
  private static let whatPeopleWriteInChinese =
    "農曆三月廿三、閏六月十五、每月初一、國曆五月一日、清明、冬至前一日這樣的日子，或 lunar 3/23、solar 5/1、term 清明、cycle 甲子這樣的規則"
  private static let whatPeopleWrite =
    "a rule such as lunar 3/23, solar 5/1, term 清明 or cycle 甲子, or 農曆三月廿三, 閏六月十五, 每月初一, 清明, 冬至前一日"

  /// `農曆三月廿三`, `閏六月十五`, `七月初一至七月三十`, `每月初一、十五`, `國曆五月一日`, `五月第二個星期日`, `清明`, `冬至前一日`, `甲子日`.
  mutating func chinesePattern() throws(DateRuleError) -> DateRule.Pattern {
    let start = scanner.position
    _ = scanner.take("每年")
    let isLunar = scanner.takeAny(ChineseWords.lunar) != nil
    let isSolar = !isLunar && scanner.takeAny(ChineseWords.solar) != nil
    _ = scanner.take("每年")
    scanner.skipBlanks()
    if scanner.takeAny(["每個月", "每个月", "每月"]) != nil, !isSolar { return try everyMonth() }
    if !isLunar, !isSolar {
      if let pattern = try term() { return pattern }
      if let pattern = try cycleDay() { return pattern }
    }
    if !isSolar, scanner.take("除夕") {
      try endOfWord()
      return .lunarDays([
        .init(months: 1 << 12, leapMonths: 0, isEveryMonth: false, days: DateRule.LunarDays.lastDayBit)
      ])
    }
    let isLeap = !isSolar && scanner.takeAny(ChineseWords.leap) != nil
    let monthStart = scanner.position
    guard let month = ChineseNumerals.takeMonth(&scanner) else {
      if isLunar || isSolar || isLeap { throw expected("月份，例如三月", "a month such as 三月") }
      scanner.rewind(to: start)
      throw expected(Self.whatPeopleWriteInChinese, Self.whatPeopleWrite)
    }
    guard (1...12).contains(month) else { throw outside("月份", "month", month, 1...12, at: monthStart) }
    if !isLunar, !isLeap, let pattern = try weekday(of: month) { return pattern }
    return try isSolar ? solarDay(of: month) : lunarDay(of: month, isLeap: isLeap, isMarked: isLunar || isLeap)
  }

  /// `初一`, `初一、十五`, after 每月.
  private mutating func everyMonth() throws(DateRuleError) -> DateRule.Pattern {
    var days: UInt32 = 0
    repeat {
      days |= try lunarDayBit()
    } while scanner.takeAny(["、", "和", "及", ","]) != nil
    try endOfWord()
    return .lunarDays([.init(months: 0, leapMonths: 0, isEveryMonth: true, days: days)])
  }

  private mutating func lunarDay(
    of month: Int, isLeap: Bool, isMarked: Bool
  ) throws(DateRuleError) -> DateRule.Pattern {
    let start = scanner.position
    let first = try lunarDayBit(isMarked: isMarked)
    if scanner.takeAny(["至", "到", "～", "~"]) != nil {
      let lastIsLeap = scanner.takeAny(ChineseWords.leap) != nil
      let monthStart = scanner.position
      let lastMonth = ChineseNumerals.takeMonth(&scanner) ?? month
      guard (1...12).contains(lastMonth) else {
        throw outside("月份", "month", lastMonth, 1...12, at: monthStart)
      }
      let last = try lunarDayBit()
      try endOfWord()
      guard let firstPoint = DateRule.LunarPoint(month: month, isLeap: isLeap, bit: first),
        let lastPoint = DateRule.LunarPoint(
          month: lastMonth, isLeap: lastIsLeap || isLeap && lastMonth == month, bit: last)
      else { throw fault("這裡要寫日，例如初一", "expected a day", at: start) }
      return .lunarWindow(first: firstPoint, last: lastPoint)
    }
    try endOfWord()
    let bit: UInt16 = 1 << month
    return .lunarDays([
      .init(months: isLeap ? 0 : bit, leapMonths: isLeap ? bit : 0, isEveryMonth: false, days: first)
    ])
  }

  /// The bit of a day of a lunar month: 初一 to 三十, or the last day.
  private mutating func lunarDayBit(isMarked: Bool = true) throws(DateRuleError) -> UInt32 {
    if scanner.takeAny(["最後一日", "最後一天", "最后一日", "最后一天", "月底", "底", "末日"]) != nil {
      return DateRule.LunarDays.lastDayBit
    }
    let start = scanner.position
    guard let day = ChineseNumerals.takeDay(&scanner) else { throw expected("日，例如初一或廿三", "a day such as 初一 or 廿三") }
    guard (1...30).contains(day.day) else { throw outside("日", "day", day.day, 1...30, at: start) }
    guard isMarked || day.isLunarStyle else {
      throw fault(
        "有「日」的日期前面要寫「農曆」或「國曆」，才知道是哪一種曆法",
        "a date with 日 needs 農曆 or 國曆 before it, to say which calendar is meant", at: start)
    }
    return 1 << UInt32(day.day)
  }

  private mutating func solarDay(of month: Int) throws(DateRuleError) -> DateRule.Pattern {
    let start = scanner.position
    guard let day = ChineseNumerals.takeDay(&scanner) else { throw expected("日，例如一日", "a day such as 一日") }
    let longest = month == 2 ? 29 : SolarDate.dayCount(year: 2001, month: month)
    guard (1...longest).contains(day.day) else { throw never(day.day, inMonth: month, at: start) }
    try endOfWord()
    return .solarDay(month: month, day: day.day)
  }

  /// `第二個星期日`, `最後一個星期四`; nil for other text.
  private mutating func weekday(of month: Int) throws(DateRuleError) -> DateRule.Pattern? {
    let start = scanner.position
    let ordinal: Int
    if scanner.takeAny(["最後一個", "最后一个"]) != nil {
      ordinal = -1
    } else if scanner.take("第"), let number = ChineseNumerals.takeNumber(&scanner), scanner.takeAny(["個", "个"]) != nil {
      ordinal = number
    } else {
      scanner.rewind(to: start)
      return nil
    }
    guard (-1...5).contains(ordinal), ordinal != 0 else {
      throw outside("次序", "ordinal", ordinal, 1...5, at: start)
    }
    guard scanner.takeAny(["星期", "禮拜", "礼拜", "週", "周"]) != nil else { throw expected("星期幾，例如星期日", "星期 and a day") }
    let weekday = scanner.take("天") ? .sunday : Weekday.allCases.first { scanner.take($0.chineseName) }
    guard let weekday else { throw expected("星期一到星期日之一", "星期一 to 星期日") }
    try endOfWord()
    return .solarWeekday(month: month, weekday: weekday, ordinal: ordinal)
  }

  /// `清明`, `清明節`, `冬至前一日`, `冬至後三日`; nil for other text.
  private mutating func term() throws(DateRuleError) -> DateRule.Pattern? {
    let start = scanner.position
    let name = String(scanner.rest.prefix(2))
    guard let term = SolarTerm(named: name), scanner.take(name) else { return nil }
    _ = scanner.takeAny(["節", "节"])
    let isBefore = scanner.take("前")
    let isAfter = !isBefore && scanner.takeAny(["後", "后"]) != nil
    var days = 0
    if isBefore || isAfter {
      guard let number = ChineseNumerals.takeNumber(&scanner), (1...366).contains(number) else {
        throw expected("天數，例如一日", "a number of days such as 一日")
      }
      guard scanner.takeAny(["日", "天"]) != nil else { throw expected("「日」", "日") }
      days = isBefore ? -number : number
    }
    guard scanner.isAtEnd || scanner.next?.isWhitespace == true else {
      scanner.rewind(to: start)
      return nil
    }
    scanner.skipBlanks()
    return .term(term, days: days)
  }

  /// `甲子日`; nil for other text.
  private mutating func cycleDay() throws(DateRuleError) -> DateRule.Pattern? {
    let name = String(scanner.rest.prefix(2))
    let match = (0..<60).lazy.map { StemBranch(index: $0) }.first { $0.name == name }
    guard let match, scanner.take(name) else { return nil }
    _ = scanner.take("日")
    try endOfWord()
    return .cycle(match)
  }
}

extension DateRule.LunarPoint {
  /// The point for a day's bit.
  fileprivate init?(month: Int, isLeap: Bool, bit: UInt32) {
    self.init(month: month, isLeap: isLeap, day: bit == DateRule.LunarDays.lastDayBit ? nil : bit.trailingZeroBitCount)
  }
}
