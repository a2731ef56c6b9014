internal import Foundation
internal import Transfer

/// Google's permission to send, kept until shortly before it ends. However many ask for it at once, it is fetched once.
actor AccessTokens {
  private let account: ServiceAccount
  private let client: TransferClient
  private let now: @Sendable () -> Int
  private var token: AccessToken?
  private var isFetching = false
  /// Those who wait for the fetch that is under way.
  private var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
  private var lastNumber = 0

  typealias Answer = Result<String, AccessTokenFailure>

  init(account: ServiceAccount, client: TransferClient, now: @escaping @Sendable () -> Int) {
    self.account = account
    self.client = client
    self.now = now
  }

  /// The text of a token that has some time to live.
  ///
  /// - Throws: `AccessTokenFailure`, with what it means for the message. Who is cancelled waits no longer; the fetch goes
  ///   on for the others.
  func text() async throws(AccessTokenFailure) -> String {
    if let token, token.isFresh(now: now()) { return token.text }
    lastNumber += 1
    let number = lastNumber
    let answer: Answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: .failure(.cancelled))
        } else {
          waiting[number] = continuation
          if !isFetching { Task { await fetch() } }
          isFetching = true
        }
      }
    } onCancel: {
      Task { await leave(number) }
    }
    return try answer.get()
  }

  /// Google did not accept this token, although it has not ended: the next one is new.
  func forget(_ text: String) {
    if token?.text == text { token = nil }
  }
}

// MARK: - The fetch

extension AccessTokens {
  private func fetch() async {
    let answer: Answer
    do throws(AccessTokenFailure) {
      let fetched = try await fetched()
      token = fetched
      answer = .success(fetched.text)
    } catch {
      answer = .failure(error)
    }
    isFetching = false
    let all = waiting.values
    waiting = [:]
    for continuation in all { continuation.resume(returning: answer) }
  }

  private func leave(_ number: Int) {
    waiting.removeValue(forKey: number)?.resume(returning: .failure(.cancelled))
  }

  private func fetched() async throws(AccessTokenFailure) -> AccessToken {
    let askedAt = now()
    let assertion: String
    do {
      assertion = try account.assertion(now: askedAt)
    } catch {
      throw .unsigned
    }
    let request = AccessToken.request(url: account.tokenURL, assertion: assertion)
    let response: HTTPResponse
    do {
      response = try await client.response(to: request)
    } catch {
      throw AccessTokenFailure(error, now: now())
    }
    return try AccessToken(response, askedAt: askedAt, now: now())
  }
}
