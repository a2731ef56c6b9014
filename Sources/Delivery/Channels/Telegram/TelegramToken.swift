public import Folklore

/// The token of a bot, as @BotFather gives it: `123456:ABC-DEF1234…`, the bot's number and a secret.
///
/// The token is a part of each request's address (https://core.telegram.org/bots/api#making-requests), so an address must not be written anywhere.
/// This value has no description that shows it.
public struct TelegramToken: Sendable {
  /// The number of the bot, which everybody may know.
  public let bot: String
  private let text: String

  /// - Throws: `TelegramTokenError`, without the text.
  public init(parsing text: String) throws(TelegramTokenError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, (1...20).contains(parts[0].utf8.count),
      parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), (20...200).contains(parts[1].utf8.count),
      parts[1].utf8.allSatisfy(Self.isOfSecret)
    else { throw TelegramTokenError() }
    bot = String(parts[0])
    self.text = text
  }

  private static func isOfSecret(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x2D || byte == 0x5F
  }

  /// The path of a method: `/bot123456:ABC-DEF1234…/sendMessage`.
  func path(of method: String) -> String { "/bot\(text)/\(method)" }

  /// The text without the token, if a server or a proxy repeats it: the whole, or its secret alone.
  func hidden(in text: String) -> String {
    text.replacing(self.text, with: "…").replacing(self.text.dropFirst(bot.utf8.count + 1), with: "…")
  }
}

extension TelegramToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "the token of the bot \(bot)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["bot": bot]) }
}

/// The text is no token of a bot. The error does not repeat it.
public struct TelegramTokenError: SpokenError, Hashable, Sendable {
  public var description: String {
    "no token of a bot: expected the bot's number, a colon and its secret, as @BotFather gives it: 123456:ABC-DEF1234…"
  }
  public var chinese: String { "不是機器人的權杖：應為 @BotFather 給的編號、冒號與密鑰，例如 123456:ABC-DEF1234…" }
  public var code: String { "bad_telegram_token" }
}
