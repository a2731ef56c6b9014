internal import Addresses
public import Transfer

/// Posts each message as JSON to a URL, signed as Standard Webhooks 1.0.0 says
/// (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
///
///     let channel = WebhookChannel(client: client, secrets: [secret]) { clock.now }
///     await channel.send(message, to: "https://example.org/hooks/folkcal")
///
/// The target is an `https://` URL. `webhook-id` is the message's idempotency key, the same at every attempt: a receiver
/// that has seen it does nothing. `webhook-timestamp` is the time of the attempt.
public struct WebhookChannel: Channel {
  private let client: TransferClient
  private let secrets: [WebhookSecret]
  private let schemes: [StrictURL.Scheme]
  private let now: @Sendable () -> Int

  /// - Parameters:
  ///   - client: one that speaks to public addresses only, unless all targets are the operator's own.
  ///   - secrets: each gives a signature, so that a secret is changed without a gap: the new one, then the old one, for
  ///     as long as receivers need. Without any the requests are not signed.
  ///   - allowsPlainHTTP: takes `http://` too: for receivers in one's own network.
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
      // "The rest of the status codes should be treated as a failure" ("Delivery success and failure"): a failure is
      // tried again, and a 401 or a 404 passes when the receiver has been set right.
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
