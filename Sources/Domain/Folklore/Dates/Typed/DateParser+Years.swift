import Ephemeris
import Lunisolar

// Years in words: 2025年, 民國114年, 二〇二五年, 乙巳年, 蛇年, 今年, 歲次乙巳.

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

    /// True for years that only the lunar calendar has.
    var isLunar: Bool {
      switch self {
      case .number, .relative: false
      case .cycle, .animal: true
      }
    }
  }

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

  mutating func takeCycle() -> Int? {
    guard scanner.next.map({ "甲乙丙丁戊己庚辛壬癸".contains($0) }) == true else { return nil }
    let name = scanner.ahead(2)
    guard let place = StemBranch.place(named: name), scanner.take(name) else { return nil }
    return place
  }

  /// 歲次乙巳 behind a year: it must be that year's name.
  mutating func takeCycleName(beside year: WrittenYear) throws(DateReadingError) {
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
  mutating func monthAndDay(of year: WrittenYear) throws(DateReadingError) -> TypedDate? {
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
  mutating func solarYear(_ year: WrittenYear, _ month: Int, _ day: Int) throws(DateReadingError) -> Int {
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
    case .relative(let distance): return relativeLunarYear(distance, month, isLeap, day)
    case .cycle, .animal:
      return nearest(year) { [self] in
        exists($0, month, isLeap, day) ? DateTexts.lunar($0, month, isLeap, day) : nil
      }
    }
  }

  /// The lunar year whose day stands in 今年 or 明年: civil years, unless 農曆 is said.
  private mutating func relativeLunarYear(_ distance: Int, _ month: Int, _ isLeap: Bool, _ day: Int) -> Int {
    guard let rule = try? DateRule("lunar \(month)\(isLeap ? "L" : "")/\(day) short=omit") else {
      return reader.lunarYear + distance
    }
    let found = days(of: rule, in: (today.year + distance - 1)...(today.year + distance + 1))
    return self.day(inRelativeYear: distance, found, rule)?.ruleYear ?? reader.lunarYear + distance
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

  func solarOrLunarYear(_ year: WrittenYear?) -> Int {
    switch year {
    case .number(let number): era?.year(number) ?? (number < 1_000 ? number + 1_911 : number)
    case .relative(let distance): (isLunar == true ? reader.lunarYear : today.year) + distance
    case .cycle(let place): reader.lunarYear + (place + 4 - reader.lunarYear + 30).modulo(60) - 30
    case .animal(let branch): reader.lunarYear + (branch + 4 - reader.lunarYear + 6).modulo(12) - 6
    case nil: isLunar == true ? reader.lunarYear : today.year
    }
  }

  mutating func yearAlone(_ year: WrittenYear) -> DateReadingError {
    guard scanner.isAtEnd else { return notADate() }
    let number = solarOrLunarYear(year)
    let lunar = exists(number, 1, false, 1) ? DateTexts.lunar(number, 1, false, 1) : nil
    let advice = [SolarDate.text(number, 1, 1), lunar].compactMap(\.self)
    // A year outside the calendar is the greater fault.
    if advice.isEmpty {
      do { _ = try solar(number, 1, 1) } catch { return error }
    }
    return failure(.notADay(year: number, month: nil), advice: advice)
  }
}

extension StemBranch {
  /// The place of a name such as 乙巳 in the cycle of sixty.
  static func place(named name: String) -> Int? { places[name] }

  private static let places = Dictionary(uniqueKeysWithValues: (0..<60).map { (StemBranch(index: $0).name, $0) })
}

extension Zodiac {
  private static let names = [Language.traditionalChinese, .simplifiedChinese].flatMap { language in
    allCases.map { (name: $0.name(in: language), branch: $0.rawValue) }
  }

  /// Consumes an animal's name; gives its branch.
  static func take(_ scanner: inout TextScanner) -> Int? {
    names.first { scanner.take($0.name) }?.branch
  }
}
