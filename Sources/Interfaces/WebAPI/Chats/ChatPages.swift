import Addresses
import Folklore
import HTTPTypes
import JSON
import Records
import Store
import WebPages

/// Joining chats and accounts: `/chats/join`, to which a link in a chat leads, and the buttons of `/settings/ways`.
enum ChatPages {
  static let all = [
    // Reading changes nothing: LINE and Telegram open links to show a preview of them.
    BrowserPage.get("/chats/join", .everybody) { visit in
      try await page(visit, code: visit.query.first("code") ?? "", reasons: [])
    },
    BrowserPage.post("/chats/join", .person, join),
    BrowserPage.post("/settings/chats/{service}", .person) { visit in
      let (chatService, user, now) = (try service(visit), try visit.person().userUUID, visit.moment.now)
      guard visit.service.chats.has(chatService) else { throw PageProblem.nothingHere }
      let code = try await visit.write { try $0.makeChatLink(chatService, user: user, now: now) }
      var page = try await WayPage(visit)
      page.chatCode = (chatService, code)
      return page.answer()
    },
    BrowserPage.post("/settings/chats/{service}/leave", .person) { visit in
      let (chatService, user, change) = (try service(visit), try visit.person().userUUID, visit.change)
      try await visit.write { store in
        for chat in try store.chats(of: user) where chat.service == chatService {
          try store.leave(chatService, chat.id, change)
        }
      }
      return .redirect(to: "/settings/ways?done=chat-left")
    },
  ]

  private static func service(_ visit: Visit) throws(PageProblem) -> ChatService {
    guard let service = ChatService(rawValue: visit.id) else { throw .nothingHere }
    return service
  }

  // MARK: The page of a link

  /// - Parameter reasons: what the person must confirm; empty at first.
  private static func page(
    _ visit: Visit, code: String, reasons: Set<ChatJoiningReason>
  ) async throws -> PageAnswer {
    let now = visit.moment.now
    guard let link = try await visit.work({ try $0.chatLink(code, now: now) }), link.user == nil else {
      return over(visit)
    }
    let name = link.service.title
    var block = PageBlock(
      visit.say("連結 \(name) 聊天", "连结 \(name) 聊天", "Join the \(name) chat"))
    guard let session = visit.session else {
      block.lines = [
        visit.say(
          "請先登入，或建立帳號；登入後會回到這一頁。", "请先登录，或创建账号；登录后会回到这一页。",
          "Sign in first, or make an account; then you come back to this page.")
      ]
      block.links = [
        PageLink(
          visit.say("登入", "登录", "Sign in"),
          "/sign-in?to=" + PercentEncoding.encode("/chats/join?code=" + code), .main)
      ]
      return answer(visit, [block], code: code)
    }
    var fields = [PageField("code", "", .hidden, value: code)]
    block.lines = [
      visit.say("帳號：\(session.name)", "账号：\(session.name)", "Account: \(session.name)"),
      visit.say(
        "提醒會送到這個聊天；在聊天裡說的話會修改這個帳號的提醒。", "提醒会送到这个聊天；在聊天里说的话会修改这个账号的提醒。",
        "Reminders go to this chat, and what is said there changes the reminders of this account."),
      visit.say(
        "只有在您自己的 \(name) 聊天裡拿到這個連結時才按。如果是別人傳給您的，請關閉這一頁。",
        "只有在您自己的 \(name) 聊天里拿到这个链接时才点。如果是别人发给您的，请关闭这一页。",
        "Press only if you got this link in your own \(name) chat. If somebody sent it to you, close this page."),
    ]
    if !reasons.isEmpty {
      block.isWarning = true
      block.lines = ChatWords.lines(reasons, link.service, visit.language) + block.lines
      fields.append(PageField("confirmed", "", .hidden, value: "on"))
    }
    block.forms = [
      PageForm(
        "/chats/join", fields,
        buttons: [
          PageButton(
            reasons.isEmpty
              ? visit.say("連結這個聊天", "连结这个聊天", "Join this chat")
              : visit.say("確定連結", "确定连结", "Join for sure"))
        ])
    ]
    block.links = [PageLink(visit.say("取消", "取消", "Cancel"), "/settings", .button)]
    return answer(visit, [block], code: code, status: reasons.isEmpty ? .ok : .conflict)
  }

  private static func join(_ visit: Visit) async throws -> PageAnswer {
    let (user, change) = (try visit.person().userUUID, visit.change)
    let code = visit.form.first("code") ?? ""
    let isConfirmed = visit.form.first("confirmed") == "on"
    // What the chat follows is the same person's, who has come from there: the page need not ask about it.
    var joining = try await visit.write {
      try $0.join(account: user, byLink: code, isConfirmed: isConfirmed, change)
    }
    if joining == .needsConfirmation([.takesAlong]) {
      joining = try await visit.write { try $0.join(account: user, byLink: code, isConfirmed: true, change) }
    }
    switch joining {
    case .joined, .wasJoined: return .redirect(to: "/settings/ways?done=chat-joined")
    case .needsConfirmation(let reasons): return try await page(visit, code: code, reasons: reasons)
    case .isOver: return over(visit)
    }
  }

  private static func over(_ visit: Visit) -> PageAnswer {
    var block = PageBlock(visit.say("連結已經失效", "链接已经失效", "The link is no longer valid"))
    block.isWarning = true
    block.lines = [
      visit.say(
        "連結只能用一次，一小時內有效；什麼都沒有改變。請在聊天裡說「連結帳號」，就會拿到新的。",
        "链接只能用一次，一小时内有效；什么都没有改变。请在聊天里说「连结账号」，就会拿到新的。",
        "It works once and for an hour; nothing was changed. Say “link account” in the chat to get a new one.")
    ]
    return answer(visit, [block], status: .gone)
  }

  /// - Parameter code: the code of a link that is valid, so that another language shows the same page.
  private static func answer(
    _ visit: Visit, _ blocks: [PageBlock], code: String? = nil, status: HTTPResponse.Status = .ok
  ) -> PageAnswer {
    var answer = PageAnswer.app(
      AppPage(
        visit.language, title: visit.say("連結聊天", "连结聊天", "Join a chat"), description: "", blocks), part: "choice",
      status: status)
    answer.address = code.map { "/chats/join?code=" + PercentEncoding.encode($0) }
    return answer
  }
}

extension PageBlock {
  /// An account's chat on one service: how to join one, or the joined one.
  ///
  /// - Parameter code: a code just made, which is shown once.
  static func chat(
    _ service: ChatService, _ chat: Chat?, code: String?, isFirst: Bool, _ visit: Visit
  ) -> PageBlock {
    var block = PageBlock(service.title)
    let path = "/settings/chats/\(service.rawValue)"
    if let code, let link = visit.service.chats.link(service, saying: code) {
      block.lines = [
        visit.say(
          "請在有 \(service.title) 的手機或電腦打開連結，再按「傳送」或「開始」。代碼只能用一次，一小時內有效；請不要給別人。",
          "请在有 \(service.title) 的手机或电脑打开链接，再点「发送」或「开始」。代码只能用一次，一小时内有效；请不要给别人。",
          "Open the link on a device with \(service.title), then press “Send” or “Start”. The code works once and for an hour; give it to nobody."
        )
      ]
      block.links = [PageLink(visit.say("打開 ", "打开 ", "Open ") + service.title, link, .main)]
      block.copies = [
        CopyText(
          visit.say("加入 ", "加入 ", "join ") + code, button: visit.say("複製要傳的訊息", "复制要发的消息", "Copy the message to send"),
          done: visit.say("已複製到剪貼簿", "已复制到剪贴板", "It was copied"))
      ]
      return block
    }
    guard let chat else {
      block.lines = [
        visit.say(
          "在 \(service.title) 收提醒、問日子、訂閱節日。", "在 \(service.title) 收提醒、问日子、订阅节日。",
          "Get reminders, ask for days and follow them in \(service.title).")
      ]
      block.forms = [
        PageForm(
          path,
          buttons: [
            PageButton(visit.say("連結我的 ", "连结我的 ", "Join my ") + service.title, isMain: false)
          ])
      ]
      return block
    }
    block.isWarning = !chat.isActive
    block.lines = [
      chat.isActive
        ? isFirst
          ? visit.say("已連結；提醒會送到這裡。", "已连结；提醒会送到这里。", "Joined; reminders go there.")
          : visit.say(
            "已連結。要在這裡收提醒，請在上面「先用」選 \(service.title)。", "已连结。要在这里收提醒，请在上面「先用」选 \(service.title)。",
            "Joined. To be told there, choose \(service.title) as the first way above.")
        : visit.say(
          "已連結，但是您封鎖了我們，所以送不到。請在 \(service.title) 解除封鎖。", "已连结，但是您屏蔽了我们，所以送不到。请在 \(service.title) 取消屏蔽。",
          "Joined, but you have blocked us there, so nothing arrives. Unblock us in \(service.title).")
    ]
    block.forms.append(
      PageForm(
        path + "/leave",
        buttons: [PageButton(visit.say("解除連結 ", "解除连结 ", "Part from ") + service.title, isMain: false)]))
    return block
  }
}
