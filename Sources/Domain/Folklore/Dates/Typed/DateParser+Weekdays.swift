import Lunisolar

// Weekdays of a month: 五月第二個星期日, 2027年12月最後一個週五, 下個月第一個禮拜六, second Sunday of May 2027.

extension DateParser {
  mutating func weekdayOfMonth() throws(DateReadingError) -> TypedDate? {
    let start = self
    if let found = try chineseWeekdayOfMonth() { return found }
    if let found = try englishWeekdayOfMonth() { return found }
    self = start
    return nil
  }

  private mutating func chineseWeekdayOfMonth() throws(DateReadingError) -> TypedDate? {
    let start = self
    let year = takeWrittenYear()
    scanner.skipBlanks()
    let distance = year == nil ? Self.relativeMonths.first { scanner.take($0.key) }?.value : nil
    let month = distance == nil ? ChineseNumerals.takeMonth(&scanner) : nil
    scanner.skipBlanks()
    _ = scanner.take("的")
    guard isLunar != true, distance != nil || month.map((1...12).contains) == true,
      let (weekday, ordinal) = WeekdayWords.takeOrdinal(&scanner, isOptional: false)
    else {
      self = start
      return nil
    }
    if let distance {
      let months = today.year * 12 + today.month - 1 + distance
      return try day(weekday, ordinal, months / 12, months % 12 + 1)
    }
    guard let month else { throw notADate() }
    guard let year else { return try weekdayOfMonth(weekday, ordinal, month, nil) }
    return try day(weekday, ordinal, solarYear(year, month, 1), month)
  }

  private mutating func englishWeekdayOfMonth() throws(DateReadingError) -> TypedDate? {
    let start = self
    _ = scanner.takeWord(of: ["the"])
    scanner.skipBlanks()
    guard isLunar != true, let (weekday, ordinal) = WeekdayWords.takeEnglishOrdinal(&scanner) else {
      self = start
      return nil
    }
    scanner.skipBlanks()
    _ = scanner.takeWord(of: ["of", "in"])
    scanner.skipBlanks()
    guard let month = takeMonthName() else {
      self = start
      return nil
    }
    _ = scanner.takeWhile { $0.isWhitespace || $0 == "," }
    let digits = scanner.takeDigits()
    return try weekdayOfMonth(weekday, ordinal, month, digits.count == 4 ? Int(digits) : nil)
  }

  /// Without a year, the one that comes.
  private mutating func weekdayOfMonth(
    _ weekday: Weekday, _ ordinal: Int, _ month: Int, _ year: Int?
  ) throws(DateReadingError) -> TypedDate {
    if let year { return try day(weekday, ordinal, year, month) }
    let rule = DateRule(pattern: .solarWeekday(month: month, weekday: weekday, ordinal: ordinal))
    return try finished(coming(rule, after: today.advanced(by: -1)))
  }

  private mutating func day(
    _ weekday: Weekday, _ ordinal: Int, _ year: Int, _ month: Int
  ) throws(DateReadingError) -> TypedDate {
    let last = SolarDate.dayCount(year: year, month: month)
    guard let first = try? SolarDate(year: year, month: month, day: 1) else { throw notADate() }
    let day = 1 + (weekday.rawValue - first.weekday.rawValue).modulo(7)
    let days = Array(stride(from: day, through: last, by: 7))
    guard (1...days.count).contains(ordinal) || ordinal == -1 else {
      throw failure(
        .notADay(year: year, month: month),
        advice: [days.first, days.last].compactMap(\.self).compactMap { SolarDate.text(year, month, $0) })
    }
    return try finished(first.advanced(by: (ordinal == -1 ? days[days.count - 1] : days[ordinal - 1]) - 1))
  }
}

extension WeekdayWords {
  /// 第二個星期日, 最後一個週五; the ordinal is -1 for the last.
  ///
  /// - Parameter isOptional: true to read 的週日 and 週日 as the first.
  static func takeOrdinal(_ scanner: inout TextScanner, isOptional: Bool) -> (Weekday, Int)? {
    let start = scanner.position
    _ = scanner.take("的")
    var ordinal: Int?
    if scanner.takeAny(["最後一個", "最后一个", "最後的", "最後"]) != nil {
      ordinal = -1
    } else if scanner.take("第"), let number = ChineseNumerals.takeNumber(&scanner) {
      _ = scanner.takeAny(["個", "个"])
      ordinal = number
    }
    if ordinal == nil, isOptional { ordinal = 1 }
    guard let ordinal, ordinal == -1 || (1...9).contains(ordinal), scanner.takeAny(chinese) != nil,
      let weekday = takeDay(&scanner)
    else {
      scanner.rewind(to: start)
      return nil
    }
    return (weekday, ordinal)
  }

  /// `second Sunday`, `2nd sun`, `last Friday`.
  static func takeEnglishOrdinal(_ scanner: inout TextScanner) -> (Weekday, Int)? {
    let start = scanner.position
    guard scanner.next?.isASCII == true else { return nil }
    let word = scanner.takeWhile { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
    scanner.skipBlanks()
    guard let ordinal = EnglishNumbers.ordinals[word],
      let weekday = takeEnglish(&scanner)
    else {
      scanner.rewind(to: start)
      return nil
    }
    return (weekday, ordinal)
  }
}
