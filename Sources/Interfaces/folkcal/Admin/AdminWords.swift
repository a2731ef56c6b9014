import ArgumentParser
import Folklore
import Records
import Store

/// The roles of users and tokens in Chinese.
enum RoleWords {
  static func name(of role: String) -> String {
    switch APIRole(rawValue: role) {
    case .user: "使用者"
    case .reader: "檢視"
    case .editor: "編輯"
    case .admin: "管理"
    case nil: role
    }
  }
}

/// Words of the audit log in the language of messages; English has the names that JSON has.
enum AuditWords {
  static func action(_ name: String) -> String {
    switch name {
    case "add": Speech.say("新增", name)
    case "edit": Speech.say("變更", name)
    case "remove": Speech.say("移除", name)
    default: name
    }
  }

  static func kind(_ name: String) -> String {
    Entity(rawValue: name).map { Speech.say($0.chinese, name) } ?? name
  }
}

/// The lines of `folkcal admin stats` in the language of messages; English has the names that JSON has.
enum StatisticsWords {
  static func table(_ name: String) -> String {
    let chinese: [String: String] = [
      "event_occurrences": "算出的日期", "notification_logs": "提醒紀錄", "devices": "裝置", "api_tokens": "權杖",
      "audit_log": "修改紀錄",
    ]
    let entity = Entity.allCases.first { $0.plural == name }
    return Speech.say(chinese[name] ?? entity?.chinese ?? name, name)
  }

  static func status(_ name: String) -> String {
    switch ReminderStatus(rawValue: name) {
    case .queued: Speech.say("等待送出", name)
    case .sent: Speech.say("已送出", name)
    case .failed: Speech.say("失敗", name)
    case .expired: Speech.say("已過期", name)
    case .cancelled: Speech.say("已取消", name)
    case nil: name
    }
  }
}

/// `--lang` of commands without results for people; `Speech` reads it.
struct MessageOptions: ParsableArguments {
  @Option(
    help: .say(
      "訊息的語言：zh-Hant、zh-Hans 或 en；預設依 LC_ALL 與 LANG。",
      "The language of messages: zh-Hant, zh-Hans or en. By default from LC_ALL and LANG."))
  var lang: Language?
}
