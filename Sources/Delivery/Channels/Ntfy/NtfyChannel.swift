internal import Addresses
internal import Foundation
public import Transfer

/// Publishes each message to a topic of an ntfy server, which shows it on subscribed phones.
///
///     let channel = NtfyChannel(client: client) { clock.now }
///     await channel.send(message, to: "https://ntfy.sh/temple-days-8f3k2")
///
/// The target is the topic's URL. The message is sent as JSON to the server's root ("Publish as JSON",
/// https://docs.ntfy.sh/publish/#publish-as-json), because headers cannot carry a Chinese title without RFC 2047.
public struct NtfyChannel: Channel {
  private let client: TransferClient
  private let token: String?
  private let tags: [String]
  private let schemes: [StrictURL.Scheme]
  private let now: @Sendable () -> Int

  /// - Parameters:
  /// - token: an access token (https://docs.ntfy.sh/publish/#access-tokens). It is sent to every target, so set it only if all targets are on
  ///   one server.
  ///   - tags: emoji names or words that ntfy shows with the message (https://docs.ntfy.sh/publish/#tags-emojis).
  /// - allowsPlainHTTP: also accepts `http://`, for a server in a private network.
  ///   - now: the time in seconds of UTC since 1970.
  public init(
    client: TransferClient, token: String? = nil, tags: [String] = ["calendar"], allowsPlainHTTP: Bool = false,
    now: @escaping @Sendable () -> Int
  ) {
    self.client = client
    self.token = token
    self.tags = tags
    schemes = allowsPlainHTTP ? [.https, .http] : [.https]
    self.now = now
  }

  public func send(_ message: Message, to target: String) async -> Outcome {
    do throws(TransferError) {
      let url = try StrictURL(toCall: target, as: schemes)
      guard let topic = url.ntfyTopic else {
        return .rejected(
          reason: "the URL names no topic: https://ntfy.sh/ and 1 to 64 characters of A-Z a-z 0-9 _ - are expected")
      }
      guard let body = publication(message, topic: topic) else {
        return .rejected(reason: "the message cannot be written as JSON")
      }
      var headers = [HTTPRequest.Header("Content-Type", "application/json")]
      if let token { headers.append(HTTPRequest.Header("Authorization", "Bearer \(token)")) }
      let request = HTTPRequest(method: "POST", url: url.origin + "/", headers: headers, body: body)
      let answer = try await client.response(to: request)
      // An expired token (401) can be replaced by the operator, who can also open a topic to it (403).
      if token != nil, answer.status == 401 { return .closed(reason: answer.reason) }
      return answer.outcome(now: now(), otherClientErrors: token != nil && answer.status == 403 ? .mayPass : .areFinal)
    } catch {
      return error.outcome(now: now())
    }
  }

  private func publication(_ message: Message, topic: String) -> [UInt8]? {
    struct Publication: Encodable {
      let topic: String
      let title: String
      let message: String
      let tags: [String]
      let click: String
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // ntfy turns a longer text into an attached file ("Limitations", https://docs.ntfy.sh/publish/#limitations).
    let publication = Publication(
      topic: topic, title: message.title.shortened(toBytes: 1_024), message: message.body.shortened(toBytes: 4_096),
      tags: tags, click: message.address)
    return (try? encoder.encode(publication)).map(Array.init)
  }
}
