import Folklore
import Store

/// What people call the states and kinds of reminders, and what a reason of a failure means for an operator.
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

  /// What an operator can do about a failure; nil if its reason says all.
  static func advice(on reason: String, _ language: Language) -> String? {
    let say = language.say
    func has(_ texts: String...) -> Bool { texts.contains { reason.contains($0) } }
    if has("no connection to", "has no address", "did not answer within", "ended the connection", "the server is slow")
    {
      return say(
        "連不上對方的伺服器。等它恢復，或檢查網路與設定的位址，再重送一次。",
        "连不上对方的服务器。等它恢复，或检查网络与设置的地址，再重送一次。",
        "The server could not be reached. Wait until it is back, or check the network and the address, then send again."
      )
    }
    if has("no secure connection") {
      return say(
        "對方的憑證有問題。請檢查憑證與主機名稱。", "对方的证书有问题。请检查证书与主机名称。",
        "Its certificate is wrong. Check the certificate and the name of the host.")
    }
    if has("refused us with", "answered 401", "answered 403") {
      return say(
        "對方不接受我們的帳號或金鑰。請檢查服務設定裡的密碼與金鑰，再重送一次。",
        "对方不接受我们的账号或密钥。请检查服务设置里的密码与密钥，再重送一次。",
        "The server does not accept our account or key. Check the passwords and keys of the service, then send again.")
    }
    if has("refused the mail with", "answered 404", "answered 410", "no active device") {
      return say(
        "收件的位址或裝置已經不在。重送也不會成功，請通知使用者更新設定。",
        "收件的地址或设备已经不在。重送也不会成功，请通知用户更新设置。",
        "The address or device is gone. Sending again will not help; ask the user to change the settings.")
    }
    if has("mails to this address came back") {
      return say(
        "寄到這個地址的信被退回，所以不再寄。地址沒有錯的話，可以在使用者的頁面或「通知方式與裝置」選擇再寄。",
        "寄到这个地址的邮件被退回，所以不再寄。地址没有错的话，可以在用户的页面或「通知方式与设备」选择再寄。",
        "Mails to this address came back, so none is sent. If the address is right, have them sent again on the user's page, or under Ways and devices."
      )
    }
    if has("no public address", "not configured", "which is not configured") {
      return say("這個管道沒有設定好。請看「服務」頁。", "这个渠道没有设置好。请看「服务」页。", "The channel is not set up. See the page “Service”.")
    }
    return nil
  }

  /// Why an operator's command left a reminder unchanged.
  static func refusal(_ reason: String, _ language: Language) -> String {
    let say = language.say
    switch reason {
    case "is held by a worker": return say("正在送出", "正在送出", "being sent now")
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
