import Folklore
import Words

extension ChannelKind {
  /// The variables of a channel: the required ones (nil if there are none), and all of them as lines of the help.
  private func environment(_ language: Language) -> (needs: String?, variables: [String]) {
    func say(_ chinese: String, _ english: String) -> String {
      // ICU takes milliseconds, so it is asked for Simplified Chinese alone.
      switch language {
      case .english: english
      case .traditionalChinese: chinese
      case .simplifiedChinese: Transliteration.simplified(chinese)
      }
    }
    return switch self {
    case .push:
      (
        say(
          "FOLKCAL_VAPID_KEY 與 FOLKCAL_VAPID_CONTACT，或 FOLKCAL_FCM_KEY",
          "FOLKCAL_VAPID_KEY and FOLKCAL_VAPID_CONTACT, or FOLKCAL_FCM_KEY"),
        [
          say(
            "FOLKCAL_VAPID_KEY, FOLKCAL_VAPID_CONTACT  用於 Web Push：私鑰或其檔案的路徑，以及 mailto:…",
            "FOLKCAL_VAPID_KEY, FOLKCAL_VAPID_CONTACT  for Web Push: the private key or the path of its file, and mailto:…"
          ),
          say(
            "FOLKCAL_FCM_KEY  用於應用程式：服務帳號金鑰檔的路徑",
            "FOLKCAL_FCM_KEY  for apps: the path of the service account's key file"),
          say("FOLKCAL_FCM_URL  Google 以外的伺服器", "FOLKCAL_FCM_URL  another server than Google's"),
        ]
      )
    case .mail:
      (
        say("FOLKCAL_SMTP_URL 與 FOLKCAL_MAIL_FROM", "FOLKCAL_SMTP_URL and FOLKCAL_MAIL_FROM"),
        [
          say(
            "FOLKCAL_SMTP_URL  smtp://user:password@host:587（使用 STARTTLS）或 smtps://…",
            "FOLKCAL_SMTP_URL  smtp://user:password@host:587 (with STARTTLS) or smtps://…"),
          "FOLKCAL_MAIL_FROM  農曆提醒 <days@example.org>",
          say(
            "FOLKCAL_UNSUBSCRIBE_URL  https://…/{user}，{user} 是使用者的 UUID",
            "FOLKCAL_UNSUBSCRIBE_URL  https://…/{user}, {user} being the user's UUID"),
        ]
      )
    case .webhook:
      (
        nil,
        [
          say(
            "FOLKCAL_WEBHOOK_SECRET  whsec_…，用來簽署請求；有多個時以空白分隔",
            "FOLKCAL_WEBHOOK_SECRET  whsec_… with which requests are signed; several are separated by a blank")
        ]
      )
    case .ntfy:
      (
        nil,
        [
          say(
            "FOLKCAL_NTFY_TOKEN, FOLKCAL_NTFY_URL  存取權杖，以及唯一會收到它的伺服器",
            "FOLKCAL_NTFY_TOKEN, FOLKCAL_NTFY_URL  an access token, and the only server that is shown it")
        ]
      )
    case .line:
      (
        "FOLKCAL_LINE_TOKEN",
        [
          say(
            "FOLKCAL_LINE_TOKEN, FOLKCAL_LINE_SECRET  LINE 的 channel access token 與 channel secret，或其檔案的路徑；接收訊息也需要後者",
            "FOLKCAL_LINE_TOKEN, FOLKCAL_LINE_SECRET  LINE's channel access token and channel secret, or the paths of their files; the second to receive messages too"
          ),
          say(
            "FOLKCAL_LINE_ID  官方帳號的基本 ID，例如 @123abcde；接收訊息時需要，用於開啟聊天的連結",
            "FOLKCAL_LINE_ID  the account's basic ID, such as @123abcde; to receive messages, for the link that opens the chat"
          ),
          say("FOLKCAL_LINE_URL  LINE 以外的伺服器", "FOLKCAL_LINE_URL  another server than LINE's"),
        ]
      )
    case .telegram:
      (
        "FOLKCAL_TELEGRAM_TOKEN",
        [
          say(
            "FOLKCAL_TELEGRAM_TOKEN  機器人的權杖，@BotFather 給的 123456:ABC…，或其檔案的路徑",
            "FOLKCAL_TELEGRAM_TOKEN  the bot's token, 123456:ABC… as @BotFather gives it, or the path of its file"),
          say(
            "FOLKCAL_TELEGRAM_NAME  機器人的使用者名稱，用於加入的連結",
            "FOLKCAL_TELEGRAM_NAME  the bot's user name, for the link by which people join"),
          say(
            "FOLKCAL_TELEGRAM_SECRET  serve 由 Webhook 接收訊息時的密鑰；沒有設定時，由 serve 向 Telegram 詢問",
            "FOLKCAL_TELEGRAM_SECRET  the secret of the webhook by which serve takes messages; without it serve asks Telegram for them"
          ),
          say(
            "FOLKCAL_TELEGRAM_POLLING  0：serve 不接收訊息",
            "FOLKCAL_TELEGRAM_POLLING  0: serve takes no messages"),
          say("FOLKCAL_TELEGRAM_URL  Telegram 以外的伺服器", "FOLKCAL_TELEGRAM_URL  another server than Telegram's"),
        ]
      )
    case .jsonl, .feed: (nil, [])
    }
  }

  /// The variables that it needs, in a language; nil if there are none.
  func needs(in language: Language) -> String? { environment(language).needs }

  /// The same in the language of messages.
  var needs: String? { needs(in: Speech.language) }

  /// The variables of all channels, as lines of the help: each name, then its text on an indented line.
  static var variables: String {
    allCases.flatMap { $0.environment(Speech.language).variables }.map { line in
      line.replacing("  ", with: "\n      ", maxReplacements: 1)
    }.joined(separator: "\n  ")
  }

  /// The names of several kinds: `jsonl, webhook or push`.
  static func list(where isMeant: (ChannelKind) -> Bool = { _ in true }) -> String {
    let names = names(where: isMeant)
    let (first, last) = (names.dropLast(), names.last ?? "")
    return Speech.say(first.joined(separator: "、") + " 或 " + last, first.joined(separator: ", ") + " or " + last)
  }

  /// A channel that sends reminders, by name.
  ///
  /// - Throws: `Failure` for other names.
  init(sent name: String) throws {
    guard let kind = ChannelKind(rawValue: name), kind.isSent else {
      let names = Self.names(where: \.isSent)
      throw Failure.wrongInput(
        "提醒方式「\(name)」不能用；可用的值：\(names.joined(separator: "、"))",
        "\"\(name)\" is no channel; channels are \(names.joined(separator: ", "))")
    }
    self = kind
  }
}
