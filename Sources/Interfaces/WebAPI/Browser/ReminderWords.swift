import Folklore
import Store

/// What people call the states and kinds of reminders.
enum ReminderWords {
  static func name(of status: ReminderStatus, _ language: Language) -> String {
    let say = language.say
    switch status {
    case .queued: return say("等待中", "等待中", "waiting")
    case .sent: return say("已送出", "已送出", "sent")
    case .failed: return say("失敗", "失败", "failed")
    case .expired: return say("過期", "过期", "expired")
    case .cancelled: return say("已取消", "已取消", "cancelled")
    }
  }

  static func name(of kind: ReminderKind, _ language: Language) -> String {
    let say = language.say
    switch kind {
    case .main: return say("提前提醒", "提前提醒", "ahead")
    case .early: return say("三天前", "三天前", "three days before")
    case .dayOf: return say("當天", "当天", "on the day")
    case .prepare: return say("採買", "采买", "to prepare")
    case .correction: return say("更正", "更正", "correction")
    }
  }

  static func name(of channel: ChannelKind, _ language: Language) -> String {
    let say = language.say
    switch channel {
    case .push: return say("推播", "推送", "push")
    case .mail: return say("電子郵件", "电子邮件", "mail")
    case .line: return say("LINE", "LINE", "LINE")
    case .telegram: return say("Telegram", "Telegram", "Telegram")
    case .webhook: return say("Webhook", "Webhook", "webhook")
    case .ntfy: return say("ntfy", "ntfy", "ntfy")
    case .jsonl: return say("JSON 輸出", "JSON 输出", "JSON lines")
    case .feed: return say("行事曆訂閱", "日历订阅", "calendar")
    }
  }

  /// Why an operator's command left a reminder unchanged.
  static func refusal(_ reason: String, _ language: Language) -> String {
    let say = language.say
    switch reason {
    case "is held by a worker": return say("正在送出", "正在送出", "being sent now")
    case "is not due yet": return say("時間還沒到", "时间还没到", "not due yet")
    case "is not wanted any more":
      return say("使用者已經不要這則提醒", "用户已经不要这则提醒", "not wanted by the user any more")
    default:
      if let status = ReminderStatus(rawValue: String(reason.dropFirst("is ".count))) {
        return say("狀態是「", "状态是「", "is ") + name(of: status, language) + say("」", "」", "")
      }
      return reason
    }
  }
}
