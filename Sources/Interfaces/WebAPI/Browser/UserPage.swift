import Addresses
import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records
import Reminders
import Store
import WebPages

/// One user, for administrators: read, except the role, the sessions, and deleting.
struct UserPage {
  let visit: Visit

  init(_ visit: Visit) {
    self.visit = visit
  }

  private var language: Language { visit.language }

  /// What the page shows of a user, from one reading.
  private struct Found: Sendable {
    let user: Record
    let own: [Event]
    let wishes: UserWishes
    let devices: [RegisteredDevice]
    let chats: [Chat]
    let passkeys: Int
    let sessions: [BrowserSession]
    let reminders: [LoggedReminder]
    let nextDays: [Int: SolarDate]
  }

  private func found() async throws -> Found {
    let (id, now, today, queue) = (visit.id, visit.moment.now, visit.moment.today, visit.service.queue)
    let shared = try await visit.service.keeper.current().catalogue
    return try await visit.work { store in
      let user = try store.record(.user, key: id)
      let days = try store.personalDays(of: user)
      var query = ReminderQuery()
      query.user = user.key
      query.isDescending = true
      query.limit = 20
      return Found(
        user: user, own: days.own, wishes: try UserWishes(user, days, shared: shared),
        devices: try store.devices(of: user.key), chats: try store.chats(of: user.key),
        passkeys: try store.passkeys(ofUser: user.id ?? 0).count,
        sessions: try store.browserSessions(ofUser: user.id ?? 0, now: now),
        reminders: try queue.page(query, now: now).reminders, nextDays: try store.nextDays(from: today))
    }
  }

  private func name(_ user: Record) -> String { user["display_name"].text ?? user["email"].text ?? "u\(user.id ?? 0)" }

  private var crumbs: [PageLink] { [PageLink(visit.say("使用者", "用户", "Users"), "/admin/users")] }

  // MARK: Showing

  func show() async throws -> PageAnswer {
    let found = try await found()
    let user = found.user
    var reminders = ReminderPages.table(found.reminders, visit, withUser: false)
    reminders.links = [
      PageLink(
        visit.say("全部提醒", "全部提醒", "All reminders"), ReminderFilter(user: user.key).address(), .button),
      PageLink(
        visit.say("發送測試推播", "发送测试推送", "Send a test message"), "/admin/test?user=\(user.key)", .button),
    ]
    let isAlone = try await visit.work { try $0.administratorCount() } == 1
    return .page(
      SectionPage(
        language, title: name(user), crumbs: crumbs, subtitle: "u\(user.id ?? 0)", notice: notice,
        (user.mailBounce.map { [.bounced($0, "/admin/users/\(user.key)/mail-again", visit)] } ?? []) + [
          facts(found), settings(user), follows(found), reminders, days(found), devices(found.devices),
          chats(found.chats),
          role(user, isLast: isAlone && user["role"] == .text("admin")), ending(found),
        ]), section: "users")
  }

  private var notice: String? {
    switch visit.query.first("done") {
    case "role": visit.say("已改變權限。", "已改变权限。", "The role was changed.")
    case "mail-again":
      visit.say("會再寄信給這位使用者。", "会再寄邮件给这位用户。", "Mails are sent to the user again.")
    case "ended": visit.say("已登出這位使用者的所有裝置。", "已退出这位用户的所有设备。", "All sessions of the user were ended.")
    default: nil
    }
  }

  private func facts(_ found: Found) -> PageBlock {
    let user = found.user
    var block = PageBlock(visit.say("帳號", "账号", "Account"))
    block.facts = [
      PageFact(visit.say("電子郵件", "电子邮件", "Mail"), user["email"].text ?? "—"), PageFact("UUID", user.key),
      PageFact(visit.say("語言", "语言", "Language"), UserPages.languageName(user["locale"].text ?? "", language)),
      PageFact(visit.say("時區", "时区", "Time zone"), user["time_zone"].text ?? ""),
      PageFact(
        "Google",
        user["google_id"] == .null ? visit.say("沒有連結", "没有连接", "not linked") : visit.say("已連結", "已连接", "linked")),
      PageFact(visit.say("通行密鑰", "通行密钥", "Passkeys"), "\(found.passkeys)"),
      PageFact(visit.say("加入", "加入", "Since"), visit.time(user.createdAt)),
      PageFact(visit.say("最後更動", "最后更动", "Last changed"), visit.time(user.updatedAt)),
    ]
    block.links = [
      PageLink(
        visit.say("下載全部資料（JSON）", "下载全部资料（JSON）", "Download everything (JSON)"), "/admin/users/\(user.key)/export",
        .button),
      PageLink(visit.say("修改紀錄", "修改记录", "Changes"), "/admin/changes?kind=user&key=\(user.key)", .button),
    ]
    return block
  }

  private func settings(_ user: Record) -> PageBlock {
    let settings = user["settings"]
    func flag(_ name: String) -> String {
      settings[name].flag == true ? visit.say("開", "开", "on") : visit.say("關", "关", "off")
    }
    var block = PageBlock(visit.say("提醒設定", "提醒设置", "Settings"))
    block.facts = [
      PageFact(visit.say("總開關", "总开关", "Reminders"), flag("enable_all")),
      PageFact(visit.say("管道", "渠道", "Channel"), ReminderPages.channelName(settings["channel"].text ?? "", language)),
      PageFact(visit.say("提前天數", "提前天数", "Days ahead"), "\(settings["advance_days"].integer ?? 0)"),
      PageFact(visit.say("提醒時間", "提醒时间", "Time"), settings["notify_time"].text ?? ""),
      PageFact(visit.say("初一", "初一", "First of the month"), flag("newmoon_enabled")),
      PageFact(visit.say("十五", "十五", "Fifteenth"), flag("fullmoon_enabled")),
      PageFact(visit.say("自己的日子", "自己的日子", "Own days"), flag("custom_enabled")),
      PageFact(visit.say("三天前先提醒", "三天前先提醒", "Three days before"), flag("early_enabled")),
      PageFact(visit.say("當天再提醒", "当天再提醒", "On the day"), flag("day_of_enabled")),
      PageFact(
        visit.say("採買提醒", "采买提醒", "To prepare"),
        settings["prepare_days"].integer.map { visit.say("\($0) 天前", "\($0) 天前", "\($0) days before") }
          ?? visit.say("沒有", "没有", "none")),
      PageFact(visit.say("合成一則", "合成一条", "One message"), flag("digest")),
    ]
    if let from = settings["quiet_from"].text, let to = settings["quiet_to"].text {
      block.facts.append(PageFact(visit.say("勿擾時段", "勿扰时段", "Quiet hours"), "\(from)–\(to)"))
    }
    return block
  }

  /// The days that the user is reminded of, and why.
  private func follows(_ found: Found) -> PageBlock {
    let wishes = found.wishes
    var block = PageBlock(visit.say("追蹤的日子", "关注的日子", "What they follow"))
    let events = wishes.following.events(of: wishes.catalogue, with: wishes.settings)
    let rows = events.map { event in
      PageTable.Row([
        .init(
          event.title.text(in: language),
          address: event.kind == .custom || event.templeID != nil
            ? event.path : "/admin/events/\(PercentEncoding.encode(event.key))"),
        .init(visit.reasons(event, wishes).joined(separator: "、")),
        .init(found.nextDays[event.id].map { "\($0)" } ?? "—"),
      ])
    }
    if !wishes.settings.isEnabled {
      block.lines = [
        visit.say("總開關關著，所以不提醒任何日子。", "总开关关着，所以不提醒任何日子。", "The master switch is off, so nothing is reminded of.")
      ]
    }
    let off = wishes.following.switchedOff.compactMap { wishes.catalogue.event($0)?.title.text(in: language) }.sorted()
    if !off.isEmpty {
      block.lines.append(visit.say("自己關掉的：", "自己关掉的：", "Switched off: ") + off.joined(separator: "、"))
    }
    block.table = PageTable(
      [visit.say("日子", "日子", "Day"), visit.say("原因", "原因", "Why"), visit.say("下一次", "下一次", "Next")], rows,
      nothing: visit.say("沒有追蹤任何日子。", "没有关注任何日子。", "Nothing is followed."))
    return block
  }

  private func days(_ found: Found) -> PageBlock {
    var block = PageBlock(visit.say("自己的日子", "自己的日子", "Own days"))
    block.table = PageTable(
      [visit.say("名稱", "名称", "Name"), visit.say("規則", "规则", "Rule"), visit.say("下一次", "下一次", "Next")],
      found.own.map { event in
        PageTable.Row([
          .init(event.title.text(in: language)), .init("\(event.rule)", .code),
          .init(found.nextDays[event.id].map { "\($0)" } ?? "—"),
        ])
      }, nothing: visit.say("沒有自己的日子。", "没有自己的日子。", "None."))
    return block
  }

  private func chats(_ chats: [Chat]) -> PageBlock {
    var block = PageBlock(visit.say("聊天", "聊天", "Chats"))
    block.table = PageTable(
      [
        visit.say("服務", "服务", "Service"), visit.say("狀態", "状态", "State"), visit.say("帳號", "账号", "Account"),
      ],
      chats.map { chat in
        PageTable.Row([
          .init(chat.service.title),
          .init(chat.isActive ? visit.say("使用中", "使用中", "active") : visit.say("已封鎖", "已屏蔽", "blocked"), .tag),
          .init(chat.isOwn ? visit.say("沒有", "没有", "none") : visit.say("有", "有", "yes")),
        ])
      }, nothing: visit.say("沒有聊天。", "没有聊天。", "None."))
    return block
  }

  private func devices(_ devices: [RegisteredDevice]) -> PageBlock {
    var block = PageBlock(visit.say("裝置", "设备", "Devices"))
    block.table = PageTable(
      [
        visit.say("平台", "平台", "Platform"), visit.say("狀態", "状态", "State"), visit.say("結尾", "结尾", "Ends in"),
        visit.say("上次登記", "上次登记", "Last seen"),
      ],
      devices.map { device in
        PageTable.Row([
          .init(device.platform),
          .init(device.isActive ? visit.say("使用中", "使用中", "active") : visit.say("停用", "停用", "off"), .tag),
          .init(device.tokenEnd, .code), .init(visit.time(device.seenAt)),
        ])
      }, nothing: visit.say("沒有裝置。", "没有设备。", "None."))
    return block
  }

  // MARK: What an administrator may change

  private func role(_ user: Record, isLast: Bool) -> PageBlock {
    var block = PageBlock(visit.say("後台的權限", "后台的权限", "Role in the back office"))
    guard !isLast else {
      block.lines = [
        visit.say(
          "這是唯一的管理員。先給別人管理員的權限，才能改這一位。", "这是唯一的管理员。先给别人管理员的权限，才能改这一位。",
          "This is the only administrator. Give somebody else the role first.")
      ]
      return block
    }
    block.forms = [
      PageForm(
        "/admin/users/\(user.key)/role",
        [
          PageField(
            "role", visit.say("權限", "权限", "Role"),
            .choice(
              APIRole.allCases.sorted().map { ($0 == .user ? "" : $0.rawValue, RoleWords.name(of: $0, language)) }),
            value: user["role"].text ?? "")
        ], buttons: [PageButton(visit.say("儲存", "保存", "Save"))])
    ]
    return block
  }

  private func ending(_ found: Found) -> PageBlock {
    var block = PageBlock(visit.say("登入與刪除", "登录与删除", "Sessions, deleting"))
    block.lines = [
      visit.say(
        "瀏覽器裡有 \(found.sessions.count) 個登入。", "浏览器里有 \(found.sessions.count) 个登录。",
        "\(found.sessions.count) sessions in browsers.")
    ]
    block.forms = [
      PageForm(
        "/admin/users/\(found.user.key)/sign-out",
        buttons: [PageButton(visit.say("登出所有裝置", "退出所有设备", "End all sessions"), isMain: false)])
    ]
    block.links = [
      PageLink(visit.say("刪除這位使用者⋯", "删除这位用户⋯", "Delete this user…"), "/admin/users/\(found.user.key)/remove", .button)
    ]
    return block
  }

  func setRole() async throws -> PageAnswer {
    let name = visit.form.first("role") ?? ""
    guard ["", "reader", "editor", "admin"].contains(name) else { throw PageProblem.badForm }
    let (id, change) = (visit.id, visit.change)
    try await visit.write { store in
      let user = try store.record(.user, key: id)
      if name != "admin" { try Self.keepAnAdministrator(besides: user, store) }
      let draft = Draft(fields: [Draft.Given("role", name.isEmpty ? .null : .text(name))])
      _ = try store.edit(.user, key: user.key, draft, change)
    }
    return .redirect(to: "/admin/users/\(PercentEncoding.encode(id))?done=role")
  }

  static func keepAnAdministrator(besides user: Record, _ store: Store) throws {
    guard user["role"] == .text("admin"), try store.administratorCount() == 1 else { return }
    throw PageProblem.lastAdministrator
  }

  func signOut() async throws -> PageAnswer {
    let (id, now) = (visit.id, visit.moment.now)
    let isEnded = try await visit.write { store in
      let number = try store.record(.user, key: id).id ?? 0
      let browsers = try store.endBrowserSessions(ofUser: number)
      return try store.endAllSessions(userID: number, now: now) || browsers > 0
    }
    return .redirect(to: "/admin/users/\(PercentEncoding.encode(id))" + (isEnded ? "?done=ended" : ""))
  }

  /// Ends the mark of an address that mails came back from.
  func mailAgain() async throws -> PageAnswer {
    let (id, change) = (visit.id, visit.change)
    try await visit.write { try $0.endBounce(ofUser: id, change) }
    return .redirect(to: "/admin/users/\(PercentEncoding.encode(id))?done=mail-again")
  }

  func export() async throws -> PageAnswer {
    let json = try await AccountExport.json(of: visit.id, visit.service, now: visit.moment.now)
    var answer = PageAnswer(body: .file(json.bytes, type: MediaType.json.rawValue))
    answer.headers[.contentDisposition] = "attachment; filename=\"user.json\""
    return answer
  }

  func askToRemove() async throws -> PageAnswer {
    let id = visit.id
    let (user, own) = try await visit.work { store in
      let user = try store.record(.user, key: id)
      return (user, try store.events(ownedBy: user).count)
    }
    let title = visit.say("刪除「\(name(user))」？", "删除「\(name(user))」？", "Delete \(name(user))?")
    var block = PageBlock(title)
    block.isWarning = true
    block.lines = [
      visit.say(
        "帳號、設定、\(own) 個自己的日子、裝置與所有提醒都會刪除，不能復原。", "账号、设置、\(own) 个自己的日子、设备与所有提醒都会删除，不能恢复。",
        "The account, the settings, \(own) own days, the devices and all reminders are removed for good.")
    ]
    block.forms = [
      PageForm("/admin/users/\(user.key)/remove", buttons: [PageButton(visit.say("刪除", "删除", "Delete"))])
    ]
    block.links = [PageLink(visit.say("取消", "取消", "Cancel"), "/admin/users/\(user.key)", .button)]
    return .page(
      SectionPage(
        language, title: title, crumbs: crumbs + [PageLink(name(user), "/admin/users/\(user.key)")], [block]),
      section: "users")
  }

  func remove() async throws -> PageAnswer {
    let (id, change) = (visit.id, visit.change)
    try await visit.write { store in
      let user = try store.record(.user, key: id)
      try Self.keepAnAdministrator(besides: user, store)
      try store.remove(.user, key: user.key, change)
    }
    return .redirect(to: "/admin/users?done=removed")
  }
}
