/// Lets the events of one chat be handled one after another, in the order in which they came, and a bounded number of chats at once.
///
/// A person who sends a hundred messages waits for them; others do not.
actor ChatTurns {
  private struct Waiting {
    let chat: String
    let continuation: CheckedContinuation<Void, Never>
  }

  private let atOnce: Int
  private var running: Set<String> = []
  /// In the order of arrival.
  private var waiting: [Waiting] = []

  /// - Parameter atOnce: the most chats at the same time.
  init(atOnce: Int) {
    self.atOnce = atOnce
  }

  /// Runs a body when it is the chat's turn.
  func run(_ chat: String, _ body: @Sendable () async -> Void) async {
    if running.count < atOnce, !running.contains(chat) {
      running.insert(chat)
    } else {
      await withCheckedContinuation { waiting.append(Waiting(chat: chat, continuation: $0)) }
    }
    await body()
    running.remove(chat)
    startNext()
  }

  /// True while a body of the chat runs.
  func isRunning(_ chat: String) -> Bool { running.contains(chat) }

  var waitingCount: Int { waiting.count }

  private func startNext() {
    while running.count < atOnce, let place = waiting.firstIndex(where: { !running.contains($0.chat) }) {
      let next = waiting.remove(at: place)
      running.insert(next.chat)
      next.continuation.resume()
    }
  }
}
