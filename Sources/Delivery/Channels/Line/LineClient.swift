internal import Foundation
public import Transfer

/// The Messaging API of one LINE Official Account (https://developers.line.biz/en/reference/messaging-api/).
///
/// The token never leaves this value but in the header of a request: reasons are cleaned of it.
public struct LineClient: Sendable {
  private let client: TransferClient
  private let token: String
  private let baseURL: String

  /// - Parameters:
  ///   - token: the channel access token.
  ///   - baseURL: for tests.
  public init(token: String, client: TransferClient, baseURL: String = "https://api.line.me") {
    self.client = client
    self.token = token
    self.baseURL = baseURL
  }

  /// Sends a message at any time; it counts towards the month's quota.
  ///
  /// - Parameters:
  ///   - user: LINE's `userId`.
  ///   - retryKey: a UUID.
  func push(_ message: LineMessage, to user: String, retryKey: String, now: Int) async -> Outcome {
    await post("push", Push(to: user, messages: [message]), [.init("X-Line-Retry-Key", retryKey)], now)
  }

  /// Answers an event of the webhook, within a minute and once; replies cost nothing.
  ///
  /// - Parameters:
  ///   - replyToken: the event's.
  ///   - now: the time in seconds of UTC since 1970.
  package func reply(_ message: LineMessage, with replyToken: String, now: Int) async -> Outcome {
    // A retry key is refused here, so a reply is tried once only.
    await post("reply", Reply(replyToken: replyToken, messages: [message]), [], now)
  }

  private struct Push: Encodable {
    let to: String
    let messages: [LineMessage]
  }

  private struct Reply: Encodable {
    let replyToken: String
    let messages: [LineMessage]
  }

  private func post(
    _ name: String, _ content: some Encodable, _ headers: [HTTPRequest.Header], _ now: Int
  ) async -> Outcome {
    guard let body = try? LineMessage.encoder.encode(content) else {
      return .rejected(reason: "the message cannot be written as JSON")
    }
    let request = HTTPRequest(
      method: "POST", url: "\(baseURL)/v2/bot/message/\(name)",
      headers: [authorization, .init("Content-Type", "application/json")] + headers, body: [UInt8](body))
    do throws(TransferError) {
      return LineAnswer(try await client.response(to: request), hiding: token).outcome(now: now)
    } catch {
      return LineAnswer.outcome(of: error, now: now)
    }
  }

  private var authorization: HTTPRequest.Header { .init("Authorization", "Bearer \(token)") }
}

// MARK: - Quota

/// How many push messages of this month are used up.
public struct LineQuota: Hashable, Sendable {
  /// Nil if there is no limit.
  public let limit: Int?
  public let used: Int
}

extension LineClient {
  /// The month's quota; nil if LINE does not tell it.
  public func quota() async -> LineQuota? {
    guard let limit: Limit = await get("quota"), let usage: Usage = await get("quota/consumption") else { return nil }
    return LineQuota(limit: limit.type == "limited" ? limit.value : nil, used: usage.totalUsage)
  }

  private struct Limit: Decodable {
    /// `none` or `limited`.
    let type: String
    let value: Int?
  }

  private struct Usage: Decodable {
    let totalUsage: Int
  }

  private func get<Form: Decodable>(_ name: String) async -> Form? {
    let request = HTTPRequest(method: "GET", url: "\(baseURL)/v2/bot/message/\(name)", headers: [authorization])
    guard let response = try? await client.response(to: request), response.status == 200 else { return nil }
    return try? JSONDecoder().decode(Form.self, from: Data(response.body))
  }
}
