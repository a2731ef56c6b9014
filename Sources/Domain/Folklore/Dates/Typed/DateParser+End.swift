import Ephemeris
import Lunisolar

// What may stand behind a date: the day of the week, the same day of the other calendar, a time of day.

extension DateParser {
  /// The end of the text; before it may stand the day of the week (星期三, (三), Wed), the same day of the other calendar, and a time of day.
  ///
  /// - Parameters:
  ///   - date: the day that was read; nil if it is not in this year.
  ///   - text: its text, for advice.
  mutating func end(of date: SolarDate?, text: String?) throws(DateReadingError) {
    guard !isAtEnd else { return }
    try takeWeekday(of: date)
    try takeOtherCalendar(of: date)
    try takeWeekday(of: date)
    try takeName(of: date)
    if !isAtEnd, takeTime() { remarks.append(Self.withoutTime) }
    guard !isAtEnd else { return }
    let column = scanner.column
    // 3/5-3/7 and 初一、十五 are several days.
    if depth < 1, scanner.takeAny(["~", "-", "至", "到", "、", ",", "和", "及", "與"]) != nil {
      scanner.skipBlanks()
      var other = DateParser(scanner.rest, reader, isLunar: isLunar, depth: depth + 1)
      if let second = try? other.parse(), let day = try? reader.lunarDate(of: second) {
        throw failure(.severalDays, advice: [text, advice(day.solarDate)].compactMap(\.self))
      }
      throw failure(.notADate(column: column), advice: text.map { [$0] } ?? reader.examples(isLunar: isLunar == true))
    }
    throw failure(.notADate(column: column), advice: text.map { [$0] } ?? reader.examples(isLunar: isLunar == true))
  }

  private var isAtEnd: Bool { scanner.isAtEndButBlanks }

  private mutating func takeWeekday(of date: SolarDate?) throws(DateReadingError) {
    let end = scanner.position
    scanner.skipBlanks()
    _ = scanner.take(",")
    scanner.skipBlanks()
    let isBracketed = scanner.takeAny(["(", "[", "【"]) != nil
    let hasWord = scanner.takeAny(WeekdayWords.chinese) != nil
    var weekday: Weekday?
    if hasWord || isBracketed { weekday = WeekdayWords.takeDay(&scanner) }
    if weekday == nil, !hasWord { weekday = WeekdayWords.takeEnglish(&scanner) }
    guard let weekday, !isBracketed || scanner.takeAny([")", "]", "】"]) != nil else {
      scanner.rewind(to: end)
      return
    }
    if let date { try check(weekday, of: date) }
  }

  /// `農曆二月初六` behind a solar date, as on invitations: it must be the same day.
  private mutating func takeOtherCalendar(of date: SolarDate?) throws(DateReadingError) {
    let start = scanner.position
    scanner.skipBlanks()
    _ = scanner.takeAny([",", "即"])
    let isBracketed = scanner.takeAny(["(", "["]) != nil
    let words = ChineseWords.lunar + ChineseWords.solar
    guard depth < 2, let date, words.contains(where: scanner.rest.hasPrefix) else {
      scanner.rewind(to: start)
      return
    }
    let rest = scanner.rest.prefix { !"()[]".contains($0) }
    // A day of the week behind it belongs to both.
    var other = DateParser(String(rest), reader, isLunar: nil, depth: depth + 1)
    guard let second = try? other.parse() else {
      scanner.rewind(to: start)
      return
    }
    for _ in rest { _ = scanner.takeCharacter() }
    if isBracketed { _ = scanner.takeAny([")", "]"]) }
    let lunar = try? reader.calendar.lunarDate(on: date)
    switch second.date {
    case .lunar(nil, let month, let isLeap, let day):
      guard let lunar, (lunar.month, lunar.isLeap, lunar.day) != (month, isLeap, day) else { return }
      throw failure(.twoDays, advice: [advice(date), DateTexts.lunar(lunar.year, month, isLeap, day)])
    default:
      guard let day = try? reader.lunarDate(of: second).solarDate, day != date else { return }
      throw failure(.twoDays, advice: [advice(date), advice(day)])
    }
  }

  /// 媽祖生 behind 三月廿三: the name must be of that day.
  private mutating func takeName(of date: SolarDate?) throws(DateReadingError) {
    guard depth < 1, let date, !isAtEnd else { return }
    let start = scanner.position
    scanner.skipBlanks()
    guard let rules = NamedDay.take(&scanner).map({ [$0.rule] }) ?? reader.names().take(&scanner) else {
      return scanner.rewind(to: start)
    }
    _ = scanner.takeAny(["節", "节", "夜", "日"])
    guard isAtEnd else { return scanner.rewind(to: start) }
    let found = rules.flatMap { days(of: $0, in: date.year - 1...date.year + 1) }.map(\.date)
    guard !found.contains(date) else { return }
    let nearest = found.min { abs(date.distance(to: $0)) < abs(date.distance(to: $1)) }
    throw failure(.twoDays, advice: [advice(date)] + [nearest].compactMap { $0.map(advice) })
  }

  /// A time of day, which no date needs: 14:30, 下午2:30, 晚上六點半, 10:00 AM, 子時, 吉時.
  private mutating func takeTime() -> Bool {
    let start = scanner.position
    _ = scanner.takeWhile { $0.isWhitespace || ",-T".contains($0) }
    let part = scanner.takeAny(Self.partsOfDay)
    scanner.skipBlanks()
    var found: TimeOfDay?
    if scanner.takeAny(Self.doubleHours) != nil, scanner.take("時") {
      scanner.skipBlanks()
    } else if let hour = ChineseNumerals.takeNumber(&scanner), (0...24).contains(hour) {
      guard let minutes = takeMinutes() else {
        scanner.rewind(to: start)
        return false
      }
      scanner.skipBlanks()
      let half = scanner.takeWord(of: ["am", "pm"]) ?? part
      found = Self.hour(hour, in: half).flatMap { $0 < 24 && minutes < 60 ? $0 * 60 + minutes : nil }
        .map { TimeOfDay(uncheckedMinutes: $0) }
    } else if part == nil {
      scanner.rewind(to: start)
      return false
    }
    _ = scanner.takeAny(["入席", "開始", "開席", "起", "整"])
    guard isAtEnd else {
      scanner.rewind(to: start)
      return false
    }
    time = found
    return true
  }

  /// The hour of the day of an hour of its part; nil where people mean different hours, as by 晚上12點.
  private static func hour(_ hour: Int, in part: String?) -> Int? {
    guard let part, hour <= 12 else { return hour }
    switch part {
    case "am", "上午", "早上", "早晨", "清晨", "凌晨": return hour % 12
    case "pm", "下午": return hour % 12 + 12
    case "中午": return hour < 4 ? hour + 12 : hour
    case "晚上", "傍晚", "夜間", "晚間": return hour == 12 ? nil : hour + 12
    case "半夜", "午夜": return hour == 12 ? nil : hour
    default: return hour
    }
  }

  /// `:30`, `:30:00`, 點, 時, 點半, 時30分: the minutes; am and pm alone have none.
  private mutating func takeMinutes() -> Int? {
    if scanner.take(":") {
      let minutes = scanner.takeDigits()
      guard minutes.count == 2 else { return nil }
      while scanner.take(":") { guard scanner.takeDigits().count == 2 else { return nil } }
      return Int(minutes)
    }
    if scanner.takeAny(["點鐘", "點", "点", "時", "时"]) != nil {
      if scanner.take("半") { return 30 }
      guard let minutes = ChineseNumerals.takeNumber(&scanner) else { return 0 }
      _ = scanner.take("分")
      return minutes
    }
    let next = scanner.rest.lowercased()
    return ["am", "pm", " am", " pm"].contains(where: next.hasPrefix) ? 0 : nil
  }

  private static let partsOfDay = [
    "上午", "下午", "早上", "早晨", "中午", "晚上", "傍晚", "晚間", "凌晨", "清晨", "半夜", "午夜", "夜間", "吉時", "吉日",
  ]
  private static let doubleHours = ["子", "丑", "寅", "卯", "辰", "巳", "午", "未", "申", "酉", "戌", "亥"]

  static let withoutTime = DateRemark("只讀日期，時刻不計", "the time of day was left out")

  func check(_ weekday: Weekday, of date: SolarDate) throws(DateReadingError) {
    guard date.weekday != weekday else { return }
    // The weekday may be right and the day wrong.
    let ahead = (weekday.rawValue - date.weekday.rawValue + 3).modulo(7) - 3
    throw failure(.otherWeekday(date), advice: [advice(date), advice(date.advanced(by: ahead))])
  }

  private func trailing(_ date: SolarDate?) -> DateReadingError {
    failure(
      .notADate(column: scanner.column), advice: date.map { ["\($0)"] } ?? reader.examples(isLunar: isLunar == true))
  }
}
