/// A service on which people write to us and we to them. A chat on it is a user's channel of the same name.
public enum ChatService: String, CaseIterable, Codable, Sendable {
  case line
  case telegram

  /// The channel of reminders to chats of this service.
  public var channel: ChannelKind {
    switch self {
    case .line: .line
    case .telegram: .telegram
    }
  }

  /// The name of the service, the same in all languages.
  public var title: String {
    switch self {
    case .line: "LINE"
    case .telegram: "Telegram"
    }
  }
}
