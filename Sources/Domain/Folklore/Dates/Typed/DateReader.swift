import Ephemeris
public import Lunisolar

/// Reads dates as people in Taiwan type them.
///
///     let reader = DateReader(today: today)
///     try reader.read("2025/4/20")            // also 20250420, 114/4/20, 民國114年4月20日, 二〇二五年四月二十日
///     try reader.read("農曆乙巳年三月廿三")       // also 農曆2025/3/23, 農曆民國114年三月廿三, 2025-6L-15
///     try reader.read("下週三")                // also 今天, +3, 除夕, 冬至, 初一, April 20, 2025
///
/// A text that can mean two things gets a remark with the texts for the other meanings. A text that is no date is an error with texts that are.
public struct DateReader: Sendable {
  package let today: SolarDate
  let calendar: AstronomicalCalendar
  let clock: ZonedClock?
  /// The names of the catalogue, asked for when a text is no other date.
  let names: @Sendable () -> DayNames

  /// - Parameters:
  ///   - today: what 今天, 今年 and weekdays are counted from.
  ///   - variant: the lunar calendar.
  ///   - clock: the clock on which an instant with an offset is read; Taiwan's if nil.
  ///   - names: gives the days that people call by name, such as 媽祖生. It is called only for a text that is no other date.
  public init(
    today: SolarDate, variant: CalendarVariant = .chinese, clock: ZonedClock? = nil,
    names: @escaping @Sendable () -> DayNames = { .none }
  ) {
    self.today = today
    calendar = AstronomicalCalendar(variant)
    self.clock = clock
    self.names = names
  }

  /// The same reader on another day.
  package func on(_ today: SolarDate) -> DateReader {
    DateReader(today: today, variant: calendar.variant, clock: clock, names: names)
  }

  /// The most characters of a date; what is longer is not read.
  public static let longestText = 100

  /// Reads a date of either calendar.
  public func read(_ text: some StringProtocol) throws(DateReadingError) -> TypedDate {
    // An instant, as programs write them: its day on the reader's clock.
    if text.utf8.count > 15, let instant = try? CivilTime.parse(String(text).trimmingBlanksAtEnd().description) {
      let offset = clock?.offset(at: instant.unixTime) ?? Self.taiwanOffset
      let (date, second) = CivilTime.local(unixTime: instant.unixTime, offset: offset)
      return TypedDate(
        text: String(text), date: .solar(date), time: TimeOfDay(uncheckedMinutes: second / 60),
        remarks: [DateParser.withoutTime])
    }
    var parser = DateParser(String(text), self, isLunar: nil)
    return try parser.parse()
  }

  /// Reads a lunar date: numbers without a name of a calendar are lunar (`2025-3-23`, `2025-6L-15`, `3/23`).
  public func read(lunar text: some StringProtocol) throws(DateReadingError) -> TypedDate {
    var parser = DateParser(String(text), self, isLunar: true)
    return try parser.parse()
  }

  /// Gives a lunar date without a year the year of the next such day, today included, and says so.
  public func dated(_ typed: TypedDate) -> TypedDate {
    guard case .lunar(nil, let month, let isLeap, let day) = typed.date else { return typed }
    guard let next = next(month, isLeap, day) else {
      return TypedDate(
        text: typed.text, date: .lunar(year: lunarYear, month: month, isLeap: isLeap, day: day), time: typed.time,
        remarks: typed.remarks)
    }
    // The one that is past, or else the one behind the next.
    let years = (next.year - 3..<next.year).reversed() + (next.year + 1...next.year + 40)
    let other = years.first { exists($0, month, isLeap, day) }
    let remark = DateRemark(
      "沒有寫年份，讀作接下來的：農曆 \(next.year) 年", "no year was given: read as the next one, of lunar year \(next.year)",
      others: other.map { [DateTexts.lunar($0, month, isLeap, day)] } ?? [])
    return TypedDate(
      text: typed.text, date: .lunar(year: next.year, month: month, isLeap: isLeap, day: day), time: typed.time,
      remarks: typed.remarks + [remark])
  }

  /// The next such lunar day, today included, within the years in which people wait for one; nil if there is none.
  func next(_ month: Int, _ isLeap: Bool, _ day: Int) -> LunarDate? {
    (lunarYear...lunarYear + 2).lazy.compactMap {
      try? LunarDate(year: $0, month: month, isLeap: isLeap, day: day, in: calendar)
    }.first { $0.solarDate >= today }
  }

  func exists(_ year: Int, _ month: Int, _ isLeap: Bool, _ day: Int) -> Bool {
    (try? LunarDate(year: year, month: month, isLeap: isLeap, day: day, in: calendar)) != nil
  }

  /// The day of a typed date.
  ///
  /// - Throws: `DateReadingError` for a day that does not exist, with days that do.
  public func lunarDate(of typed: TypedDate) throws(DateReadingError) -> LunarDate {
    do throws(CalendarError) {
      switch dated(typed).date {
      case .solar(let date): return try calendar.lunarDate(on: date)
      case .lunar(let year, let month, let isLeap, let day):
        return try LunarDate(year: year ?? lunarYear, month: month, isLeap: isLeap, day: day, in: calendar)
      }
    } catch {
      var day = 1
      if case .lunar(_, _, _, let given) = typed.date, (1...29).contains(given) { day = given }
      throw DateReadingError(text: typed.text, reason: .noSuchDay(error), advice: advice(for: error, day: day))
    }
  }

  /// Reads a rule, also by the name of a day that the catalogue has: 媽祖生, 媽祖生前三天.
  public func rule(_ text: some StringProtocol) throws(DateRuleError) -> DateRule {
    try DateRule(text, names: names)
  }

  /// The solar day of a typed text.
  public func solarDate(_ text: some StringProtocol) throws(DateReadingError) -> (
    date: SolarDate, remarks: [DateRemark]
  ) {
    let typed = dated(try read(text))
    return (try lunarDate(of: typed).solarDate, typed.remarks)
  }

  /// The lunar year of today.
  var lunarYear: Int { (try? calendar.lunarDate(on: today).year) ?? today.year }

  // MARK: Years

  /// Reads a year: 2026, 2026年, 民國115年, 115, 二〇二六年, 今年, 乙巳年, 蛇年.
  ///
  /// - Throws: `DateReadingError` with years that are read.
  public func year(_ text: some StringProtocol) throws(DateReadingError) -> (year: Int, remarks: [DateRemark]) {
    var parser = DateParser(String(text), self, isLunar: nil)
    return try parser.parseYear()
  }

  // MARK: Advice

  /// Days near one that does not exist.
  ///
  /// - Parameter day: the day of the month that was given, if every month has it.
  func advice(for error: CalendarError, day: Int = 1) -> [String] {
    switch error {
    case .noSuchSolarMonth(let year, let month):
      return [SolarDate.text(year, month < 1 ? 1 : 12, day) ?? SolarDate.text(year, month < 1 ? 1 : 12, 1)].compactMap(
        \.self)
    case .noSuchSolarDay(let year, let month, let day, let dayCount):
      let last = SolarDate.text(year, month, dayCount)
      guard day > dayCount else { return [SolarDate.text(year, month, 1)].compactMap(\.self) }
      return [last, month == 12 ? SolarDate.text(year + 1, 1, 1) : SolarDate.text(year, month + 1, 1)].compactMap(
        \.self)
    case .noSuchLunarDay(let year, let month, let isLeap, let day, let dayCount):
      guard day > dayCount else { return [DateTexts.lunar(year, month, isLeap, 1)] }
      let next = try? calendar.lunarDate(
        on: LunarDate(year: year, month: month, isLeap: isLeap, day: dayCount, in: calendar).solarDate.advanced(by: 1))
      return [DateTexts.lunar(year, month, isLeap, dayCount)]
        + [next.map { DateTexts.lunar($0.year, $0.month, $0.isLeap, 1) }].compactMap(\.self)
    case .noSuchLeapMonth(let year, let month, _, let previous, let next):
      func leap(_ years: some Sequence<Int>) -> String? {
        years.first { (try? calendar.lunarYear($0))?.leapMonth == month }.map { DateTexts.lunar($0, month, true, day) }
      }
      let same = [leap((1...60).lazy.map { year - $0 }), leap((1...60).lazy.map { year + $0 })].compactMap(\.self)
      let others = [previous, next].compactMap(\.self).map { DateTexts.lunar($0.year, $0.month, true, day) }
      return [DateTexts.lunar(year, month, false, day)] + (same.isEmpty ? others : same)
    case .noSuchLunarMonth(let year, _):
      return [DateTexts.lunar(year, 12, false, day), DateTexts.lunar(year, 1, false, day)]
    case .lunarYearOutOfRange(_, let valid), .solarYearOutOfRange(_, let valid):
      return [SolarDate.text(max(valid.lowerBound, 1), 7, 1), SolarDate.text(min(valid.upperBound, 9_999), 7, 1)]
        .compactMap(\.self)
    case .solarDateOutOfRange: return examples(isLunar: false)
    case .notADate: return examples(isLunar: false)
    }
  }

  /// Today, in the forms that people use.
  func examples(isLunar: Bool) -> [String] {
    let solar = today.components
    guard let lunar = try? calendar.lunarDate(on: today) else { return ["\(today)"] }
    let chinese = DateTexts.lunar(lunar.year, lunar.month, lunar.isLeap, lunar.day)
    if isLunar { return ["農曆\(lunar)", chinese] }
    guard solar.year > 1_911 else { return ["\(today)", chinese] }
    return ["\(today)", "民國\(solar.year - 1_911)年\(solar.month)月\(solar.day)日", chinese]
  }
}

/// Dates as texts that the reader reads.
enum DateTexts {
  /// `農曆2025年閏六月十五`.
  static func lunar(_ year: Int, _ month: Int, _ isLeap: Bool, _ day: Int) -> String {
    if year < 0 { return "農曆\(year)-\(month)\(isLeap ? "L" : "")-\(day)" }
    let prefix = year < 1_000 ? "農曆西元" : "農曆"
    return "\(prefix)\(year)年" + LunarDate.monthName(month, isLeap: isLeap) + LunarDate.dayName(day)
  }
}

extension SolarDate {
  /// The ISO text of a day; nil if it does not exist.
  static func text(_ year: Int, _ month: Int, _ day: Int) -> String? {
    (try? SolarDate(year: year, month: month, day: day)).map(\.description)
  }
}
