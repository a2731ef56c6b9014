import Database
import NIOPosix
import Store
import Synchronization

/// Runs writes one after another; callers take turns, and each write waits a limited time.
///
/// A caller with a hundred changes only delays its own: other callers get a turn between them. The limit starts when a write is queued and
/// includes the wait for other programs' transactions. A write that times out fails at once, even if another one is running; a started write is
/// finished.
final class WriterLine: Sendable {
  private struct State {
    /// Waiting writes by caller.
    var waiting: [String: [Turn]] = [:]
    /// Waiting callers in the order of their next turns.
    var callers: [String] = []
    var isRunning = false
  }

  private let store: Store
  private let patience: Duration
  private let threads = NIOThreadPool(numberOfThreads: 1)
  private let state = Mutex(State())

  init(_ store: Store, patience: Duration) {
    self.store = store
    self.patience = patience
    threads.start()
  }

  deinit { threads.shutdownGracefully { _ in } }

  /// Changes the database.
  ///
  /// - Parameters:
  /// - caller: the caller's rate limit key.
  /// - body: gets a store that waits for other programs only for the remaining time.
  /// - Throws: `DatabaseError.busy` if the time ends before the body starts; the body's errors.
  func write<Result: Sendable>(
    for caller: String, _ body: @escaping @Sendable (Store) throws -> Result
  ) async throws -> Result {
    let deadline = ContinuousClock.now.advanced(by: patience)
    let busy = DatabaseError.busy(store.place)
    return try await withCheckedThrowingContinuation { continuation in
      let turn = Turn(until: deadline) { store in
        continuation.resume(with: Swift.Result { try body(store) })
      } refuse: {
        continuation.resume(throwing: $0)
      }
      turn.setAlarm(
        Task {
          try await Task.sleep(until: deadline, clock: .continuous)
          turn.giveUp(busy)
        })
      add(turn, of: caller)
    }
  }

  /// Makes a change in the background that no caller waits for.
  func note(_ body: @escaping @Sendable (Store) throws -> Void) {
    let turn = Turn(until: .now.advanced(by: patience)) {
      try? body($0)
    } refuse: { _ in
    }
    add(turn, of: "")
  }

  /// The number of queued writes, including timed-out ones not yet removed.
  var count: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

  private func add(_ turn: Turn, of caller: String) {
    let isIdle = state.withLock { state in
      if state.waiting[caller] == nil { state.callers.append(caller) }
      state.waiting[caller, default: []].append(turn)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isIdle else { return }
    threads.submit { [self] pool in
      while let turn = next() {
        if pool == .active { turn.take(store) } else { turn.giveUp(CancellationError()) }
      }
    }
  }

  /// The next turn; nil if the line is empty.
  private func next() -> Turn? {
    state.withLock { state in
      while !state.callers.isEmpty {
        let caller = state.callers.removeFirst()
        guard var turns = state.waiting.removeValue(forKey: caller), !turns.isEmpty else { continue }
        let turn = turns.removeFirst()
        if !turns.isEmpty {
          state.waiting[caller] = turns
          state.callers.append(caller)
        }
        return turn
      }
      state.isRunning = false
      return nil
    }
  }
}

/// One queued write. It runs or times out, never both.
private final class Turn: Sendable {
  private struct State {
    var isOver = false
    /// Ends the wait at the limit.
    var alarm: Task<Void, any Error>?
  }

  private let deadline: ContinuousClock.Instant
  private let make: @Sendable (Store) -> Void
  private let refuse: @Sendable (any Error) -> Void
  private let state = Mutex(State())

  init(
    until deadline: ContinuousClock.Instant, make: @escaping @Sendable (Store) -> Void,
    refuse: @escaping @Sendable (any Error) -> Void
  ) {
    self.deadline = deadline
    self.make = make
    self.refuse = refuse
  }

  func setAlarm(_ alarm: Task<Void, any Error>) { state.withLock { $0.alarm = alarm } }

  /// Runs the write if it has not timed out.
  func take(_ store: Store) {
    guard deadline > .now else { return giveUp(DatabaseError.busy(store.place)) }
    if begin() { make(store.waiting(until: deadline)) }
  }

  func giveUp(_ error: any Error) {
    if begin() { refuse(error) }
  }

  /// - Returns: whether it has neither started nor timed out.
  private func begin() -> Bool {
    let alarm = state.withLock { state -> Task<Void, any Error>?? in
      guard !state.isOver else { return nil }
      state.isOver = true
      return .some(state.alarm)
    }
    guard let alarm else { return false }
    alarm?.cancel()
    return true
  }
}
