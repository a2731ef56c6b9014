import Folklore
import Geo

/// Something that a person did in a chat with us, the same for all services.
struct ChatEvent: Sendable {
  let service: ChatService
  /// The service's name of the event, by which one that is sent again is known.
  let id: String
  /// The service's name of the chat: LINE's `userId`, Telegram's chat id.
  let chat: String
  /// The language of the person's app, if the service tells it.
  var language: Language?
  let action: Action

  enum Action: Hashable, Sendable {
    case text(String)
    case location(Coordinate)
    /// Opened the chat, or came back after blocking us: LINE's `follow`, Telegram's `/start`.
    ///
    /// - code: the secret of the link that the person opened, which joins the chat to an account; nil if there was none.
    /// - isUnblocked: true if the service tells that the person had blocked us before.
    case opened(code: String?, isUnblocked: Bool = false)
    /// Blocked us, or left.
    case closed
    /// What we do not read.
    case unreadable(Content)
  }

  /// What a message without text is.
  enum Content: Hashable, Sendable {
    case sticker, picture, video, sound, other
  }
}
