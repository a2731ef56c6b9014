internal import Foundation
internal import Transfer

/// Google's access token, kept until shortly before it expires. Simultaneous callers share one request.
actor AccessTokens {
  private let account: ServiceAccount
  private let client: TransferClient
  private let now: @Sendable () -> Int
  private var token: AccessToken?
  private var isFetching = false
  /// Callers that wait for the running request.
  private var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
  private var lastNumber = 0

  typealias Answer = Result<String, AccessTokenFailure>

  init(account: ServiceAccount, client: TransferClient, now: @escaping @Sendable () -> Int) {
    self.account = account
    self.client = client
    self.now = now
  }

  /// A token with some remaining lifetime.
  ///
  /// - Throws: `AccessTokenFailure` with the outcome for the message. A cancelled caller stops waiting; the request continues for the others.
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

  /// Google rejected this token before its end; the next one is new.
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
