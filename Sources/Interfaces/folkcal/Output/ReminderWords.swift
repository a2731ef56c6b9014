import Folklore
import Lunisolar
import Store

extension ReminderKind {
  /// The kind in words for people.
  func name(in language: Language) -> String {
    switch self {
    case .early: language.say("三天前", "三天前", "days ahead")
    case .main: language.say("提前提醒", "提前提醒", "reminder")
    case .dayOf: language.say("當天", "当天", "on the day")
    case .prepare: language.say("採買", "采买", "to prepare")
    case .correction: language.say("更正", "更正", "correction")
    }
  }
}

extension ReminderStatus {
  /// The status in words for people.
  func name(in language: Language) -> String {
    switch self {
    case .queued: language.say("等待中", "等待中", "queued")
    case .sent: language.say("已送出", "已送出", "sent")
    case .failed: language.say("失敗", "失败", "failed")
    case .expired: language.say("過期", "过期", "expired")
    case .cancelled: language.say("已取消", "已取消", "cancelled")
    }
  }
}

extension UnchangedReminder {
  /// The Chinese of a reason why a reminder stayed as it is.
  static func chinese(_ reason: String) -> String {
    switch reason {
    case "is held by a worker": "正在送出"
    case "is not wanted any more": "使用者已經不需要"
    case "is not due yet": "時間還沒到"
    default:
      ReminderStatus(rawValue: String(reason.trimmingPrefix("is "))).map { "狀態是\($0.name(in: .traditionalChinese))" }
        ?? reason
    }
  }
}

extension SolarDate {
  /// The date with its weekday: `2025-04-20 週日`, `2025-04-20 Sun`.
  func text(withWeekdayIn language: Language) -> String {
    let name = "週" + weekday.chineseName
    return "\(self) " + language.say(name, "周" + weekday.chineseName, String(weekday.name(in: .english).prefix(3)))
  }
}

extension ZonedClock {
  /// The local time of an instant with its weekday: `2025-04-17 週四 08:00`.
  func text(_ instant: Int, in language: Language) -> String {
    let iso = CivilTime.iso(unixTime: instant, offset: offset(at: instant))
    return local(at: instant).date.text(withWeekdayIn: language) + " "
      + iso.dropFirst("2025-04-17T".count).prefix("08:00".count)
  }
}
