import Lunisolar

// Days counted from today: 今天, 後天, +3, 三天後, 下週三, next wednesday.

extension DateParser {
  mutating func relativeDay() throws(DateReadingError) -> TypedDate? {
    let start = scanner.position
    if let word = Self.dayWords.first(where: { scanner.take($0.key) }) {
      return try finished(today.advanced(by: word.value))
    }
    if let found = try sameDay() { return found }
    if let found = try weekend() { return found }
    if scanner.take("day after tomorrow") { return try finished(today.advanced(by: 2)) }
    if let days = scanner.takeWord(in: Self.englishDays) { return try finished(today.advanced(by: days)) }
    if let days = signedDays() {
      guard abs(days) <= 1_000_000 else { throw notADate() }
      return try finished(today.advanced(by: days))
    }
    scanner.rewind(to: start)
    return nil
  }

  /// 三天後, 2週前, 再過三天, 一個月後, in 3 days, 3 days ago; nil if anything else follows.
  mutating func countedDay() throws(DateReadingError) -> TypedDate? {
    let start = scanner.position
    if let shift = counted() {
      let place = scanner.position
      // A time of day may follow, but no other day.
      if let found = try? finished(shift.date(from: today)) { return found }
      scanner.rewind(to: place)
    }
    scanner.rewind(to: start)
    return nil
  }

  /// 明年的今天, 下個月今天.
  private mutating func sameDay() throws(DateReadingError) -> TypedDate? {
    let start = scanner.position
    var months = Self.relativeMonths.first { scanner.take($0.key) }?.value
    if months == nil, case .relative(let years) = takeWrittenYear() { months = 12 * years }
    _ = scanner.take("的")
    guard let months, scanner.takeAny(["今天", "今日", "同一天"]) != nil else {
      scanner.rewind(to: start)
      return nil
    }
    return try finished(today.advanced(byMonths: months))
  }

  /// 這個週末 is two days.
  private mutating func weekend() throws(DateReadingError) -> TypedDate? {
    let start = scanner.position
    let isNext = scanner.takeAny(["下個", "下个", "下"]) != nil
    if !isNext { _ = scanner.takeAny(["這個", "这个", "這", "这", "本"]) }
    guard scanner.takeAny(["週末", "周末"]) != nil, scanner.isAtEnd else {
      scanner.rewind(to: start)
      return nil
    }
    let saturday = today.advanced(by: 6 - today.weekday.rawValue + (isNext ? 7 : 0))
    throw failure(.severalDays, advice: ["\(saturday)", "\(saturday.advanced(by: 1))"])
  }

  private static let englishDays = ["today": 0, "now": 0, "tomorrow": 1, "yesterday": -1]

  private static let dayWords: KeyValuePairs<String, Int> = [
    "今天早上": 0, "今晚": 0, "今早": 0, "明晚": 1, "明早": 1, "昨晚": -1, "大後日": 3, "今仔日": 0, "明仔載": 1, "今天": 0, "今日": 0, "今兒": 0,
    "本日": 0, "現在": 0, "明天": 1, "明日": 1, "大後天": 3, "大后天": 3, "後天": 2, "后天": 2, "後日": 2,
    "昨天": -1, "昨日": -1, "大前天": -3, "前天": -2, "前日": -2,
  ]

  /// `+3`, `-3`, `+2w`.
  private mutating func signedDays() -> Int? {
    let start = scanner.position
    let isAhead = scanner.take("+")
    guard isAhead || scanner.take("-") else { return nil }
    if isAhead { scanner.skipBlanks() }
    guard let number = scanner.takeNumber() else {
      scanner.rewind(to: start)
      return nil
    }
    let isWeeks = scanner.takeAny(["w", "W", "週", "周"]) != nil
    if !isWeeks { _ = scanner.takeAny(["d", "D", "天", "日"]) }
    guard scanner.isAtEnd || scanner.next == " " else {
      scanner.rewind(to: start)
      return nil
    }
    return (isAhead ? 1 : -1) * number * (isWeeks ? 7 : 1)
  }

  private mutating func counted() -> DayShift? {
    let isLater = scanner.takeAny(["再過", "再过", "過", "过"]) != nil || scanner.takeWord(of: ["in"]) != nil
    scanner.skipBlanks()
    guard let length = DayShift.takeLength(&scanner) ?? DayShift.takeEnglishLength(&scanner) else { return nil }
    scanner.skipBlanks()
    if scanner.takeAny(["以後", "以后", "之後", "之后", "後", "后"]) != nil { return length }
    if scanner.takeWord(of: ["later", "ahead"]) != nil || scanner.take("from now") || scanner.take("from today") {
      return length
    }
    if scanner.takeAny(["以前", "之前", "前"]) != nil || scanner.takeWord(of: ["ago", "earlier"]) != nil {
      return length.reversed
    }
    return isLater ? length : nil
  }

  // MARK: Weekdays

  /// 週三, 這週三, 下週三, 上個星期日, wednesday, next wednesday.
  mutating func weekday() throws(DateReadingError) -> TypedDate? {
    let start = scanner.position
    var week: Int?
    var count = 0
    if scanner.takeAny(["這個", "这个", "這", "这", "本"]) != nil || scanner.takeWord(of: ["this"]) != nil {
      week = 0
    } else {
      while scanner.take("下") { count += 1 }
      while count <= 0, scanner.take("上") { count -= 1 }
      if count != 0 {
        week = count
        _ = scanner.takeAny(["個", "个"])
      } else if scanner.takeWord(of: ["next"]) != nil {
        week = 1
      } else if scanner.takeWord(of: ["last"]) != nil {
        week = -1
      }
    }
    scanner.skipBlanks()
    let found =
      scanner.takeAny(WeekdayWords.chinese) != nil
      ? WeekdayWords.takeDay(&scanner) : WeekdayWords.takeEnglish(&scanner)
    // Wed, 5 March 2025 is an English date.
    guard let found, week != nil || scanner.isAtEnd || scanner.next?.isASCII != true else {
      scanner.rewind(to: start)
      return nil
    }
    let monday = today.advanced(by: 1 - today.weekday.rawValue)
    guard let week else {
      let ahead = (found.rawValue - today.weekday.rawValue).modulo(7)
      let date = today.advanced(by: ahead)
      remarks.append(
        DateRemark(
          "讀作最近的\(found.name(in: .traditionalChinese))（\(date)）",
          "read as the coming \(found.name(in: .english)) (\(date))",
          others: ["\(date.advanced(by: 7))"]))
      return try finished(date)
    }
    let date = monday.advanced(by: 7 * week + found.rawValue - 1)
    if found == .sunday {
      remarks.append(
        DateRemark(
          "一週從星期一算起（\(date)）", "weeks begin on Monday (\(date))", others: ["\(date.advanced(by: -7))"]))
    } else {
      remarks.append(DateRemark("讀作 \(date)", "read as \(date)"))
    }
    return try finished(date)
  }
}

/// Names of the days of a week.
enum WeekdayWords {
  static let chinese = ["星期", "禮拜", "礼拜", "週", "周", "拜"]

  /// 一 to 六, 日 or 天.
  static func takeDay(_ scanner: inout TextScanner) -> Weekday? {
    if scanner.take("天") { return .sunday }
    return Weekday.allCases.first { scanner.take($0.chineseName) }
  }

  /// `Wednesday`, `wed`, `Wed.`
  static func takeEnglish(_ scanner: inout TextScanner) -> Weekday? {
    guard let weekday = scanner.takeWord(in: english) else { return nil }
    _ = scanner.take(".")
    return weekday
  }

  private static let english = Dictionary(
    Weekday.allCases.flatMap { weekday in
      let name = weekday.name(in: .english).lowercased()
      return [name, String(name.prefix(3)), String(name.prefix(4)), String(name.prefix(5))].map { ($0, weekday) }
    }
  ) { first, _ in first }
}
