import Ephemeris
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
  /// The time of day behind the date.
  var time: TimeOfDay?
  var scanner: TextScanner
  /// The dates that this one stands behind, so that a list of thousands is not read to its end.
  let depth: Int

  init(_ text: String, _ reader: DateReader, isLunar: Bool?, depth: Int = 0) {
    let longest = DateReader.longestText
    self.text = String(String(text.unicodeScalars.prefix(4 * longest + 1)).prefix(longest + 1))
    self.reader = reader
    self.depth = depth
    let typed = TypedText(self.text)
    self.isLunar = isLunar ?? typed.isLunar
    namesCalendar = self.isLunar != nil
    scanner = TextScanner(typed.core, prefixCount: typed.prefixCount)
  }

  var today: SolarDate { reader.today }

  mutating func parse() throws(DateReadingError) -> TypedDate {
    try checkLength()
    scanner.skipBlanks()
    let start = self
    do throws(DateReadingError) {
      return try calendarDate()
    } catch {
      // The catalogue is read last, because most dates do without it and it takes time to load.
      self = start
      try? takeMarks()
      if let found = try? cataloguedDay() { return found }
      guard case .notADate = error.reason, let name = reader.names().nearest(to: scanner.rest) else { throw error }
      throw failure(error.reason, advice: [name] + error.advice)
    }
  }

  /// A date without the names of the catalogue.
  private mutating func calendarDate() throws(DateReadingError) -> TypedDate {
    if scanner.isNumeric, let found = try numericDate() { return found }
    if let found = try countedDay() { return found }
    if let found = try shiftedDay() { return found }
    try takeMarks()
    if let found = try relativeDay() { return found }
    if let found = try weekday() { return found }
    if let found = try weekdayOfMonth() { return found }
    if let found = try englishDate() { return found }
    if let found = try numericDate() { return found }
    if let found = try namedDay() { return found }
    if let found = try chineseDate() { return found }
    throw notADate()
  }

  /// A character can have many scalars, which take time as well.
  private func checkLength() throws(DateReadingError) {
    guard text.count > DateReader.longestText || text.unicodeScalars.count > 4 * DateReader.longestText else { return }
    let start = String(text.unicodeScalars.prefix(20))
    throw DateReadingError(text: start + "…", reason: .tooLong, advice: reader.examples(isLunar: isLunar == true))
  }

  mutating func parseYear() throws(DateReadingError) -> (year: Int, remarks: [DateRemark]) {
    try checkLength()
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
    // 一九八七
    if !isNegative, scanner.next?.isASCII == false, let number = ChineseNumerals.takeYear(&scanner) {
      if number >= 1_000, era == nil { era = Era(offset: 0) }
      return .number(number)
    }
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
    try end(of: date, text: advice(date))
    return TypedDate(text: text, date: .solar(date), time: time, remarks: remarks)
  }

  mutating func lunar(_ year: Int?, _ month: Int, _ isLeap: Bool, _ day: Int) throws(DateReadingError) -> TypedDate {
    let typed = TypedDate(
      text: text, date: .lunar(year: year, month: month, isLeap: isLeap, day: day), remarks: remarks)
    if year == nil {
      guard (1...12).contains(month), (1...30).contains(day) else {
        // This year's month knows its length, for the advice.
        _ = try reader.lunarDate(of: typed)
        throw notADate()
      }
      let next = reader.next(month, isLeap, day)
      try end(of: next?.solarDate, text: next.map { DateTexts.lunar($0.year, month, isLeap, day) })
      return TypedDate(text: text, date: typed.date, time: time, remarks: remarks)
    }
    try end(
      of: reader.lunarDate(of: typed).solarDate, text: year.map { DateTexts.lunar($0, month, isLeap, day) })
    return TypedDate(text: text, date: typed.date, time: time, remarks: remarks)
  }

  /// A day as a text that is read in the same place.
  func advice(_ date: SolarDate) -> String {
    guard isLunar == true, let lunar = try? reader.calendar.lunarDate(on: date) else { return "\(date)" }
    return DateTexts.lunar(lunar.year, lunar.month, lunar.isLeap, lunar.day)
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

extension String {
  func trimmingBlanksAtEnd() -> Substring {
    var end = endIndex
    while end > startIndex, self[index(before: end)].isWhitespace { end = index(before: end) }
    return self[..<end]
  }
}
