import Lunisolar

// Rules in Chinese, as people write them. The program prints the canonical form, so users can check how it read their text.

extension DateRuleParser {
  private static let whatPeopleWriteInChinese =
    "農曆三月廿三、閏六月十五、每月初一、國曆五月一日、清明、冬至前一日這樣的日子，或 lunar 3/23、solar 5/1、term 清明、cycle 甲子這樣的規則"
  private static let whatPeopleWrite =
    "a rule such as lunar 3/23, solar 5/1, term 清明 or cycle 甲子, or 農曆三月廿三, 閏六月十五, 每月初一, 清明, 冬至前一日"

  /// A rule as people write it, with the days by which it is shifted: `除夕前一日`, `中秋前三天`, `清明後第一個星期日`.
  mutating func writtenPattern() throws(DateRuleError) -> (DateRule.Pattern, shift: Int) {
    if let days = try writtenDays() { return (days, 0) }
    let (pattern, offset) = try unshiftedPattern()
    let place = scanner.position
    guard let shift = DayShift.take(&scanner) else {
      if scanner.takeAny(["前", "後", "后"]) != nil { throw expected("天數，例如一日", "a number of days such as 一日") }
      try endOfWord()
      return (pattern, offset)
    }
    try endOfWord()
    switch (pattern, shift) {
    case (_, .days(let days)) where abs(days) > 366: break
    case (.term(let term, 0), .days(let days)): return (.term(term, days: days), 0)
    case (.term(let term, 0), .weekday(let weekday, let ordinal)):
      return (.termCycle(term, .weekday(weekday), ordinal: ordinal), 0)
    case (_, .days(let days)): return (pattern, offset + days)
    default: break
    }
    throw fault(
      "規則只能往前後移 366 天以內，或是節氣前後的星期幾，例如「除夕前一日」、「清明後第一個星期日」",
      "a rule is shifted by at most 366 days, or from a solar term to a weekday, as in 除夕前一日 and 清明後第一個星期日", at: place)
  }

  /// The rule of a day that the catalogue names, with a shift: `媽祖生`, `媽祖生前三天`; nil for other texts.
  func named(_ names: DayNames) -> DateRule? {
    var scanner = scanner
    scanner.skipBlanks()
    _ = scanner.takeAny(["每年的", "每年"])
    guard let rule = names.take(&scanner)?.first else { return nil }
    _ = scanner.takeAny(["那天", "當天", "節", "日"])
    var shift = 0
    if case .days(let days)? = DayShift.take(&scanner) { shift = days }
    guard scanner.rest.allSatisfy(\.isWhitespace), abs(shift + rule.offset) <= 366, shift == 0 || !rule.isAnnounced
    else { return nil }
    return DateRule(
      pattern: rule.pattern, leap: rule.leap, short: rule.short, offset: rule.offset + shift,
      beginsOnEve: rule.beginsOnEve, firstYear: rule.firstYear, lastYear: rule.lastYear)
  }

  /// Days with their years, which a rule lists: `2027/4/4~4/13、2028/4/20`; nil for other texts.
  private mutating func writtenDays() throws(DateRuleError) -> DateRule.Pattern? {
    var ahead = scanner
    let isRepublic = ahead.takeAny(["民國", "民国"]) != nil
    let digits = ahead.takeDigits()
    guard (3...4).contains(digits.count) || isRepublic, let sign = ahead.next, "-/.年".contains(sign) else {
      return nil
    }
    return try announcedPattern()
  }

  /// `農曆三月廿三`, `閏六月十五`, `七月初一至七月三十`, `每月初一、十五`, `國曆五月一日`, `五月第二個星期日`, `清明`, `中秋`, `甲子日`.
  private mutating func unshiftedPattern() throws(DateRuleError) -> (DateRule.Pattern, offset: Int) {
    let start = scanner.position
    _ = scanner.takeAny(Self.everyYear)
    scanner.skipBlanks()
    let isLunar = scanner.takeAny(ChineseWords.lunar) != nil
    let isSolar = !isLunar && scanner.takeAny(ChineseWords.solar) != nil
    _ = scanner.takeAny(Self.everyYear)
    scanner.skipBlanks()
    if !isSolar, scanner.takeAny(["每個月的", "每個月", "每个月", "每月的", "每月", "每逢", "逢"]) != nil {
      scanner.skipBlanks()
      return (try everyMonth(isMarked: isLunar || scanner.takeAny(ChineseWords.lunar) != nil), 0)
    }
    if !isLunar, !isSolar, let pattern = try cycleDay() { return (pattern, 0) }
    if !isSolar, let rule = namedDay(isLunar: isLunar) { return (rule.pattern, rule.offset) }
    // 初一、十五 alone are of every month.
    if !isSolar, scanner.next == "初" { return (try everyMonth(isMarked: true), 0) }
    if let numbers = try monthAndDay(isLunar: isLunar, isSolar: isSolar) { return (numbers, 0) }
    let isLeap = !isSolar && scanner.takeAny(ChineseWords.leap) != nil
    let monthStart = scanner.position
    guard let month = ChineseNumerals.takeMonth(&scanner) else {
      if isLunar || isSolar || isLeap { throw expected("月份，例如三月", "a month such as 三月") }
      scanner.rewind(to: start)
      throw expected(Self.whatPeopleWriteInChinese, Self.whatPeopleWrite)
    }
    guard (1...12).contains(month) else { throw outside("月份", "month", month, 1...12, at: monthStart) }
    if !isLunar, !isLeap, let pattern = try weekday(of: month) { return (pattern, 0) }
    if isSolar { return (try solarDay(of: month), 0) }
    return (try lunarDays(from: month, isLeap: isLeap, isMarked: isLunar || isLeap), 0)
  }

  private static let everyYear = ["每年的", "每年"]

  /// 中秋節, 除夕, Mid-Autumn: only as a whole word, because 正月 begins no name.
  private mutating func namedDay(isLunar: Bool) -> DateRule? {
    let start = scanner.position
    if scanner.takeAny(["大年", "新年", "新春", "年"]) != nil, scanner.next == "初",
      let (day, _) = ChineseNumerals.takeDay(&scanner)
    {
      return NamedDay.lunar(month: 1, day: day).rule
    }
    scanner.rewind(to: start)
    if let day = NamedDay.take(&scanner, isLunar: isLunar) {
      _ = scanner.takeAny(["節", "节", "夜", "日"])
      var ahead = scanner
      let isWhole = scanner.next.map(\.isWhitespace) ?? true
      if isWhole || scanner.next.map({ "前後后".contains($0) }) == true || DayShift.take(&ahead) != nil { return day.rule }
    }
    scanner.rewind(to: start)
    return nil
  }

  /// `3/15` behind the name of a calendar, `閏6/15`, `6L/15`; nil for other texts.
  private mutating func monthAndDay(isLunar: Bool, isSolar: Bool) throws(DateRuleError) -> DateRule.Pattern? {
    let start = scanner.position
    let startsLeap = isLunar && scanner.takeAny(ChineseWords.leap) != nil
    let month = scanner.takeNumber()
    let isLeap = isLunar && scanner.take("L") || startsLeap
    guard let month, scanner.takeAny(["/", "-", "."]) != nil, let day = scanner.takeNumber() else {
      scanner.rewind(to: start)
      return nil
    }
    guard isLunar || isSolar else {
      throw fault(
        "數字的日期前面要寫「農曆」或「國曆」，例如農曆\(month)/\(day)、國曆\(month)/\(day)",
        "a date in digits needs lunar or solar before it: lunar \(month)/\(day) or solar \(month)/\(day)", at: start)
    }
    guard (1...12).contains(month) else { throw outside("月份", "month", month, 1...12, at: start) }
    let longest = isLunar ? 30 : month == 2 ? 29 : SolarDate.dayCount(year: 2001, month: month)
    guard (1...longest).contains(day) else { throw never(day, inMonth: month, at: start) }
    guard isLunar else { return .solarDay(month: month, day: day) }
    let bit: UInt16 = 1 << month
    return .lunarDays([
      .init(months: isLeap ? 0 : bit, leapMonths: isLeap ? bit : 0, isEveryMonth: false, days: 1 << UInt32(day))
    ])
  }

  /// `初一`, `初一、十五`, `初一十五`, after 每月.
  private mutating func everyMonth(isMarked: Bool) throws(DateRuleError) -> DateRule.Pattern {
    var days: UInt32 = 0
    repeat {
      scanner.skipBlanks()
      let start = scanner.position
      let isDigit = scanner.next.map { $0.isASCII && $0.isNumber } == true
      days |= try lunarDayBit()
      let hasUnit = scanner.previous.map { "日號号".contains($0) } == true
      if !isMarked, isDigit || hasUnit, days != DateRule.LunarDays.lastDayBit {
        throw fault(
          "「每月\(scanner.text(from: start))」像是國曆，而規則沒有每個國曆月的日子；農曆請寫「每月初一、十五」這樣，或在前面寫「農曆」",
          "every \(scanner.text(from: start)) looks solar, and no rule comes every solar month: for lunar months write 每月初一、十五, or lunar */1,15",
          at: start)
      }
    } while scanner.takeAny(Self.separators) != nil || scanner.next.map { "初一二三十廿卅".contains($0) } == true
    return .lunarDays([.init(months: 0, leapMonths: 0, isEveryMonth: true, days: days)])
  }

  private static let separators = ["、", "和", "及", "與", "跟", ","]

  /// `三月廿三`, or several: `正月初九、三月廿三`, `三月初三、十三`.
  private mutating func lunarDays(
    from first: Int, isLeap: Bool, isMarked: Bool
  ) throws(DateRuleError) -> DateRule.Pattern {
    let pattern = try lunarDay(of: first, isLeap: isLeap, isMarked: isMarked)
    guard case .lunarDays(var parts) = pattern else { return pattern }
    while scanner.takeAny(Self.separators) != nil {
      scanner.skipBlanks()
      _ = scanner.takeAny(ChineseWords.lunar)
      let isLeap = scanner.takeAny(ChineseWords.leap) != nil
      let start = scanner.position
      if let month = ChineseNumerals.takeMonth(&scanner) {
        guard (1...12).contains(month) else { throw outside("月份", "month", month, 1...12, at: start) }
        guard case .lunarDays(let more) = try lunarDay(of: month, isLeap: isLeap, isMarked: isMarked) else {
          throw fault("期間不能和別的日子寫在一起", "a window does not go with other days", at: start)
        }
        parts += more
      } else if let last = parts.popLast() {
        let days = last.days | (try lunarDayBit(isMarked: isMarked))
        parts.append(.init(months: last.months, leapMonths: last.leapMonths, isEveryMonth: false, days: days))
      }
    }
    return .lunarDays(parts)
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
      guard let firstPoint = DateRule.LunarPoint(month: month, isLeap: isLeap, bit: first),
        let lastPoint = DateRule.LunarPoint(
          month: lastMonth, isLeap: lastIsLeap || isLeap && lastMonth == month, bit: last)
      else { throw fault("這裡要寫日，例如初一", "expected a day", at: start) }
      return .lunarWindow(first: firstPoint, last: lastPoint)
    }
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
    return .solarDay(month: month, day: day.day)
  }

  /// `第二個星期日`, `的最後一個星期四`; nil for other text.
  private mutating func weekday(of month: Int) throws(DateRuleError) -> DateRule.Pattern? {
    let start = scanner.position
    if let (weekday, ordinal) = WeekdayWords.takeOrdinal(&scanner, isOptional: false) {
      guard ordinal <= 5 else { throw outside("次序", "ordinal", ordinal, 1...5, at: start) }
      return .solarWeekday(month: month, weekday: weekday, ordinal: ordinal)
    }
    _ = scanner.take("的")
    guard let word = scanner.takeAny(["最後一個", "最后一个", "第"]) else {
      scanner.rewind(to: start)
      return nil
    }
    if word == "第", let number = ChineseNumerals.takeNumber(&scanner), !(1...5).contains(number) {
      throw outside("次序", "ordinal", number, 1...5, at: start)
    }
    _ = scanner.takeAny(["個", "个"])
    guard scanner.takeAny(WeekdayWords.chinese) != nil else { throw expected("星期幾，例如星期日", "星期 and a day") }
    throw expected("星期一到星期日之一", "星期一 to 星期日")
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
