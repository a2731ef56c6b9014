/// The services on which people can chat with this server.
package struct ChatServices: Sendable {
  package var line: LineAccess?
  package var telegram: TelegramAccess?

  package init(line: LineAccess? = nil, telegram: TelegramAccess? = nil) {
    self.line = line
    self.telegram = telegram
  }
}

/// Our LINE Official Account.
package struct LineAccess: Sendable {
  /// `@123abcde`.
  package let basicID: String

  package init(basicID: String) {
    self.basicID = basicID
  }
}

/// Our Telegram bot.
package struct TelegramAccess: Sendable {
  /// The bot's user name, without @.
  package let botName: String

  package init(botName: String) {
    self.botName = botName
  }
}
