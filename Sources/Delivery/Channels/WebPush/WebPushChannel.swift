public import Transfer

/// Sends to browsers by Web Push (RFC 8030), encrypted (RFC 8291) and signed (RFC 8292). The target is the subscription's JSON; see
/// `PushSubscription`.
public struct WebPushChannel: Channel {
  private let client: TransferClient
  private let tokens: ApplicationServerTokens
  private let allowsPlainHTTP: Bool
  private let now: @Sendable () -> Int

  /// - Parameters:
  /// - key: the pair whose public key the subscriptions use.
  /// - contact: the contact for push services.
  /// - client: should refuse private addresses, because users choose the endpoints.
  /// - allowsPlainHTTP: whether endpoints may be `http:`, for a test push service.
  ///   - now: the time in seconds of UTC since 1970.
  public init(
    key: ApplicationServerKey, contact: ApplicationServerContact, client: TransferClient, allowsPlainHTTP: Bool = false,
    now: @escaping @Sendable () -> Int
  ) {
    tokens = ApplicationServerTokens(key: key, contact: contact)
    self.client = client
    self.allowsPlainHTTP = allowsPlainHTTP
    self.now = now
  }

  public func send(_ message: Message, to target: String) async -> Outcome {
    let subscription: PushSubscription
    do {
      subscription = try PushSubscription(json: target, allowsPlainHTTP: allowsPlainHTTP)
    } catch {
      return .rejected(reason: error.description)
    }
    guard let content = PushContent.json(message) else {
      return .rejected(reason: "the title, the link and the key alone are too long for a push message")
    }
    guard let body = try? subscription.encrypt(content),
      let authorization = try? await tokens.authorization(origin: subscription.origin, now: now())
    else {
      return .failed(reason: "the message could not be encrypted and signed")
    }
    let request = WebPushRequest.make(
      message, body: body, to: subscription, authorization: authorization, now: now())
    do throws(TransferError) {
      let response = try await client.response(to: request)
      if response.isAboutToken { await tokens.forget(origin: subscription.origin) }
      return response.pushServiceOutcome(
        isShared: subscription.browsersService != nil || allowsPlainHTTP, now: now())
    } catch {
      return error.outcome(now: now())
    }
  }
}
