import Lunisolar

/// Reads one typed date. Each form of a date is a function that gives nil, with nothing consumed, for other forms.
struct DateParser {
  let text: String
  let reader: DateReader
  /// True for a lunar date, false for a solar one, nil while neither is named.
  var isLunar: Bool?
  var era: Era?
  /// True if the text names the calendar, or the caller does.
  private(set) var namesCalendar: Bool
  var remarks: [DateRemark] = []
  var scanner: TextScanner

  init(_ text: String, _ reader: DateReader, isLunar: Bool?) {
    self.text = text
    self.reader = reader
    let typed = TypedText(text)
    self.isLunar = isLunar ?? typed.isLunar
    namesCalendar = self.isLunar != nil
    scanner = TextScanner(typed.core, prefixCount: typed.prefixCount)
  }

  var today: SolarDate { reader.today }

  mutating func parse() throws(DateReadingError) -> TypedDate {
    scanner.skipBlanks()
    try takeMarks()
    if let found = try relativeDay() { return found }
    if let found = try weekday() { return found }
    if let found = try englishDate() { return found }
    if let found = try numericDate() { return found }
    if let found = try namedDay() { return found }
    if let found = try chineseDate() { return found }
    throw notADate()
  }

  mutating func parseYear() throws(DateReadingError) -> (year: Int, remarks: [DateRemark]) {
    scanner.skipBlanks()
    try takeMarks()
    let start = scanner.position
    let year = takeWrittenYear() ?? takeBareYear()
    scanner.skipBlanks()
    guard let year, scanner.isAtEnd else {
      scanner.rewind(to: start)
      throw failure(
        .notAYear(column: scanner.column),
        advice: ["\(today.year)", today.year > 1_911 ? "民國\(today.year - 1_911)年" : "今年"])
    }
    switch year {
    case .number(let number): return (try plainYear(number), remarks)
    case .relative(let distance): return ((isLunar == true ? reader.lunarYear : today.year) + distance, remarks)
    case .cycle, .animal: return (nearest(year) { "\($0)" }, remarks)
    }
  }

  /// `2026`, `-500`, `乙巳`; four digits are of the common era.
  private mutating func takeBareYear() -> WrittenYear? {
    if let place = StemBranch.place(named: scanner.rest.trimmingBlanksAtEnd().description) {
      _ = scanner.takeWord()
      return .cycle(place)
    }
    let isNegative = scanner.take("-")
    let digits = scanner.takeDigits()
    guard digits.count <= 7, let number = Int(digits) else { return nil }
    if isNegative || digits.count == 4, era == nil { era = Era(offset: 0) }
    return .number(isNegative ? -number : number)
  }

  private mutating func plainYear(_ number: Int) throws(DateReadingError) -> Int {
    try westernYear(number, others: [number.magnitude.padded(to: 4)])
  }

  // MARK: Calendars and eras

  /// 農曆, 國曆, 民國 …, alone or in parentheses, in any order.
  mutating func takeMarks() throws(DateReadingError) {
    while true {
      let start = scanner.position
      let isBracketed = scanner.takeAny(["(", "[", "【", "〔"]) != nil
      if scanner.takeAny(ChineseWords.lunar) != nil || scanner.takeWord(of: ["lunar"]) != nil
        || takeShortMark(["農", "农", "陰", "阴"])
      {
        guard isLunar != false else { throw failure(.twoCalendars, advice: bothCalendars()) }
        isLunar = true
      } else if scanner.takeAny(ChineseWords.solar) != nil || scanner.takeWord(of: ["solar"]) != nil
        || takeShortMark(["國", "国", "陽", "阳"])
      {
        guard isLunar != true else { throw failure(.twoCalendars, advice: bothCalendars()) }
        isLunar = false
      } else if let found = Era.take(&scanner) {
        guard era == nil else { throw failure(.twoCalendars, advice: reader.examples(isLunar: isLunar == true)) }
        era = found
      } else {
        scanner.rewind(to: start)
        namesCalendar = isLunar != nil
        return
      }
      if isBracketed { _ = scanner.takeAny([")", "]", "】", "〕"]) }
      scanner.skipBlanks()
      _ = scanner.takeAny([":", "："])
      scanner.skipBlanks()
    }
  }

  /// One of some characters before a digit: 農3/23, 國114.3.5.
  private mutating func takeShortMark(_ marks: [String]) -> Bool {
    let start = scanner.position
    if scanner.takeAny(marks) != nil {
      _ = scanner.take(")")
      scanner.skipBlanks()
      if let next = scanner.next, next.isASCII, next.isNumber || next == "(" { return true }
    }
    scanner.rewind(to: start)
    return false
  }

  private func bothCalendars() -> [String] {
    let examples = reader.examples(isLunar: false)
    return [examples.first, examples.last].compactMap(\.self)
  }

  // MARK: Ends

  /// The day of the solar calendar, if nothing but a day of the week follows.
  mutating func solar(_ year: Int, _ month: Int, _ day: Int) throws(DateReadingError) -> TypedDate {
    if isLunar == true { return try lunar(year, month, false, day) }
    let date: SolarDate
    do throws(CalendarError) { date = try SolarDate(year: year, month: month, day: day) } catch {
      var advice = reader.advice(for: error, day: (1...28).contains(day) ? day : 1)
      // 2025/13/5 is 13 May to many.
      if case .noSuchSolarMonth = error, let swapped = SolarDate.text(year, day, month) { advice = [swapped] }
      throw failure(.noSuchDay(error), advice: advice)
    }
    return try finished(date)
  }

  mutating func finished(_ date: SolarDate) throws(DateReadingError) -> TypedDate {
    try end(of: date, text: "\(date)")
    return TypedDate(text: text, date: .solar(date), remarks: remarks)
  }

  mutating func lunar(_ year: Int?, _ month: Int, _ isLeap: Bool, _ day: Int) throws(DateReadingError) -> TypedDate {
    let typed = TypedDate(
      text: text, date: .lunar(year: year, month: month, isLeap: isLeap, day: day), remarks: remarks)
    if year == nil {
      guard (1...12).contains(month), (1...30).contains(day) else {
        let error: CalendarError =
          (1...12).contains(month)
          ? .noSuchLunarDay(year: reader.lunarYear, month: month, isLeap: isLeap, day: day, dayCount: 30)
          : .noSuchLunarMonth(year: reader.lunarYear, month: month)
        throw failure(.noSuchDay(error), advice: reader.advice(for: error))
      }
      let thisYear = try? LunarDate(
        year: reader.lunarYear, month: month, isLeap: isLeap, day: day, in: reader.calendar)
      try end(of: thisYear?.solarDate, text: thisYear.map { DateTexts.lunar($0.year, month, isLeap, day) })
      return TypedDate(text: text, date: typed.date, remarks: remarks)
    }
    try end(
      of: reader.lunarDate(of: typed).solarDate, text: year.map { DateTexts.lunar($0, month, isLeap, day) })
    return TypedDate(text: text, date: typed.date, remarks: remarks)
  }

  /// The end of the text; before it may stand the day of the week (星期三, (三), Wed), the same day of the other calendar, and a time of day.
  ///
  /// - Parameters:
  ///   - date: the day that was read; nil if it is not in this year.
  ///   - text: its text, for advice.
  private mutating func end(of date: SolarDate?, text: String?) throws(DateReadingError) {
    try takeWeekday(of: date)
    try takeOtherCalendar(of: date)
    try takeWeekday(of: date)
    if !isAtEnd, takeTime() { remarks.append(Self.withoutTime) }
    guard !isAtEnd else { return }
    let column = scanner.column
    // 3/5-3/7 and 初一、十五 are several days.
    if scanner.takeAny(["~", "-", "至", "到", "、", ",", "和", "及", "與"]) != nil {
      scanner.skipBlanks()
      var other = DateParser(scanner.rest, reader, isLunar: isLunar)
      if let second = try? other.parse(), let day = try? reader.lunarDate(of: second) {
        let last = isLunar == true ? DateTexts.lunar(day.year, day.month, day.isLeap, day.day) : "\(day.solarDate)"
        throw failure(.severalDays, advice: [text, last].compactMap(\.self))
      }
      throw failure(.notADate(column: column), advice: text.map { [$0] } ?? reader.examples(isLunar: isLunar == true))
    }
    throw failure(.notADate(column: column), advice: text.map { [$0] } ?? reader.examples(isLunar: isLunar == true))
  }

  private var isAtEnd: Bool {
    scanner.rest.allSatisfy(\.isWhitespace)
  }

  private mutating func takeWeekday(of date: SolarDate?) throws(DateReadingError) {
    let end = scanner.position
    scanner.skipBlanks()
    _ = scanner.take(",")
    scanner.skipBlanks()
    let isBracketed = scanner.takeAny(["(", "[", "【"]) != nil
    let hasWord = scanner.takeAny(WeekdayWords.chinese) != nil
    var weekday: Weekday?
    if hasWord || isBracketed { weekday = WeekdayWords.takeDay(&scanner) }
    if weekday == nil, !hasWord { weekday = WeekdayWords.takeEnglish(&scanner) }
    guard let weekday, !isBracketed || scanner.takeAny([")", "]", "】"]) != nil else {
      scanner.rewind(to: end)
      return
    }
    if let date { try check(weekday, of: date) }
  }

  /// `農曆二月初六` behind a solar date, as on invitations: it must be the same day.
  private mutating func takeOtherCalendar(of date: SolarDate?) throws(DateReadingError) {
    let start = scanner.position
    scanner.skipBlanks()
    _ = scanner.takeAny([",", "即"])
    let isBracketed = scanner.takeAny(["(", "["]) != nil
    let words = ChineseWords.lunar + ChineseWords.solar
    guard let date, words.contains(where: scanner.rest.hasPrefix) else {
      scanner.rewind(to: start)
      return
    }
    let rest = scanner.rest.prefix { !"()[]".contains($0) }
    // A day of the week behind it belongs to both.
    var other = DateParser(String(rest), reader, isLunar: nil)
    guard let second = try? other.parse() else {
      scanner.rewind(to: start)
      return
    }
    for _ in rest { _ = scanner.takeCharacter() }
    if isBracketed { _ = scanner.takeAny([")", "]"]) }
    let lunar = try? reader.calendar.lunarDate(on: date)
    switch second.date {
    case .lunar(nil, let month, let isLeap, let day):
      guard let lunar, (lunar.month, lunar.isLeap, lunar.day) != (month, isLeap, day) else { return }
      throw failure(.twoDays, advice: ["\(date)", DateTexts.lunar(lunar.year, month, isLeap, day)])
    default:
      guard let day = try? reader.lunarDate(of: second).solarDate, day != date else { return }
      throw failure(.twoDays, advice: ["\(date)", "\(day)"])
    }
  }

  /// A time of day, which no date needs: 14:30, 下午2:30, 晚上六點半, 10:00 AM, 子時, 吉時.
  private mutating func takeTime() -> Bool {
    let start = scanner.position
    _ = scanner.takeWhile { $0.isWhitespace || ",-T".contains($0) }
    let part = scanner.takeAny(Self.partsOfDay)
    scanner.skipBlanks()
    if scanner.takeAny(Self.doubleHours) != nil, scanner.take("時") {
      scanner.skipBlanks()
    } else if let hour = ChineseNumerals.takeNumber(&scanner), (0...24).contains(hour) {
      guard takeMinutes() else {
        scanner.rewind(to: start)
        return false
      }
      scanner.skipBlanks()
      _ = scanner.takeWord(of: ["am", "pm"])
    } else if part == nil {
      scanner.rewind(to: start)
      return false
    }
    _ = scanner.takeAny(["入席", "開始", "開席", "起", "整"])
    guard isAtEnd else {
      scanner.rewind(to: start)
      return false
    }
    return true
  }

  /// `:30`, `:30:00`, 點, 時, 點半, 時30分, or am and pm alone.
  private mutating func takeMinutes() -> Bool {
    if scanner.take(":") {
      repeat {
        guard scanner.takeDigits().count == 2 else { return false }
      } while scanner.take(":")
      return true
    }
    if scanner.takeAny(["點鐘", "點", "点", "時", "时"]) != nil {
      if scanner.take("半") { return true }
      if ChineseNumerals.takeNumber(&scanner) != nil { _ = scanner.take("分") }
      return true
    }
    let next = scanner.rest.lowercased()
    return next.hasPrefix("am") || next.hasPrefix("pm") || next.hasPrefix(" am") || next.hasPrefix(" pm")
  }

  private static let partsOfDay = [
    "上午", "下午", "早上", "早晨", "中午", "晚上", "傍晚", "凌晨", "清晨", "半夜", "午夜", "夜間", "吉時", "吉日",
  ]
  private static let doubleHours = ["子", "丑", "寅", "卯", "辰", "巳", "午", "未", "申", "酉", "戌", "亥"]

  static let withoutTime = DateRemark("只讀日期，時刻不計", "the time of day was left out")

  func check(_ weekday: Weekday, of date: SolarDate) throws(DateReadingError) {
    guard date.weekday != weekday else { return }
    // The weekday may be right and the day wrong.
    let ahead = (weekday.rawValue - date.weekday.rawValue + 3).modulo(7) - 3
    throw failure(.otherWeekday(date), advice: ["\(date)", "\(date.advanced(by: ahead))"])
  }

  private func trailing(_ date: SolarDate?) -> DateReadingError {
    failure(
      .notADate(column: scanner.column), advice: date.map { ["\($0)"] } ?? reader.examples(isLunar: isLunar == true))
  }

  func failure(_ reason: DateReadingError.Reason, advice: [String]) -> DateReadingError {
    DateReadingError(text: text, reason: reason, advice: advice)
  }

  func notADate() -> DateReadingError {
    failure(.notADate(column: scanner.column), advice: reader.examples(isLunar: isLunar == true))
  }

  // MARK: Years

  /// A year before 1000 without an era is of the Republic, as on every form in Taiwan.
  ///
  /// - Parameter others: texts that mean the year as it stands.
  /// - Throws: for year 0 of an era that has none.
  mutating func westernYear(_ number: Int, others: [String]) throws(DateReadingError) -> Int {
    if let era {
      guard number > 0 || era.offset == 0, number <= era.length ?? number else {
        let last = era.length.flatMap { SolarDate.text(era.year($0), 1, 1) }
        throw failure(.notAYear(column: scanner.column), advice: last.map { [$0] } ?? ["民國元年1月1日", "民國前1年12月31日"])
      }
      return era.year(number)
    }
    guard (1..<1_000).contains(number) else { return number }
    remarks.append(
      DateRemark(
        "「\(number)」讀作民國 \(number) 年（\(number + 1_911) 年）",
        "\(number) is read as year \(number) of the Republic (\(number + 1_911))",
        others: others))
    return number + 1_911
  }
}

/// Words before or between the numbers of a date.
enum ChineseWords {
  static let lunar = ["農曆", "农历", "農歷", "舊曆", "旧历", "陰曆", "阴历", "夏曆", "夏历", "農民曆", "古曆", "古历"]
  static let solar = ["國曆", "国历", "公曆", "公历", "陽曆", "阳历", "新曆", "新历", "西曆", "西历"]
  static let day = ["日", "號", "号"]
  static let leap = ["閏", "闰", "潤"]
  static let last = ["最後一天", "最後一日", "最后一天", "最后一日", "底"]
}

/// How years are counted.
struct Era {
  /// The year before the first.
  let offset: Int
  var countsBackwards = false
  /// The last year of a reign; nil for eras without an end.
  var length: Int?
  /// True for the Qing, whose years are lunar.
  var isLunar = false

  func year(_ number: Int) -> Int { countsBackwards ? offset - number : offset + number }

  /// The era whose name comes next.
  ///
  /// The years of the Qing are lunar years, those of Japan solar ones; both stand in household registers. First years: 鄭鶴聲, 近世中西史日對照表.
  static func take(_ scanner: inout TextScanner) -> Era? {
    let start = scanner.position
    if scanner.takeAny(["中華民國", "中华民国", "民國", "民国"]) != nil || scanner.takeWord(of: ["roc"]) != nil
      || scanner.takeAny(["R.O.C.", "r.o.c."]) != nil
    {
      scanner.skipBlanks()
      return scanner.take("前") ? Era(offset: 1_912, countsBackwards: true) : Era(offset: 1_911)
    }
    if scanner.take("民前") { return Era(offset: 1_912, countsBackwards: true) }
    if scanner.takeAny(["西元", "公元"]) != nil {
      return scanner.take("前") ? Era(offset: 1, countsBackwards: true) : Era(offset: 0)
    }
    if scanner.takeWord(of: ["ad", "ce"]) != nil { return Era(offset: 0) }
    if scanner.take("民"), scanner.next?.isNumber == true { return Era(offset: 1_911) }
    scanner.rewind(to: start)
    if scanner.takeAny(["清朝", "清", "日治", "日本"]) != nil { scanner.skipBlanks() }
    for reign in reigns where reign.names.contains(where: { scanner.take($0) }) {
      return Era(offset: reign.first - 1, length: reign.length, isLunar: reign.first < 1_912 && reign.names[0] != "明治")
    }
    scanner.rewind(to: start)
    return nil
  }

  private static let reigns: [(names: [String], first: Int, length: Int)] = [
    (["康熙"], 1_662, 61), (["雍正"], 1_723, 13), (["乾隆"], 1_736, 60), (["嘉慶", "嘉庆"], 1_796, 25), (["道光"], 1_821, 30),
    (["咸豐", "咸丰"], 1_851, 11), (["同治"], 1_862, 13), (["光緒", "光绪"], 1_875, 34), (["宣統", "宣统"], 1_909, 3),
    (["明治"], 1_868, 45),
    (["大正"], 1_912, 15), (["昭和"], 1_926, 64),
  ]
}

extension String {
  func trimmingBlanksAtEnd() -> Substring {
    var end = endIndex
    while end > startIndex, self[index(before: end)].isWhitespace { end = index(before: end) }
    return self[..<end]
  }
}
