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
    self.isLunar = isLunar
    namesCalendar = isLunar != nil
    scanner = TextScanner(text)
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
      if scanner.takeAny(ChineseWords.lunar) != nil || scanner.takeWord(of: ["lunar"]) != nil || takeShortMark() {
        guard isLunar != false else { throw failure(.twoCalendars, advice: bothCalendars()) }
        isLunar = true
      } else if scanner.takeAny(ChineseWords.solar) != nil || scanner.takeWord(of: ["solar"]) != nil {
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

  /// 農 before a digit.
  private mutating func takeShortMark() -> Bool {
    let start = scanner.position
    if scanner.takeAny(["農", "农"]) != nil {
      _ = scanner.take(")")
      scanner.skipBlanks()
      if let next = scanner.next, next.isNumber || next == "(" { return true }
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
      var advice = reader.advice(for: error)
      // 2025/13/5 is 13 May to many.
      if case .noSuchSolarMonth = error, let swapped = SolarDate.text(year, day, month) { advice = [swapped] }
      throw failure(.noSuchDay(error), advice: advice)
    }
    return try finished(date)
  }

  mutating func finished(_ date: SolarDate) throws(DateReadingError) -> TypedDate {
    try endWithWeekday(of: date)
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
      try endWithWeekday(of: nil)
      return typed
    }
    try endWithWeekday(of: reader.lunarDate(of: typed).solarDate)
    return typed
  }

  /// The end of the text, or the day of the week in some form: 星期三, (三), 週三, Wed.
  private mutating func endWithWeekday(of date: SolarDate?) throws(DateReadingError) {
    let end = scanner.position
    scanner.skipBlanks()
    _ = scanner.take(",")
    scanner.skipBlanks()
    let isBracketed = scanner.takeAny(["(", "[", "【"]) != nil
    let hasWord = scanner.takeAny(WeekdayWords.chinese) != nil
    var weekday: Weekday?
    if hasWord || isBracketed { weekday = WeekdayWords.takeDay(&scanner) }
    if weekday == nil, !hasWord { weekday = WeekdayWords.takeEnglish(&scanner) }
    if weekday != nil, isBracketed { _ = scanner.takeAny([")", "]", "】"]) }
    guard let weekday else {
      scanner.rewind(to: end)
      scanner.skipBlanks()
      guard scanner.isAtEnd else { throw trailing(date) }
      return
    }
    scanner.skipBlanks()
    guard scanner.isAtEnd else { throw trailing(date) }
    if let date { try check(weekday, of: date) }
  }

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
      guard number > 0 || era.offset == 0 else {
        throw failure(.notAYear(column: scanner.column), advice: ["民國元年1月1日", "民國前1年12月31日"])
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
    if scanner.takeAny(["西元", "公元"]) != nil {
      return scanner.take("前") ? Era(offset: 1, countsBackwards: true) : Era(offset: 0)
    }
    if scanner.takeWord(of: ["ad", "ce"]) != nil { return Era(offset: 0) }
    if scanner.take("民"), scanner.next?.isNumber == true { return Era(offset: 1_911) }
    scanner.rewind(to: start)
    if scanner.takeAny(["清朝", "清", "日治", "日本"]) != nil { scanner.skipBlanks() }
    for (name, first) in reigns where scanner.take(name) { return Era(offset: first - 1) }
    scanner.rewind(to: start)
    return nil
  }

  private static let reigns: KeyValuePairs<String, Int> = [
    "康熙": 1_662, "雍正": 1_723, "乾隆": 1_736, "嘉慶": 1_796, "嘉庆": 1_796, "道光": 1_821, "咸豐": 1_851, "咸丰": 1_851, "同治": 1_862,
    "光緒": 1_875, "光绪": 1_875, "宣統": 1_909, "宣统": 1_909, "明治": 1_868, "大正": 1_912, "昭和": 1_926,
  ]
}

extension String {
  func trimmingBlanksAtEnd() -> Substring {
    var end = endIndex
    while end > startIndex, self[index(before: end)].isWhitespace { end = index(before: end) }
    return self[..<end]
  }
}
