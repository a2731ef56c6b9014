public import Transfer

/// Sends to apps by Firebase Cloud Messaging (HTTP v1), which also reaches Apple's devices. The target is the token that
/// the app got from FCM on its device.
public struct CloudMessagingChannel: Channel {
  private let client: TransferClient
  private let tokens: AccessTokens
  private let url: String
  private let now: @Sendable () -> Int

  /// - Parameters:
  ///   - account: who we are; its project is the one that the app is built for.
  ///   - baseURL: another one is for tests.
  ///   - now: the time in seconds of UTC since 1970.
  public init(
    account: ServiceAccount, client: TransferClient, baseURL: String = "https://fcm.googleapis.com",
    now: @escaping @Sendable () -> Int
  ) {
    self.client = client
    tokens = AccessTokens(account: account, client: client, now: now)
    url = "\(baseURL)/v1/projects/\(account.project)/messages:send"
    self.now = now
  }

  public func send(_ message: Message, to target: String) async -> Outcome {
    guard Self.isToken(target) else {
      return .rejected(
        reason: "the target is no token of FCM: expected up to 4,096 printable characters without spaces")
    }
    guard let body = CloudMessage.json(message, token: target, now: now()) else {
      return .rejected(reason: "the title, the link and the key alone are too long for FCM")
    }
    do throws(AccessTokenFailure) {
      let first = try await attempt(body)
      guard first.response?.isAboutAccessToken == true else { return first.outcome(now: now()) }
      await tokens.forget(first.token)
      return try await attempt(body).outcome(now: now())
    } catch {
      return error.outcome
    }
  }

  private static func isToken(_ text: String) -> Bool {
    (1...4_096).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

// MARK: - One attempt

extension CloudMessagingChannel {
  private struct Attempt {
    /// The access token that was shown.
    let token: String
    let result: Result<HTTPResponse, TransferError>

    var response: HTTPResponse? { try? result.get() }

    func outcome(now: Int) -> Outcome {
      switch result {
      case .success(let response): response.cloudMessagingOutcome(now: now)
      // The address is the operator's, not the message's.
      case .failure(let error): error.outcome(now: now).sparingTheMessage
      }
    }
  }

  private func attempt(_ body: [UInt8]) async throws(AccessTokenFailure) -> Attempt {
    let token = try await tokens.text()
    let request = HTTPRequest(
      method: "POST", url: url,
      headers: [.init("Authorization", "Bearer \(token)"), .init("Content-Type", "application/json; charset=UTF-8")],
      body: body)
    do throws(TransferError) {
      return Attempt(token: token, result: .success(try await client.response(to: request)))
    } catch {
      return Attempt(token: token, result: .failure(error))
    }
  }
}

extension HTTPResponse {
  /// Whether Google did not accept the access token. It answers 401 too where it cannot reach Apple with the project's
  /// key; a new token of ours does not help that.
  fileprivate var isAboutAccessToken: Bool {
    status == 401 && CloudMessagingFault(self) != .thirdPartyAuthentication
  }
}
