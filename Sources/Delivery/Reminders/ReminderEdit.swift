internal import Folklore
internal import JSON
internal import Records
internal import Store

/// The edits of an event or a user that plan, move or withdraw reminders.
enum ReminderEdit {
  /// The fields that such an edit changed, with their values: `提醒時刻：08:00 → 20:00`; nil if it changed no such field.
  static func text(of edit: AuditEntry, _ language: Language) -> String? {
    let (before, after) = (values(edit.before), values(edit.after))
    let fields = edit.entity == Entity.event.rawValue ? events(language) : users(language)
    let texts = fields.compactMap { name, title -> String? in
      guard before[name] != nil || after[name] != nil else { return nil }
      guard let old = Self.text(before[name], language), let new = Self.text(after[name], language) else {
        return title
      }
      return language.say("\(title)：\(old) → \(new)", "\(title)：\(old) → \(new)", "\(title): \(old) → \(new)")
    }
    return texts.isEmpty ? nil : texts.joined(separator: language.say("、", "、", ", "))
  }

  private static func events(_ language: Language) -> [(name: String, title: String)] {
    ["rule", "advance_days", "is_enabled"].map { ($0, Entity.event.title(of: $0, in: language)) }
  }

  private static func users(_ language: Language) -> [(name: String, title: String)] {
    let say = language.say
    return [
      ("time_zone", say("時區", "时区", "the time zone")),
      ("enable_all", say("要不要提醒", "要不要提醒", "whether reminders are wanted")),
      ("notify_time", say("提醒時刻", "提醒时刻", "the time of day")),
      ("advance_days", say("提前天數", "提前天数", "the days before")),
      ("prepare_days", say("準備的天數", "准备的天数", "the days to prepare")),
      ("early_enabled", say("三天前的提醒", "三天前的提醒", "the reminder three days before")),
      ("day_of_enabled", say("當天的提醒", "当天的提醒", "the reminder on the day")),
      ("quiet_from", say("勿擾開始", "勿扰开始", "the beginning of the quiet hours")),
      ("quiet_to", say("勿擾結束", "勿扰结束", "the end of the quiet hours")),
      ("newmoon_enabled", say("初一", "初一", "the first of the month")),
      ("fullmoon_enabled", say("十五", "十五", "the fifteenth of the month")),
      ("custom_enabled", say("自己的日子", "自己的日子", "own days")),
      ("channel", say("提醒方式", "提醒方式", "the way")),
      ("event_subscriptions", say("追蹤的日子", "关注的日子", "the days that are followed")),
      ("group_subscriptions", say("追蹤的群組", "关注的群组", "the groups that are followed")),
    ]
  }

  /// The fields of a record and of its settings.
  private static func values(_ record: JSON) -> [String: JSON] {
    let members = record.members.flatMap { $0.name == "settings" ? $0.value.members : [$0] }
    return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// Nil for lists, whose values would be long.
  private static func text(_ value: JSON?, _ language: Language) -> String? {
    switch value {
    case nil, .null?: language.say("沒有", "没有", "none")
    case .text(let text)?: text
    case .integer(let number)?: "\(number)"
    case .flag(let isOn)?: isOn ? language.say("開", "开", "on") : language.say("關", "关", "off")
    default: nil
    }
  }
}
