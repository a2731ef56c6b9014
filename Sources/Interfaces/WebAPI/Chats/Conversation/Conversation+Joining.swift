import Folklore
import JSON
import NIOPosix
import Records
import Store

// How a chat belongs to an account, and how it leaves.
extension Conversation {
  /// Joins the chat to the account that has made a code.
  func join(_ code: String) async throws -> ChatReply {
    // Codes have 128 random bits; still nobody shall try many.
    guard service.takeChatCode(turn) == nil else {
      return ChatReply(
        title: say("試太多次了，請一小時後再試。", "试太多次了，请一小时后再试。", "Too many tries. Try again in an hour."),
        suggestions: usualSuggestions)
    }
    let (chatService, id, change) = (event.service, event.chat, change)
    return try await answer {
      try await service.write(for: turn) { try $0.join(chat: chatService, id, byCode: code, change) }
    }
  }

  func confirmJoin() async throws -> ChatReply {
    let (chatService, id, change) = (event.service, event.chat, change)
    return try await answer {
      try await service.write(for: turn) { try $0.join(confirmedIn: chatService, id, change) }
    }
  }

  private func answer(_ join: () async throws -> ChatJoining) async throws -> ChatReply {
    let joining: ChatJoining
    do { joining = try await join() } catch let error as OwnEventLimit {
      return ChatReply(title: error.message(in: language), suggestions: usualSuggestions)
    }
    switch joining {
    case .joined, .wasJoined: return try await joined()
    case .needsConfirmation(let reasons): return question(reasons)
    case .isOver:
      return ChatReply(
        title: say("這個代碼無效或已過期。", "这个代码无效或已过期。", "This code is not valid, or has expired."),
        lines: [
          say(
            "代碼只能用一次，一小時內有效。請在網頁「通知方式與裝置」再拿一個。", "代码只能用一次，一小时内有效。请在网页「通知方式与设备」再拿一个。",
            "A code works once and for an hour. Get a new one on the page “Ways and devices”.")
        ], links: links(say("打開網頁", "打开网页", "Open the page"), "/settings/ways"),
        suggestions: [say("連結帳號", "连结账号", "link account"), say("說明", "说明", "help")])
    }
  }

  private func joined() async throws -> ChatReply {
    let (store, id, chatService) = (service.store, event.chat, event.service)
    let user = try await service.threads.runIfActive { () -> Record? in
      guard let chat = try store.chat(chatService, id) else { return nil }
      return try store.record(.user, key: chat.user)
    }
    let name = user.flatMap { $0["display_name"].text ?? $0["email"].text }
    let settings = user.map { [ChatWords.fromNowOn($0["settings"], language)] } ?? []
    return ChatReply(
      title: name.map {
        say("已連結帳號「\($0)」。", "已连结账号「\($0)」。", "Joined to the account \($0).")
      } ?? say("已連結帳號。", "已连结账号。", "Joined to the account."),
      lines: settings + [
        say(
          "提醒會送到這裡；在這裡和網頁上看到的是同一份。不是您的帳號嗎？說「離開」。",
          "提醒会送到这里；在这里和网页上看到的是同一份。不是您的账号吗？说「离开」。",
          "Reminders come here; what you see here and on the page is the same. Not your account? Say “leave”.")
      ], suggestions: [say("我的", "我的", "mine"), say("下一個", "下一个", "next"), say("離開", "离开", "leave")])
  }

  private func question(_ reasons: Set<ChatJoiningReason>) -> ChatReply {
    ChatReply(
      title: say("要連結帳號嗎？", "要连结账号吗？", "Join the account?"),
      lines: ChatWords.lines(reasons, event.service, language) + [
        say(
          "如果是您自己要連結，請說「確定加入」；不是就不用理會。", "如果是您自己要连结，请说「确定加入」；不是就不用理会。",
          "If you want this yourself, say “join for sure”; if not, do nothing.")
      ], suggestions: [say("確定加入", "确定加入", "join for sure"), say("我的", "我的", "mine")])
  }

  /// A link to the page that joins the chat.
  func link() async throws -> ChatReply {
    if let chat, !chat.isOwn {
      return ChatReply(
        title: say("這個聊天已經連結帳號。", "这个聊天已经连结账号。", "This chat is joined to an account."),
        links: links(say("打開設定", "打开设置", "Open the settings"), "/settings/ways"),
        suggestions: [say("我的", "我的", "mine"), say("離開", "离开", "leave")])
    }
    let found = try await joiningLinks()
    return ChatReply(
      title: say("連結帳號", "连结账号", "Join an account"),
      lines: [
        found.isEmpty
          ? say(
            "這台伺服器沒有公開網址，不能從這裡連結。", "这台服务器没有公开网址，不能从这里连结。",
            "This server has no public address, so it cannot be done here.")
          : say(
            "打開連結並登入，就能在網頁上修改這裡的提醒。連結一小時內有效，請不要轉傳給別人。", "打开链接并登录，就能在网页上修改这里的提醒。链接一小时内有效，请不要转发给别人。",
            "Open the link and sign in to change these reminders on the page. It works for an hour; do not send it to others."
          )
      ], links: found, suggestions: [say("我的", "我的", "mine"), say("說明", "说明", "help")])
  }

  // MARK: Leaving

  var leave: ChatReply {
    guard let chat else {
      return ChatReply(
        title: say("這裡沒有保存您的資料。", "这里没有保存您的资料。", "Nothing is kept of you here."), suggestions: usualSuggestions)
    }
    return ChatReply(
      title: say("確定要離開嗎？", "确定要离开吗？", "Leave for sure?"),
      lines: [
        chat.isOwn
          ? say(
            "訂閱的日子和設定會全部刪除，不能復原。", "订阅的日子和设置会全部删除，不能恢复。", "What you follow and your settings are removed for good.")
          : say(
            "這個聊天不再連結您的帳號，也不再收到提醒；帳號和訂閱都還在。", "这个聊天不再连结您的账号，也不再收到提醒；账号和订阅都还在。",
            "The chat leaves your account and gets no reminders; the account stays as it is."),
        say("只是不想被提醒？說「提醒 關」。", "只是不想被提醒？说「提醒 关」。", "Only no reminders? Say “reminders off”."),
      ],
      suggestions: [
        say("確定離開", "确定离开", "leave for sure"), say("提醒 關", "提醒 关", "reminders off"), say("我的", "我的", "mine"),
      ])
  }

  func confirmLeave() async throws -> ChatReply {
    guard let chat else { return leave }
    let change = change
    _ = try await service.write(for: turn) { try $0.leave(chat.service, chat.id, change) }
    return ChatReply(
      title: chat.isOwn
        ? say("已刪除您的資料。", "已删除您的资料。", "Your data are removed.")
        : say("已離開帳號。", "已离开账号。", "The chat has left the account."),
      lines: [
        say("隨時可以再說「訂閱 媽祖」重新開始。", "随时可以再说「订阅 妈祖」重新开始。", "Say “follow mazu” to begin again at any time.")
      ], suggestions: [say("今天", "今天", "today"), say("訂閱 媽祖", "订阅 妈祖", "follow mazu")])
  }
}
