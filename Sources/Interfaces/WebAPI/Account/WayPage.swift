import Folklore
import HTTPTypes
import JSON
import Records
import Reminders
import Store
import WebPages

/// The page `/settings/ways`: one way first, one if it does not deliver that day, the devices, the chats, and the private calendar.
struct WayPage {
  private let visit: Visit
  private let account: Account
  private let devices: [RegisteredDevice]
  private let chats: [Chat]
  /// What was sent and refused; it stays in the form.
  var typed: FormData?
  var faults: [String: String] = [:]
  /// Whether a test message arrived, and what is said of it.
  var outcome: (isGood: Bool, text: String)?
  /// The calendar's address just made.
  var feedToken: String?
  /// The code just made that joins a chat.
  var chatCode: (service: ChatService, code: String)?

  init(_ visit: Visit) async throws {
    self.visit = visit
    account = try await Account(visit)
    let user = account.user.key
    (devices, chats) = try await visit.work { (try $0.devices(of: user), try $0.chats(of: user)) }
  }

  func answer(_ status: HTTPResponse.Status = .ok) -> PageAnswer {
    var blocks = outcome.map { [said($0)] } ?? []
    if let bounce = account.user.mailBounce { blocks.append(.bounced(bounce, "/settings/mail-again", visit)) }
    blocks += [ways()] + chatBlocks() + [push(), calendar()]
    if account.user["feed_token_hash"] != .null || feedToken != nil { blocks.append(ending()) }
    return .app(
      AppPage(
        visit.language, title: visit.say("通知方式與裝置", "通知方式与设备", "Ways and devices"), description: "",
        above: visit.aboveSettings, lead: done, blocks), part: "choice", status: status)
  }

  private var done: String? {
    switch visit.query.first("done") {
    case "saved": visit.say("已儲存。", "已保存。", "Saved.")
    case "device": visit.say("這個裝置會收到通知。", "这个设备会收到通知。", "This device will be told.")
    case "device-removed": visit.say("已移除裝置。", "已移除设备。", "The device was removed.")
    case "mail-again": visit.say("會再寄信給您。", "会再寄邮件给您。", "Mails will be sent to you again.")
    case "chat-joined":
      visit.say("已連結聊天。", "已连结聊天。", "The chat was joined. ")
        + ChatWords.fromNowOn(account.user["settings"], visit.language)
    case "chat-left": visit.say("已解除連結。", "已解除连结。", "The chat has left.")
    case "feed-ended": visit.say("行事曆網址已停用。", "日历网址已停用。", "The calendar address has ended.")
    default: nil
    }
  }

  private func said(_ outcome: (isGood: Bool, text: String)) -> PageBlock {
    var block = PageBlock(
      outcome.isGood ? visit.say("測試", "测试", "Test") : visit.say("沒有送到", "没有送到", "Not sent"))
    block.isWarning = !outcome.isGood
    block.lines = [outcome.text]
    return block
  }

  // MARK: The ways

  private var channel: ChannelKind? { account.user.channel }

  private func ways() -> PageBlock {
    var block = PageBlock(visit.say("通知方式", "通知方式", "Ways"))
    block.revision = account.revision
    let settings = account.settings
    func value(_ name: String) -> String { typed?.first(name) ?? settings[name].text ?? "" }
    let kinds = ChannelKind.allCases.filter { $0 == channel || (!$0.isOperators && isOffered($0)) }
    var fields = [
      PageField(
        "channel", visit.say("先用", "先用", "First"),
        .choice(kinds.map { ($0.rawValue, ReminderPages.channelName($0.rawValue, visit.language)) }),
        value: value("channel"), fault: faults["channel"]),
      PageField(
        "fallback_channel", visit.say("送不到時改用", "送不到时改用", "If it does not work that day"),
        .choice(
          [("", visit.say("沒有", "没有", "none"))]
            + ChannelKind.allCases.filter { $0.mayBeFallback && isOffered($0) }.map {
              ($0.rawValue, ReminderPages.channelName($0.rawValue, visit.language))
            }), value: value("fallback_channel"),
        hint: visit.say(
          "只在第一種方式當天確定送不到時用；同一則提醒只會送到一次。", "只在第一种方式当天确定送不到时用；同一条提醒只会送到一次。",
          "Only when the first way will not deliver that day; each reminder arrives once."),
        fault: faults["fallback_channel"]),
    ]
    let shown = ChannelKind(rawValue: value("channel"))
    if [.webAddress, .topic].contains(shown?.target) || faults["channel_target"] != nil {
      fields.append(
        PageField(
          "channel_target", visit.say("送到哪裡", "送到哪里", "Its address"), value: value("channel_target"),
          hint: visit.say("https:// 開頭的網址。", "https:// 开头的网址。", "An address that begins with https://."),
          fault: faults["channel_target"]))
    }
    if account.user["email"] == .null {
      block.lines = [
        visit.say(
          "帳號沒有電子郵件地址，所以不能用信件。", "账号没有电子邮件地址，所以不能用邮件。", "The account has no mail address, so there is no mail.")
      ]
    }
    block.forms = [PageForm("/settings/ways", fields, buttons: [PageButton(visit.say("儲存", "保存", "Save"))])]
    if channel?.isSent == true {
      block.forms.append(.test("/settings/test", visit))
    }
    return block
  }

  private func isOffered(_ kind: ChannelKind) -> Bool {
    switch kind {
    case .push: visit.service.push != nil || channel == .push
    case .mail: account.user["email"] != .null
    case .feed, .ntfy, .webhook: true
    case .line, .telegram: channel == kind || chats.contains { $0.service.channel == kind }
    case .jsonl: false
    }
  }

  // MARK: Chats

  private func chatBlocks() -> [PageBlock] {
    ChatService.allCases.compactMap { service in
      let chat = chats.first { $0.service == service }
      guard chat != nil || visit.service.chats.has(service) else { return nil }
      let code = chatCode.flatMap { $0.service == service ? $0.code : nil }
      return .chat(service, chat, code: code, isFirst: channel == service.channel, visit)
    }
  }

  // MARK: Devices

  private func push() -> PageBlock {
    var block = PageBlock(visit.say("裝置", "设备", "Devices"))
    guard let push = visit.service.push else {
      block.lines = [
        visit.say("這台伺服器沒有設定推播。", "这台服务器没有设置推送。", "This server sends no push messages.")
      ]
      return block
    }
    if channel == .push, !devices.contains(where: \.isActive) {
      block.isWarning = true
      block.lines = [
        visit.say(
          "目前沒有裝置收得到通知。請在要收通知的裝置上按下面的按鈕。", "目前没有设备收得到通知。请在要收通知的设备上点下面的按钮。",
          "No device can be told. Press the button below on the device that shall be told.")
      ]
    }
    block.show(devices, under: "/settings/devices", push, visit)
    return block
  }

  // MARK: The calendar

  private func calendar() -> PageBlock {
    var block = PageBlock(visit.say("私人行事曆", "私人日历", "Private calendar"))
    let has = account.user["feed_token_hash"] != .null
    if let feedToken {
      let links = SubscriptionLinks("\(visit.site.origin)/feeds/user/\(feedToken).ics")
      block.lines = [
        visit.say(
          "這個網址只顯示這一次。知道網址的人都能讀您的日子，但不能修改。", "这个网址只显示这一次。知道网址的人都能读您的日子，但不能修改。",
          "This address is shown only now. Whoever knows it can read your days, and change nothing.")
      ]
      block.show(links, visit)
    } else {
      block.lines = [
        has
          ? visit.say(
            "有一個網址在使用。網址不能再顯示；換一個新的，舊的就失效。", "有一个网址在使用。网址不能再显示；换一个新的，旧的就失效。",
            "An address is in use. It cannot be shown again; a new one ends it.")
          : visit.say(
            "用一個網址，把您追蹤的日子放進手機或電腦的行事曆。", "用一个网址，把您关注的日子放进手机或电脑的日历。",
            "An address that puts your days into the calendar of your telephone or computer.")
      ]
    }
    block.forms = [
      PageForm(
        "/settings/calendar",
        buttons: [
          PageButton(
            has || feedToken != nil
              ? visit.say("換一個新的網址", "换一个新的网址", "Make a new address")
              : visit.say("用行事曆提醒我", "用日历提醒我", "Remind me by calendar"), isMain: false)
        ])
    ]
    return block
  }

  private func ending() -> PageBlock {
    var block = PageBlock(visit.say("停用行事曆網址", "停用日历网址", "End the address"))
    block.isBare = true
    block.forms = [
      PageForm(
        "/settings/calendar/end",
        buttons: [PageButton(visit.say("停用網址", "停用网址", "End the address"), isMain: false)])
    ]
    return block
  }
}
