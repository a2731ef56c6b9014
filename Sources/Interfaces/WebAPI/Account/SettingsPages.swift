import Folklore
import HTTPTypes
import JSON
import Records
import Reminders
import Store
import WebPages

/// The settings of an account: `/settings` (page 4 of the specification).
enum SettingsPages {
  static let all = [
    BrowserPage.get("/settings", .person) { visit in try await page(visit) },
    BrowserPage.post("/settings", .person, save),
    BrowserPage.get("/settings/revision", .person) { visit in
      .json(["revision": .text(try await Account.revision(visit))])
    },
    BrowserPage.get("/settings/reminders", .person) { visit in try await ReminderListPage(visit).answer() },
  ]

  // MARK: Saving

  private static func save(_ visit: Visit) async throws -> PageAnswer {
    let form = SettingsForm(visit.form)
    do {
      try await visit.editAccount { try form.draft(over: $0) }
    } catch let faults as RecordFaults {
      let sentences = Dictionary(
        faults.faults.map { ($0.member ?? SettingsForm.control(of: $0.field), $0.problem(in: visit.language)) }
      ) { first, _ in first }
      if visit.acceptsOnlyJSON {
        return visit.refused(sentences.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n"))
      }
      return try await page(visit, typed: visit.form, faults: sentences, status: .unprocessableContent)
    }
    let answer = try await visit.saved("/settings?done=saved")
    return visit.form.first("language").flatMap(Language.init(rawValue:)).map { answer.keeping($0, visit) } ?? answer
  }

  // MARK: The page

  private static func page(
    _ visit: Visit, typed: FormData? = nil, faults: [String: String] = [:], status: HTTPResponse.Status = .ok
  ) async throws -> PageAnswer {
    let (account, data) = (try await Account(visit), try await visit.service.keeper.current())
    let blocks = [
      try following(visit, account, data), SettingsForm.block(visit, account, typed: typed, faults: faults),
      ways(visit, account),
    ]
    let done = visit.query.first("done") == "saved" ? visit.say("已儲存。", "已保存。", "Saved.") : welcome(visit)
    return .app(
      AppPage(
        visit.language, title: visit.say("提醒設定", "提醒设置", "Reminders"), description: "", lead: done, blocks),
      part: "choice", status: status)
  }

  /// What was brought by signing in.
  private static func welcome(_ visit: Visit) -> String? {
    visit.query.first("along") == "on"
      ? visit.say(
        "登入之前選的日子、裝置與行事曆都帶過來了。", "登录之前选的日子、设备与日历都带过来了。",
        "What you chose before signing in came along: days, devices, calendar.") : nil
  }

  private static func following(_ visit: Visit, _ account: Account, _ data: PublicData) throws -> PageBlock {
    var block = PageBlock(visit.say("要提醒的日子", "要提醒的日子", "What to be told"))
    let wishes = try account.wishes(data)
    let deities = FollowedDays.deities(wishes, data).count { $0.isFollowed }
    let festivals = FollowedDays.festivals(wishes, data).count { $0.isFollowed }
    let groups = wishes.following.groups.count
    block.choices = [
      ChoiceLink(
        visit.say("神明", "神明", "Deities"),
        note: visit.say("已選擇\(deities)位神明", "已选择\(deities)位神明", "\(deities) chosen"), "/settings/deities"),
      ChoiceLink(
        visit.say("民俗節慶", "民俗节庆", "Festivals"),
        note: visit.say("已選擇\(festivals)個節慶", "已选择\(festivals)个节庆", "\(festivals) chosen"), "/settings/festivals"),
      ChoiceLink(
        visit.say("推薦的群組", "推荐的群组", "Groups"),
        note: visit.say("已選擇\(groups)項推薦", "已选择\(groups)项推荐", "\(groups) chosen"), "/settings/groups"),
      ChoiceLink(
        visit.say("自己的日子與忌日", "自己的日子与忌日", "My own days"),
        note: visit.say("\(account.own.count) 個", "\(account.own.count) 个", "\(account.own.count)"), "/settings/days"),
      ChoiceLink(
        visit.say("您會收到", "您会收到", "What you will get"),
        note: visit.say("接下來的十則與原因", "接下来的十条与原因", "the next ten, and why"), "/settings/reminders"),
    ]
    return block
  }

  private static func ways(_ visit: Visit, _ account: Account) -> PageBlock {
    var block = PageBlock(visit.say("通知與帳號", "通知与账号", "Ways and account"))
    let channel = account.settings["channel"].text ?? ""
    block.choices = [
      ChoiceLink(
        visit.say("通知方式與裝置", "通知方式与设备", "Ways and devices"),
        note: account.user.mailBounce == nil
          ? ReminderPages.channelName(channel, visit.language)
          : visit.say("信寄不到：請看這裡", "邮件寄不到：请看这里", "Mails come back: look here"), "/settings/ways"),
      ChoiceLink(
        visit.say("帳號、登入與資料", "账号、登录与资料", "Account, signing in, data"),
        note: account.user["email"].text ?? "", "/account"),
    ]
    block.forms = [
      PageForm("/sign-out", buttons: [PageButton(visit.say("登出", "退出登录", "Sign out"), isMain: false)])
    ]
    return block
  }
}
