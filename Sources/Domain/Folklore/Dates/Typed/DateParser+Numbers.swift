import Ephemeris
import Lunisolar

// Dates of numbers and signs: 2025-04-20, 2025/4/20, 2025.4.20, 20250420, 114/4/20, 1140420, 4/20/2025, 4/20, 2025-6L-15.

extension DateParser {
  mutating func numericDate() throws(DateReadingError) -> TypedDate? {
    let start = scanner.position
    guard let numbers = takeNumbers() else {
      scanner.rewind(to: start)
      return nil
    }
    if let place = numbers.leapPlace {
      guard place == numbers.values.count - 2, isLunar != false else { throw notADate() }
      isLunar = true
    }
    switch numbers.values.count {
    case 1: return try oneNumber(numbers)
    case 2: return try twoNumbers(numbers)
    case 3: return try threeNumbers(numbers)
    default: throw notADate()
    }
  }

  /// Numbers with their digits, and the place of a leap month among them.
  private struct Numbers {
    var texts: [String] = []
    var values: [Int] = []
    var leapPlace: Int?
    var isBeforeChrist = false
    var separator: String?
  }

  private mutating func takeNumbers() -> Numbers? {
    var numbers = Numbers()
    var separator: String?
    numbers.isBeforeChrist = era == nil && scanner.take("-")
    while true {
      let isLeap = scanner.takeAny(ChineseWords.leap) != nil
      let digits = scanner.takeDigits()
      guard let value = digits.count <= 9 ? Int(digits) : nil else { return nil }
      if isLeap { numbers.leapPlace = numbers.values.count }
      numbers.texts.append(digits)
      numbers.values.append(value)
      if scanner.takeAny(["L", "l", "閏", "闰", "(閏)", "(闰)"]) != nil {
        // A second mark makes the date unreadable.
        numbers.leapPlace = numbers.leapPlace == nil ? numbers.values.count - 1 : -1
      }
      let end = scanner.position
      guard numbers.values.count < 4, takeSeparator(&separator) else { break }
      if scanner.next?.isNumber != true, !ChineseWords.leap.contains(scanner.next.map(String.init) ?? "") {
        // A sign without a number behind it; after a blank another form may follow.
        scanner.rewind(to: end)
        break
      }
    }
    numbers.separator = separator
    let end = scanner.position
    scanner.skipBlanks()
    // 2025年, 3月, 5日, 3天後, 2025中秋: Chinese forms.
    if numbers.values.count == 1, let next = scanner.next, !next.isASCII { return nil }
    if numbers.values.count == 1, scanner.rest.lowercased().hasPrefix("day") { return nil }
    scanner.rewind(to: end)
    return numbers
  }

  /// One of `/ . - _ ,` with or without blanks, or blanks alone; the second must be as the first, because `3/5 14` has a time.
  private mutating func takeSeparator(_ first: inout String?) -> Bool {
    let start = scanner.position
    scanner.skipBlanks()
    let hasBlanks = scanner.position > start
    let sign = scanner.takeAny(["//", "/", ".", "-", "_", "\\", "·", "‧", "・", "。", "、", ","])
    scanner.skipBlanks()
    guard let separator = (sign == "//" ? "/" : sign) ?? (hasBlanks ? " " : nil), first == nil || first == separator
    else {
      scanner.rewind(to: start)
      return false
    }
    first = separator
    return true
  }

  // MARK: How many numbers

  private mutating func threeNumbers(_ numbers: Numbers) throws(DateReadingError) -> TypedDate {
    // Telephone numbers, money.
    guard numbers.texts[1].count <= 2,
      numbers.texts[2].count <= 2 || numbers.texts[0].count <= 2 && numbers.texts[2].count == 4
    else { throw notADate() }
    let (first, second, third) = (numbers.values[0], numbers.values[1], numbers.values[2])
    let isLeap = numbers.leapPlace != nil
    if numbers.isBeforeChrist {
      return try isLunar == true ? lunar(-first, second, isLeap, third) : solar(-first, second, third)
    }
    if numbers.texts[0].count <= 2, numbers.texts[2].count == 4, era == nil {
      guard isLunar != true else { return try lunar(third, first, isLeap, second) }
      let isDotted = numbers.separator == "."
      return try isDotted ? dayFirst(first, second, year: third) : monthFirst(first, second, year: third)
    }
    guard numbers.texts[0].count <= 4 else {
      throw failure(
        .noSuchDay(.solarYearOutOfRange(year: first, valid: -2_000...9_999)),
        advice: reader.examples(isLunar: isLunar == true))
    }
    if numbers.texts[0].count == 4, era == nil {
      if first < 1_000, first > 0, numbers.separator != "-" { remarkPadded(first, second, third) }
      return try isLunar == true ? lunar(first, second, isLeap, third) : solar(first, second, third)
    }
    let year = try shortYear(first, second, isLeap, third)
    return try isLunar == true ? lunar(year, second, isLeap, third) : solar(year, second, third)
  }

  /// A year of up to three digits: of the Republic. With two digits it can also be of this century.
  private mutating func shortYear(
    _ year: Int, _ month: Int, _ isLeap: Bool, _ day: Int
  ) throws(DateReadingError) -> Int {
    let other = Self.otherYear(year)
    let text =
      isLunar != true
      ? SolarDate.text(other, month, day)
      : exists(other, month, isLeap, day) ? DateTexts.lunar(other, month, isLeap, day) : nil
    return try westernYear(year, others: [text].compactMap(\.self))
  }

  /// What a short year means besides a year of the Republic: 25 can be 2025, 99 can be 1999.
  static func otherYear(_ year: Int) -> Int {
    year >= 100 ? year : year + (year < 50 ? 2_000 : 1_900)
  }

  /// Forms pad years of the Republic: 0114/3/5.
  private mutating func remarkPadded(_ year: Int, _ month: Int, _ day: Int) {
    remarks.append(
      DateRemark("讀作西元 \(year) 年", "read as the year \(year)", others: ["民國\(year)年\(month)月\(day)日"]))
  }

  func exists(_ year: Int, _ month: Int, _ isLeap: Bool, _ day: Int) -> Bool {
    reader.exists(year, month, isLeap, day)
  }

  /// `05.03.2025`: day first, as where dates have dots, unless only the other order is a date.
  private mutating func dayFirst(_ first: Int, _ second: Int, year: Int) throws(DateReadingError) -> TypedDate {
    guard second <= 12 || first > 12 else { return try solar(year, first, second) }
    if first <= 12, first != second, let other = SolarDate.text(year, first, second) {
      remarks.append(
        DateRemark(
          "日在前，讀作 \(year) 年 \(second) 月 \(first) 日", "the day is read first: \(year)-\(second)-\(first)",
          others: [other]))
    }
    return try solar(year, second, first)
  }

  /// `3/5/2025`: month first, unless only the other order is a date.
  private mutating func monthFirst(_ first: Int, _ second: Int, year: Int) throws(DateReadingError) -> TypedDate {
    guard first <= 12 else { return try solar(year, second, first) }
    if second <= 12, first != second, let other = SolarDate.text(year, second, first) {
      remarks.append(
        DateRemark(
          "月在前，讀作 \(year) 年 \(first) 月 \(second) 日", "the month is read first: \(year)-\(first)-\(second)",
          others: [other]))
    }
    return try solar(year, first, second)
  }

  private mutating func twoNumbers(_ numbers: Numbers) throws(DateReadingError) -> TypedDate {
    let (first, second) = (numbers.values[0], numbers.values[1])
    if isLunar == true, !numbers.isBeforeChrist, numbers.texts[0].count <= 2, era == nil {
      return try lunar(nil, first, numbers.leapPlace != nil, second)
    }
    let isYear = numbers.texts[0].count >= 3 || era != nil || first > 12
    guard !isYear, !numbers.isBeforeChrist else {
      // A month: 2025/3, 114/3.
      guard (1...12).contains(second), (3...4).contains(numbers.texts[0].count) || first <= 99, scanner.isAtEnd,
        !numbers.isBeforeChrist
      else {
        throw notADate()
      }
      let year = era?.year(first) ?? (numbers.texts[0].count == 4 ? first : first + 1_911)
      // 29/2 can be 29 February.
      guard numbers.texts[1].count <= 2 else { throw notADate() }
      let dayFirst = first <= 31 && era == nil ? [SolarDate.text(today.year, second, first)].compactMap(\.self) : []
      throw failure(.notADay(year: year, month: second), advice: daysOfMonth(year, second) + dayFirst)
    }
    return try dayOfYear(first, second)
  }

  /// A solar day without a year: the next one, today included.
  mutating func dayOfYear(_ month: Int, _ day: Int) throws(DateReadingError) -> TypedDate {
    let dates = (today.year - 8...today.year + 8).compactMap { try? SolarDate(year: $0, month: month, day: day) }
    guard let next = dates.first(where: { $0 >= today }), let last = dates.last(where: { $0 < today }) else {
      return try solar(today.year, month, day)
    }
    // A day of the week behind it may say that the past one is meant.
    for (date, other) in [(next, last), (last, next)] {
      var parser = self
      parser.remark(withoutYear: date, other)
      if let found = try? parser.solar(date.year, month, day) {
        self = parser
        return found
      }
    }
    return try solar(next.year, month, day)
  }

  private mutating func remark(withoutYear date: SolarDate, _ other: SolarDate) {
    var others = ["\(other)"]
    let (_, month, day) = date.components
    if !namesCalendar, let lunar = reader.next(month, false, day) {
      others.insert(DateTexts.lunar(lunar.year, month, false, day), at: 0)
    }
    remarks.append(
      DateRemark("沒有寫年份，讀作國曆 \(date)", "no year was given: read as the solar date \(date)", others: others))
  }

  /// Digits without a sign: 20250305, 1140305, 990305, 0323 after 農曆.
  private mutating func oneNumber(_ numbers: Numbers) throws(DateReadingError) -> TypedDate {
    let digits = numbers.texts[0]
    func part(_ start: Int, _ count: Int) -> Int { Int(digits.dropFirst(start).prefix(count)) ?? 0 }
    let (month, day) = digits.count >= 4 ? (part(digits.count - 4, 2), part(digits.count - 2, 2)) : (0, 0)
    let isMonthAndDay = (1...12).contains(month) && (1...31).contains(day)
    switch digits.count {
    case _ where numbers.isBeforeChrist: throw notADate()
    case 8 where isMonthAndDay:
      if part(0, 4) < 1_000, part(0, 4) > 0 { remarkPadded(part(0, 4), month, day) }
      return try isLunar == true ? lunar(part(0, 4), month, false, day) : solar(part(0, 4), month, day)
    case 7 where isMonthAndDay:
      let year = (era ?? Era(offset: 1_911)).year(part(0, 3))
      return try isLunar == true ? lunar(year, month, false, day) : solar(year, month, day)
    case 7: throw failure(.notADate(column: 1), advice: splits(part(0, 4), part(4, 1), part(5, 2)))
    case 6 where [19, 20].contains(part(0, 2)) && (1...12).contains(part(4, 2)) && era == nil && isLunar != true:
      throw failure(.notADay(year: part(0, 4), month: part(4, 2)), advice: daysOfMonth(part(0, 4), part(4, 2)))
    case 6 where isMonthAndDay:
      let year = try shortYear(part(0, 2), month, false, day)
      return try isLunar == true ? lunar(year, month, false, day) : solar(year, month, day)
    case 6: throw failure(.notADate(column: 1), advice: splits(part(0, 3) + 1_911, part(3, 1), part(4, 2)))
    case 4 where isLunar == true && isMonthAndDay: return try lunar(nil, month, false, day)
    case 4:
      let examples = reader.examples(isLunar: isLunar == true)
      var advice = [SolarDate.text(today.year, month, day)].compactMap(\.self)
      guard part(0, 4) >= 1_000 else {
        throw failure(.notADate(column: 1), advice: advice.isEmpty ? examples : advice)
      }
      advice += ["\(part(0, 4))-01-01", DateTexts.lunar(part(0, 4), 1, false, 1)]
      if isLunar == true { advice.removeAll { !$0.hasPrefix("農曆") } }
      throw failure(.notADay(year: part(0, 4), month: nil), advice: advice)
    default: throw notADate()
    }
  }

  /// Dates that digits may mean when a zero is missing.
  private func splits(_ year: Int, _ month: Int, _ day: Int) -> [String] {
    let date = isLunar == true ? nil : SolarDate.text(year, month, day)
    return date.map { [$0] } ?? reader.examples(isLunar: isLunar == true)
  }

  /// The first days of a month that was typed without a day.
  func daysOfMonth(_ year: Int, _ month: Int, isLeap: Bool = false) -> [String] {
    let days = [1, 15].compactMap { day in
      guard isLunar == true else { return SolarDate.text(year, month, day) }
      return exists(year, month, isLeap, day) ? DateTexts.lunar(year, month, isLeap, day) : nil
    }
    return days.isEmpty ? reader.examples(isLunar: isLunar == true) : days
  }
}
