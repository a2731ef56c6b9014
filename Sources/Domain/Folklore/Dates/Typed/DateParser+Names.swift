import Ephemeris
import Lunisolar

// Days by their names: 除夕, 中秋節, 冬至, 2027年端午, 明年清明, 媽祖生, Mid-Autumn 2027.

extension DateParser {
  /// A day of the calendar: 除夕, 清明.
  mutating func namedDay() throws(DateReadingError) -> TypedDate? {
    try day { parser in
      NamedDay.take(&parser.scanner, isLunar: parser.isLunar == true && parser.scanner.position > 0).map { [$0.rule] }
    }
  }

  /// A day that the catalogue has: 媽祖生, 鬼門開.
  mutating func cataloguedDay() throws(DateReadingError) -> TypedDate? {
    let names = reader.names()
    return try day { parser in names.take(&parser.scanner) }
  }

  /// A name with the year before or behind it.
  ///
  /// - Parameter take: consumes a name; gives its rule first, then those of other days with that name.
  private mutating func day(_ take: (inout DateParser) -> [DateRule]?) throws(DateReadingError) -> TypedDate? {
    let start = self
    let comesNext = scanner.takeAny(["下一個", "下一个", "下一次", "下個", "下个", "下次", "下回"]) != nil
    var year = comesNext ? nil : takeWrittenYear() ?? takeYearBeforeName()
    if year != nil {
      _ = scanner.take("的")
      scanner.skipBlanks()
      try takeMarks()
    }
    let nameStart = scanner.position
    guard let rules = take(&self), let rule = rules.first else {
      self = start
      return nil
    }
    _ = scanner.takeAny(["節", "节", "夜", "那一天", "那天", "當天", "当天", "當日", "日"])
    let name = scanner.text(from: nameStart)
    if year == nil { year = takeYearBehindName() }
    let date: SolarDate
    if let year {
      date = try self.date(of: rule, in: year, name)
    } else {
      date = try coming(rule, after: comesNext ? today : today.advanced(by: -1))
    }
    remarkOthers(rules.dropFirst(), date)
    return try finished(date)
  }

  /// 2027中秋, 2027 媽祖生: four digits before a name.
  private mutating func takeYearBeforeName() -> WrittenYear? {
    let start = scanner.position
    let digits = scanner.takeDigits()
    guard digits.count == 4, let number = Int(digits) else {
      scanner.rewind(to: start)
      return nil
    }
    return .number(number)
  }

  /// Mid-Autumn 2027, 中秋 2027, 端午（明年）.
  private mutating func takeYearBehindName() -> WrittenYear? {
    let start = scanner.position
    _ = scanner.takeWhile { $0.isWhitespace || ",".contains($0) }
    if scanner.takeWord(of: ["of", "in"]) != nil { scanner.skipBlanks() }
    let isBracketed = scanner.take("(")
    if let year = takeYearBeforeName() ?? takeWrittenYear() {
      _ = scanner.take("年")
      if !isBracketed || scanner.take(")") { return year }
    }
    scanner.rewind(to: start)
    return nil
  }

  /// The first such day behind a day.
  ///
  /// - Parameter isSaid: false if the text itself says that the next one is meant.
  mutating func coming(
    _ rule: DateRule, after day: SolarDate, isSaid: Bool = true
  ) throws(DateReadingError) -> SolarDate {
    let years = (today.year - 2)...(today.year + 40)
    let found = days(of: rule, in: years)
    guard let next = found.first(where: { $0.date > day }) else { throw notADate() }
    guard isSaid else { return next.date }
    let last = found.last { $0.date <= day }
    remarks.append(
      DateRemark(
        "讀作接下來的（\(next.date)）", "read as the coming one (\(next.date))",
        others: [last].compactMap { $0.map { "\($0.date)" } }))
    return next.date
  }

  private mutating func date(
    of rule: DateRule, in year: WrittenYear, _ name: String
  ) throws(DateReadingError) -> SolarDate {
    switch year {
    case .number(let number):
      let number = try westernYear(number, others: ["西元\(number)年\(name)"])
      let found = days(of: rule, in: (number - 1)...(number + 1))
      guard let day = found.first(where: { $0.ruleYear == number })?.date else { throw notInYear(rule, number) }
      // 2025年除夕 ends lunar year 2025, and another one stands in the solar year 2025.
      if day.year != number, !namesCalendar, let other = found.first(where: { $0.date.year == number }) {
        remarks.append(
          DateRemark(
            "讀作農曆 \(number) 年的（\(day)）", "read as that of lunar year \(number) (\(day))", others: ["\(other.date)"]))
      }
      return day
    case .relative(let distance):
      let found = days(of: rule, in: (today.year + distance - 1)...(today.year + distance + 1))
      guard let day = day(inRelativeYear: distance, found, rule) else { throw notInYear(rule, today.year + distance) }
      return day.date
    case .cycle, .animal:
      let number = nearest(year) { "\($0)年\(name)" }
      guard let day = days(of: rule, in: (number - 1)...number).first(where: { $0.ruleYear == number }) else {
        throw notInYear(rule, number)
      }
      return day.date
    }
  }

  /// The day of 今年 or 明年, which are civil years unless 農曆 is said; nil if there is none.
  mutating func day(inRelativeYear distance: Int, _ found: [Occurrence], _ rule: DateRule) -> Occurrence? {
    let ofLunarYear = found.first { $0.ruleYear == (rule.isLunar ? reader.lunarYear : today.year) + distance }
    let inCivilYear = found.filter { $0.date.year == today.year + distance }
    let choice: Occurrence?
    if isLunar == true, namesCalendar {
      choice = ofLunarYear
    } else if distance == 0 {
      // In November 今年除夕 is the one that comes, though it stands in the next year.
      choice =
        (inCivilYear + [ofLunarYear].compactMap(\.self)).first { $0.date >= today } ?? inCivilYear.last ?? ofLunarYear
    } else {
      choice = inCivilYear.first ?? ofLunarYear
    }
    let others = [inCivilYear.first, ofLunarYear].compactMap { $0?.date }
    if let date = choice?.date, let other = others.first(where: { $0 != date }) {
      remarks.append(
        DateRemark(
          "國曆 \(today.year + distance) 年與農曆年不同，讀作 \(date)",
          "the civil year \(today.year + distance) and the lunar year differ: read as \(date)",
          others: ["\(other)"]))
    }
    return choice
  }

  /// The days of a rule whose rule year or civil year is in a range.
  func days(of rule: DateRule, in years: ClosedRange<Int>) -> [Occurrence] {
    let supported = reader.calendar.years
    guard supported.contains(years.lowerBound), supported.contains(years.upperBound + 1),
      let first = try? SolarDate(year: years.lowerBound, month: 1, day: 1),
      let last = try? SolarDate(year: years.upperBound + 1, month: 3, day: 1)
    else { return [] }
    return (try? rule.occurrences(in: first...last, calendar: reader.calendar)) ?? []
  }

  private func notInYear(_ rule: DateRule, _ year: Int) -> DateReadingError {
    let supported = reader.calendar.years
    guard supported.contains(year) else {
      let error = CalendarError.lunarYearOutOfRange(year: year, valid: supported)
      return failure(.noSuchDay(error), advice: reader.advice(for: error))
    }
    return notADate()
  }

  /// Other days with the same name.
  private mutating func remarkOthers(_ rules: ArraySlice<DateRule>, _ date: SolarDate) {
    let others = rules.compactMap { rule in
      days(of: rule, in: date.year...date.year).first { $0.date.year == date.year }?.date
    }.filter { $0 != date }
    guard !others.isEmpty else { return }
    remarks.append(
      DateRemark(
        "同名的日子不只一個，讀作 \(date)", "several days have this name: read as \(date)", others: others.map { "\($0)" }))
  }
}

/// Days that people call by name. The dates of deities are data, not calendar.
enum NamedDay {
  case term(SolarTerm)
  case solar(month: Int, day: Int)
  case sunday(month: Int, ordinal: Int)
  /// Day 0 is the last of the month, -1 the day before.
  case lunar(month: Int, day: Int)
  /// The day before New Year's Day of a lunar year, as English counts it.
  case newYearsEve

  /// The rule of the day.
  var rule: DateRule {
    switch self {
    case .term(let term): DateRule(pattern: .term(term, days: 0))
    case .solar(let month, let day): DateRule(pattern: .solarDay(month: month, day: day))
    case .sunday(let month, let ordinal):
      DateRule(pattern: .solarWeekday(month: month, weekday: .sunday, ordinal: ordinal))
    case .lunar(let month, let day):
      DateRule(
        pattern: .lunarDays([
          .init(
            months: 1 << month, leapMonths: 0, isEveryMonth: false,
            days: day > 0 ? 1 << UInt32(day) : DateRule.LunarDays.lastDayBit)
        ]), offset: min(day, 0))
    case .newYearsEve:
      DateRule(pattern: .lunarDays([.init(months: 2, leapMonths: 0, isEveryMonth: false, days: 2)]), offset: -1)
    }
  }

  /// - Parameter isLunar: true behind 農曆 or lunar, after which 年 and new year are names as well.
  static func take(_ scanner: inout TextScanner, isLunar: Bool = false) -> NamedDay? {
    if let found = names.first(where: { scanner.take($0.key) })?.value { return found }
    if isLunar, scanner.rest == "年" || scanner.rest.hasPrefix("年初一"), scanner.take("年") {
      _ = scanner.take("初一")
      return .lunar(month: 1, day: 1)
    }
    if let name = [scanner.ahead(2), scanner.ahead(3)].first(where: { terms[$0] != nil }), let term = terms[name] {
      _ = scanner.take(name)
      return .term(term)
    }
    return scanner.next?.isASCII == true ? takeEnglish(&scanner, isLunar: isLunar) : nil
  }

  /// The solar terms by their Chinese names in both scripts.
  private static let terms = Dictionary(
    [Language.traditionalChinese, .simplifiedChinese].flatMap { language in
      SolarTerm.allCases.map { ($0.name(in: language), $0) }
    }
  ) { first, _ in first }

  private static func takeEnglish(_ scanner: inout TextScanner, isLunar: Bool) -> NamedDay? {
    let start = scanner.position
    _ = scanner.takeWord(of: ["the"])
    scanner.skipBlanks()
    let words = scanner.takeWhile { $0.isASCII && ($0.isLetter || $0 == " " || $0 == "-" || $0 == "'") || $0 == "’" }
    let text = words.lowercased().replacing("-", with: " ").replacing("’", with: "'")
    let name = String(text.trimmingBlanksAtEnd())
    if name.count > 3 {
      let plain = Self.endings.first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) } ?? name
      let found: NamedDay? =
        if isLunar, let day = english["lunar " + name] ?? english["lunar " + plain] {
          day
        } else if let term = SolarTerm(named: name) ?? SolarTerm(named: plain) {
          .term(term)
        } else {
          english[name] ?? english[plain]
        }
      if let found {
        // Blanks at the end belong to what follows.
        scanner.rewind(to: scanner.position - (words.count - words.trimmingBlanksAtEnd().count))
        return found
      }
    }
    scanner.rewind(to: start)
    return nil
  }

  private static let endings = [" festival", " day"]

  private static let english: [String: NamedDay] = [
    "christmas": .solar(month: 12, day: 25), "christmas eve": .solar(month: 12, day: 24),
    "new year": .solar(month: 1, day: 1), "new year's": .solar(month: 1, day: 1),
    "new year's eve": .solar(month: 12, day: 31), "valentine's": .solar(month: 2, day: 14),
    "chinese new year": .lunar(month: 1, day: 1), "lunar new year": .lunar(month: 1, day: 1),
    "cny": .lunar(month: 1, day: 1), "spring": .lunar(month: 1, day: 1), "chinese new year's": .lunar(month: 1, day: 1),
    "lunar new year's": .lunar(month: 1, day: 1),
    "chinese new year's eve": .newYearsEve, "lunar new year's eve": .newYearsEve,
    "chinese new year eve": .newYearsEve, "lunar new year eve": .newYearsEve,
    "mid autumn": .lunar(month: 8, day: 15), "moon": .lunar(month: 8, day: 15),
    "mooncake": .lunar(month: 8, day: 15), "dragon boat": .lunar(month: 5, day: 5),
    "lantern": .lunar(month: 1, day: 15), "ghost": .lunar(month: 7, day: 15), "hungry ghost": .lunar(month: 7, day: 15),
    "double ninth": .lunar(month: 9, day: 9), "qixi": .lunar(month: 7, day: 7),
    "tomb sweeping": .term(.pureBrightness), "mother's": .sunday(month: 5, ordinal: 2),
    "father's": .solar(month: 8, day: 8), "national": .solar(month: 10, day: 10),
    "double ten": .solar(month: 10, day: 10), "double tenth": .solar(month: 10, day: 10),
    "children's": .solar(month: 4, day: 4), "labor": .solar(month: 5, day: 1), "labour": .solar(month: 5, day: 1),
    "women's": .solar(month: 3, day: 8), "teachers'": .solar(month: 9, day: 28),
    "peace memorial": .solar(month: 2, day: 28),
  ]

  private static let names: KeyValuePairs<String, NamedDay> = [
    "小年夜": .lunar(month: 12, day: -1), "除夕": .lunar(month: 12, day: 0), "大年夜": .lunar(month: 12, day: 0),
    "大年三十": .lunar(month: 12, day: 0), "年三十": .lunar(month: 12, day: 0), "大年除夕": .lunar(month: 12, day: 0),
    "年夜飯": .lunar(month: 12, day: 0), "圍爐": .lunar(month: 12, day: 0),
    "新年": .lunar(month: 1, day: 1), "農曆年": .lunar(month: 1, day: 1), "中國新年": .lunar(month: 1, day: 1),
    "舊曆年": .lunar(month: 1, day: 1), "中国新年": .lunar(month: 1, day: 1),
    "過年": .lunar(month: 1, day: 1), "过年": .lunar(month: 1, day: 1), "春節": .lunar(month: 1, day: 1),
    "春节": .lunar(month: 1, day: 1), "農曆新年": .lunar(month: 1, day: 1), "天公生": .lunar(month: 1, day: 9),
    "元宵": .lunar(month: 1, day: 15), "上元": .lunar(month: 1, day: 15), "頭牙": .lunar(month: 2, day: 2),
    "头牙": .lunar(month: 2, day: 2), "端午": .lunar(month: 5, day: 5), "端陽": .lunar(month: 5, day: 5),
    "肉粽節": .lunar(month: 5, day: 5),
    "七夕": .lunar(month: 7, day: 7), "中元": .lunar(month: 7, day: 15), "普渡": .lunar(month: 7, day: 15),
    "中秋": .lunar(month: 8, day: 15), "重陽": .lunar(month: 9, day: 9), "重阳": .lunar(month: 9, day: 9),
    "下元": .lunar(month: 10, day: 15), "臘八": .lunar(month: 12, day: 8), "腊八": .lunar(month: 12, day: 8),
    "尾牙": .lunar(month: 12, day: 16), "送神": .lunar(month: 12, day: 24), "元旦": .solar(month: 1, day: 1),
    "和平紀念日": .solar(month: 2, day: 28), "兒童": .solar(month: 4, day: 4), "儿童": .solar(month: 4, day: 4),
    "婦幼": .solar(month: 4, day: 4),
    "勞動": .solar(month: 5, day: 1), "劳动": .solar(month: 5, day: 1), "教師": .solar(month: 9, day: 28),
    "教师": .solar(month: 9, day: 28), "國慶日": .solar(month: 10, day: 10), "國慶": .solar(month: 10, day: 10),
    "国庆": .solar(month: 10, day: 10), "雙十": .solar(month: 10, day: 10), "光復": .solar(month: 10, day: 25),
    "行憲紀念日": .solar(month: 12, day: 25), "聖誕": .solar(month: 12, day: 25), "圣诞": .solar(month: 12, day: 25),
    "耶誕": .solar(month: 12, day: 25),
    "跨年": .solar(month: 12, day: 31), "年底": .solar(month: 12, day: 31), "二二八": .solar(month: 2, day: 28),
    "浴佛": .lunar(month: 4, day: 8), "佛誕": .lunar(month: 4, day: 8),
    "平安夜": .solar(month: 12, day: 24), "情人": .solar(month: 2, day: 14),
    "婦女": .solar(month: 3, day: 8), "植樹": .solar(month: 3, day: 12), "青年": .solar(month: 3, day: 29),
    "父親": .solar(month: 8, day: 8), "父亲": .solar(month: 8, day: 8), "軍人": .solar(month: 9, day: 3),
    "爸爸節": .solar(month: 8, day: 8), "媽媽節": .sunday(month: 5, ordinal: 2),
    "母親": .sunday(month: 5, ordinal: 2), "母亲": .sunday(month: 5, ordinal: 2),
  ]
}
