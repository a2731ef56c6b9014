internal import Addresses
internal import CryptoExtras
internal import Transfer

/// The published keys of a token issuer, fetched when needed and kept for their lifetime. Simultaneous callers share one fetch.
actor SigningKeys {
  private let url: String
  private let client: TransferClient
  private let now: @Sendable () -> Int
  private var document: KeyDocument?
  /// The running fetch.
  private var fetch: Task<Void, Never>?
  /// The result of the last fetch.
  private var ending: Ending?

  private struct Ending {
    let time: Int
    /// The reason why there is no document; nil if there is one.
    let problem: String?
  }

  init(url: StrictURL, client: TransferClient, now: @escaping @Sendable () -> Int) {
    self.url = url.origin + url.path
    self.client = client
    self.now = now
  }

  /// The RS256 key with this ID.
  ///
  /// - Throws: `unknownKey`, or `keysUnreachable` if a newer document may have the key but cannot be fetched.
  func key(_ identifier: String) async throws(SignInError) -> _RSA.Signing.PublicKey {
    if isWorthAsking(for: identifier) { await refresh() }
    if let document, document.isUsable(now: now()), let key = document.keys[identifier] { return key }
    if let problem = ending?.problem { throw .keysUnreachable(problem: problem) }
    throw .invalidToken(.unknownKey)
  }

  /// Limits fetches, because a token can name any key.
  private func isWorthAsking(for identifier: String) -> Bool {
    let now = now()
    if let document, document.isFresh(now: now), document.keys[identifier] != nil { return false }
    guard let ending else { return true }
    // With a usable document the pause is longer, because each failing fetch delays sign-ins.
    let pauseSeconds = document?.isUsable(now: now) == true ? 60 : 10
    // If the clock was set back, the pause ends.
    return !(0..<pauseSeconds).contains(now - ending.time)
  }
}

// MARK: - The fetch

extension SigningKeys {
  /// Fetches the document or waits for the running fetch. The fetch is a task of its own, so cancelling a caller does not end it; the client's
  /// time-out does.
  private func refresh() async {
    if let fetch { return await fetch.value }
    let task = Task { await load() }
    fetch = task
    await task.value
  }

  /// If the fetch fails, the old document stays.
  private func load() async {
    let askedAt = now()
    var problem: String?
    do throws(KeyDocumentProblem) {
      document = try await KeyDocument(response(), askedAt: askedAt)
    } catch {
      problem = error.text
    }
    ending = Ending(time: now(), problem: problem)
    fetch = nil
  }

  private func response() async throws(KeyDocumentProblem) -> HTTPResponse {
    let request = HTTPRequest(method: "GET", url: url, headers: [.init("Accept", "application/json")])
    do { return try await client.response(to: request) } catch { throw KeyDocumentProblem(text: "\(error)") }
  }
}
