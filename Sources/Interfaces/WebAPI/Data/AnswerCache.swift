import Folklore
import Synchronization

/// The inputs of an answer besides the public data.
struct AnswerKey: Hashable, Sendable {
  let language: Language
  /// The day or minute, by the endpoint's freshness.
  let time: Int
  /// The requested host, if the answer contains it.
  let site: String
  /// Path and query as requested.
  let address: String
  /// Whose today and whose days a page shows; empty for Taiwan's.
  var whereabouts = ""

  /// The ETag, known before the answer is made.
  func tag(_ version: String, _ mark: String) -> EntityTag {
    EntityTag(of: version, mark, language.rawValue, String(time), site, address, whereabouts)
  }
}

/// Answers by their inputs, valid until the public data change; limited in bytes.
///
/// A full cache is emptied; frequent answers return quickly. An answer is stored only at its second request, so single requests, such as for one
/// phone's place, displace nothing.
final class AnswerCache: Sendable {
  private struct State {
    var answers: [AnswerKey: ReadyAnswer] = [:]
    var bytes = 0
    /// Hashes of recent requests, each at the index given by its low bits.
    var asked = [Int](repeating: 0, count: 1 << 14)
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int = 32 << 20) {
    self.limit = limit
  }

  subscript(key: AnswerKey) -> ReadyAnswer? { state.withLock { $0.answers[key] } }

  /// Stores an answer that was requested before.
  func keepIfAskedAgain(_ answer: ReadyAnswer, for key: AnswerKey) {
    let hash = key.hashValue
    let isAskedAgain = state.withLock { state in
      let place = hash & (state.asked.count - 1)
      defer { state.asked[place] = hash }
      return state.asked[place] == hash
    }
    if isAskedAgain { keep(answer, for: key) }
  }

  func keep(_ answer: ReadyAnswer, for key: AnswerKey) {
    // Includes its dictionary entry.
    let size = answer.size + key.address.utf8.count + key.site.utf8.count + key.whereabouts.utf8.count + 200
    guard size < limit / 8 else { return }
    state.withLock { state in
      if state.bytes + size > limit { (state.answers, state.bytes) = ([:], 0) }
      if state.answers.updateValue(answer, forKey: key) == nil { state.bytes += size }
    }
  }
}
