/// Which servers have asked us to wait, and until when.
///
/// A server that says 429 to one message would say it to the next as well: nothing is sent to it until then.
struct Pauses: Sendable {
  private var ends: [String: Int] = [:]
  private static let most = 10_000
  /// For so many seconds at most others wait for a server that a user has named: it may be one that many share, and what it says to one of
  /// them must not silence the others for a day. The message itself waits for as long as it was asked to.
  static let longestForOthers = 300

  /// A server wants nothing before an instant.
  mutating func pause(_ key: String, until end: Int, now: Int) {
    // Anybody can make up targets; what is over is forgotten, and where that does not help, everything.
    if ends.count >= Self.most { ends = ends.filter { $0.value > now } }
    if ends.count >= Self.most { ends = [:] }
    ends[key] = max(ends[key] ?? end, end)
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
}
