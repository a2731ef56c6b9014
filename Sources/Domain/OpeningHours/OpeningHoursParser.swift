internal import Lunisolar

/// Reads the text of opening hours from left to right.
struct OpeningHoursParser {
  private let text: String
  /// The characters of the text as they were typed.
  private let typed: [Character]
  /// The same: marks and digits in their ordinary forms, letters in lower case.
  private let characters: [Character]
  private var index = 0
  /// What the last time said of its half of the day; nil for a time on a clock of 24 hours.
  private var isAfternoon: Bool?
  private let halfDay = 720
  /// True if there is a Chinese character outside of the comments.
  private let isChinese: Bool
  /// True if the text holds forms that OpenStreetMap's syntax lacks: Chinese, 24 hours, 6:00 am, two times with a blank between.
  private(set) var hasOwnForms: Bool
  /// True if the days of the current rule are named 平日.
  private var namesOrdinaryDays = false

  init(_ text: String) {
    self.text = String(text.unicodeScalars.prefix(Self.longestText + 1))
    typed = Array(self.text)
    characters = typed.map(Self.plain)
    let outsideOfComments = characters.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    isChinese = outsideOfComments.contains { $0.offset % 2 == 0 && $0.element.contains { $0.isLetter && !$0.isASCII } }
    hasOwnForms = isChinese
  }

  /// The rules in the order in which they hold: as written, but in Chinese the general ones first.
  mutating func rules() throws(OpeningHoursError) -> [OpeningHours.Rule] {
    let (rules, ordinaryDays) = try writtenRules()
    guard isChinese else { return rules }
    let completed = OpeningHours.completed(rules)
    let ordered = OpeningHours.inChineseOrder(completed, ordinaryDays: ordinaryDays)
    // 週一公休 alone says nothing of the other days.
    guard ordered.allSatisfy({ ($0.content == .off([]) || $0.content == .unknown) && $0.days != .all }) else {
      return ordered
    }
    return [.init(days: .all, content: .unknown, isAddition: false, comment: "時間不詳")] + ordered
  }

  /// The rules as written, and the positions of those on 平日.
  private mutating func writtenRules() throws(OpeningHoursError) -> ([OpeningHours.Rule], ordinaryDays: Set<Int>) {
    var rules: [OpeningHours.Rule] = []
    var ordinaryDays: Set<Int> = []
    var isAddition = false
    // True behind a comma, a parenthesis or a blank: 12:00-13:00休息 there belongs to the days of the rule before.
    var continues = false
    // The end of the rule before if nothing but a blank parts it from a time.
    var unmarked: Int?
    skipBlanks()
    if takeAny(Self.labels) { _ = take(":") }
    skipBlanks()
    guard text.unicodeScalars.count <= Self.longestText else {
      throw fault("is longer than \(Self.longestText) characters", "超過 \(Self.longestText) 個字")
    }
    if isAtEnd { throw fault("is empty: write for example 05:00-22:00 or 24/7", "沒有內容") }
    while true {
      if !takeNeverCloses() {
        namesOrdinaryDays = false
        var rule = try rule(isAddition: isAddition)
        if let unmarked, !rule.isOff, rules.last?.content != .off([]) {
          index = unmarked
          throw missingMark
        }
        if isChinese, continues, rule.days == .all, rule.closesHours, let last = rules.last { rule.days = last.days }
        rules.append(rule)
        if namesOrdinaryDays { ordinaryDays.insert(rules.count - 1) }
      }
      skipBlanks()
      if isChinese, take(")") { skipBlanks() }
      (continues, unmarked) = (true, nil)
      if isAtEnd {
        guard rules.isEmpty else { return (rules, ordinaryDays) }
        throw fault("expected the hours, found the end", "沒有寫明開放的時間", kind: .noHours)
      }
      if take(",") {
        skipBlanks()
        // In Chinese a comma parts sentences: 每日 05:00-22:00，週一公休.
        isAddition = !isChinese
      } else if take(";") || take("。") {
        (isAddition, continues) = (false, false)
      } else if isChinese, take("(") || startsDays || startsClosed || startsNeverCloses {
        isAddition = false
      } else if isChinese, startsTime {
        // 週一公休 08:00-17:00
        (isAddition, unmarked) = (false, index)
      } else {
        throw missingMark
      }
      skipBlanks()
      if isAtEnd, !isAddition, !rules.isEmpty { return (rules, ordinaryDays) }
    }
  }

  /// OpenStreetMap's values end at 255 characters.
  private static let longestText = 1_000

  private var missingMark: OpeningHoursError {
    fault("expected ; and another rule, or the end, found \(found)", "應為「；」和另一條規則，或到此結束，卻是\(foundInChinese)")
  }

  private static let labels = ["開放時間", "營業時間", "參拜時間", "開廟時間"]
  private static let neverCloses = ["全年無休", "年中無休", "終年無休", "整年無休", "天天無休", "全年開放", "天天開放", "不打烊", "無休"]

  /// 全年無休 by itself names no hours: the other rules do.
  private mutating func takeNeverCloses() -> Bool {
    let start = index
    if takeAny(Self.neverCloses) {
      skipBlanks()
      if isAtEnd || ",;。)".contains(characters[index]) { return true }
    }
    index = start
    return false
  }

  private var startsNeverCloses: Bool {
    var parser = self
    return parser.takeNeverCloses()
  }

  private mutating func rule(isAddition: Bool) throws(OpeningHoursError) -> OpeningHours.Rule {
    var rule = try ruleWithoutComment(isAddition: isAddition)
    skipBlanks()
    if let comment = try comment() { rule.comment = comment }
    return rule
  }

  private mutating func ruleWithoutComment(isAddition: Bool) throws(OpeningHoursError) -> OpeningHours.Rule {
    if takeWord("24/7") {
      return OpeningHours.Rule(days: .all, content: .open([.wholeDay]), isAddition: isAddition)
    }
    let days = try self.days()
    _ = take(":")
    skipBlanks()
    let content: OpeningHours.Content
    if takeClosed() {
      if days == nil, isChinese, let content = try namedClosing() {
        return OpeningHours.Rule(days: content.days, content: .off(content.spans), isAddition: isAddition)
      }
      content = .off([])
    } else if isChinese, days != nil, takeAny(["照常開放", "照常營業", "照常", "正常開放", "正常營業"]) {
      content = .open([])
    } else if isChinese, days != nil, let end = try laterEnd() {
      content = .open([OpeningHours.Span(from: .unknown, to: end)])
    } else if !isAtEnd, characters[index] == "\"" {
      content = .unknown
    } else if takeWord("unknown") {
      content = .unknown
    } else {
      var spans = try self.spans()
      spans.sort { $0.minutes.lowerBound < $1.minutes.lowerBound }
      skipBlanks()
      if !startsNamedClosing, takeClosed() {
        content = .off(spans)
      } else {
        _ = takeWord("open") || takeAny(Self.openWords)
        skipBlanks(before: ["daily", "every day", "everyday"])
        if ["daily", "every day", "everyday"].contains(where: { takeWord($0) }) { hasOwnForms = true }
        content = .open(spans)
      }
    }
    return OpeningHours.Rule(days: days ?? .all, content: content, isAddition: isAddition)
  }

  /// The end of 初一十五至22:00, which begins as on other days; nil for other texts.
  private mutating func laterEnd() throws(OpeningHoursError) -> OpeningHours.Edge? {
    let start = index
    if takeAny(["延長開放至", "延長至", "延長到", "延至", "延到", "開放至", "開放到", "至", "到"]) {
      skipBlanks()
      if startsTime {
        let end = try edge("the time of closing such as 22:00", "結束的時間，例如 22:00")
        _ = takeAny(Self.openWords)
        return end
      }
    }
    index = start
    return nil
  }

  private static let openWords = [
    "對外開放", "開放參拜", "開放", "營業", "參拜", "開廟門", "開廟", "開門", "全年無休", "年中無休", "終年無休", "不打烊", "無休",
  ]
  private static let closedWords = [
    "暫停開放", "暫停參拜", "暫不開放", "暫時關閉", "暫停營業", "停止開放", "不對外開放", "公休日", "休館日", "公休", "休園",
    "休館", "休息", "休廟", "店休", "不開放", "未開放", "不營業", "關閉", "關門", "閉館", "閉廟", "除外", "休",
  ]

  private mutating func takeClosed() -> Bool { takeWord("off") || takeWord("closed") || takeAny(Self.closedWords) }

  /// The days or times behind 公休日：週一 and 休息時間 12:00-13:00; nil if there are none.
  private mutating func namedClosing() throws(OpeningHoursError) -> (
    days: OpeningHours.Days, spans: [OpeningHours.Span]
  )? {
    let start = index
    let hasMark = takeAny(["時間", "為", "是"]) || take(":")
    _ = take(":")
    skipBlanks()
    if startsTime { return (.all, try spans()) }
    if hasMark || start > 0 && characters[start - 1] == "日", let days = try days() { return (days, []) }
    index = start
    return nil
  }

  private var startsClosed: Bool {
    var parser = self
    parser.skipBlanks()
    return parser.takeClosed()
  }

  /// 08:00-17:00 公休日：週一 does not close at 08:00.
  private var startsNamedClosing: Bool {
    var parser = self
    guard isChinese, parser.takeClosed() else { return false }
    return (try? parser.namedClosing()) != nil
  }

  /// `"by appointment"`
  private mutating func comment() throws(OpeningHoursError) -> String? {
    let start = index
    guard take("\"") else { return nil }
    guard let end = characters[index...].firstIndex(of: "\"") else {
      index = start
      throw fault("the comment has no closing quote", "註解少了結尾的引號")
    }
    let comment = String(typed[index..<end])
    index = end + 1
    guard comment.contains(where: { !$0.isWhitespace }) else {
      index = start
      throw fault("the comment is empty", "註解沒有內容")
    }
    return comment
  }
}

// MARK: - Days

extension OpeningHoursParser {
  /// `Apr-Sep Mo-Fr,Su,PH`, `lunar 1,15`, `週一至週五`, `農曆初一、十五`; nil if no day is named.
  private mutating func days() throws(OpeningHoursError) -> OpeningHours.Days? {
    var days = OpeningHours.Days.none
    var isEveryDay = false
    if isChinese { _ = take("(") }
    while true {
      skipBlanks()
      _ = takeAny(Self.eachTime)
      if nthWeekdays(&days) || lunarSpan(&days) {
      } else if let season = try season() {
        days.seasons.append(season)
        _ = take(":")
      } else if !startsOrdinaryDays, takeAny(Self.everyDay) {
        isEveryDay = true
        if startsOpeningWordBeforeTime { _ = takeAny(Self.openingWords) }
        // 每日上午 is no 每日、上午; 每日、每月 goes on.
      } else if try lunarDays(&days) {
      } else if try chineseWeekdays(&days) {
      } else if peekDay() != nil {
        try weekdays(&days)
      } else {
        break
      }
      let comma = index
      // 平日（週一至週五）
      _ = takeComma() || takeAny(Self.and) || isChinese && take("(")
      skipBlanks()
      guard startsDays else {
        // 每日，05:00-21:00
        if !(isChinese && startsTime) { index = comma }
        break
      }
    }
    if isChinese, !isEveryDay, !days.isEmpty || !days.seasons.isEmpty { _ = take(")") }
    guard isEveryDay || !days.isEmpty || !days.seasons.isEmpty else { return nil }
    if isEveryDay || days.isEmpty { days.weekdays = OpeningHours.Days.all.weekdays }
    return days
  }

  private static let everyDay =
    ["每天", "每日", "天天", "全年無休", "年中無休", "終年無休", "整年無休", "全年", "無休", "daily", "every day", "everyday"] + others
    + usually
  /// The exceptions hold behind them, so that they stand for every day.
  private static let others = ["其餘", "其他"].flatMap { word in
    ["時間", "日子", "時段", "各日", "日", "天", ""].map { word + $0 }
  }
  private static let usually = ["平時", "平常時間", "平常"]
  private static let eachTime = ["每逢", "逢", "遇"]
  private static let openingWords = ["開放時間", "營業時間", "參拜時間", "開放"]

  private var startsOpeningWordBeforeTime: Bool {
    var parser = self
    guard parser.takeAny(Self.openingWords) else { return false }
    _ = parser.take(":")
    parser.skipBlanks()
    return parser.startsTime
  }

  /// True if the text goes on with a time of the clock or of the sun, or with 24 hours.
  private var startsTime: Bool {
    var parser = self
    return (try? parser.edge("", "")) != nil || parser.takeWholeDay()
  }

  private static let and = ["及", "和", "與", "跟", "以及", "暨"]
  private static let to = ["至", "到", "起至"]

  /// 平常日 is not 平常.
  private var startsOrdinaryDays: Bool { characters[index...].starts(with: "平常日") }

  /// True if the text goes on with a day, a month, or a word for such.
  private var startsDays: Bool {
    if peekDay() != nil || peekMonth() != nil || startsBareWeekdays { return true }
    var parser = self
    var days = OpeningHours.Days.none
    if parser.nthWeekdays(&days) || parser.lunarSpan(&days) { return true }
    _ = parser.takeAny(Self.eachTime)
    if parser.takeWord("lunar") || parser.takeAny(Self.everyDay) { return true }
    if parser.takeAny(Self.weekWords + Self.lunarWords + Self.groups.map(\.word)) { return true }
    return parser.startsLunarMonth(behindLunarWord: false) || parser.chineseMonth() != nil
  }

  /// `Mo-Fr,Su,PH`
  private mutating func weekdays(_ days: inout OpeningHours.Days) throws(OpeningHoursError) {
    repeat {
      skipBlanks()
      guard let first = peekDay() else {
        let start = index
        if try lunarDays(&days) { return }
        index = start
        throw fault("expected a day such as Mo or PH, found \(found)", "應為星期，例如 Mo 或 PH，卻是\(foundInChinese)")
      }
      index += 2
      switch first {
      case .publicHoliday: days.publicHolidays = true
      case .schoolHoliday: days.schoolHolidays = true
      case .weekday(let first):
        if let ordinals = try ordinals() {
          days.nth += ordinals.map { OpeningHours.NthWeekday(weekday: first, ordinal: $0) }
          continue
        }
        guard takeDash() else {
          days.insert(first)
          continue
        }
        skipBlanks()
        guard case .weekday(let last) = peekDay() else {
          throw fault("expected a weekday such as Fr behind -, found \(found)", "「-」後面應為星期，例如 Fr，卻是\(foundInChinese)")
        }
        index += 2
        days.insert(first, through: last)
      }
    } while takeComma()
  }

  /// The `[1]` of `Su[1]`, `[1,3]`, `[1-2]`, `[-1]`; nil if no bracket comes next.
  private mutating func ordinals() throws(OpeningHoursError) -> [Int]? {
    guard take("[") else { return nil }
    var ordinals: [Int] = []
    repeat {
      let place = index
      let isLast = take("-")
      guard let number = number(digits: 1...1), (1...5).contains(number) else {
        index = place
        throw fault("expected which weekday of the month, from 1 to 5 or -1", "「[ ]」裡應為每月第幾個，1 到 5，或 -1（最後一個）")
      }
      if !isLast, take("-"), let last = self.number(digits: 1...1), last > number, last <= 5 {
        ordinals += number...last
      } else {
        ordinals.append(isLast ? -number : number)
      }
    } while take(",")
    guard take("]") else { throw fault("expected ], found \(found)", "應為「]」，卻是\(foundInChinese)") }
    return ordinals
  }

  private enum Day {
    case weekday(Weekday), publicHoliday, schoolHoliday
  }

  private func peekDay() -> Day? {
    guard index + 2 <= characters.count else { return nil }
    if index + 2 < characters.count, characters[index + 2].isLetter, characters[index + 2].isASCII { return nil }
    let word = String(characters[index..<index + 2])
    switch word {
    case "ph": return .publicHoliday
    case "sh": return .schoolHoliday
    default: return Weekday.allCases.first { $0.abbreviation.hasPrefix(word) }.map(Day.weekday)
    }
  }
}

// MARK: - Days in Chinese

extension OpeningHoursParser {
  private static let weekWords = ["每週", "週", "星期", "禮拜"]
  private static let groups: [(word: String, add: @Sendable (inout OpeningHours.Days) -> Void)] = [
    ("非假日", { $0.weekdays |= 0b001_1111 }), ("平常日", { $0.weekdays |= 0b001_1111 }),
    ("平日", { $0.weekdays |= 0b001_1111 }),
    ("週間", { $0.weekdays |= 0b001_1111 }),
    ("週末", { $0.weekdays |= 0b110_0000 }),
    ("例假日", { ($0.weekdays, $0.publicHolidays) = ($0.weekdays | 0b110_0000, true) }),
    ("國定假日", { $0.publicHolidays = true }), ("連續假日", { $0.publicHolidays = true }),
    ("假日", { ($0.weekdays, $0.publicHolidays) = ($0.weekdays | 0b110_0000, true) }),
    ("寒暑假", { $0.schoolHolidays = true }),
  ]

  /// `週一至週五`, `星期六、日`, `週六日`, `平日`
  private mutating func chineseWeekdays(_ days: inout OpeningHours.Days) throws(OpeningHoursError) -> Bool {
    for (word, add) in Self.groups where takeText(word) {
      add(&days)
      if word.hasPrefix("平") { namesOrdinaryDays = true }
      return true
    }
    guard startsBareWeekdays || takeAny(Self.weekWords) else { return false }
    guard let first = takeWeekday() else {
      throw fault("expected a weekday such as 週一, found \(found)", "應為星期，例如週一，卻是\(foundInChinese)")
    }
    var last = first
    days.insert(first)
    while true {
      let start = index
      if takeDash() || takeAny(Self.to) {
        skipBlanks()
        _ = takeAny(Self.weekWords)
        guard let end = takeWeekday() else {
          index = start
          return true
        }
        days.insert(last, through: end)
        last = end
        continue
      }
      _ = takeComma() || takeAny(Self.and)
      skipBlanks()
      _ = takeAny(Self.weekWords)
      guard let next = takeWeekday() else {
        index = start
        return true
      }
      days.insert(next)
      last = next
    }
  }

  /// 一~五 and 一、三、五 without 週 before them.
  private var startsBareWeekdays: Bool {
    guard isChinese, !isAtEnd, !characters[index].isASCII else { return false }
    var parser = self
    guard parser.takeWeekday() != nil else { return false }
    var count = 1
    while parser.takeDash() || parser.takeAny(Self.to) || parser.takeComma() {
      guard !parser.isAtEnd, !parser.characters[parser.index].isASCII, parser.takeWeekday() != nil else { return false }
      count += 1
    }
    // 一、三點 is no list of days.
    return count > 1 && (parser.isAtEnd || !"十月日號點時小個".contains(parser.characters[parser.index]))
  }

  /// 每月第一個週日, 第二、四個星期六, 每月最後一個週五; false, with nothing consumed, for other days.
  private mutating func nthWeekdays(_ days: inout OpeningHours.Days) -> Bool {
    let start = index
    _ = takeAny(["每個月的", "每個月", "每月的", "每月"])
    skipBlanks()
    var ordinals: [Int] = []
    if takeAny(["最後一個", "最後"]) {
      ordinals = [-1]
    } else if takeText("第") {
      repeat {
        _ = takeText("第")
        guard let number = numeral(), (1...5).contains(number) else { break }
        _ = takeText("個")
        ordinals.append(number)
      } while takeComma() || takeAny(Self.and)
    }
    guard !ordinals.isEmpty, takeAny(Self.weekWords), let weekday = takeWeekday() else {
      index = start
      return false
    }
    days.nth += ordinals.map { OpeningHours.NthWeekday(weekday: weekday, ordinal: $0) }
    return true
  }

  /// 除夕, 除夕至初五, 大年初一至初三, 正月初一到十五, `lunar 12/last-1/5`; false, with nothing consumed, for other days.
  private mutating func lunarSpan(_ days: inout OpeningHours.Days) -> Bool {
    let start = index
    let isEnglish = takeWord("lunar")
    skipBlanks()
    guard let first = lunarPoint(in: nil, isEnglish) else {
      index = start
      return false
    }
    var last = first
    let dash = index
    if takeDash() || takeAny(Self.to) {
      skipBlanks()
      // 除夕至初五 goes into the first month.
      if let end = lunarPoint(
        in: first.month == 12 && first.day == OpeningHours.LunarPoint.lastDay ? 1 : first.month, isEnglish)
      {
        last = end
      } else {
        index = dash
      }
    }
    days.lunarSpans.append(OpeningHours.LunarSpan(first: first, last: last))
    return true
  }

  /// - Parameter month: the month of a day that names none.
  private mutating func lunarPoint(in month: Int?, _ isEnglish: Bool) -> OpeningHours.LunarPoint? {
    let start = index
    if isEnglish {
      guard let number = number(digits: 1...2), (1...12).contains(number), take("/") else {
        index = start
        return nil
      }
      if takeWord("last") { return OpeningHours.LunarPoint(month: number, day: OpeningHours.LunarPoint.lastDay) }
      if let day = self.number(digits: 1...2), (1...30).contains(day) {
        return OpeningHours.LunarPoint(month: number, day: day)
      }
      index = start
      return nil
    }
    if takeAny(["除夕", "大年夜"]) { return OpeningHours.LunarPoint(month: 12, day: OpeningHours.LunarPoint.lastDay) }
    var number = month
    let isMarked = takeAny(["農曆", "陰曆", "舊曆"])
    let place = index
    if takeAny(["正月", "大年", "新年", "春節"]) {
      number = 1
    } else if let written = chineseMonth() {
      // 三月廿三 is lunar; 4月5日 is not.
      guard isMarked || !isAtEnd && "初廿".contains(characters[index]), let day = lunarDay() else {
        index = start
        return nil
      }
      return OpeningHours.LunarPoint(month: written, day: day)
    }
    if isMarked, index == place { index = start }
    guard let number, month != nil || !isAtEnd && characters[index] == "初", let day = lunarDay() else {
      index = start
      return nil
    }
    return OpeningHours.LunarPoint(month: number, day: day)
  }

  private mutating func takeWeekday() -> Weekday? {
    guard !isAtEnd else { return nil }
    let names: [Character: Int] = [
      "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "日": 7, "天": 7, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6,
      "7": 7,
    ]
    guard let number = names[characters[index]] else { return nil }
    // 06:00 behind 週五、 is a time.
    if characters[index].isASCII, index + 1 < characters.count {
      let next = characters[index + 1]
      if next.isASCII && next.isNumber || ":點時".contains(next) { return nil }
    }
    index += 1
    return Weekday(rawValue: number)
  }

  private static let lunarWords = ["農曆每月", "每月農曆", "農曆", "每月", "陰曆", "舊曆", "初"]

  /// `lunar 1,15`, `農曆初一、十五`, `每月初一及十五`
  private mutating func lunarDays(_ days: inout OpeningHours.Days) throws(OpeningHoursError) -> Bool {
    let start = index
    let isEnglish = takeWord("lunar")
    var hasWord = isEnglish
    while !isEnglish, takeAny(Self.lunarWords.dropLast()) { hasWord = true }
    skipBlanks()
    if startsLunarMonth(behindLunarWord: hasWord) { throw lunarMonthFault }
    guard hasWord || (!isAtEnd && characters[index] == "初") else {
      index = start
      return false
    }
    var last: Int?
    while true {
      let before = index
      if last != nil {
        // 初一十五 needs no mark between.
        let isRange = takeDash() || takeAny(Self.to)
        if !isRange { _ = takeComma() || takeAny(Self.and) }
        skipBlanks()
        if !isEnglish { _ = takeAny(["農曆", "每月"]) }
        // The 24 of 初一 24 小時 is no day.
        let isMarked = characters[before..<index].contains { !$0.isWhitespace }
        guard isMarked || isAtEnd || !characters[index].isASCII, !startsTime, let end = lunarDay() else {
          index = before
          return true
        }
        if isRange, let first = last, first <= end {
          for day in first...end { days.insert(lunarDay: day) }
        }
        days.insert(lunarDay: end)
        last = end
      } else {
        guard let day = lunarDay() else {
          throw fault(
            "expected a day of the lunar month from 1 to 30, such as lunar 1,15, found \(found)",
            "應為農曆的日子，例如初一、十五，卻是\(foundInChinese)")
        }
        days.insert(lunarDay: day)
        last = day
      }
    }
  }

  /// 正月, 農曆三月, 三月廿三
  private func startsLunarMonth(behindLunarWord: Bool) -> Bool {
    var parser = self
    if parser.takeAny(["正月", "臘月", "冬月", "閏"]) { return true }
    guard parser.chineseMonth() != nil else { return false }
    return behindLunarWord || parser.takeAny(["初", "廿"])
  }

  private var lunarMonthFault: OpeningHoursError {
    fault(
      "months of the lunar calendar are not read, only days of each lunar month such as lunar 1,15",
      "不支援農曆的月份，只支援每個農曆月的日子，例如初一、十五", kind: .lunarMonth)
  }

  private mutating func lunarDay() -> Int? {
    let start = index
    _ = takeText("初")
    guard let day = numeral(), (1...30).contains(day) else {
      index = start
      return nil
    }
    _ = takeAny(["日", "號"])
    // 05:00 or 5點 is a time.
    if !isAtEnd, ":點時月小".contains(characters[index]) {
      index = start
      return nil
    }
    return day
  }

  /// ASCII digits, or 一 to 三十一, 廿三.
  private mutating func numeral() -> Int? {
    if let number = number(digits: 1...2) { return number }
    let digits: [Character: Int] = [
      "一": 1, "二": 2, "兩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    ]
    let start = index
    var value = 0
    if takeText("廿") {
      value = 20
    } else {
      var tens: Int?
      if !isAtEnd, let digit = digits[characters[index]] {
        // 初一十五: a digit before a ten that goes on is a day by itself.
        let isTens =
          index + 1 < characters.count && characters[index + 1] == "十" && digit <= 3
          && !(index > 0 && characters[index - 1] == "初")
        index += 1
        guard isTens else { return digit }
        tens = digit
      }
      guard takeText("十") else {
        index = start
        return nil
      }
      value = (tens ?? 1) * 10
    }
    if !isAtEnd, let digit = digits[characters[index]] {
      value += digit
      index += 1
    }
    return value
  }
}

// MARK: - Parts of the year

extension OpeningHoursParser {
  private func peekMonth() -> Int? {
    guard index + 3 <= characters.count else { return nil }
    if index + 3 < characters.count, characters[index + 3].isLetter, characters[index + 3].isASCII { return nil }
    let word = String(characters[index..<index + 3])
    return OpeningHours.Season.months.firstIndex { $0.lowercased() == word }.map { $0 + 1 }
  }

  /// `4月` or the 4 of `4-9月`; the position stays behind it.
  private mutating func chineseMonth() -> Int? {
    let start = index
    guard let month = numeral(), (1...12).contains(month), takeText("月") else {
      index = start
      return nil
    }
    _ = takeText("份")
    return month
  }

  /// `Apr-Sep`, `Dec 25`, `Jan 01-Mar 31`, `4月至9月`, `12月25日`
  private mutating func season() throws(OpeningHoursError) -> OpeningHours.Season? {
    typealias DayOfYear = OpeningHours.DayOfYear
    if startsLunarMonth(behindLunarWord: false) { throw lunarMonthFault }
    guard let (first, firstDay) = try monthAndDay() else { return nil }
    let from = DayOfYear(month: first, day: firstDay ?? 1)
    let dash = index
    guard takeDash() || takeAny(Self.to) else {
      return OpeningHours.Season(
        first: from, last: DayOfYear(month: first, day: firstDay ?? DayOfYear.lastDay(of: first)))
    }
    skipBlanks()
    if let (last, lastDay) = try monthAndDay() {
      return OpeningHours.Season(first: from, last: DayOfYear(month: last, day: lastDay ?? DayOfYear.lastDay(of: last)))
    }
    // Dec 24-26
    if firstDay != nil, let day = numeral(), day <= DayOfYear.lastDay(of: first) {
      _ = takeAny(["日", "號"])
      return OpeningHours.Season(first: from, last: DayOfYear(month: first, day: day))
    }
    index = dash
    throw fault("expected a month or a day behind -, found \(found)", "「-」後面應為月份或日期，卻是\(foundInChinese)")
  }

  private mutating func monthAndDay() throws(OpeningHoursError) -> (month: Int, day: Int?)? {
    let month: Int
    if let english = peekMonth() {
      month = english
      index += 3
    } else if let chinese = chineseMonth() {
      month = chinese
    } else {
      return nil
    }
    let start = index
    skipBlanks()
    guard let day = numeral() else {
      index = start
      return (month, nil)
    }
    // Apr 05:00 is a time.
    if !isAtEnd, ":點時".contains(characters[index]) {
      index = start
      return (month, nil)
    }
    guard (1...OpeningHours.DayOfYear.lastDay(of: month)).contains(day) else {
      index = start
      skipBlanks()
      throw fault("month \(month) has no day \(day)", "\(month) 月沒有 \(day) 日")
    }
    _ = takeAny(["日", "號"])
    return (month, day)
  }
}

// MARK: - Times

extension OpeningHoursParser {
  /// `05:00-12:00,13:30-21:00`. A comma before a day begins another rule.
  private mutating func spans() throws(OpeningHoursError) -> [OpeningHours.Span] {
    var spans = [try span()]
    while true {
      let comma = index
      let hasMark = takeComma() || takeAny(Self.and)
      skipBlanks()
      if startsDays || isAtEnd || startsNeverCloses || isChinese && startsClosed || !hasMark && !startsTime {
        index = comma
        return spans
      }
      let next = try span()
      // 06:00-12:00 14:00-18:00 are two times of one day; times that overlap belong to two rules, as in 08:00-17:00，12:00-13:00休息.
      if !hasMark || isChinese && startsClosed, spans.contains(where: { $0.minutes.overlaps(next.minutes) }) {
        index = comma
        return spans
      }
      if !hasMark { hasOwnForms = true }
      spans.append(next)
    }
  }

  private static let wholeDays = ["全天候", "全天", "全日", "整天", "整日"]

  /// `24小時`, `24 hours`, `全天`
  private mutating func takeWholeDay() -> Bool {
    if takeAny(Self.wholeDays) { return true }
    let start = index
    if takeText("24") || takeText("二十四") {
      skipBlanks()
      if takeText("小時") || ["hours", "hour", "hrs", "hr", "h"].contains(where: { takeWord($0) }) { return true }
    }
    index = start
    return isChinese && takeWord("24/7")
  }

  private mutating func span() throws(OpeningHoursError) -> OpeningHours.Span {
    if takeWholeDay() {
      hasOwnForms = true
      return .wholeDay
    }
    let start = index
    let from = try edge("a time such as 05:00", "時間，例如 05:00")
    if case .time(let minute) = from, minute >= OpeningHours.minutesOfDay {
      index = start
      throw fault("a time of opening is between 00:00 and 23:59", "開始的時間在 00:00 到 23:59 之間")
    }
    if case .time = from, take("+") || takeAny(["以後", "之後", "起"]) {
      return OpeningHours.Span(from: from, to: .unknown)
    }
    guard takeDash() || takeWord(of: Self.to) else {
      throw fault(
        "expected - and the time of closing, found \(found)", "應為「-」和結束的時間，卻是\(foundInChinese)")
    }
    skipBlanks()
    let end = index
    let beginsInAfternoon = isAfternoon == true
    let to = try edge("the time of closing such as 22:00", "結束的時間，例如 22:00")
    guard case .time(let opening) = from, case .time(var closing) = to else {
      return OpeningHours.Span(from: from, to: to)
    }
    // 下午1時至5時 ends at 17:00.
    if beginsInAfternoon, isAfternoon == nil, closing < opening, closing + halfDay > opening { closing += halfDay }
    if opening == closing {
      index = end
      throw fault("it closes when it opens: write 00:00-24:00 for a whole day", "開始和結束的時間相同：整天請寫 00:00-24:00")
    }
    let last = closing < opening ? closing + OpeningHours.minutesOfDay : closing
    guard last - opening <= OpeningHours.minutesOfDay else {
      index = end
      throw fault("more than 24 hours after the opening", "比開始的時間晚了超過 24 小時")
    }
    return OpeningHours.Span(from: from, to: .time(last))
  }

  /// Parts of the day, and the hours to add to a clock of twelve.
  private static let partsOfDay: [(words: [String], isAfternoon: Bool)] = [
    (["清晨", "凌晨", "早上", "上午", "早晨", "早"], false), (["下午", "晚上", "傍晚", "晚間", "夜間", "晚"], true),
    (["中午", "正午"], false), (["am", "a.m."], false), (["pm", "p.m."], true),
  ]

  /// 5am needs no minutes.
  private var startsHalfOfDay: Bool {
    var parser = self
    parser.skipBlanks()
    return Self.partsOfDay.suffix(2).contains { part in part.words.contains { parser.takeWord($0) } }
  }

  /// A time, or an event of the sun.
  private mutating func edge(_ expected: String, _ inChinese: String) throws(OpeningHoursError) -> OpeningHours.Edge {
    for event in OpeningHours.SunEvent.allCases where takeWord(event.rawValue) { return .sun(event) }
    for (words, event) in [(["日出"], OpeningHours.SunEvent.sunrise), (["日落", "日沒"], .sunset)] where takeAny(words) {
      return .sun(event)
    }
    let start = index
    isAfternoon = nil
    var part = Self.partsOfDay.first { takeAny($0.words) }
    let isNoon = part?.words.contains("中午") ?? false
    skipBlanks()
    // 上午：8:00
    if part != nil, take(":") { skipBlanks() }
    let digits = self
    if let number = number(digits: 3...4) {
      // 0530-2130
      guard number % 100 < 60, number / 100 <= 24, part == nil else {
        self = digits
        throw fault("expected a time with its minutes, such as 05:00", "時間要有分，例如 05:00")
      }
      hasOwnForms = true
      return .time(number / 100 * 60 + number % 100)
    }
    guard let hour = numeral() else {
      throw fault("expected \(expected), found \(found)", "應為\(inChinese)，卻是\(foundInChinese)")
    }
    var minute = 0
    if take(":") {
      guard let minutes = number(digits: 2...2) else {
        index = start
        throw fault("expected a time with its minutes, such as 05:00", "時間要有分，例如 05:00")
      }
      minute = minutes
    } else if takeWord(of: ["點鐘", "點整", "時整", "點", "時"]) {
      if takeText("半") {
        minute = 30
      } else if let minutes = chineseMinutes() {
        minute = minutes
      }
    } else if !startsHalfOfDay {
      index = start
      throw fault("expected a time with its minutes, such as 05:00", "時間要有分，例如 05:00")
    }
    skipBlanks(before: ["am", "pm", "a.m.", "p.m."])
    if part == nil { part = Self.partsOfDay.suffix(2).first { takeAny($0.words) } }
    guard minute < 60, hour * 60 + minute <= 2 * OpeningHours.minutesOfDay else {
      index = start
      throw fault(
        "there is no such time: times go from 00:00 to 24:00, and up to 48:00 for the next day",
        "沒有這個時間：時間從 00:00 到 24:00，隔天的最多寫到 48:00")
    }
    if part != nil { hasOwnForms = true }
    var clock = hour
    isAfternoon = part?.isAfternoon
    if let part {
      // 下午5時 is 17:00; 晚上12點 is the end of the day; 中午1點 is 13:00.
      if part.isAfternoon, hour < 12 || part.words.contains("晚上") && hour == 12 { clock += 12 }
      if part.words.contains("pm"), hour == 12 { clock = 12 }
      if isNoon, hour < 11 { clock += 12 }
      if part.words.contains("am"), hour == 12 { clock = 0 }
    }
    return .time(clock * 60 + minute)
  }

  /// 點 or 至, also behind blanks.
  private mutating func takeWord(of words: [String]) -> Bool {
    skipBlanks(before: words)
    return takeAny(words)
  }

  /// The 30分 of 5點30分.
  private mutating func chineseMinutes() -> Int? {
    let start = index
    guard let minutes = number(digits: 1...2) ?? numeral() else { return nil }
    // 5點至 and 5點30 are times; a number that begins another time is not the minutes of this one.
    guard takeText("分") || isAtEnd || !":點時".contains(characters[index]) else {
      index = start
      return nil
    }
    return minutes
  }

  private mutating func number(digits: ClosedRange<Int>) -> Int? {
    let run = characters[index...].prefix { $0.isASCII && $0.isNumber }
    guard digits.contains(run.count), let number = Int(String(run)) else { return nil }
    index += run.count
    return number
  }
}

// MARK: - Characters

extension OpeningHoursParser {
  private var isAtEnd: Bool { index == characters.count }

  /// The text at the current position, for messages.
  private var found: String {
    if isAtEnd { return "the end" }
    let word = typed[index...].prefix(20).prefix { !$0.isWhitespace && $0 != ";" && $0 != "," }
    return "\"\(String(word.isEmpty ? typed[index...].prefix(1) : word))\""
  }

  private var foundInChinese: String { isAtEnd ? "結尾" : "「" + found.dropFirst().dropLast() + "」" }

  private func fault(_ problem: String, _ inChinese: String, kind: OpeningHoursError.Kind = .syntax)
    -> OpeningHoursError
  {
    OpeningHoursError(text: text, column: index + 1, problem: problem, chineseProblem: inChinese, kind: kind)
  }

  private mutating func skipBlanks() {
    while !isAtEnd, characters[index].isWhitespace { index += 1 }
  }

  /// Blanks before one of some words.
  private mutating func skipBlanks(before words: [String]) {
    let start = index
    skipBlanks()
    if !words.contains(where: { characters[index...].starts(with: $0) }) { index = start }
  }

  /// Consumes the first of some texts that comes next.
  private mutating func takeAny(_ texts: some Sequence<String>) -> Bool {
    for text in texts where takeText(text) { return true }
    return false
  }

  private mutating func takeText(_ text: String) -> Bool {
    guard characters[index...].starts(with: text) else { return false }
    index += text.count
    return true
  }

  private mutating func take(_ character: Character) -> Bool {
    guard !isAtEnd, characters[index] == character else { return false }
    index += 1
    return true
  }

  private mutating func takeComma() -> Bool {
    let start = index
    skipBlanks()
    if take(",") { return true }
    index = start
    return false
  }

  private mutating func takeDash() -> Bool {
    let start = index
    skipBlanks()
    if take("-") { return true }
    index = start
    return false
  }

  /// Consumes a word that is not followed by a letter.
  private mutating func takeWord(_ word: String) -> Bool {
    guard characters[index...].starts(with: word) else { return false }
    let end = index + word.count
    guard end == characters.count || !(characters[end].isLetter || characters[end].isNumber) else { return false }
    index = end
    return true
  }

  /// The ordinary form of a character from a Chinese keyboard or a word processor.
  private static func plain(_ character: Character) -> Character {
    switch character {
    case "–", "—", "－", "~", "～", "〜", "∼": return "-"
    case "、": return ","
    case "“", "”", "「", "」": return "\""
    // Simplified characters of the words that are known here, and variants.
    case "周": return "週"
    case "礼": return "禮"
    case "时": return "時"
    case "点": return "點"
    case "农": return "農"
    case "历", "歷": return "曆"
    case "旧": return "舊"
    case "阴": return "陰"
    case "号": return "號"
    case "国": return "國"
    case "无": return "無"
    case "关": return "關"
    case "闭": return "閉"
    case "开": return "開"
    case "馆": return "館"
    case "营": return "營"
    case "业": return "業"
    case "庙": return "廟"
    case "门": return "門"
    case "参": return "參"
    case "间": return "間"
    case "钟": return "鐘"
    case "对": return "對"
    case "两": return "兩"
    case "暂": return "暫"
    case "余": return "餘"
    case "终": return "終"
    case "闰": return "閏"
    case "腊": return "臘"
    default:
      guard let scalar = character.unicodeScalars.first, (0xFF01...0xFF5E).contains(scalar.value),
        let ascii = UnicodeScalar(scalar.value - 0xFEE0)
      else {
        return character.lowercased().first ?? character
      }
      return Character(ascii).lowercased().first ?? character
    }
  }
}

extension OpeningHours.Days {
  /// Fr-Mo goes around the end of the week.
  mutating func insert(_ first: Weekday, through last: Weekday) {
    var day = first
    insert(day)
    while day != last {
      day = Weekday(rawValue: day.rawValue % 7 + 1) ?? last
      insert(day)
    }
  }
}
