internal import Channels

/// Servers that are paused because they asked to wait or do not answer. A server that answers 429 once would do so again, and a hanging server
/// would occupy all couriers.
struct ServerPauses: Sendable {
  private var ends: [String: Int] = [:]
  private var silences: [String: Silence] = [:]
  /// What the operator's servers answered last that do not take messages.
  private var refusals: [String: Outcome] = [:]
  private static let most = 10_000
  /// The longest pause for other messages to a server named by a user; many users may share it, and one answer must not silence it for a day.
  /// The message itself waits as long as asked.
  static let longestForOthers = 300
  /// A failure that takes this long counts as no answer.
  private static let longFailure = 5.0
  /// This many in a row cause a pause.
  private static let manySilences = 16
  /// This many failures pause the operator's server, which gets all messages.
  private static let manyFailures = 3

  /// The failures of a server since its last answer.
  private struct Silence {
    var count = 0
    /// The next pause: a minute, doubled each time.
    var seconds = 60
  }

  /// Pauses a server until an instant.
  mutating func pause(_ key: String, until end: Int, now: Int) {
    // Users can invent targets, so the number is limited.
    if ends.count >= Self.most { ends = ends.filter { $0.value > now } }
    if ends.count >= Self.most { ends = [:] }
    ends[key] = max(ends[key] ?? end, end)
  }

  /// Records that a server did not answer, or that the operator's server failed.
  ///
  /// - Parameter most: the number in a row that causes a pause.
  mutating func wasSilent(_ key: String, most: Int = manySilences, now: Int) {
    if silences.count >= Self.most { silences = [:] }
    silences[key, default: Silence()].count += 1
    guard let silence = silences[key], silence.count >= most, end(key, now: now) == nil else { return }
    pause(key, until: now.adding(silence.seconds), now: now)
    silences[key]?.seconds = min(silence.seconds * 2, Self.longestForOthers)
  }

  /// Records an answer of a server.
  mutating func answered(_ key: String) {
    silences[key] = nil
    refusals[key] = nil
  }

  /// What messages for a paused server get in place of an attempt; nil if the server is not paused.
  mutating func outcome(_ key: String, now: Int) -> Outcome? {
    guard let end = end(key, now: now) else { return nil }
    if case .closed(let reason, _)? = refusals[key] { return .closed(reason: reason, retryAfterSeconds: end - now) }
    return .deferred(
      reason: refusals[key]?.reason ?? "the server asked to wait, or did not answer, after another message",
      retryAfterSeconds: end - now)
  }

  /// The end of a pause; nil if the server is not paused.
  mutating func end(_ key: String, now: Int) -> Int? {
    guard let end = ends[key] else { return nil }
    guard end > now else {
      ends[key] = nil
      return nil
    }
    return end
  }

  var isEmpty: Bool { ends.isEmpty }
  /// True if no server has failures, so answers need not be recorded.
  var isAllAnswering: Bool { silences.isEmpty }
}

extension ServerPauses {
  /// Records how an attempt ended.
  ///
  /// - Parameters:
  /// - key: the target's key; computed only when needed.
  /// - seconds: the duration.
  /// - longest: the longest pause for other messages, in seconds.
  mutating func note(
    _ outcome: Outcome, after seconds: Double, from key: @autoclosure () -> String?, longest: Int, now: Int
  ) {
    switch outcome {
    case .deferred(_, let wait) where wait > 0:
      guard let key = key() else { return }
      answered(key)
      pause(key, until: now.adding(min(wait, longest)), now: now)
    case .unavailable(_, let wait), .closed(_, let wait):
      guard let key = key() else { return }
      // There are few such servers, and users cannot invent them.
      refusals[key] = outcome
      wasSilent(key, most: Self.manyFailures, now: now)
      if let wait { pause(key, until: now.adding(min(wait, longest)), now: now) }
    // We stopped the transfer, or the server was not called.
    case .deferred, .withheld: break
    case .failed where seconds >= Self.longFailure:
      if let key = key() { wasSilent(key, now: now) }
    case .delivered, .failed, .rejected, .gone:
      if !isAllAnswering, let key = key() { answered(key) }
    }
  }
}
