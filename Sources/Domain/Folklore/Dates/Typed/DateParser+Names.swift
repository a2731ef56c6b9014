import Ephemeris
import Lunisolar

// Days by their names: 除夕, 中秋節, 冬至, 2027年端午, 明年清明.

extension DateParser {
  mutating func namedDay() throws(DateReadingError) -> TypedDate? {
    let start = scanner.position
    let year = takeWrittenYear()
    _ = scanner.takeAny(["的"])
    scanner.skipBlanks()
    let nameStart = scanner.position
    guard let day = NamedDay.take(&scanner) else {
      scanner.rewind(to: start)
      return nil
    }
    _ = scanner.takeAny(["節", "节", "夜", "日"])
    let days = try daysBeside()
    let name = scanner.text(from: nameStart)
    guard let year else { return try coming(day, days, name) }
    let number = try self.year(year, of: day, name)
    guard let date = self.date(of: day, in: number)?.advanced(by: days) else { throw notADate() }
    if case .lunar(12, _) = day, case .number = year, let other = self.date(of: day, in: number - 1) {
      // 2025年除夕 ends lunar year 2025, and another one stands in the solar year 2025.
      remarks.append(
        DateRemark(
          "讀作農曆 \(number) 年的（\(date)）", "read as that of lunar year \(number) (\(date))",
          others: ["\(other.advanced(by: days))"]))
    }
    return try finished(date)
  }

  /// The next such day, today included.
  private mutating func coming(_ day: NamedDay, _ days: Int, _ name: String) throws(DateReadingError) -> TypedDate {
    let first = if case .lunar = day { reader.lunarYear } else { today.year }
    let found = [first, first + 1].lazy.compactMap { [self] year in
      date(of: day, in: year).map { (year, $0.advanced(by: days)) }
    }.first { [today] in $0.1 >= today }
    guard let (year, date) = found else { throw notADate() }
    // The other one is this year's or next year's.
    remarks.append(
      DateRemark(
        "讀作接下來的（\(date)）", "read as the coming one (\(date))", others: [(year == first ? "明年" : "今年") + name]))
    return try finished(date)
  }

  private func date(of day: NamedDay, in year: Int) -> SolarDate? {
    switch day {
    case .term(let term): return (try? reader.calendar.solarTerms(ofSolarYear: year))?[term]
    case .solar(let month, let day): return try? SolarDate(year: year, month: month, day: day)
    case .lunar(let month, let day):
      guard let found = try? reader.calendar.lunarYear(year).month(month) else { return nil }
      // Days counted from the end of the month: 0 is the last.
      return found.firstDay.advanced(by: (day > 0 ? day : found.dayCount + day) - 1)
    case .sunday(let month, let ordinal):
      guard let first = try? SolarDate(year: year, month: month, day: 1) else { return nil }
      return first.advanced(by: (7 - first.weekday.rawValue) + 7 * (ordinal - 1))
    }
  }

  /// 前一日, 後三天: days before or after a solar term.
  private mutating func daysBeside() throws(DateReadingError) -> Int {
    let isBefore = scanner.take("前")
    guard isBefore || scanner.takeAny(["後", "后"]) != nil else { return 0 }
    guard let number = ChineseNumerals.takeNumber(&scanner), scanner.takeAny(["日", "天"]) != nil else {
      throw notADate()
    }
    return isBefore ? -number : number
  }

  private mutating func year(
    _ year: WrittenYear, of day: NamedDay, _ name: String
  ) throws(DateReadingError) -> Int {
    switch year {
    case .number(let number): return try westernYear(number, others: ["西元\(number)年\(name)"])
    case .relative(let distance):
      return if case .lunar = day { reader.lunarYear + distance } else { today.year + distance }
    case .cycle, .animal: return nearest(year) { "\($0)年\(name)" }
    }
  }
}

/// Days that people call by name. The dates of deities are data, not calendar.
enum NamedDay {
  case term(SolarTerm)
  case solar(month: Int, day: Int)
  case sunday(month: Int, ordinal: Int)
  /// Day 0 is the last of the month, -1 the day before.
  case lunar(month: Int, day: Int)

  static func take(_ scanner: inout TextScanner) -> NamedDay? {
    if let found = names.first(where: { scanner.take($0.key) })?.value { return found }
    for length in [2, 3] {
      let name = String(scanner.rest.prefix(length))
      if let term = SolarTerm(named: name), scanner.take(name) { return .term(term) }
    }
    let start = scanner.position
    let word = scanner.takeWhile { $0.isASCII && ($0.isLetter || $0 == " " || $0 == "-") }.lowercased()
    if word.count > 4 {
      if let term = SolarTerm(named: word) { return .term(term) }
      if let found = english[word] { return found }
    }
    scanner.rewind(to: start)
    return nil
  }

  private static let english: [String: NamedDay] = [
    "christmas": .solar(month: 12, day: 25), "new year": .solar(month: 1, day: 1),
    "chinese new year": .lunar(month: 1, day: 1), "lunar new year": .lunar(month: 1, day: 1),
    "mid-autumn festival": .lunar(month: 8, day: 15), "dragon boat festival": .lunar(month: 5, day: 5),
    "lantern festival": .lunar(month: 1, day: 15),
  ]

  private static let names: KeyValuePairs<String, NamedDay> = [
    "小年夜": .lunar(month: 12, day: -1), "除夕": .lunar(month: 12, day: 0), "大年夜": .lunar(month: 12, day: 0),
    "大年三十": .lunar(month: 12, day: 0), "年三十": .lunar(month: 12, day: 0), "大年除夕": .lunar(month: 12, day: 0),
    "新年": .lunar(month: 1, day: 1), "農曆年": .lunar(month: 1, day: 1), "中國新年": .lunar(month: 1, day: 1),
    "過年": .lunar(month: 1, day: 1), "过年": .lunar(month: 1, day: 1), "春節": .lunar(month: 1, day: 1),
    "春节": .lunar(month: 1, day: 1), "農曆新年": .lunar(month: 1, day: 1), "天公生": .lunar(month: 1, day: 9),
    "元宵": .lunar(month: 1, day: 15), "上元": .lunar(month: 1, day: 15), "頭牙": .lunar(month: 2, day: 2),
    "头牙": .lunar(month: 2, day: 2), "端午": .lunar(month: 5, day: 5), "端陽": .lunar(month: 5, day: 5),
    "七夕": .lunar(month: 7, day: 7), "中元": .lunar(month: 7, day: 15), "普渡": .lunar(month: 7, day: 15),
    "中秋": .lunar(month: 8, day: 15), "重陽": .lunar(month: 9, day: 9), "重阳": .lunar(month: 9, day: 9),
    "下元": .lunar(month: 10, day: 15), "臘八": .lunar(month: 12, day: 8), "腊八": .lunar(month: 12, day: 8),
    "尾牙": .lunar(month: 12, day: 16), "送神": .lunar(month: 12, day: 24), "元旦": .solar(month: 1, day: 1),
    "和平紀念日": .solar(month: 2, day: 28), "兒童": .solar(month: 4, day: 4), "儿童": .solar(month: 4, day: 4),
    "勞動": .solar(month: 5, day: 1), "劳动": .solar(month: 5, day: 1), "教師": .solar(month: 9, day: 28),
    "教师": .solar(month: 9, day: 28), "國慶日": .solar(month: 10, day: 10), "國慶": .solar(month: 10, day: 10),
    "国庆": .solar(month: 10, day: 10), "雙十": .solar(month: 10, day: 10), "光復": .solar(month: 10, day: 25),
    "行憲紀念日": .solar(month: 12, day: 25), "聖誕": .solar(month: 12, day: 25), "圣诞": .solar(month: 12, day: 25),
    "跨年": .solar(month: 12, day: 31), "年底": .solar(month: 12, day: 31), "二二八": .solar(month: 2, day: 28),
    "浴佛": .lunar(month: 4, day: 8), "佛誕": .lunar(month: 4, day: 8),
    "平安夜": .solar(month: 12, day: 24), "情人": .solar(month: 2, day: 14),
    "婦女": .solar(month: 3, day: 8), "植樹": .solar(month: 3, day: 12), "青年": .solar(month: 3, day: 29),
    "父親": .solar(month: 8, day: 8), "父亲": .solar(month: 8, day: 8), "軍人": .solar(month: 9, day: 3),
    "母親": .sunday(month: 5, ordinal: 2), "母亲": .sunday(month: 5, ordinal: 2),
  ]
}
