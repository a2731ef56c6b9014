import Ephemeris
import Lunisolar

// Days by their names: 除夕, 中秋節, 冬至, 2027年端午, 明年清明.

extension DateParser {
  mutating func namedDay() throws(DateReadingError) -> TypedDate? {
    let start = scanner.position
    let year = takeWrittenYear()
    _ = scanner.takeAny(["的"])
    scanner.skipBlanks()
    guard let day = NamedDay.take(&scanner) else {
      scanner.rewind(to: start)
      return nil
    }
    _ = scanner.takeAny(["節", "节", "夜"])
    switch day {
    case .term(let term):
      let number = try namedYear(year, isLunar: false)
      guard let terms = try? reader.calendar.solarTerms(ofSolarYear: number) else { throw notADate() }
      let date = terms[term].advanced(by: try daysBeside())
      if year == nil { remarkThisYear(date, number) }
      return try finished(date)
    case .solar(let month, let day):
      let number = try namedYear(year, isLunar: false)
      isLunar = false
      if year == nil, let date = try? SolarDate(year: number, month: month, day: day) { remarkThisYear(date, number) }
      return try solar(number, month, day)
    case .lunar(let month, let day):
      let number = try namedYear(year, isLunar: true)
      isLunar = true
      guard let found = try? reader.calendar.lunarYear(number).month(month) else { throw notADate() }
      // Days counted from the end of the month: 0 is the last.
      let counted = day > 0 ? day : found.dayCount + day
      if year == nil { remarkThisYear(found.firstDay.advanced(by: counted - 1), number) }
      return try lunar(number, month, false, counted)
    case .sunday(let month, let ordinal):
      let number = try namedYear(year, isLunar: false)
      guard let first = try? SolarDate(year: number, month: month, day: 1) else { throw notADate() }
      let date = first.advanced(by: (7 - first.weekday.rawValue) + 7 * (ordinal - 1))
      if year == nil { remarkThisYear(date, number) }
      return try finished(date)
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

  private mutating func namedYear(_ year: WrittenYear?, isLunar: Bool) throws(DateReadingError) -> Int {
    switch year {
    case .number(let number): return try westernYear(number, others: [])
    case .relative(let distance): return (isLunar ? reader.lunarYear : today.year) + distance
    case nil: return isLunar ? reader.lunarYear : today.year
    case .cycle?, .animal?:
      guard let year else { return today.year }
      let name = String(text.drop { $0 != "年" }.dropFirst())
      return nearest(year) { "\($0)年\(name)" }
    }
  }

  private mutating func remarkThisYear(_ date: SolarDate, _ year: Int) {
    let name = text.filter { !$0.isWhitespace }
    remarks.append(
      DateRemark("讀作今年（\(year) 年）的", "read as that of this year (\(year))", others: ["明年\(name)"]))
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
    let word = scanner.takeWhile { $0.isASCII && $0.isLetter }
    if word.count > 4, let term = SolarTerm(named: word) { return .term(term) }
    scanner.rewind(to: start)
    return nil
  }

  private static let names: KeyValuePairs<String, NamedDay> = [
    "小年夜": .lunar(month: 12, day: -1), "除夕": .lunar(month: 12, day: 0), "大年夜": .lunar(month: 12, day: 0),
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
    "平安夜": .solar(month: 12, day: 24), "情人": .solar(month: 2, day: 14),
    "婦女": .solar(month: 3, day: 8), "植樹": .solar(month: 3, day: 12), "青年": .solar(month: 3, day: 29),
    "父親": .solar(month: 8, day: 8), "父亲": .solar(month: 8, day: 8), "軍人": .solar(month: 9, day: 3),
    "母親": .sunday(month: 5, ordinal: 2), "母亲": .sunday(month: 5, ordinal: 2),
  ]
}
