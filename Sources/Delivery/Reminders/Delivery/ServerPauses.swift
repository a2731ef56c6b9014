internal import Channels

/// Which servers are not spoken to for a while: those that asked us to wait, and those that do not answer.
///
/// A server that says 429 to one message would say it to the next as well. One that lets us wait until we give up holds a courier for as
/// long, and with enough messages all of them, while what is for others waits.
struct ServerPauses: Sendable {
  private var ends: [String: Int] = [:]
  private var silences: [String: Silence] = [:]
  /// What was wrong with a server of the operator's that is not spoken to.
  private var reasons: [String: String] = [:]
  private static let most = 10_000
  /// For so many seconds at most others wait for a server that a user has named: it may be one that many share, and what it says to one of
  /// them must not silence the others for a day. The message itself waits for as long as it was asked to.
  static let longestForOthers = 300
  /// A failure that takes so many seconds is a silence.
  private static let longFailure = 5.0
  /// So many silences in a row are no accident.
  private static let manySilences = 16
  /// Of the operator's server so many failures are enough: all messages go by it.
  private static let manyFailures = 3

  /// What a server that does not answer has done since it last did.
  private struct Silence {
    var count = 0
    /// The next pause: a minute first, each time twice as long.
    var seconds = 60
  }

  /// A server wants nothing before an instant.
  mutating func pause(_ key: String, until end: Int, now: Int) {
    // Anybody can make up targets; what is over is forgotten, and where that does not help, everything.
    if ends.count >= Self.most { ends = ends.filter { $0.value > now } }
    if ends.count >= Self.most { ends = [:] }
    ends[key] = max(ends[key] ?? end, end)
  }

  /// A server has let us wait in vain, or the operator's has failed.
  ///
  /// - Parameter most: after so many in a row it is not spoken to for a while.
  mutating func wasSilent(_ key: String, most: Int = manySilences, now: Int) {
    if silences.count >= Self.most { silences = [:] }
    silences[key, default: Silence()].count += 1
    guard let silence = silences[key], silence.count >= most, end(key, now: now) == nil else { return }
    pause(key, until: now.adding(silence.seconds), now: now)
    silences[key]?.seconds = min(silence.seconds * 2, Self.longestForOthers)
  }

  /// A server has said something.
  mutating func answered(_ key: String) {
    silences[key] = nil
    reasons[key] = nil
  }

  /// Why messages wait for a server, for the log.
  func reason(_ key: String) -> String {
    reasons[key] ?? "the server asked to wait, or did not answer, after another message"
  }

  /// Until when a server wants nothing; nil where it may be spoken to.
  mutating func end(_ key: String, now: Int) -> Int? {
    guard let end = ends[key] else { return nil }
    guard end > now else {
      ends[key] = nil
      return nil
    }
    return end
  }

  var isEmpty: Bool { ends.isEmpty }
  /// Whether no server is known to be silent, so that nobody need be told of an answer.
  var isAllAnswering: Bool { silences.isEmpty }
}

extension ServerPauses {
  /// Takes note of how an attempt ended.
  ///
  /// - Parameters:
  ///   - key: whom it was to; asked for only where it matters, because it has to be made out of a URL.
  ///   - seconds: how long it took.
  ///   - longest: for how many seconds at most others wait for the server.
  mutating func note(
    _ outcome: Outcome, after seconds: Double, from key: @autoclosure () -> String?, longest: Int, now: Int
  ) {
    switch outcome {
    case .deferred(_, let wait) where wait > 0:
      guard let key = key() else { return }
      answered(key)
      pause(key, until: now.adding(min(wait, longest)), now: now)
    case .unavailable(let reason, let wait):
      guard let key = key() else { return }
      // There are few such servers, and users cannot make them up.
      reasons[key] = reason
      wasSilent(key, most: Self.manyFailures, now: now)
      if let wait { pause(key, until: now.adding(min(wait, longest)), now: now) }
    // We stopped, not they.
    case .deferred: break
    case .failed where seconds >= Self.longFailure:
      if let key = key() { wasSilent(key, now: now) }
    case .delivered, .failed, .rejected, .gone:
      if !isAllAnswering, let key = key() { answered(key) }
    }
  }
}
