package import Channels
import Folklore

/// The commands in the menu of the chat. Each stands for words that the conversation knows.
package enum TelegramMenu {
  private static let commands: [(name: String, says: (chinese: String, english: String)?, about: (String, String))] = [
    ("today", ("今天", "today"), ("今天是什麼日子", "What day it is today")),
    ("next", ("下一個", "upcoming"), ("接下來的民俗節日", "The next folk days")),
    ("month", ("這個月", "this month"), ("這個月的民俗節日", "The folk days of this month")),
    ("nearby", ("附近", "nearby"), ("附近的廟宇", "Temples near you")),
    ("mine", ("我的", "my days"), ("我訂閱的節日與設定", "The days that you follow, and your settings")),
    ("help", ("說明", "help"), ("可以說什麼", "What you can say")),
    // Telegram's own word for leaving; it is read like blocking us.
    ("stop", nil, ("停止提醒", "Stop the reminders")),
  ]

  /// What a command says, in the language of the person.
  ///
  /// - Parameter command: `/today`
  /// - Returns: nil for a command that is not in the menu.
  static func saying(of command: some StringProtocol, _ language: Language?) -> String? {
    commands.first { "/" + $0.name == command }?.says.map { language == .english ? $0.english : $0.chinese }
  }

  /// Has Telegram show the menu: in English to who reads English, in Chinese to all others.
  package static func show(by client: TelegramClient) async throws(TelegramAnswer) {
    try await client.setCommands(commands.map { ($0.name, $0.about.0) }, language: nil)
    try await client.setCommands(commands.map { ($0.name, $0.about.1) }, language: "en")
  }
}
