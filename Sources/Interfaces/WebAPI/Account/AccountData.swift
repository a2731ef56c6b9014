import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import NIOPosix
import Records
import Store
import WebPages

/// Everything that is kept of a user, as JSON: the record, the own days, the reminders of the log. Secrets and their hashes are left out.
enum AccountExport {
  static func json(of name: String, _ service: APIService, now: Int) async throws -> JSON {
    let (store, queue) = (service.store, service.queue)
    return try await service.threads.runIfActive {
      let user = try store.record(.user, key: name)
      let own = try store.events(ownedBy: user).compactMap { try? store.record(.event, key: $0.key).json }
      var query = ReminderQuery()
      query.user = user.key
      query.limit = 100_000
      let reminders = try queue.page(query, now: now).reminders.map { reminder -> JSON in
        [
          "event": .text(reminder.occurrence.eventKey), "day": .text("\(reminder.occurrence.date)"),
          "kind": .text(reminder.kind.rawValue), "status": .text(reminder.status.rawValue),
          "scheduled_at": .text(CivilTime.iso(unixTime: reminder.scheduledAt)),
          "sent_at": JSON(reminder.sentAt.map { CivilTime.iso(unixTime: $0) }),
        ]
      }
      // The service's number of a chat is like a secret.
      let chats = try store.chats(of: user.key).map { chat -> JSON in
        ["service": .text(chat.service.rawValue), "is_active": .flag(chat.isActive)]
      }
      return .object(
        // The number would tell how many users there are.
        user.json(without: Entity.user.secretFields).members.filter { $0.name != "id" } + [
          .init("events", .list(own)), .init("reminders", .list(reminders)), .init("chats", .list(chats)),
        ])
    }
  }
}

/// One's data: `/account/export`, `/account/remove`.
enum AccountDataPages {
  static let all = [
    BrowserPage.get("/account/export", .person) { visit in
      let json = try await AccountExport.json(of: visit.person().userUUID, visit.service, now: visit.moment.now)
      var answer = PageAnswer(body: .file(json.bytes, type: MediaType.json.rawValue))
      answer.headers[.contentDisposition] = "attachment; filename=\"folkcal.json\""
      return answer
    },
    BrowserPage.get("/account/remove", .person) { visit in .app(try await question(visit), part: "choice") },
    BrowserPage.post("/account/remove", .person, remove),
  ]

  private static func question(_ visit: Visit) async throws -> AppPage {
    let account = try await Account(visit)
    var block = PageBlock(visit.say("會馬上刪除，不能復原", "会马上删除，不能恢复", "It is done at once, for good"))
    block.isWarning = true
    block.lines = [
      visit.say(
        "帳號、設定、\(account.own.count) 個自己的日子、裝置、行事曆網址與所有提醒都會刪除。",
        "账号、设置、\(account.own.count) 个自己的日子、设备、日历网址与所有提醒都会删除。",
        "The account, the settings, \(account.own.count) own days, the devices, the calendar's address and all reminders are removed."
      ),
      visit.say(
        "已經做好的備份檔要等管理員的保存期限過了才會消失；下一份備份就不再有您的資料。", "已经做好的备份文件要等管理员的保存期限过了才会消失；下一份备份就不再有您的资料。",
        "Backups made before are kept as long as the operator keeps them; the next one has nothing of you."),
    ]
    block.forms = [
      PageForm("/account/remove", buttons: [PageButton(visit.say("刪除帳號", "删除账号", "Delete my account"))])
    ]
    block.links = [
      PageLink(visit.say("先下載我的資料", "先下载我的资料", "Download my data first"), "/account/export", .button),
      PageLink(visit.say("取消", "取消", "Cancel"), "/account", .button),
    ]
    return AppPage(
      visit.language, title: visit.say("刪除帳號", "删除账号", "Delete my account"), description: "",
      above: visit.aboveSettings + [PageLink(visit.say("我的帳號", "我的账号", "My account"), "/account")], [block])
  }

  private static func remove(_ visit: Visit) async throws -> PageAnswer {
    let (session, change) = (try visit.person(), visit.change)
    try await visit.write { store in
      let user = try store.record(.user, key: session.userUUID)
      try UserPage.keepAnAdministrator(besides: user, store)
      try store.remove(.user, key: user.key, change)
    }
    var block = PageBlock(visit.say("帳號已刪除", "账号已删除", "Your account is gone"))
    block.lines = [
      visit.say("伺服器沒有留下您的資料。", "服务器没有留下您的资料。", "The server keeps nothing of you.")
    ]
    block.links = [PageLink(visit.say("到首頁", "到首页", "Go to the first page"), "/", .button)]
    return PageAnswer.app(
      AppPage(visit.language, title: visit.say("已刪除", "已删除", "Removed"), description: "", [block]), part: ""
    ).endingSession(visit)
  }
}
