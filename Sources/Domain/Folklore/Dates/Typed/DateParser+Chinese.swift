import Ephemeris
import Lunisolar

// Dates in Chinese: 2025年3月5日, 民國114年三月五日, 農曆乙巳年閏六月十五, 三月廿三, 初一, 15號.

extension DateParser {
  mutating func chineseDate() throws(DateReadingError) -> TypedDate? {
    let start = scanner.position
    let year = takeWrittenYear()
    scanner.skipBlanks()
    // 民國114年農曆三月廿三, 農曆2025年乙巳三月廿三
    if let year {
      try takeMarks()
      try takeCycleName(beside: year)
      if let found = try monthAndDay(of: year) { return found }
    }
    // The years of the Qing and of the cycles are lunar; so is 光緒三年5月5日.
    if isLunar == nil, era?.isLunar == true || year?.isLunar == true { isLunar = true }
    if year == nil, era == nil, let found = try dayOfThisMonth() { return found }
    // 明年初一, 2027年初三: of the first month.
    if let year, scanner.next == "初", let day = ChineseNumerals.takeDay(&scanner) {
      isLunar = true
      return try lunar(year, 1, false, day.day)
    }
    if let found = try monthInWords(of: year) { return found }
    if let year { throw yearAlone(year) }
    scanner.rewind(to: start)
    return nil
  }

  /// `3月5日`, `三月廿三`, `閏六月十五`, `七月半`, `三月底`, behind the year if there is one.
  private mutating func monthInWords(of year: WrittenYear?) throws(DateReadingError) -> TypedDate? {
    let start = scanner.position
    let startsLeap = takeLeap()
    let isNamedMonth = scanner.next.map { "正冬臘腊".contains($0) } ?? false
    let isDigitMonth = scanner.next?.isASCII == true
    guard let month = ChineseNumerals.takeMonth(&scanner) else {
      scanner.rewind(to: start)
      return nil
    }
    _ = scanner.take("份")
    let isLeap = startsLeap || takeLeap()
    scanner.skipBlanks()
    if scanner.takeAny(ChineseWords.last) != nil { return try lastDay(of: month, isLeap, year, isNamedMonth) }
    if scanner.take("半") {
      isLunar = isLunar ?? true
      return try lunar(year, month, isLeap, 15)
    }
    let isLowDay = scanner.next == "初"
    let isOldDay = scanner.next.map { "廿卄念卅".contains($0) } ?? false
    let isDigitDay = scanner.next?.isASCII == true
    guard let (day, _) = ChineseNumerals.takeDay(&scanner) else {
      throw try monthAlone(month, isLeap, year, isLunarMonth: isLeap || isNamedMonth)
    }
    let hasUnit = ["日", "號", "号"].contains(scanner.previous.map(String.init) ?? "")
    let isSurelyLunar = isLeap || isNamedMonth || isLowDay || isOldDay && !hasUnit && day < 31
    if isLunar == nil {
      // 民國36年二月廿八日 is how offices wrote, and 卅一日 is in no lunar month.
      let isOffices = isOldDay && hasUnit && isOfRepublic(year) || day == 31
      let looksLunar = isSurelyLunar || !isDigitDay && (!hasUnit || isOldDay && !isOffices) && day < 31
      isLunar = looksLunar
      // 二〇二五年三月五日 is how solar dates are written in full.
      let isFull = year != nil && hasUnit && (!isOldDay || day == 31)
      let isSaidLater = year == nil && !looksLunar
      if !isSurelyLunar, !isFull, !isSaidLater, !(isDigitDay && isDigitMonth) {
        remarkCalendar(year, month, day, isLunar: looksLunar)
      }
    }
    if isLunar == true { return try lunar(year, month, isLeap, day) }
    guard !isLeap, !isLowDay, year != nil || era == nil else { throw notADate() }
    guard let year else { return try dayOfYear(month, day) }
    return try solar(solarYear(year, month, day), month, day)
  }

  /// A lunar day of a written year; without one, of every year.
  private mutating func lunar(
    _ year: WrittenYear?, _ month: Int, _ isLeap: Bool, _ day: Int
  ) throws(DateReadingError) -> TypedDate {
    guard let year else { return try lunar(Int?.none, month, isLeap, day) }
    return try lunar(lunarYear(year, month, isLeap, day), month, isLeap, day)
  }

  private func isOfRepublic(_ year: WrittenYear?) -> Bool {
    guard case .number(let number) = year else { return false }
    return era.map { $0.offset == 1_911 } ?? (number < 1_000)
  }

  /// The error of a month without a day.
  private mutating func monthAlone(
    _ month: Int, _ isLeap: Bool, _ year: WrittenYear?, isLunarMonth: Bool
  ) throws(DateReadingError) -> DateReadingError {
    guard scanner.isAtEnd, (1...12).contains(month) else { return notADate() }
    if isLunarMonth { isLunar = isLunar ?? true }
    let number = solarOrLunarYear(year)
    // A leap month that is not in the year is the greater fault.
    if isLeap, !exists(number, month, true, 1) { _ = try lunar(number, month, true, 1) }
    return failure(.notADay(year: number, month: month), advice: daysOfMonth(number, month, isLeap: isLeap))
  }

  mutating func takeLeap() -> Bool {
    if scanner.takeAny(["(閏)", "(闰)"]) != nil { return true }
    guard scanner.takeAny(ChineseWords.leap) != nil else { return false }
    scanner.skipBlanks()
    return true
  }

  // MARK: Days

  /// 初一, 十五, 廿三: the next such lunar day. 15號: the day of this solar month. With 這個月, 下個月, 上個月: of that month.
  private mutating func dayOfThisMonth() throws(DateReadingError) -> TypedDate? {
    let start = scanner.position
    if scanner.take("月底") { return try lastDay(ofMonth: 0) }
    let month = Self.relativeMonths.first { scanner.take($0.key) }?.value
    if month == nil, let found = try nextLunarDay() { return found }
    scanner.skipBlanks()
    if let month, scanner.take("底") { return try lastDay(ofMonth: month) }
    if month == nil, scanner.takeAny(["大年", "新年", "新春", "年"]) != nil {
      guard scanner.next == "初", let day = ChineseNumerals.takeDay(&scanner) else {
        scanner.rewind(to: start)
        return nil
      }
      isLunar = true
      return try comingLunar(1, day.day)
    }
    let isDigit = scanner.next?.isASCII == true
    let isLow = scanner.next == "初"
    guard let day = ChineseNumerals.takeDay(&scanner) else {
      scanner.rewind(to: start)
      return nil
    }
    let hasUnit = ["日", "號", "号"].contains(scanner.previous.map(String.init) ?? "")
    let isFinished = scanner.isAtEnd || scanner.next.map { $0 == "(" || $0 == " " } == true
    // 明年初一 is of a year.
    guard isFinished, hasUnit || !isDigit, isLow || hasUnit || month != nil || day.day > 10 else {
      scanner.rewind(to: start)
      return nil
    }
    let meansLunar = isLunar ?? (isLow || !hasUnit)
    return try meansLunar ? lunarDay(day.day, month) : solarDay(day.day, month)
  }

  /// 下個初一, 下次十五, 下下個初一: the next such lunar days behind today.
  private mutating func nextLunarDay() throws(DateReadingError) -> TypedDate? {
    let start = scanner.position
    let times = scanner.take("下下個") ? 2 : scanner.takeAny(["下一個", "下一个", "下一次", "下個", "下个", "下次", "下回"]) != nil ? 1 : 0
    scanner.skipBlanks()
    let isASCII = scanner.next?.isASCII == true
    guard times > 0, !isASCII, let day = ChineseNumerals.takeDay(&scanner), (1...30).contains(day.day) else {
      scanner.rewind(to: start)
      return nil
    }
    let rule = DateRule(
      pattern: .lunarDays([.init(months: 0, leapMonths: 0, isEveryMonth: true, days: 1 << UInt32(day.day))]),
      short: .omit)
    var date = today
    for _ in 0..<times { date = try coming(rule, after: date, isSaid: false) }
    return try finished(date)
  }

  static let relativeMonths: KeyValuePairs<String, Int> = [
    "這個月": 0, "这个月": 0, "這月": 0, "本月": 0, "下下個月": 2, "下個月": 1, "下个月": 1, "下月": 1, "上個月": -1, "上个月": -1, "上月": -1,
  ]

  /// 月底, 下個月底: the last day of the month.
  private mutating func lastDay(ofMonth distance: Int) throws(DateReadingError) -> TypedDate {
    let months = today.year * 12 + today.month - 1 + distance
    let (year, month) = (months / 12, months % 12 + 1)
    return try solar(year, month, SolarDate.dayCount(year: year, month: month))
  }

  /// A day of a lunar month whose next occurrence is meant: 大年初三.
  mutating func comingLunar(_ month: Int, _ day: Int) throws(DateReadingError) -> TypedDate {
    isLunar = true
    let year = reader.lunarYear
    let thisYear = try? LunarDate(year: year, month: month, isLeap: false, day: day, in: reader.calendar)
    let number = thisYear.map { $0.solarDate < today } == true ? year + 1 : year
    let other = number == year ? year + 1 : year
    remarks.append(
      DateRemark(
        "讀作接下來的，農曆 \(number) 年", "read as the coming one, of lunar year \(number)",
        others: exists(other, month, false, day) ? [DateTexts.lunar(other, month, false, day)] : []))
    return try lunar(number, month, false, day)
  }

  private mutating func solarDay(_ day: Int, _ distance: Int?) throws(DateReadingError) -> TypedDate {
    let now = today.year * 12 + today.month - 1
    func date(_ months: Int) -> SolarDate? { try? SolarDate(year: months / 12, month: months % 12 + 1, day: day) }
    guard distance == nil, (1...31).contains(day),
      let months = (now...now + 2).first(where: { date($0).map { $0 >= today } == true })
    else {
      let months = now + (distance ?? 0)
      return try solar(months / 12, months % 12 + 1, day)
    }
    let past = (1...3).lazy.compactMap { date(months - $0) }.first
    remarks.append(
      DateRemark(
        "讀作接下來的 \(day) 日", "read as the coming day \(day) of a month", others: [past].compactMap { $0.map { "\($0)" } })
    )
    return try solar(months / 12, months % 12 + 1, day)
  }

  private mutating func lunarDay(_ day: Int, _ distance: Int?) throws(DateReadingError) -> TypedDate {
    isLunar = true
    guard (1...30).contains(day), let now = try? reader.calendar.lunarDate(on: today) else { throw notADate() }
    // The first days of this month and its neighbours.
    let first = today.advanced(by: 1 - now.day)
    var month = first
    for _ in 0..<abs(distance ?? 0) {
      let step = (distance ?? 0) > 0 ? 35 : -5
      guard let near = try? reader.calendar.lunarDate(on: month.advanced(by: step)) else { throw notADate() }
      month = month.advanced(by: step + 1 - near.day)
    }
    var date = month
    for _ in 0..<3 {
      guard let start = try? reader.calendar.lunarDate(on: month) else { throw notADate() }
      date = month.advanced(by: day - 1)
      let isThere = day <= start.monthDayCount
      if distance != nil, !isThere {
        return try lunar(start.year, start.month, start.isLeap, day)
      }
      if distance != nil || isThere && date >= today { break }
      month = month.advanced(by: start.monthDayCount)
    }
    guard let found = try? reader.calendar.lunarDate(on: date) else { throw notADate() }
    if distance == nil {
      remarks.append(
        DateRemark("讀作下一個\(LunarDate.dayName(day))", "read as the next lunar day \(day)"))
    }
    return try lunar(found.year, found.month, found.isLeap, found.day)
  }

  /// 三月底, 農曆十二月底.
  private mutating func lastDay(
    of month: Int, _ isLeap: Bool, _ year: WrittenYear?, _ isNamedMonth: Bool
  ) throws(DateReadingError) -> TypedDate {
    guard (1...12).contains(month) else { throw notADate() }
    if isLunar == true || isLeap || isNamedMonth {
      isLunar = true
      let number: Int
      if let year { number = try lunarYear(year, month, isLeap, 1) } else { number = reader.lunarYear }
      let day = (try? reader.calendar.lunarYear(number).month(month, isLeap: isLeap).dayCount) ?? 30
      return try lunar(number, month, isLeap, day)
    }
    let number: Int
    if let year { number = try solarYear(year, month, 1) } else { number = today.year }
    return try solar(number, month, SolarDate.dayCount(year: number, month: month))
  }

  private mutating func remarkCalendar(_ year: WrittenYear?, _ month: Int, _ day: Int, isLunar: Bool) {
    let other: String?
    if year == nil {
      let coming = DateRule(pattern: .solarDay(month: month, day: day))
      other =
        isLunar
        ? days(of: coming, in: today.year...today.year + 1).first { $0.date >= today }.map { "\($0.date)" }
        : reader.next(month, false, day).map { DateTexts.lunar($0.year, month, false, day) }
    } else {
      let number = solarOrLunarYear(year)
      other =
        isLunar
        ? SolarDate.text(number, month, day)
        : exists(number, month, false, day) ? DateTexts.lunar(number, month, false, day) : nil
    }
    remarks.append(
      DateRemark(
        isLunar ? "沒有寫曆法，讀作農曆" : "沒有寫曆法，讀作國曆",
        isLunar ? "no calendar was given: read as a lunar date" : "no calendar was given: read as a solar date",
        others: [other].compactMap(\.self)))
  }
}
