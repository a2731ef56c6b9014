import Channels
import Foundation
import Sinks
import Transfer

@testable import WebAPI

/// A server to which a service like Telegram sends, and from which that service gets answers.
struct TelegramServer {
  static let secret = "Webhook_secret-0123456789"

  let sink: TelegramSink
  let desk: APIDesk

  init(
    secret: String? = secret, polls: Bool = false, _ configure: (inout APIConfiguration) -> Void = { _ in }
  ) async throws {
    sink = try TelegramSink()
    desk = try await APIDesk(
      chats: ChatServices(telegram: try Self.access(sink, secret: secret, polls: polls)), configure)
  }

  static func client(_ sink: TelegramSink) throws -> TelegramClient {
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    configuration.timeout = .seconds(60)
    return TelegramClient(
      token: try TelegramToken(parsing: TelegramSink.token), configuration, baseURL: sink.url)
  }

  static func access(_ sink: TelegramSink, secret: String? = secret, polls: Bool = false) throws -> TelegramAccess {
    TelegramAccess(client: try client(sink), secret: secret, polls: polls, botName: "folkcal_bot")
  }

  /// Sends a body to the webhook.
  ///
  /// - Parameter secret: nil for none.
  func send(_ body: String, secret: String? = secret) async throws -> Reply {
    var headers = [("Content-Type", "application/json")]
    if let secret { headers.append(("X-Telegram-Bot-Api-Secret-Token", secret)) }
    return try await desk.ask("POST", "/chats/telegram", headers, body: Array(body.utf8))
  }

  /// An update with a text in a chat with one person.
  static func body(_ number: Int = 10_000, text: String = "今天", chat: Int = 1_111_111) -> String {
    "{\"update_id\":\(number),\(message(text, chat: chat))}"
  }

  static func message(_ text: String, chat: Int = 1_111_111) -> String {
    """
    "message":{"message_id":1365,"date":1441645532,"chat":{"id":\(chat),"type":"private","first_name":"梅"},\
    "from":{"id":\(chat),"is_bot":false,"first_name":"梅","language_code":"zh-hant"},"text":"\(text)"}
    """
  }
}
