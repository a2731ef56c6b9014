internal import Addresses
internal import CryptoExtras
internal import Transfer

/// The keys that somebody publishes who signs tokens, fetched when they are needed and kept for as long as they say.
/// However many ask at once, they are fetched once.
actor SigningKeys {
  private let url: String
  private let client: TransferClient
  private let now: @Sendable () -> Int
  private var document: KeyDocument?
  /// The fetch that is under way.
  private var fetch: Task<Void, Never>?
  /// How the last one ended.
  private var ending: Ending?

  private struct Ending {
    let time: Int
    /// Why there is no document; nil where there is one.
    let problem: String?
  }

  init(url: StrictURL, client: TransferClient, now: @escaping @Sendable () -> Int) {
    self.url = url.origin + url.path
    self.client = client
    self.now = now
  }

  /// The key of a name, which checks signatures of RS256.
  ///
  /// - Throws: `unknownKey`, or `keysUnreachable` where it could be known to a newer document that cannot be had.
  func key(_ identifier: String) async throws(SignInError) -> _RSA.Signing.PublicKey {
    if isWorthAsking(for: identifier) { await refresh() }
    if let document, document.isUsable(now: now()), let key = document.keys[identifier] { return key }
    if let problem = ending?.problem { throw .keysUnreachable(problem: problem) }
    throw .invalidToken(.unknownKey)
  }

  /// A token can name any key, and whoever sends tokens must not make us ask Google as often as they like.
  private func isWorthAsking(for identifier: String) -> Bool {
    let now = now()
    if let document, document.isFresh(now: now), document.keys[identifier] != nil { return false }
    guard let ending else { return true }
    // With a document in hand there is less haste, and each question to a server that says nothing makes people wait.
    let pauseSeconds = document?.isUsable(now: now) == true ? 60 : 10
    // A clock that was set back must not make the pause long.
    return !(0..<pauseSeconds).contains(now - ending.time)
  }
}

// MARK: - The fetch

extension SigningKeys {
  /// Asks for the document, or waits for who has asked already. The fetch is nobody's own: it goes on for the others where
  /// one who waits is cancelled, and ends by the client's time-out at the latest.
  private func refresh() async {
    if let fetch { return await fetch.value }
    let task = Task { await load() }
    fetch = task
    await task.value
  }

  /// A document that cannot be fetched leaves the old one as it is.
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
