import Folklore
import Synchronization

/// What an answer follows from, beside the public data.
struct AnswerKey: Hashable, Sendable {
  let language: Language
  /// The day or the minute, by the endpoint's freshness.
  let time: Int
  /// The host that was asked for, where it stands in the answer.
  let site: String
  /// Path and query, as they came.
  let address: String

  /// The tag of the answer, which is known before the answer.
  func tag(_ version: String, _ mark: String) -> EntityTag {
    EntityTag(of: version, mark, language.rawValue, String(time), site, address)
  }
}

/// Answers by what they follow from, as long as the public data stays what it is; bounded by bytes.
///
/// It is thrown away whole when it is full: what is asked for often is back at once. What is asked for once, such as the temples around
/// one phone, does not come in, and so drives out nothing.
final class AnswerCache: Sendable {
  private struct State {
    var answers: [AnswerKey: ReadyAnswer] = [:]
    var bytes = 0
    /// Hashes of what was asked for last, each at a place that its low bits say.
    var asked = [Int](repeating: 0, count: 1 << 14)
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int = 32 << 20) {
    self.limit = limit
  }

  subscript(key: AnswerKey) -> ReadyAnswer? { state.withLock { $0.answers[key] } }

  /// Keeps an answer that was asked for before, not too long ago.
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
    // Its place in the dictionary counts as well.
    let size = answer.size + key.address.utf8.count + key.site.utf8.count + 200
    guard size < limit / 8 else { return }
    state.withLock { state in
      if state.bytes + size > limit { (state.answers, state.bytes) = ([:], 0) }
      if state.answers.updateValue(answer, forKey: key) == nil { state.bytes += size }
    }
  }
}
