import Addresses
import Channels
import Folklore
import Foundation
import Reminders
import Store
import WebAPI

// Telegram: FOLKCAL_TELEGRAM_TOKEN to send and to ask for messages, FOLKCAL_TELEGRAM_SECRET to have them sent.
extension DeliveryEnvironment {
  /// Nil if not configured.
  func telegram(_ queue: ReminderQueue) throws -> Route? {
    guard let client = try telegramClient() else { return nil }
    var route = Route.toChats(of: queue, on: .telegram, TelegramChannel(client, now: now), now: now)
    route.perSecond = TelegramChannel.perSecond
    return route
  }

  /// The bot of a server; nil if it is not configured, or if another program takes what people say to it.
  func telegramAccess() throws -> TelegramAccess? {
    let (secret, name) = (try telegramSecret(), try telegramName())
    guard let client = try telegramClient() else {
      guard secret == nil else {
        throw Failure.wrongInput(
          "設定 FOLKCAL_TELEGRAM_SECRET 時，也要設定 FOLKCAL_TELEGRAM_TOKEN，才能回答訊息",
          "FOLKCAL_TELEGRAM_SECRET needs FOLKCAL_TELEGRAM_TOKEN, with which messages are answered")
      }
      return nil
    }
    let polls = try polls(secret)
    guard polls || secret != nil else { return nil }
    guard let name else {
      throw Failure.wrongInput(
        "接收訊息時，也要設定 FOLKCAL_TELEGRAM_NAME，也就是機器人的使用者名稱，用於加入的連結；只送出提醒時，請設定 FOLKCAL_TELEGRAM_POLLING=0",
        "messages need FOLKCAL_TELEGRAM_NAME, the bot's user name, for the link by which people join; set FOLKCAL_TELEGRAM_POLLING=0 to send reminders only"
      )
    }
    return TelegramAccess(client: client, secret: secret, polls: polls, botName: name)
  }

  /// Nil without a token.
  func telegramClient() throws -> TelegramClient? {
    guard let text = try content("FOLKCAL_TELEGRAM_TOKEN") else { return nil }
    let token = try reading("FOLKCAL_TELEGRAM_TOKEN") { try TelegramToken(parsing: text) }
    let configuration = configuration(isOperators: true)
    guard let url = value("FOLKCAL_TELEGRAM_URL") else { return TelegramClient(token: token, configuration) }
    // Without encryption everybody on the way reads the token.
    let base = try reading("FOLKCAL_TELEGRAM_URL") {
      try StrictURL(parsing: url, as: allowsPrivate ? [.https, .http] : [.https])
    }
    return TelegramClient(token: token, configuration, baseURL: base.origin)
  }

  /// What Telegram sends along with each update; nil if not configured.
  func telegramSecret() throws -> String? {
    guard let text = try content("FOLKCAL_TELEGRAM_SECRET") else { return nil }
    guard text.utf8.count <= 256, text.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil else {
      throw Failure.wrongInput(
        "FOLKCAL_TELEGRAM_SECRET 必須是 1 到 256 個 A-Z a-z 0-9 _ - 的字元",
        "FOLKCAL_TELEGRAM_SECRET is not 1 to 256 characters of A-Z a-z 0-9 _ -")
    }
    return text
  }

  private func telegramName() throws -> String? {
    guard var name = value("FOLKCAL_TELEGRAM_NAME")?[...] else { return nil }
    if name.hasPrefix("@") { name = name.dropFirst() }
    guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]{3,31}/) != nil else {
      throw Failure.wrongInput(
        "FOLKCAL_TELEGRAM_NAME 不是機器人的使用者名稱：應為 4 到 32 個英文字母、數字與底線，例如 folkcal_bot",
        "FOLKCAL_TELEGRAM_NAME is no user name of a bot: expected 4 to 32 letters, digits and underscores, such as folkcal_bot"
      )
    }
    return String(name)
  }

  /// True if the server is to ask Telegram for messages: if there is no webhook, and the operator does not forbid it because another program takes them.
  private func polls(_ secret: String?) throws -> Bool {
    switch value("FOLKCAL_TELEGRAM_POLLING") {
    case nil: return secret == nil
    case "0": return false
    case "1" where secret == nil: return true
    case "1":
      throw Failure.wrongInput(
        "FOLKCAL_TELEGRAM_POLLING=1 與 FOLKCAL_TELEGRAM_SECRET 不能同時設定：訊息由 Webhook 送來，或由 serve 詢問",
        "FOLKCAL_TELEGRAM_POLLING=1 and FOLKCAL_TELEGRAM_SECRET exclude each other: messages come by a webhook, or serve asks for them"
      )
    default:
      throw Failure.wrongInput("FOLKCAL_TELEGRAM_POLLING 必須是 0 或 1", "FOLKCAL_TELEGRAM_POLLING is neither 0 nor 1")
    }
  }

  /// The value of a variable, or the content of the file that it names.
  private func content(_ name: String) throws -> String? {
    guard let text = value(name) else { return nil }
    guard text.hasPrefix("/") || FileManager.default.fileExists(atPath: text) else { return text }
    return try reading(name) { String(decoding: try file(text), as: UTF8.self) }
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
