import Dispatch
import Synchronization
import WebPages

/// Work that takes longer than a request: it goes on by itself, and a page shows how far it is.
///
/// One job runs at a time, because each writes much. Jobs are not kept over a restart of the server; whatever a job does must be whole or nothing, or
/// may be started again.
final class Jobs: Sendable {
  /// What a finished job shows.
  typealias Result = @Sendable (Visit) -> any PageContent

  /// How far a job is.
  struct State: Sendable {
    /// The user who started it; nobody else sees it.
    let owner: Int
    let title: String
    /// 0 to 1; nil if it is unknown.
    fileprivate(set) var share: Double?
    /// Nil while it runs or waits.
    fileprivate(set) var outcome: Swift.Result<Result, any Error>?
  }

  /// The most jobs that are remembered.
  private static let limit = 100

  private struct Kept {
    var states: [String: State] = [:]
    /// In the order in which they were started.
    var order: [String] = []
  }

  private let kept = Mutex(Kept())
  private let queue = DispatchQueue(label: "folkcal.jobs")

  /// Starts a job.
  ///
  /// - Parameter body: does the work on a thread that may block; it gets a closure that takes the share that is done.
  /// - Returns: the job's name in the address of its page: nobody can guess it.
  func start(
    owner: Int, title: String, _ body: @escaping @Sendable (_ progress: @escaping (Double) -> Void) throws -> Result
  ) -> String {
    let id = RequestSource.randomID()
    kept.withLock { kept in
      kept.states[id] = State(owner: owner, title: title)
      kept.order.append(id)
      // The oldest finished ones are forgotten.
      while kept.order.count > Self.limit, let old = kept.order.first(where: { kept.states[$0]?.outcome != nil }) {
        kept.states[old] = nil
        kept.order.removeAll { $0 == old }
      }
    }
    queue.async { [self] in
      let outcome = Swift.Result { try body { share in self.change(id) { $0.share = share } } }
      change(id) { $0.outcome = outcome }
    }
    return id
  }

  private func change(_ id: String, _ body: (inout State) -> Void) {
    kept.withLock { kept in
      guard var state = kept.states[id] else { return }
      body(&state)
      kept.states[id] = state
    }
  }

  /// The state of a job; nil if this user started no such job, or it is forgotten.
  func state(_ id: String, of owner: Int) -> State? {
    kept.withLock { $0.states[id] }.flatMap { $0.owner == owner ? $0 : nil }
  }

  /// Waits a moment for a job, so that a short one needs no page of its own.
  func wait(for id: String, of owner: Int, atMost limit: Duration = .seconds(2)) async {
    let end = ContinuousClock.now.advanced(by: limit)
    while .now < end, let state = state(id, of: owner), state.outcome == nil {
      try? await Task.sleep(for: .milliseconds(20))
    }
  }
}
