import Lunisolar

extension DateRule {
  /// Parses the text of a rule.
  ///
  /// ```
  /// lunar 3/23            lunar 6L/15        lunar 12/last       lunar */1,15       lunar 2..11/2,16
  /// lunar 1/8 2/7,9,19    lunar 7/1..7/last  solar 5/1           solar 5/sun#2      solar 11/thu#-1
  /// term 清明             term 冬至 -1        term 夏至 庚#3        term 清明 sun#1     cycle 甲子
  /// announced 2025-04-04..2025-04-13 2026-04-17..2026-04-26
  /// leap=regular|leap|both   short=backward|forward|omit   offset=-1   eve   from=1950 to=2030
  /// ```
  ///
  /// It also reads what people write, with the same options after it: `農曆三月廿三`, `閏六月十五`, `每月初一、十五`, `清明`, `冬至前一日`, `中秋前三天`,
  /// `五月第二個星期日`, and announced days as dates: `2027/4/4~4/13`.
  ///
  /// - Parameter names: gives the days that people call by name, such as 媽祖生; it is called only for a text that is no other rule.
  /// - Throws: `DateRuleError` naming the rule, the column and the expected text.
  public init(_ text: some StringProtocol, names: () -> DayNames = { .none }) throws(DateRuleError) {
    var parser = DateRuleParser(text)
    do {
      self = try parser.parse()
    } catch {
      guard let rule = DateRuleParser(text).named(names()) else { throw error }
      self = rule
    }
  }
}

/// One pass over the text of a rule.
struct DateRuleParser {
  private let text: String
  var scanner: TextScanner

  /// The most scalars of a rule: some 150 announced windows.
  private static let longestText = 4_000

  init(_ text: some StringProtocol) {
    self.text = String(String(text).unicodeScalars.prefix(Self.longestText + 1))
    scanner = TextScanner(self.text)
  }

  mutating func parse() throws(DateRuleError) -> DateRule {
    guard text.unicodeScalars.count <= Self.longestText else {
      throw DateRuleError(
        rule: text.prefix(40) + "…", column: 1, fault: "is longer than \(Self.longestText) characters",
        chineseFault: "超過 \(Self.longestText) 個字")
    }
    scanner.skipBlanks()
    let pattern: DateRule.Pattern
    var shift = 0
    // lunar new year is a name.
    if !scanner.rest.lowercased().hasPrefix("lunar new year"), takeKeyword("lunar") {
      pattern = try lunarPattern()
    } else if takeKeyword("solar") {
      pattern = try solarPattern()
    } else if takeKeyword("term") {
      pattern = try termPattern()
    } else if takeKeyword("cycle") {
      pattern = .cycle(try stemBranch())
    } else if takeKeyword("announced") {
      pattern = try announcedPattern()
    } else {
      (pattern, shift) = try writtenPattern()
    }
    let options = try DateRuleOptions(&self, pattern: pattern)
    return DateRule(
      pattern: pattern, leap: options.leap ?? .regular, short: options.short ?? .backward,
      offset: (options.offset ?? 0) + shift,
      beginsOnEve: options.beginsOnEve, firstYear: options.firstYear, lastYear: options.lastYear)
  }

  // MARK: Errors

  /// - Parameters:
  ///   - chinese: the sentence in Traditional Chinese.
  ///   - english: the same in English.
  func fault(_ chinese: String, _ english: String, at position: Int? = nil) -> DateRuleError {
    DateRuleError(
      rule: text, column: (position ?? scanner.position) + 1, fault: english, chineseFault: chinese)
  }

  /// "expected …, found …", at the scanner's position.
  func expected(_ chinese: String, _ english: String) -> DateRuleError {
    var ahead = scanner
    let found = ahead.takeWord()
    // A blank stands between Chinese and Latin words.
    let chinese = (chinese.first.map { $0.isASCII && $0 != " " } == true ? " " : "") + chinese
    return found.isEmpty
      ? fault("這裡要寫\(chinese)，規則卻到此結束", "expected \(english), found the end")
      : fault("這裡要寫\(chinese)，卻寫了「\(found)」", "expected \(english), found \"\(found)\"")
  }

  /// The fault of a number outside its range.
  func outside(
    _ chinese: String, _ english: String, _ number: Int, _ range: ClosedRange<Int>, at position: Int
  ) -> DateRuleError {
    fault(
      "\(chinese) \(number) 不在 \(range.lowerBound) 到 \(range.upperBound) 之間",
      "\(english) \(number) is not between \(range.lowerBound) and \(range.upperBound)", at: position)
  }

  /// The fault of a day that no year has in a month.
  func never(_ day: Int, inMonth month: Int, at position: Int) -> DateRuleError {
    fault("\(month) 月沒有 \(day) 日", "month \(month) never has a day \(day)", at: position)
  }

  // MARK: Words and numbers

  /// A word and the blank after it.
  private mutating func takeKeyword(_ word: String) -> Bool {
    let start = scanner.position
    guard scanner.takeWord().lowercased() == word else {
      scanner.rewind(to: start)
      return false
    }
    scanner.skipBlanks()
    return true
  }

  /// A number within a range, with its names in the error messages.
  mutating func number(
    _ chinese: String, _ english: String, in range: ClosedRange<Int>
  ) throws(DateRuleError) -> Int {
    let start = scanner.position
    let isNegative = range.lowerBound < 0 && scanner.take("-")
    guard let digits = scanner.takeNumber() else { throw expected("數字（\(chinese)）", "a number, the \(english)") }
    let number = isNegative ? -digits : digits
    guard range.contains(number) else { throw outside(chinese, english, number, range, at: start) }
    return number
  }

  // MARK: lunar

  private mutating func lunarPattern() throws(DateRuleError) -> DateRule.Pattern {
    let start = scanner.position
    if let window = try lunarWindow() { return window }
    scanner.rewind(to: start)
    var parts: [DateRule.LunarDays] = []
    // Further month lists begin with a digit or a star; options do not.
    while let next = scanner.next, next == "*" || (next.isASCII && next.isNumber) {
      parts.append(try lunarDays())
      try endOfWord()
    }
    guard !parts.isEmpty else { throw expected("月份，例如 3、6L、2..11 或 *", "a month such as 3, 6L, 2..11 or *") }
    return .lunarDays(parts)
  }

  /// `7/1..7/last`; nil if the word is not a window (no second slash after the dots).
  private mutating func lunarWindow() throws(DateRuleError) -> DateRule.Pattern? {
    var ahead = scanner
    let word = ahead.takeWord()
    guard word.contains(".."), word.count(where: { $0 == "/" }) > 1 else { return nil }
    let first = try lunarPoint()
    guard scanner.take("..") else { throw expected("「..」", "..") }
    let last = try lunarPoint()
    try endOfWord()
    return .lunarWindow(first: first, last: last)
  }

  private mutating func lunarPoint() throws(DateRuleError) -> DateRule.LunarPoint {
    let month = try number("月份", "month", in: 1...12)
    let isLeap = scanner.take("L")
    guard scanner.take("/") else { throw expected(" / 和日，例如 3/23", "/ and a day") }
    let day: Int? = scanner.take("last") ? nil : try number("日", "day", in: 1...30)
    return DateRule.LunarPoint(month: month, isLeap: isLeap, day: day)
  }

  private mutating func lunarDays() throws(DateRuleError) -> DateRule.LunarDays {
    var months: UInt16 = 0
    var leapMonths: UInt16 = 0
    let isEveryMonth = scanner.take("*")
    if !isEveryMonth {
      repeat {
        let month = try number("月份", "month", in: 1...12)
        if scanner.take("L") {
          leapMonths |= 1 << month
        } else {
          for included in month...(try rangeEnd(from: month, "月份", "month", upTo: 12)) { months |= 1 << included }
        }
      } while scanner.take(",")
    }
    guard scanner.take("/") else { throw expected(" / 和日，例如 3/23", "/ and a day") }
    var days: UInt32 = 0
    repeat {
      if scanner.take("last") {
        days |= DateRule.LunarDays.lastDayBit
      } else {
        let day = try number("日", "day", in: 1...30)
        for included in day...(try rangeEnd(from: day, "日", "day", upTo: 30)) { days |= 1 << included }
      }
    } while scanner.take(",")
    return DateRule.LunarDays(months: months, leapMonths: leapMonths, isEveryMonth: isEveryMonth, days: days)
  }

  /// The end of a range such as 2..11; the start if there is no range.
  private mutating func rangeEnd(
    from start: Int, _ chinese: String, _ english: String, upTo limit: Int
  ) throws(DateRuleError) -> Int {
    guard scanner.take("..") else { return start }
    let place = scanner.position
    let end = try number(chinese, english, in: 1...limit)
    guard end >= start else {
      throw fault(
        "範圍 \(start)..\(end) 前後顛倒，要由小到大：\(end)..\(start)", "the range \(start)..\(end) runs backwards",
        at: place)
    }
    return end
  }

  /// Requires a blank or the end.
  mutating func endOfWord() throws(DateRuleError) {
    guard scanner.isAtEnd || scanner.next?.isWhitespace == true else { throw expected("空白或結束", "a blank or the end") }
    scanner.skipBlanks()
  }

  // MARK: solar

  private mutating func solarPattern() throws(DateRuleError) -> DateRule.Pattern {
    let month = try number("月份", "month", in: 1...12)
    guard scanner.take("/") else { throw expected(" / 和日，例如 5/1 或 5/sun#2", "/ and a day such as 1 or sun#2") }
    if let weekday = Weekday.allCases.first(where: { scanner.take($0.abbreviation) }) {
      guard scanner.take("#") else { throw expected(" # 和第幾個，例如 sun#2", "# and an ordinal, such as sun#2") }
      let place = scanner.position
      let ordinal = try number("次序", "ordinal", in: -5...5)
      guard ordinal != 0 else {
        throw fault(
          "沒有第 0 個：1 是第一個，-1 是最後一個", "ordinal 0 does not exist: 1 is the first, -1 the last", at: place)
      }
      try endOfWord()
      return .solarWeekday(month: month, weekday: weekday, ordinal: ordinal)
    }
    let place = scanner.position
    let day = try number("日", "day", in: 1...31)
    let longest = month == 2 ? 29 : SolarDate.dayCount(year: 2001, month: month)
    guard day <= longest else { throw never(day, inMonth: month, at: place) }
    try endOfWord()
    return .solarDay(month: month, day: day)
  }

  // MARK: term and cycle

  private mutating func termPattern() throws(DateRuleError) -> DateRule.Pattern {
    let term = try termName()
    scanner.skipBlanks()
    guard let next = scanner.next else { return .term(term, days: 0) }
    if next == "-" || next == "+" {
      let isNegative = scanner.take("-")
      if !isNegative { _ = scanner.take("+") }
      let days = try number("天數", "number of days", in: 1...366)
      try endOfWord()
      return .term(term, days: isNegative ? -days : days)
    }
    let start = scanner.position
    let word = scanner.takeWhile { !$0.isWhitespace && $0 != "#" }
    guard scanner.take("#") else {
      scanner.rewind(to: start)
      return .term(term, days: 0)
    }
    guard let day = DateRule.CycleDay(named: word) else {
      throw fault(
        "「\(word)」不是天干（甲到癸），也不是地支（子到亥）或星期（mon 到 sun）",
        "\"\(word)\" is neither a stem (甲 to 癸) nor a branch (子 to 亥) nor a weekday (mon to sun)", at: start)
    }
    let isWeekday = if case .weekday = day { true } else { false }
    let place = scanner.position
    let ordinal = try number("次序", "ordinal", in: isWeekday ? -52...52 : 1...36)
    guard ordinal != 0 else { throw outside("次序", "ordinal", 0, 1...52, at: place) }
    try endOfWord()
    return .termCycle(term, day, ordinal: ordinal)
  }

  /// A term's name: one word in Chinese or pinyin, one to three in English.
  private mutating func termName() throws(DateRuleError) -> SolarTerm {
    let start = scanner.position
    for wordCount in [3, 2, 1] {
      scanner.rewind(to: start)
      var words: [String] = []
      for _ in 0..<wordCount {
        words.append(scanner.takeWord())
        scanner.skipBlanks()
      }
      if let term = SolarTerm(named: words.joined()) { return term }
    }
    scanner.rewind(to: start)
    throw expected(
      "節氣，例如清明、qingming 或 Pure Brightness", "a solar term such as 清明, qingming or Pure Brightness")
  }

  private mutating func stemBranch() throws(DateRuleError) -> StemBranch {
    let start = scanner.position
    let word = scanner.takeWord()
    scanner.skipBlanks()
    let name = word.lowercased()
    let match = (0..<60).lazy.map { StemBranch(index: $0) }.first {
      $0.name == name || $0.stem.pinyin + $0.branch.pinyin == name || $0.stem.pinyin + "-" + $0.branch.pinyin == name
    }
    guard let match else {
      scanner.rewind(to: start)
      throw expected("六十干支之一，例如甲子", "one of the sixty 干支 such as 甲子")
    }
    return match
  }
}

extension DateRule.CycleDay {
  /// A stem or a branch in Chinese or pinyin. The pinyin `wu` (戊 or 午) gives the stem 戊; write 午 for the branch.
  init?(named word: String) {
    let name = word.lowercased()
    if let stem = HeavenlyStem.allCases.first(where: { $0.name == name || $0.pinyin == name }) {
      self = .stem(stem)
    } else if let branch = EarthlyBranch.allCases.first(where: { $0.name == name || $0.pinyin == name }) {
      self = .branch(branch)
    } else if let weekday = Weekday.allCases.first(where: { $0.abbreviation == name }) {
      self = .weekday(weekday)
    } else {
      return nil
    }
  }
}
