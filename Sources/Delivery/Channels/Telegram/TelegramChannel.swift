internal import Folklore

/// Sends to chats with our Telegram bot by `sendMessage`. The target is the number of the chat.
///
///     let channel = TelegramChannel(TelegramClient(token: token, configuration)) { clock.now }
///     await channel.send(message, to: "123456789")
///
/// Telegram knows no idempotency key. After an answer that was lost nobody can tell whether the message arrived; it is sent again, and may arrive
/// twice, which is better than not at all.
public struct TelegramChannel: Channel {
  /// The most messages a second that a worker sends by default. Telegram takes about 30 a second from a bot
  /// (https://core.telegram.org/bots/faq#broadcasting-to-users); the rest is for answers.
  public static let perSecond = 25.0

  private let telegram: TelegramClient
  private let now: @Sendable () -> Int

  /// - Parameter now: the time in seconds of UTC since 1970.
  public init(_ telegram: TelegramClient, now: @escaping @Sendable () -> Int) {
    self.telegram = telegram
    self.now = now
  }

  public func send(_ message: Message, to target: String) async -> Outcome {
    guard let chat = Int64(target), chat > 0 else {
      return .rejected(reason: "the chat is none with a person on Telegram: expected a positive number")
    }
    guard let content = message.forTelegram else { return .rejected(reason: "the message has no text") }
    return await telegram.send(content, to: chat, now: now())
  }
}

extension Message {
  /// The message as Telegram shows it: the title in bold, the text, and a button that opens the page; nil without any text.
  var forTelegram: TelegramMessage? {
    var text = TelegramText()
    text.add(title, as: .bold, most: 512)
    if !title.isEmpty, !body.isEmpty { text.add("\n") }
    text.add(body)
    guard !text.isBlank else { return nil }
    let button = page.flatMap { TelegramMessage.Link(language.say("看這一天", "看这一天", "Open the page"), $0) }
    return TelegramMessage(text, button.map { .links([$0]) } ?? .none)
  }
}
