import Synchronization

/// Answers by their addresses, as long as the public data stays what it is; bounded by bytes.
///
/// It is thrown away whole when it is full: what is asked for often is back at once.
final class AnswerCache: Sendable {
  private struct State {
    var answers: [String: Answer] = [:]
    var bytes = 0
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int = 32 << 20) {
    self.limit = limit
  }

  subscript(key: String) -> Answer? { state.withLock { $0.answers[key] } }

  func keep(_ answer: Answer, for key: String) {
    // Its strings and its place in the dictionary count as well.
    let size = answer.body.count + (answer.gzip?.count ?? 0) + key.utf8.count + 500
    guard size < limit / 8 else { return }
    state.withLock { state in
      if state.bytes + size > limit { state = State() }
      if state.answers.updateValue(answer, forKey: key) == nil { state.bytes += size }
    }
  }
}
