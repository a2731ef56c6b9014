import Lunisolar
internal import Words

// Rules in words that can be typed again: 農曆三月廿三, 每月初一、十五, 冬至前一日.

extension DateRule {
  /// The rule as a person says it. In Traditional Chinese `DateRule(_:)` reads the words back, if the rule has no options but a shift.
  ///
  ///     try DateRule("lunar */1,15").spoken(in: .traditionalChinese)        // 每月初一、十五
  ///     try DateRule("term 冬至 -1").spoken(in: .english)                    // 1 day before the Winter Solstice
  public func spoken(in language: Language) -> String {
    guard language != .english else { return englishText }
    let text = chineseText
    return language == .simplifiedChinese ? Transliteration.simplified(text) : text
  }

  // MARK: Chinese

  private var chineseText: String {
    var text = chinesePattern
    if offset != 0 { text += Self.shift(offset) }
    var notes: [String] = []
    switch leap {
    case .regular: break
    case .leap: notes.append("有閏月時在閏月")
    case .both: notes.append("閏月也算")
    }
    if canLackTheDay {
      switch short {
      case .backward: break
      case .forward: notes.append("小月移到次月初一")
      case .omit: notes.append("小月沒有這一天")
      }
    }
    if beginsOnEve { notes.append("前一晚子時起") }
    switch (firstYear, lastYear) {
    case (let first?, let last?) where first == last: notes.append("只有 \(first) 年")
    case (let first?, let last?): notes.append("\(first) 到 \(last) 年")
    case (let first?, nil): notes.append("\(first) 年起")
    case (nil, let last?): notes.append("到 \(last) 年")
    case (nil, nil): break
    }
    return notes.isEmpty ? text : text + "（" + notes.joined(separator: "，") + "）"
  }

  private static func shift(_ days: Int) -> String {
    (days < 0 ? "前" : "後") + (ChineseNumerals.text(abs(days))) + "日"
  }

  private var chinesePattern: String {
    switch pattern {
    case .lunarDays(let parts): return parts.map(\.chinese).joined(separator: "、")
    case .lunarWindow(let first, let last):
      return "農曆" + first.chinese + "至"
        + (first.month == last.month && first.isLeap == last.isLeap ? last.chineseDay : last.chinese)
    case .solarDay(let month, let day): return "國曆\(month)月\(day)日"
    case .solarWeekday(let month, let weekday, let ordinal):
      let count =
        ordinal == -1
        ? "最後一個" : ordinal < 0 ? "倒數第\(ChineseNumerals.text(-ordinal))個" : "第\(ChineseNumerals.text(ordinal))個"
      return "\(month)月\(count)\(weekday.name(in: .traditionalChinese))"
    case .term(let term, let days): return term.name + (days == 0 ? "" : Self.shift(days))
    case .termCycle(let term, .weekday(let weekday), let ordinal):
      return term.name + (ordinal < 0 ? "前" : "後") + "第\(ChineseNumerals.text(abs(ordinal)))個"
        + weekday.name(in: .traditionalChinese)
    case .termCycle(let term, let day, let ordinal):
      return "\(term.name)起第\(ChineseNumerals.text(ordinal))個\(day.name)日"
    case .cycle(let place): return "每個\(place.name)日"
    case .announced(let days):
      return days.map { $0.first == $0.last ? "\($0.first)" : "\($0.first) 至 \($0.last)" }.joined(separator: "、")
    }
  }

  // MARK: English

  private var englishText: String {
    var text = englishPattern
    if offset != 0 { text = Self.english(offset, from: text) }
    var notes: [String] = []
    if leap == .leap { notes.append("in the leap month if there is one") }
    if leap == .both { notes.append("in the leap month as well") }
    if canLackTheDay, short == .forward { notes.append("on the 1st of the next month if the month is short") }
    if canLackTheDay, short == .omit { notes.append("not in short months") }
    if beginsOnEve { notes.append("from 23:00 of the evening before") }
    if let firstYear, firstYear == lastYear {
      notes.append("only in \(firstYear)")
    } else {
      if let firstYear { notes.append("from \(firstYear)") }
      if let lastYear { notes.append("until \(lastYear)") }
    }
    return notes.isEmpty ? text : text + " (" + notes.joined(separator: ", ") + ")"
  }

  private static func english(_ days: Int, from text: String) -> String {
    "\(abs(days)) \(abs(days) == 1 ? "day" : "days") \(days < 0 ? "before" : "after") \(text)"
  }

  private var englishPattern: String {
    switch pattern {
    case .lunarDays(let parts): return parts.map(\.english).joined(separator: "; ")
    case .lunarWindow(let first, let last): return "lunar \(first.english) to \(last.english)"
    case .solarDay(let month, let day): return "\(day) \(SolarDate.englishMonthNames[month - 1])"
    case .solarWeekday(let month, let weekday, let ordinal):
      return "\(Self.ordinal(ordinal)) \(weekday.name(in: .english)) of \(SolarDate.englishMonthNames[month - 1])"
    case .term(let term, let days):
      return days == 0 ? "\(term.name(in: .english))" : Self.english(days, from: term.name(in: .english))
    case .termCycle(let term, .weekday(let weekday), let ordinal):
      return
        "\(Self.ordinal(abs(ordinal))) \(weekday.name(in: .english)) \(ordinal < 0 ? "before" : "after") \(term.name(in: .english))"
    case .termCycle(let term, let day, let ordinal):
      return "\(Self.ordinal(ordinal)) \(day.name) day from \(term.name(in: .english))"
    case .cycle(let place): return "each \(place.name) day"
    case .announced(let days):
      return days.map { $0.first == $0.last ? "\($0.first)" : "\($0.first) to \($0.last)" }.joined(separator: ", ")
    }
  }

  private static func ordinal(_ number: Int) -> String {
    if number == -1 { return "last" }
    if number < 0 { return ordinal(-number) + " from the end," }
    let names = ["first", "second", "third", "fourth", "fifth"]
    return number <= names.count ? names[number - 1] : "\(number)th"
  }

  /// True if a month can lack the day of the rule.
  private var canLackTheDay: Bool {
    switch pattern {
    case .lunarDays(let parts): parts.contains { $0.days >> 30 & 1 == 1 }
    case .lunarWindow(let first, let last): first.day == 30 || last.day == 30
    case .solarDay(let month, let day): month == 2 && day == 29
    default: false
    }
  }
}

extension DateRule.LunarDays {
  private var dayNumbers: [Int] { (1...30).filter { days >> UInt32($0) & 1 == 1 } }
  private var hasLast: Bool { days & Self.lastDayBit != 0 }

  fileprivate var chinese: String {
    let dayTexts = dayNumbers.map { LunarDate.dayName($0) } + (hasLast ? ["最後一日"] : [])
    let list = dayTexts.joined(separator: "、")
    if isEveryMonth { return "每月" + list }
    // 除夕 is how everybody says it.
    if months == 1 << 12, leapMonths == 0, dayNumbers.isEmpty, hasLast { return "除夕" }
    let monthTexts =
      (1...12).filter { months >> $0 & 1 == 1 }.map { LunarDate.monthName($0, isLeap: false) }
      + (1...12).filter { leapMonths >> $0 & 1 == 1 }.map { LunarDate.monthName($0, isLeap: true) }
    return "農曆" + monthTexts.joined(separator: "、") + (monthTexts.count > 1 ? "的" : "") + list
  }

  fileprivate var english: String {
    let numbers = dayNumbers.map(String.init)
    let counted = numbers.isEmpty ? [] : [(numbers.count > 1 ? "days " : "day ") + numbers.joined(separator: ", ")]
    let list = (counted + (hasLast ? ["the last day"] : [])).joined(separator: " and ")
    if isEveryMonth { return "\(list) of each lunar month" }
    let monthTexts =
      (1...12).filter { months >> $0 & 1 == 1 }.map(String.init)
      + (1...12).filter { leapMonths >> $0 & 1 == 1 }.map { "leap \($0)" }
    return "\(list) of lunar month \(monthTexts.joined(separator: ", "))"
  }
}

extension DateRule.LunarPoint {
  fileprivate var chineseDay: String { day.map { LunarDate.dayName($0) } ?? "最後一日" }
  fileprivate var chinese: String { LunarDate.monthName(month, isLeap: isLeap) + chineseDay }
  fileprivate var english: String { "month \(isLeap ? "leap " : "")\(month), \(day.map { "day \($0)" } ?? "last day")" }
}
