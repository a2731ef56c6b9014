import Addresses
import Folklore

extension ChatServices {
  /// True if people can chat with this server on the service.
  func has(_ service: ChatService) -> Bool {
    switch service {
    case .line: line != nil
    case .telegram: telegram != nil
    }
  }

  /// A link that opens the chat and says a code there; nil if the server does not have the service.
  ///
  /// - LINE: "Using LINE URL scheme", Opening a chat screen with a prefilled message.
  /// - Telegram: "Deep links", Bot links: the bot gets `/start CODE`.
  func link(_ service: ChatService, saying code: String) -> String? {
    switch service {
    case .line:
      line.map {
        "https://line.me/R/oaMessage/\(PercentEncoding.encode($0.basicID))/?\(PercentEncoding.encode("加入 " + code))"
      }
    case .telegram: telegram.map { "https://t.me/\($0.botName)?start=\(code)" }
    }
  }
}
