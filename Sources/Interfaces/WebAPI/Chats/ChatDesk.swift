import Database
import Folklore
import Logging
import Store

/// Takes what people do in chats, each event once, and answers it.
///
/// The routes of LINE and Telegram check that the service has sent an event, answer the service at once, and hand the event in here.
struct ChatDesk: Sendable {
  let service: APIService

  /// Takes an event and answers it. Events of one chat are answered in the order in which they come.
  ///
  /// - Parameter answer: sends the reply to the person; it handles its own failures.
  func take(_ event: ChatEvent, answer: @Sendable (ChatReply) async -> Void) async {
    let chat = "\(event.service.rawValue) \(event.chat)"
    // Who has blocked us is no flood, and must not be missed.
    if event.action != .closed {
      switch service.takeMessage(of: chat) {
      case .taken: break
      case .firstRefusal: return await answer(Self.flood(event))
      case .refused: return
      }
    }
    await service.chatTurns.run(chat) {
      // Reading takes time, for which nobody else's request may wait.
      let said = await withTaskExecutorPreference(service.readers) { await reply(to: event) }
      if let said { await answer(said) }
    }
  }

  /// Nil if there is nothing to say, or if the event was taken before.
  private func reply(to event: ChatEvent) async -> ChatReply? {
    do {
      let (chatService, id, now) = (event.service, event.id, Int(service.clock()))
      let isNew = try await service.write(for: "\(chatService.rawValue) \(event.chat)") {
        try $0.takeChatEvent(chatService, id, now: now)
      }
      return isNew ? try await newReply(to: event) : nil
    } catch DatabaseError.busy {
      return Self.failure(
        event,
        (
          "現在太忙了，沒有做任何改變。請過一分鐘再說一次。", "现在太忙了，没有做任何改变。请过一分钟再说一次。",
          "Too busy now; nothing was changed. Say it again in a minute."
        ))
    } catch {
      // Neither the chat nor its words belong into a log.
      service.logger.error("a message of a chat was not answered: \(error)")
      return Self.failure(
        event, ("這裡出了問題，請稍後再說一次。", "这里出了问题，请稍后再说一次。", "Something went wrong here. Say it again later."))
    }
  }

  private func newReply(to event: ChatEvent) async throws -> ChatReply? {
    if event.action == .closed {
      try await setActive(false, event)
      return nil
    }
    var conversation = try await Conversation(service, event)
    // Who writes to us has not blocked us.
    if conversation.chat?.isActive == false { try await setActive(true, event) }
    switch event.action {
    case .closed: return nil
    case .unreadable(let content): return conversation.unreadable(content)
    case .location(let place): return try conversation.near(place)
    case .text(let text):
      guard !ChatReader.isTooLong(text) else { return conversation.tooLong }
      return try await conversation.reply(to: conversation.reader.meaning(of: text))
    case .opened(let code?, _): return try await conversation.join(code)
    case .opened(nil, let isUnblocked):
      // Telegram tells of the unblocking first and says `/start` then: who follows something is no newcomer either.
      if let chat = conversation.chat, let user = conversation.user,
        try isUnblocked || !chat.isActive || conversation.followsSomething()
      {
        return conversation.welcomeBack(user)
      }
      _ = try await conversation.neededUser()
      conversation = try await Conversation(service, event)
      return try await conversation.greeting()
    }
  }

  private func setActive(_ isActive: Bool, _ event: ChatEvent) async throws {
    let (chatService, id, now) = (event.service, event.chat, Int(service.clock()))
    try await service.write(for: "\(chatService.rawValue) \(id)") {
      try $0.setActive(isActive, chat: chatService, id, now: now)
    }
  }

  private static func flood(_ event: ChatEvent) -> ChatReply {
    failure(event, ("訊息太多了，請一分鐘後再說。", "消息太多了，请一分钟后再说。", "Too many messages. Wait a minute, please."))
  }

  private static func failure(_ event: ChatEvent, _ words: (String, String, String)) -> ChatReply {
    ChatReply(title: (event.language ?? .traditionalChinese).say(words.0, words.1, words.2))
  }
}
