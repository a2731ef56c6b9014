import ArgumentParser
import Channels
import Folklore
import Foundation
import Reminders
import Store

/// Sends one user a message immediately.
///
///     folkcal remind test u42 "Can you read this?"
struct TestMessageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: Speech.say(
      "立刻用使用者的提醒方式傳一則測試訊息，並顯示結果。",
      "Send a user a test message now by the user's channel, and print the result."),
    discussion: Speech.say(
      "提醒方式的設定與 remind deliver 相同。訊息沒有送達時，結束代碼是 1。",
      "Channels are configured as for remind deliver. The exit status is 1 if the message was not delivered."))

  @Argument(help: .say("使用者：UUID、電子郵件地址，或 u42 這樣的編號。", "UUID, mail address, or number such as u42."))
  var user: String

  @Argument(help: .say("訊息的內容。", "The text of the message."))
  var message: String

  @Option(
    name: .customLong("public-url"),
    help: .say(
      "訊息裡的連結所用的伺服器網址。",
      "The address of the server whose pages messages link to.", valueName: "https://days.example.org"))
  var publicURL: String?

  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let clock = try DeliveryClock.believing(time)
    let now: @Sendable () -> Int = { Int(clock.now()) }
    let templates = try data.templates()
    let queue = ReminderQueue(try data.store.open())
    let site = try publicURL.map { try SiteAddress.origin($0, "--public-url") }
    let environment = try DeliveryEnvironment(site: site, now: now)
    let messenger = try TestMessenger(queue, environment, MessageWriter(templates, site: site), now: now)
    let (text, user, line) = (message, user, try environment.lineClient())
    let (sent, quota) = try Asynchronous.run {
      let sent = try await messenger.send(text, to: user)
      return (sent, sent.channel == ChannelKind.line.rawValue ? await line?.quota() : nil)
    }
    if output.json {
      // The jsonl channel has already written to standard output.
      try output.printJSON(["channel": sent.channel, "outcome": sent.outcome, "reason": sent.reason])
    } else {
      let outcome = Self.outcome(sent.outcome, output.language)
      let parts = [sent.channel, outcome, sent.reason].filter { !$0.isEmpty }
      print(parts.joined(separator: output.language.say("：", "：", ": ")))
    }
    if let quota { StandardError.note(quota.note.chinese, quota.note.english) }
    if !sent.isDelivered { throw Failure.failed("測試訊息沒有送達", "the test message was not delivered") }
  }

  private static func outcome(_ name: String, _ language: Language) -> String {
    switch name {
    case "delivered": language.say("已送達", "已送达", name)
    case "failed": language.say("失敗", "失败", name)
    case "deferred": language.say("對方要求稍後再送", "对方要求稍后再送", name)
    case "rejected": language.say("對方拒收", "对方拒收", name)
    case "gone": language.say("收件位址已不存在", "收件地址已不存在", name)
    default: name
    }
  }
}

/// Creates a key pair for Web Push.
///
///     folkcal remind vapid-keys >> /etc/default/folkcal
struct ApplicationServerKeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vapid-keys",
    abstract: Speech.say(
      "產生 Web Push 的金鑰組，寫成環境變數的格式。", "Make a key pair for Web Push, as lines for the environment."),
    discussion: Speech.say(
      "只要產生一次：訂閱是針對一把公鑰建立的，換了金鑰組，所有訂閱都會失效。私鑰必須保密。",
      """
      It is made once: subscriptions are made for one public key, and a new pair loses them all. The private key is a secret.
      """))

  @OptionGroup var output: OutputOptions

  func run() throws {
    let key = ApplicationServerKey.generate()
    try output.print(
      public: ("FOLKCAL_VAPID_PUBLIC_KEY", key.publicText), private: ("FOLKCAL_VAPID_KEY", key.privateText),
      use: output.language.say(
        "網頁交給 pushManager.subscribe 的 applicationServerKey", "网页交给 pushManager.subscribe 的 applicationServerKey",
        "What pages give to pushManager.subscribe as applicationServerKey"))
  }
}

/// Creates a key pair for web hooks.
///
///     folkcal remind webhook-keys >> /etc/default/folkcal
struct WebhookKeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "webhook-keys",
    abstract: Speech.say(
      "產生簽署 Webhook 的金鑰組，寫成環境變數的格式。",
      "Make a key pair that web hooks are signed with, as lines for the environment."),
    discussion: Speech.say(
      "接收端用公鑰驗證，公鑰可以公開。若改用共用的密鑰（whsec_），每個接收端都能冒用我們的簽章，其他接收端無法分辨。",
      """
      Receivers verify with the public key, which may be shown to anybody. A secret that is shared with them (whsec_) lets each of them sign \
      what the others take for ours.
      """))

  @OptionGroup var output: OutputOptions

  func run() throws {
    let pair = WebhookSecret.generatePair()
    try output.print(
      public: ("FOLKCAL_WEBHOOK_PUBLIC_KEY", pair.public), private: ("FOLKCAL_WEBHOOK_SECRET", pair.secret),
      use: output.language.say(
        "接收端用來驗證（Standard Webhooks，v1a）", "接收端用来验证（Standard Webhooks，v1a）",
        "What receivers verify with (Standard Webhooks, v1a)"))
  }
}

extension OutputOptions {
  /// Prints a key pair as lines for the environment, each with a variable and its value.
  ///
  /// - Parameter use: the purpose of the public key.
  fileprivate func print(
    public: (name: String, key: String), private: (name: String, key: String), use: String
  ) throws {
    guard !json else { return try printJSON(["public": `public`.key, "private": `private`.key]) }
    Swift.print("# \(use):\n\(`public`.name)=\(`public`.key)")
    Swift.print("# \(language.say("必須保密", "必须保密", "A secret")):\n\(`private`.name)=\(`private`.key)")
  }
}
