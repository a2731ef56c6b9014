public import Transfer

/// Sends to apps by Firebase Cloud Messaging (HTTP v1), including Apple devices. The target is the app's FCM token.
public struct CloudMessagingChannel: Channel {
  private let client: TransferClient
  private let tokens: AccessTokens
  private let url: String
  private let now: @Sendable () -> Int

  /// - Parameters:
  /// - account: the service account; its project is the app's.
  /// - baseURL: for tests.
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
    /// The access token used.
    let token: String
    let result: Result<HTTPResponse, TransferError>

    var response: HTTPResponse? { try? result.get() }

    func outcome(now: Int) -> Outcome {
      switch result {
      case .success(let response): response.cloudMessagingOutcome(now: now)
      // The URL is the operator's, so its failure is not the message's fault.
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
  /// True if Google rejected the access token. Google also answers 401 if the project's Apple key is wrong; a new token does not help then.
  fileprivate var isAboutAccessToken: Bool {
    status == 401 && CloudMessagingFault(self) != .thirdPartyAuthentication
  }
}
