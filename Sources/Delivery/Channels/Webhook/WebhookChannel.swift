internal import Addresses
public import Transfer

/// Posts each message as JSON to a URL, signed as Standard Webhooks 1.0.0 says
/// (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
///
///     let channel = WebhookChannel(client: client, secrets: [secret]) { clock.now }
///     await channel.send(message, to: "https://example.org/hooks/folkcal")
///
/// The target is an `https://` URL. `webhook-id` is the idempotency key, so a receiver can ignore repetitions. `webhook-timestamp` is the time
/// of the attempt.
public struct WebhookChannel: Channel {
  private let client: TransferClient
  private let secrets: [WebhookSecret]
  private let schemes: [StrictURL.Scheme]
  private let now: @Sendable () -> Int

  /// - Parameters:
  /// - client: one restricted to public addresses, unless all targets are the operator's.
  /// - secrets: each adds a signature, so a secret can be replaced without a gap: the new one first, then the old one as long as receivers need
  ///   it. Without secrets requests are not signed.
  /// - allowsPlainHTTP: also accepts `http://`, for receivers in a private network.
  ///   - now: the time in seconds of UTC since 1970.
  public init(
    client: TransferClient, secrets: [WebhookSecret], allowsPlainHTTP: Bool = false, now: @escaping @Sendable () -> Int
  ) {
    self.client = client
    self.secrets = secrets
    schemes = allowsPlainHTTP ? [.https, .http] : [.https]
    self.now = now
  }

  public func send(_ message: Message, to target: String) async -> Outcome {
    if let problem = message.keyProblem { return .rejected(reason: problem) }
    let request: HTTPRequest
    do { request = try self.request(message, to: target) } catch {
      return .failed(reason: "the request could not be signed: \(error)")
    }
    do throws(TransferError) {
      _ = try StrictURL(toCall: target, as: schemes)
      let answer = try await client.response(to: request)
      // "The rest of the status codes should be treated as a failure" ("Delivery success and failure"); a 401 or 404 may pass when the receiver
      // is fixed.
      return answer.outcome(now: now(), otherClientErrors: .mayPass)
    } catch {
      return error.outcome(now: now())
    }
  }

  private func request(_ message: Message, to url: String) throws -> HTTPRequest {
    let (id, timestamp) = (message.idempotencyKey, now())
    var headers = [
      HTTPRequest.Header("Content-Type", "application/json"), HTTPRequest.Header("webhook-id", id),
      HTTPRequest.Header("webhook-timestamp", "\(timestamp)"),
    ]
    if !secrets.isEmpty {
      let signatures = try secrets.map { try $0.signature(id: id, timestamp: timestamp, body: message.json) }
      headers.append(HTTPRequest.Header("webhook-signature", signatures.joined(separator: " ")))
    }
    return HTTPRequest(method: "POST", url: url, headers: headers, body: message.json)
  }
}
