import Folklore

/// Reads times of day and numbers of days as people say them: 晚上八點半, 提前三天.
enum ChatTimes {
  // MARK: Days before

  /// 提前 3 天, 三天前提醒我, 當天提醒; nil for what is not about it.
  static func daysBefore(_ said: SpokenText) -> ChatMeaning? {
    if let days = wholeDays[said.joined] { return .daysBefore(days) }
    let text: String
    if let rest = said.after(ChatPhrases.before) {
      text = rest
      // 提前說一聲 is about something else.
      guard text.isEmpty || SpokenText.fold(text).first.map({ number(String($0)) != nil }) == true else { return nil }
    } else if let rest = said.before(daysAhead) {
      text = rest
    } else {
      return nil
    }
    let joined = SpokenText.join(SpokenText.fold(text))
    guard let match = joined.prefixMatch(of: #/(\d{1,4}|[〇零一二两三四五六七八九十廿卅]{1,3})(天|日|days?|周|星期|礼拜|个星期|个礼拜)?/#),
      remindsOnly(joined[match.range.upperBound...]), let number = number(String(match.1))
    else { return .wrongDays(text) }
    let isWeeks = match.2.map { !["天", "日", "day", "days"].contains(String($0)) } ?? false
    let days = isWeeks ? number * 7 : number
    return NotificationSettings.advanceDayRange.contains(days) ? .daysBefore(days) : .wrongDays("\(days)")
  }

  /// 採買 三天前, 準備 開, 採買 關: the reminder of what to buy; nil for what is not about it.
  static func prepare(_ said: SpokenText) -> ChatMeaning? {
    guard let rest = said.after(ChatPhrases.prepare) else { return nil }
    let joined = SpokenText.join(SpokenText.fold(rest))
    if joined.isEmpty || ChatPhrases.on.contains(joined) { return .prepare(NotificationSettings.suggestedPrepareDays) }
    if ChatPhrases.off.contains(joined) { return .prepare(nil) }
    guard let match = joined.wholeMatch(of: #/(\d{1,2}|[一二两三四五六七八九十廿卅]{1,3})(天|日|days?)?(?:前|以前|before)?/#),
      let days = number(String(match.1)), NotificationSettings.prepareDayRange.contains(days)
    else { return nil }
    return .prepare(days)
  }

  /// Behind a number of days. 三天前 alone is a date.
  private static let daysAhead = ["天前提醒", "天前提醒我", "天前通知", "天前通知我", " days before", " day before"].map(SpokenText.fold)

  private static func remindsOnly(_ rest: Substring) -> Bool {
    rest.isEmpty || ChatPhrases.remind.contains(String(rest))
  }

  private static let wholeDays: [String: Int] = Dictionary(
    uniqueKeysWithValues: [
      ("前一天提醒我", 1), ("前一天提醒就好", 1), ("前一天提醒我就好", 1), ("前一天就好", 1), ("前兩天提醒我", 2), ("前三天提醒我", 3), ("前一個禮拜提醒我", 7),
      ("前一週提醒我", 7), ("前一天提醒", 1), ("前一天", 1), ("提前一天", 1), ("當天提醒", 0), ("當天提醒我", 0), ("當天", 0), ("當日提醒", 0),
      ("當天提醒就好", 0),
      ("當天就好", 0), ("不要提前提醒", 0), ("不用提前", 0),
      ("the day before", 1), ("on the day", 0),
    ].map { (SpokenText.join(SpokenText.fold($0.0)), $0.1) })

  // MARK: Times

  /// 時間 08:00, 早上七點提醒我; nil for what is not about it.
  static func time(_ said: SpokenText) -> ChatMeaning? {
    if let rest = said.after(ChatPhrases.time) {
      if let time = timeOfDay(SpokenText(rest).before(ChatPhrases.remind) ?? rest) { return .time(time) }
      // 時間過得真快 asks for nothing.
      let isTime =
        rest.isEmpty || SpokenText.fold(rest).first.map { number(String($0)) != nil || "早晚上下中".contains($0) } ?? false
      return isTime ? .wrongTime(rest) : nil
    }
    // 晚上九點 alone says enough; 9:00 alone does not.
    if partsOfDay.contains(where: said.folded.hasPrefix), let time = timeOfDay(said.folded) { return .time(time) }
    guard let rest = said.before(ChatPhrases.remind) else { return nil }
    return timeOfDay(rest).map { .time($0) }
  }

  private static let partsOfDay = ["早上", "上午", "清晨", "凌晨", "中午", "下午", "傍晚", "晚上", "晚间"]

  /// A time as people say it: `8:00`, `20.30`, 晚上八點半, 8pm.
  static func timeOfDay(_ text: String) -> TimeOfDay? {
    let text = SpokenText.fold(text).filter { !$0.isWhitespace }
    let pattern =
      #/(早上|上午|清晨|凌晨|早|中午|下午|傍晚|晚上|晚间|晚)?(\d{1,2}|[〇零一二两三四五六七八九十]{1,3})(?:(?::|\.)(\d{2})|[点點时](半|一刻|三刻|整|(?:\d{1,2}|[〇零一二三四五六七八九十]{1,3})分?)?)?(am|pm)?/#
    guard let match = text.wholeMatch(of: pattern), var hour = number(String(match.2)) else { return nil }
    // 8 alone may mean anything.
    guard match.1 != nil || match.5 != nil || text.contains(where: { ":.点點时".contains($0) }) else { return nil }
    var minute = 0
    if let digits = match.3 {
      minute = Int(digits) ?? 60
    } else if let said = match.4 {
      switch String(said) {
      case "半": minute = 30
      case "一刻": minute = 15
      case "三刻": minute = 45
      case "整": minute = 0
      default: minute = number(said.filter { $0 != "分" }.description) ?? 60
      }
    }
    switch match.1.map(String.init) ?? match.5.map(String.init) {
    case "下午", "傍晚", "晚上", "晚间", "晚", "pm": if hour < 12 { hour += 12 }
    case "中午": if hour < 5 { hour += 12 }
    case "凌晨", "am": if hour == 12 { hour = 0 }
    default: break
    }
    guard hour < 24, minute < 60 else { return nil }
    return TimeOfDay("\(hour):\(minute < 10 ? "0" : "")\(minute)")
  }

  /// A number below 100, in digits or in Chinese: 十二, 廿三, 兩.
  static func number(_ text: String) -> Int? {
    if let number = Int(text) { return number }
    let digits = Dictionary(uniqueKeysWithValues: zip("〇一二三四五六七八九", 0...9)).merging(
      ["零": 0, "两": 2]) { first, _ in first }
    var (value, tens) = (0, 0)
    for character in text {
      switch character {
      case "十": (tens, value) = (tens + (value == 0 ? 1 : value) * 10, 0)
      case "廿": tens = 20
      case "卅": tens = 30
      default:
        guard let digit = digits[character] else { return nil }
        value = value * 10 + digit
      }
    }
    return text.isEmpty ? nil : tens + value
  }
}
