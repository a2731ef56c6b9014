import Channels
import Crypto
import Foundation
import Sinks
import Transfer

@testable import WebAPI

/// A server to which a service like LINE sends, and from which that service gets answers.
struct LineDesk {
  static let secret = "0123456789abcdef0123456789abcdef"
  static let user = "U4af4980629da0e8f1d2c3b4a59687766"

  let sink: LineSink
  let desk: APIDesk

  init(replyTokens: Set<String> = [], _ configure: (inout APIConfiguration) -> Void = { _ in }) async throws {
    sink = try LineSink(replyTokens: replyTokens)
    desk = try await APIDesk(chats: ChatServices(line: Self.access(sink)), configure)
  }

  static func access(_ sink: LineSink) -> LineAccess {
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    let client = LineClient(token: LineSink.token, client: TransferClient(configuration), baseURL: sink.url)
    return LineAccess(client: client, secret: secret, basicID: "@123abcde")
  }

  /// By the reference, "Signature validation": the HMAC-SHA256 of the body with the channel secret, in base64.
  static func signature(_ body: [UInt8], secret: String = secret) -> String {
    let key = SymmetricKey(data: Data(secret.utf8))
    return Data(HMAC<SHA256>.authenticationCode(for: body, using: key)).base64EncodedString()
  }

  /// Sends a body to the webhook.
  ///
  /// - Parameter signature: nil for none; by default the right one.
  func send(_ body: String, signature: String?? = .none) async throws -> Reply {
    try await send(Array(body.utf8), signature: signature)
  }

  func send(_ body: [UInt8], signature: String?? = .none) async throws -> Reply {
    var headers = [("Content-Type", "application/json; charset=utf-8"), ("User-Agent", "LineBotWebhook/2.0")]
    let given = signature ?? Self.signature(body)
    if let given { headers.append(("x-line-signature", given)) }
    return try await desk.ask("POST", "/chats/line", headers, body: body)
  }

  /// The body of a webhook with an event, as the reference shows it.
  static func body(
    _ rest: String = #""type":"message","message":{"id":"444573844083572737","type":"text","text":"今天"}"#,
    id: String = "01FZ74A0TDDPYRVKNK77XKC3ZR", mode: String = "active",
    source: String = #"{"type":"user","userId":"\#(user)"}"#
  ) -> String {
    """
    {"destination":"Uaaaabbbbccccddddeeeeffff00001111","events":[{"mode":"\(mode)","timestamp":1462629479859,\
    "source":\(source),"webhookEventId":"\(id)","deliveryContext":{"isRedelivery":false},\
    "replyToken":"nHuyWiB7yP5Zw52FIkcQobQuGDXCTA",\(rest)}]}
    """
  }
}
