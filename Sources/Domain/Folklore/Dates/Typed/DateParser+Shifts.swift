import Lunisolar

// Days counted from another day: 除夕前一日, 中秋前三天, 中秋三天前, 2025/3/5後10天, 清明後第一個週日, 3 days before Mid-Autumn 2027.

extension DateParser {
  /// A day with a shift behind it, or in English before it; nil, with nothing consumed, for other texts.
  mutating func shiftedDay() throws(DateReadingError) -> TypedDate? {
    guard depth < Self.deepest else { return nil }
    let start = scanner.position
    if let shift = DayShift.takeEnglish(&scanner) {
      if let found = try shifted(from: scanner.rest, by: shift) { return found }
      scanner.rewind(to: start)
      return nil
    }
    guard let split = DayShift.split(scanner) else { return nil }
    guard let found = try shifted(from: split.base, by: split.shift) else { return nil }
    while scanner.takeCharacter() != nil {}
    return found
  }

  private static let deepest = 2

  private func shifted(from base: String, by shift: DayShift) throws(DateReadingError) -> TypedDate? {
    var parser = DateParser(base, reader, isLunar: isLunar, depth: depth + 1)
    guard let typed = try? parser.parse() else { return nil }
    let day = reader.dated(typed)
    let start = try reader.lunarDate(of: day).solarDate
    let date = shift.date(from: start)
    let remarks = day.remarks.map { remark in
      remark.withOthers(remark.others.compactMap { try? "\(shift.date(from: reader.solarDate($0).date))" })
    }
    return TypedDate(
      text: text, date: .solar(date),
      remarks: remarks + [DateRemark("從 \(start) 算起，是 \(date)", "counted from \(start): \(date)")])
  }
}

/// A way from one day to another.
enum DayShift: Equatable {
  case days(Int)
  case months(Int)
  /// The n-th such weekday after the day, from 1; before it, from -1.
  case weekday(Weekday, Int)

  func date(from start: SolarDate) -> SolarDate {
    switch self {
    case .days(let days): return start.advanced(by: days)
    case .months(let months): return start.advanced(byMonths: months)
    case .weekday(let weekday, let ordinal):
      let ahead = (weekday.rawValue - start.weekday.rawValue).modulo(7)
      return ordinal > 0
        ? start.advanced(by: (ahead == 0 ? 7 : ahead) + 7 * (ordinal - 1))
        : start.advanced(by: ahead - 7 + 7 * (ordinal + 1))
    }
  }

  /// A text as a day and the shift behind it; nil if it does not end with a shift.
  static func split(_ scanner: TextScanner) -> (base: String, shift: DayShift)? {
    guard scanner.comes(anyOf: "前後后隔翌次起第") else { return nil }
    let start = scanner.position
    var place = scanner
    while place.takeCharacter() != nil, !place.isAtEnd {
      var end = place
      guard let shift = take(&end), end.rest.allSatisfy({ $0.isWhitespace }) else { continue }
      var base = place
      base.rewind(to: start)
      return (base.text(from: start, to: place.position), shift)
    }
    return nil
  }

  // MARK: Chinese

  /// 前一日, 後三天, 後第三日, 三天前, 兩週之後, 前夕, 隔天, 起第三日, 後第一個週日.
  static func take(_ scanner: inout TextScanner) -> DayShift? {
    let start = scanner.position
    scanner.skipBlanks()
    _ = scanner.take("的")
    for (words, days) in fixed where scanner.takeAny(words) != nil { return .days(days) }
    if let shift = takeCounted(&scanner) ?? takeDirected(&scanner) { return shift }
    scanner.rewind(to: start)
    return nil
  }

  private static let fixed: [([String], Int)] = [
    (["前夕", "前一晚", "前一夜", "前晚"], -1), (["隔天", "隔日", "翌日", "次日", "第二天"], 1),
  ]

  /// 三天前, 兩個禮拜之後, 一個月後.
  private static func takeCounted(_ scanner: inout TextScanner) -> DayShift? {
    let start = scanner.position
    if let length = takeLength(&scanner) {
      scanner.skipBlanks()
      if scanner.takeAny(["之前", "以前", "前"]) != nil { return length.reversed }
      if scanner.takeAny(["之後", "之后", "以後", "以后", "後", "后"]) != nil { return length }
    }
    scanner.rewind(to: start)
    return nil
  }

  /// 前三天, 後第三日, 後一個月, 後第一個週日, 前的最後一個星期六, 起第三日.
  private static func takeDirected(_ scanner: inout TextScanner) -> DayShift? {
    let start = scanner.position
    if scanner.takeAny(["起", "起算"]) != nil, scanner.take("第"), let number = ChineseNumerals.takeNumber(&scanner),
      scanner.takeAny(["日", "天"]) != nil, number > 0
    {
      return .days(number - 1)
    }
    scanner.rewind(to: start)
    let isBefore = scanner.takeAny(["之前", "以前", "前"]) != nil
    guard isBefore || scanner.takeAny(["之後", "之后", "以後", "以后", "後", "后"]) != nil else { return nil }
    scanner.skipBlanks()
    let place = scanner.position
    if let (weekday, ordinal) = WeekdayWords.takeOrdinal(&scanner, isOptional: true) {
      return .weekday(weekday, isBefore ? -abs(ordinal) : ordinal)
    }
    scanner.rewind(to: place)
    _ = scanner.takeAny(["的第", "第", "的"])
    guard let length = takeLength(&scanner) else {
      scanner.rewind(to: start)
      return nil
    }
    return isBefore ? length.reversed : length
  }

  var reversed: DayShift {
    switch self {
    case .days(let days): .days(-days)
    case .months(let months): .months(-months)
    case .weekday(let weekday, let ordinal): .weekday(weekday, -ordinal)
    }
  }

  /// 三天, 兩週, 兩個禮拜, 一個月, 半年, 三年; at most a million days.
  static func takeLength(_ scanner: inout TextScanner) -> DayShift? {
    let start = scanner.position
    if scanner.takeAny(["半個月", "半个月"]) != nil { return .days(15) }
    if scanner.take("半年") { return .months(6) }
    if let number = ChineseNumerals.takeYear(&scanner), number <= 1_000_000 {
      scanner.skipBlanks()
      if scanner.takeAny(["天", "日"]) != nil { return .days(number) }
      if scanner.takeAny(["個星期", "个星期", "個禮拜", "个礼拜", "星期", "禮拜", "礼拜", "週", "周"]) != nil {
        return .days(7 * number)
      }
      if number <= 12_000, scanner.takeAny(["個月", "个月"]) != nil { return .months(number) }
      if number <= 1_000, scanner.take("年") { return .months(12 * number) }
    }
    scanner.rewind(to: start)
    return nil
  }

  // MARK: English

  /// `3 days before `, `the day after `, `first Sunday after `; the day itself follows.
  static func takeEnglish(_ scanner: inout TextScanner) -> DayShift? {
    let start = scanner.position
    guard scanner.next?.isASCII == true else { return nil }
    if let (weekday, ordinal) = WeekdayWords.takeEnglishOrdinal(&scanner) {
      if let isBefore = takeDirection(&scanner) { return .weekday(weekday, isBefore ? -abs(ordinal) : ordinal) }
    } else if let length = takeEnglishLength(&scanner), let isBefore = takeDirection(&scanner) {
      return isBefore ? length.reversed : length
    }
    scanner.rewind(to: start)
    return nil
  }

  private static func takeDirection(_ scanner: inout TextScanner) -> Bool? {
    scanner.skipBlanks()
    let word = scanner.takeWord(of: ["before", "after", "from"])
    scanner.skipBlanks()
    return word.map { $0 == "before" }
  }

  /// `3 days`, `the day`, `two weeks`, `a month`.
  static func takeEnglishLength(_ scanner: inout TextScanner) -> DayShift? {
    let start = scanner.position
    let number = scanner.takeNumber() ?? scanner.takeWord(in: EnglishNumbers.cardinals)
    scanner.skipBlanks()
    let unit = scanner.takeWord(of: ["day", "days", "week", "weeks", "month", "months", "year", "years"])
    if let unit, number != nil || unit == "day", (number ?? 1) <= 100_000 {
      let number = number ?? 1
      switch unit.prefix(3) {
      case "day": return .days(number)
      case "wee": return .days(7 * number)
      case "mon": return .months(min(number, 12_000))
      default: return .months(12 * min(number, 1_000))
      }
    }
    scanner.rewind(to: start)
    return nil
  }
}

/// English numbers in words, as far as dates need them.
enum EnglishNumbers {
  static let cardinals = [
    "a": 1, "an": 1, "the": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10,
  ]
  static let ordinals = [
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5,
    "last": -1,
  ]
}

extension SolarDate {
  /// The same day of another month; the month's last day if it has no such day.
  func advanced(byMonths months: Int) -> SolarDate {
    let (year, month, day) = components
    let count = year * 12 + month - 1 + months
    let (newYear, newMonth) = ((count - count.modulo(12)) / 12, count.modulo(12) + 1)
    let last = SolarDate.dayCount(year: newYear, month: newMonth)
    return (try? SolarDate(year: newYear, month: newMonth, day: min(day, last))) ?? self
  }
}
