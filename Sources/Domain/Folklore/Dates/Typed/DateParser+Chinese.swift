import Ephemeris
import Lunisolar

// Dates in Chinese: 2025年3月5日, 民國114年三月五日, 農曆乙巳年閏六月十五, 三月廿三, 初一, 15號.

extension DateParser {
  /// A year as written.
  enum WrittenYear {
    case number(Int)
    /// 今年 is 0, 明年 1.
    case relative(Int)
    /// 乙巳: the place in the cycle of sixty.
    case cycle(Int)
    /// 蛇: the branch.
    case animal(Int)
  }

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
    if isLunar == nil,
      era?.isLunar == true
        || year.map({ if case .cycle = $0 { true } else if case .animal = $0 { true } else { false } }) == true
    {
      isLunar = true
    }
    if year == nil, era == nil, let found = try dayOfThisMonth() { return found }
    // 明年初一, 2027年初三: of the first month.
    if let year, scanner.next == "初", let day = ChineseNumerals.takeDay(&scanner) {
      isLunar = true
      return try lunar(lunarYear(year, 1, false, day.day), 1, false, day.day)
    }
    let monthStart = scanner.position
    let startsLeap = takeLeap()
    let isNamedMonth = scanner.next.map { "正冬臘腊".contains($0) } ?? false
    let isDigitMonth = scanner.next?.isASCII == true
    guard let month = ChineseNumerals.takeMonth(&scanner) else {
      if let year { throw yearAlone(year, at: monthStart) }
      scanner.rewind(to: start)
      return nil
    }
    _ = scanner.takeAny(["份"])
    let isLeap = startsLeap || takeLeap()
    scanner.skipBlanks()
    let dayStart = scanner.position
    if scanner.takeAny(ChineseWords.last) != nil { return try lastDay(of: month, isLeap, year, isNamedMonth) }
    if scanner.take("半") {
      isLunar = isLunar ?? true
      guard let year else { return try lunar(nil, month, isLeap, 15) }
      return try lunar(lunarYear(year, month, isLeap, 15), month, isLeap, 15)
    }
    let isLowDay = scanner.next == "初"
    let isOldDay = scanner.next.map { "廿卄念卅".contains($0) } ?? false
    let isDigitDay = scanner.next?.isASCII == true
    guard let day = ChineseNumerals.takeDay(&scanner) else {
      guard scanner.isAtEnd, (1...12).contains(month) else { throw notADate() }
      if isLeap || isNamedMonth { isLunar = isLunar ?? true }
      let number = solarOrLunarYear(year)
      // A leap month that is not in the year is the greater fault.
      if isLeap, !exists(number, month, true, 1) { return try lunar(number, month, true, 1) }
      throw failure(.notADay(year: number, month: month), advice: daysOfMonth(number, month, isLeap: isLeap))
    }
    let hasUnit = scanner.position > dayStart && ["日", "號", "号"].contains(scanner.previous.map(String.init) ?? "")
    let isSurelyLunar = isLeap || isNamedMonth || isLowDay || isOldDay && !hasUnit
    if isLunar == nil {
      let looksLunar = isSurelyLunar || !isDigitDay && (!hasUnit || isOldDay)
      isLunar = looksLunar
      // 二〇二五年三月五日 is how solar dates are written in full.
      let isFull = year != nil && hasUnit && !isOldDay
      let isSaidLater = year == nil && !looksLunar
      if !isSurelyLunar, !isFull, !isSaidLater, !(isDigitDay && isDigitMonth) {
        remarkCalendar(year, month, day.day, isLunar: looksLunar)
      }
    }
    guard isLunar == true else {
      guard !isLeap, !isLowDay else { throw notADate() }
      guard let year else {
        return try era == nil ? dayOfThisYear(month, day.day) : { () throws(DateReadingError) in throw notADate() }()
      }
      return try solar(solarYear(year, month, day.day), month, day.day)
    }
    guard let year else { return try lunar(nil, month, isLeap, day.day) }
    return try lunar(lunarYear(year, month, isLeap, day.day), month, isLeap, day.day)
  }

  private mutating func takeLeap() -> Bool {
    if scanner.takeAny(["(閏)", "(闰)"]) != nil { return true }
    guard scanner.takeAny(ChineseWords.leap) != nil else { return false }
    scanner.skipBlanks()
    return true
  }

  // MARK: Years

  /// A year with 年, or a year in digits with a Chinese month behind it.
  mutating func takeWrittenYear() -> WrittenYear? {
    let start = scanner.position
    for (word, distance) in Self.relativeYears where scanner.take(word) { return .relative(distance) }
    if let place = takeCycle() {
      _ = Zodiac.take(&scanner)
      if scanner.take("年") { return .cycle(place) }
      scanner.rewind(to: start)
    }
    if let animal = Zodiac.take(&scanner) {
      if scanner.take("年") { return .animal(animal) }
      scanner.rewind(to: start)
    }
    if scanner.takeAny(Self.cycleWords) != nil {
      scanner.skipBlanks()
      if let place = takeCycle() {
        _ = scanner.take("年")
        return .cycle(place)
      }
      scanner.rewind(to: start)
    }
    let isDigits = scanner.next?.isASCII == true
    if let number = ChineseNumerals.takeYear(&scanner) {
      scanner.skipBlanks()
      if scanner.takeAny(["年度", "年"]) != nil { return .number(number) }
      let isBeforeMonth = scanner.next.map { "正一二三四五六七八九十冬臘腊閏闰春元端七中重除冬清小大立雨驚惊穀谷芒夏處处白秋寒霜".contains($0) } ?? false
      if isDigits, isBeforeMonth, number >= 1_000 || era != nil { return .number(number) }
    }
    scanner.rewind(to: start)
    return nil
  }

  private static let cycleWords = ["歲次", "岁次", "歲在", "天運", "太歲"]

  private mutating func takeCycle() -> Int? {
    let name = String(scanner.rest.prefix(2))
    guard let place = StemBranch.place(named: name), scanner.take(name) else { return nil }
    return place
  }

  /// 歲次乙巳 behind a year: it must be that year's name.
  private mutating func takeCycleName(beside year: WrittenYear) throws(DateReadingError) {
    guard case .number = year else { return }
    let start = scanner.position
    _ = scanner.takeAny(["(", ","])
    _ = scanner.takeAny(Self.cycleWords)
    scanner.skipBlanks()
    guard let place = takeCycle() else { return scanner.rewind(to: start) }
    _ = scanner.take("年")
    _ = scanner.take(")")
    scanner.skipBlanks()
    let number = solarOrLunarYear(year)
    guard StemBranch(ofYear: number).index == place else {
      throw failure(
        .twoDays,
        advice: [DateTexts.lunar(number, 1, false, 1), DateTexts.lunar(solarOrLunarYear(.cycle(place)), 1, false, 1)])
    }
    isLunar = isLunar ?? true
  }

  /// `3/5` or `閏6/15` behind a year in words: 114年3/5.
  private mutating func monthAndDay(of year: WrittenYear) throws(DateReadingError) -> TypedDate? {
    let start = scanner.position
    let startsLeap = takeLeap()
    guard let month = scanner.takeNumber(), scanner.takeAny(["/", "-", "."]) != nil else {
      scanner.rewind(to: start)
      return nil
    }
    let isLeap = scanner.take("閏") || startsLeap
    guard let day = scanner.takeNumber() else { throw notADate() }
    if case .number = year, isLunar != true, !isLeap, era?.isLunar != true {
      return try solar(solarYear(year, month, day), month, day)
    }
    isLunar = isLunar ?? true
    return try lunar(lunarYear(year, month, isLeap, day), month, isLeap, day)
  }

  private static let relativeYears: KeyValuePairs<String, Int> = [
    "今年": 0, "本年": 0, "明年": 1, "來年": 1, "来年": 1, "去年": -1, "大前年": -3, "前年": -2, "大後年": 3, "大后年": 3, "後年": 2, "后年": 2,
  ]

  /// The solar year that was written.
  private mutating func solarYear(_ year: WrittenYear, _ month: Int, _ day: Int) throws(DateReadingError) -> Int {
    switch year {
    case .number(let number):
      return try westernYear(number, others: [SolarDate.text(Self.otherYear(number), month, day)].compactMap(\.self))
    case .relative(let distance): return today.year + distance
    case .cycle, .animal: return try lunarYear(year, month, false, day)
    }
  }

  /// The lunar year that was written; of a cycle, the one nearest to this year.
  mutating func lunarYear(
    _ year: WrittenYear, _ month: Int, _ isLeap: Bool, _ day: Int
  ) throws(DateReadingError) -> Int {
    switch year {
    case .number(let number):
      let other = Self.otherYear(number)
      let others = exists(other, month, isLeap, day) ? [DateTexts.lunar(other, month, isLeap, day)] : []
      return try westernYear(number, others: others)
    case .relative(let distance): return reader.lunarYear + distance
    case .cycle, .animal:
      return nearest(year) { [self] in
        exists($0, month, isLeap, day) ? DateTexts.lunar($0, month, isLeap, day) : nil
      }
    }
  }

  /// The year of a cycle that is nearest to this one; the others are named.
  mutating func nearest(_ year: WrittenYear, text: (Int) -> String?) -> Int {
    var number = solarOrLunarYear(year)
    let length = if case .animal = year { 12 } else { 60 }
    if let era {
      // 光緒甲午年 is in that reign; 民國丙寅年 is the last one that has begun.
      let last = era.length.map { era.offset + $0 } ?? reader.lunarYear
      number = last - (last - number).modulo(length)
    }
    remarks.append(
      DateRemark(
        "讀作 \(number) 年，離今年最近的一個", "read as \(number), the nearest such year",
        others: [number - length, number + length].compactMap(text)))
    return number
  }

  private func solarOrLunarYear(_ year: WrittenYear?) -> Int {
    switch year {
    case .number(let number): era?.year(number) ?? (number < 1_000 ? number + 1_911 : number)
    case .relative(let distance): (isLunar == true ? reader.lunarYear : today.year) + distance
    case .cycle(let place): reader.lunarYear + (place + 4 - reader.lunarYear + 30).modulo(60) - 30
    case .animal(let branch): reader.lunarYear + (branch + 4 - reader.lunarYear + 6).modulo(12) - 6
    case nil: isLunar == true ? reader.lunarYear : today.year
    }
  }

  private func yearAlone(_ year: WrittenYear, at start: Int) -> DateReadingError {
    guard scanner.isAtEnd else { return notADate() }
    let number = solarOrLunarYear(year)
    return failure(
      .notADay(year: number, month: nil),
      advice: [SolarDate.text(number, 1, 1), DateTexts.lunar(number, 1, false, 1)].compactMap(\.self))
  }

  // MARK: Days

  /// 初一, 十五, 廿三: the next such lunar day. 15號: the day of this solar month. With 這個月, 下個月, 上個月: of that month.
  private mutating func dayOfThisMonth() throws(DateReadingError) -> TypedDate? {
    let start = scanner.position
    if scanner.take("月底") { return try lastDay(ofMonth: 0) }
    let month = Self.relativeMonths.first { scanner.take($0.key) }?.value
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

  private static let relativeMonths: KeyValuePairs<String, Int> = [
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
    let months = today.year * 12 + today.month - 1 + (distance ?? 0)
    let (year, month) = (months / 12, months % 12 + 1)
    if distance == nil {
      let next = SolarDate.text((months + 1) / 12, (months + 1) % 12 + 1, day)
      remarks.append(
        DateRemark("讀作這個月的 \(day) 日", "read as day \(day) of this month", others: [next].compactMap(\.self)))
    }
    return try solar(year, month, day)
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
    let number = solarOrLunarYear(year)
    let other =
      isLunar
      ? SolarDate.text(number, month, day)
      : exists(number, month, false, day) ? DateTexts.lunar(number, month, false, day) : nil
    remarks.append(
      DateRemark(
        isLunar ? "沒有寫曆法，讀作農曆" : "沒有寫曆法，讀作國曆",
        isLunar ? "no calendar was given: read as a lunar date" : "no calendar was given: read as a solar date",
        others: [other].compactMap(\.self)))
  }
}

extension StemBranch {
  /// The place of a name such as 乙巳 in the cycle of sixty.
  static func place(named name: String) -> Int? {
    (0..<60).first { StemBranch(index: $0).name == name }
  }
}

extension Zodiac {
  /// Consumes an animal's name; gives its branch.
  static func take(_ scanner: inout TextScanner) -> Int? {
    for language in [Language.traditionalChinese, .simplifiedChinese] {
      if let found = allCases.first(where: { scanner.take($0.name(in: language)) }) { return found.rawValue }
    }
    return nil
  }
}
