import Folklore
import JSON
import Store

/// Sentences of chats that pages say as well.
enum ChatWords {
  /// What joining would end, a sentence each.
  static func lines(_ reasons: Set<ChatJoiningReason>, _ service: ChatService, _ language: Language) -> [String] {
    var lines: [String] = []
    if reasons.contains(.chatOfOtherAccount) {
      lines.append(
        language.say(
          "這個 \(service.title) 聊天現在連結另一個帳號，會離開那個帳號。", "这个 \(service.title) 聊天现在连结另一个账号，会离开那个账号。",
          "This \(service.title) chat is joined to another account now, and would leave it."))
    }
    if reasons.contains(.accountHasOtherChat) {
      lines.append(
        language.say(
          "這個帳號現在連結另一個 \(service.title) 聊天，那個聊天會離開帳號。", "这个账号现在连结另一个 \(service.title) 聊天，那个聊天会离开账号。",
          "The account is joined to another \(service.title) chat now, which would leave it."))
    }
    if reasons.contains(.takesAlong) {
      lines.append(
        language.say(
          "這個聊天訂閱的日子會併入帳號。", "这个聊天订阅的日子会并入账号。", "What this chat follows would become the account’s."))
    }
    return lines
  }

  /// When reminders come, or that they are off.
  static func told(_ settings: JSON, _ language: Language) -> String {
    settings["enable_all"] == .flag(false)
      ? language.say("提醒現在是關的。", "提醒现在是关的。", "Reminders are off now.") : timing(settings, language)
  }

  /// What holds once a chat has joined an account, whose settings replace those of the chat.
  static func fromNowOn(_ settings: JSON, _ language: Language) -> String {
    language.say("從現在起照帳號的設定：", "从现在起照账号的设置：", "The account’s settings hold from now on. ") + told(settings, language)
  }

  /// All reminders of a day, those that come first at the beginning: `3 天前、前一天、當天 20:00 提醒您。`
  static func timing(_ settings: JSON, _ language: Language) -> String {
    let time = settings["notify_time"].text ?? ""
    var days: Set<Int> = [settings["advance_days"].integer ?? 1]
    if settings["early_enabled"].flag ?? true { days.insert(NotificationSettings.earlyDays) }
    if settings["day_of_enabled"].flag ?? true { days.insert(0) }
    let names = days.sorted(by: >).map { days in
      switch days {
      case 0: language.say("當天", "当天", "on the day")
      case 1: language.say("前一天", "前一天", "the day before")
      default: language.say("\(days) 天前", "\(days) 天前", "\(days) days before")
      }
    }
    let all = names.joined(separator: language.say("、", "、", ", "))
    let prepare = settings["prepare_days"].integer.map {
      language.say("大日子 \($0) 天前先說要買什麼。", "大日子 \($0) 天前先说要买什么。", " What to buy is told \($0) days before great days.")
    }
    return language.say("\(all) \(time) 提醒您。", "\(all) \(time) 提醒您。", "You are told \(all) at \(time).")
      + (prepare ?? "")
  }
}
