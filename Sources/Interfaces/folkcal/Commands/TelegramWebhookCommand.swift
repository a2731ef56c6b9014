import ArgumentParser
import Channels
import Folklore
import Foundation
import WebAPI

/// Sets, removes or shows how the messages of our Telegram bot reach the server.
///
///     folkcal remind telegram-webhook https://days.example.org
struct TelegramWebhookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "telegram-webhook",
    abstract: Speech.say(
      "設定、移除或顯示 Telegram 機器人的 Webhook。", "Set, remove or show the webhook of the Telegram bot."),
    discussion: Speech.say(
      """
      給伺服器對外的網址時，請 Telegram 把訊息送到該網址的 /chats/telegram，附上 FOLKCAL_TELEGRAM_SECRET，並設定聊天室的選單。不給網址時，顯示機器人的名稱與目前的設定。\
      沒有 Webhook 時，folkcal serve 向 Telegram 詢問訊息，不需要這個指令。

      權杖取自 FOLKCAL_TELEGRAM_TOKEN，不會顯示出來。
      """,
      """
      With the public address of the server, Telegram is asked to send messages to /chats/telegram there, with FOLKCAL_TELEGRAM_SECRET, and the \
      menu of the chat is set. Without an address it shows the bot's name and what is set. Without a webhook folkcal serve asks Telegram for \
      messages, and this command is not needed.

      The token comes from FOLKCAL_TELEGRAM_TOKEN and is not shown.
      """))

  @Argument(
    help: .say(
      "伺服器對外的網址。", "The public address of the server.", valueName: "https://days.example.org"))
  var site: String?

  @Flag(help: .say("移除 Webhook。", "Remove the webhook."))
  var remove = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard site == nil || !remove else {
      throw ValidationError(
        Speech.say("網址與 --remove 不能同時使用", "an address and --remove exclude each other"))
    }
  }

  func run() throws {
    let environment = try DeliveryEnvironment { Int(Date().timeIntervalSince1970) }
    guard let client = try environment.telegramClient() else {
      throw Failure.wrongInput("請設定 FOLKCAL_TELEGRAM_TOKEN", "set FOLKCAL_TELEGRAM_TOKEN")
    }
    let (webhook, remove) = (try webhook(environment), remove)
    do {
      let bot = try Asynchronous.run {
        if let webhook {
          try await client.setWebhook(webhook.address, secret: webhook.secret)
          try await TelegramMenu.show(by: client)
        }
        if remove { try await client.deleteWebhook() }
        return try await client.bot()
      }
      try show(bot)
    } catch let answer as TelegramAnswer {
      throw Failure.failed(answer.chinese, answer.description)
    }
  }

  private func webhook(_ environment: DeliveryEnvironment) throws -> (address: String, secret: String)? {
    guard let site else { return nil }
    let origin = try SiteAddress.origin(site, "https://days.example.org")
    guard origin.hasPrefix("https://") else {
      throw Failure.wrongInput(
        "\(origin)：Telegram 只把訊息送到 https:// 的網址", "\(origin): Telegram sends messages to https:// addresses only")
    }
    guard let secret = try environment.telegramSecret() else {
      throw Failure.wrongInput(
        "請設定 FOLKCAL_TELEGRAM_SECRET，這裡與 serve 相同：1 到 256 個 A-Z a-z 0-9 _ - 的字元，例如 openssl rand -hex 32 的結果",
        "set FOLKCAL_TELEGRAM_SECRET, the same here and for serve: 1 to 256 characters of A-Z a-z 0-9 _ -, such as openssl rand -hex 32 makes"
      )
    }
    return (origin + TelegramPages.path, secret)
  }

  private func show(_ bot: TelegramBot) throws {
    if output.json { return try output.printJSON(Shown(bot)) }
    let language = output.language
    func line(_ name: String, _ value: String) { print(name + language.say("：", "：", ": ") + value) }
    line(language.say("機器人", "机器人", "bot"), "@" + bot.name)
    line(
      "Webhook",
      bot.webhook ?? language.say("沒有；由 serve 詢問", "没有；由 serve 询问", "none; serve asks for messages"))
    line(language.say("等候中的訊息", "等候中的消息", "messages that wait"), "\(bot.waiting)")
    if let error = bot.lastError { line(language.say("上次的錯誤", "上次的错误", "last error"), error) }
  }

  private struct Shown: Encodable {
    let bot: String
    let webhook: String?
    let waiting: Int
    let lastError: String?

    init(_ bot: TelegramBot) {
      (self.bot, webhook, waiting, lastError) = (bot.name, bot.webhook, bot.waiting, bot.lastError)
    }

    enum CodingKeys: String, CodingKey {
      case bot, webhook, waiting
      case lastError = "last_error"
    }

    /// Members without a value are null, and not missing.
    func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(bot, forKey: .bot)
      try object.encode(webhook, forKey: .webhook)
      try object.encode(waiting, forKey: .waiting)
      try object.encode(lastError, forKey: .lastError)
    }
  }
}
