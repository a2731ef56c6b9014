import Folklore
import Store

/// Takes what people do in chats, each event once, and answers it.
///
/// The routes of LINE and Telegram check that the service has sent an event, answer the service at once, and hand the event in here.
struct ChatDesk: Sendable {
  let service: APIService

  /// Takes an event and answers it.
  ///
  /// - Parameter answer: sends the reply to the person; it handles its own failures.
  func take(_ event: ChatEvent, answer: @Sendable (ChatReply) async -> Void) async {
    // Filled by the conversation.
  }
}
