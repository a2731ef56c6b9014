import Database
import NIOPosix
import Store
import Synchronization

/// Those who wait to write: one after another, each caller's turn in a round, and nobody longer than the patience that all have.
///
/// Whoever asks for a hundred changes at once waits for themselves: between two of theirs everybody else who waits has a turn. The time of
/// waiting is counted from when somebody comes here, and holds for all of it: for those before in the line, and for another program's
/// transaction. It is told at once when it is over, also while somebody else's change is still being made; what has begun is finished.
final class WriterLine: Sendable {
  /// Nobody waits longer for the answer that the database is taken: five seconds, which is promised, less what the answer takes.
  static let patience = Duration.milliseconds(4_500)

  private struct State {
    /// What waits, by who asked for it.
    var waiting: [String: [Turn]] = [:]
    /// Who waits, in the order of their next turns.
    var callers: [String] = []
    var isRunning = false
  }

  private let store: Store
  private let patience: Duration
  private let threads = NIOThreadPool(numberOfThreads: 1)
  private let state = Mutex(State())

  init(_ store: Store, patience: Duration = WriterLine.patience) {
    self.store = store
    self.patience = patience
    threads.start()
  }

  deinit { threads.shutdownGracefully { _ in } }

  /// Changes something in the database.
  ///
  /// - Parameters:
  ///   - caller: who asks, by the name that the limits know.
  ///   - body: gets a store whose transactions wait for another program's no longer than is left.
  /// - Throws: `DatabaseError.busy` where the time is over before the body has begun; what the body throws.
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

  /// Changes something that nobody waits for, when there is time for it.
  func note(_ body: @escaping @Sendable (Store) throws -> Void) {
    let turn = Turn(until: .now.advanced(by: patience)) {
      try? body($0)
    } refuse: { _ in
    }
    add(turn, of: "")
  }

  /// How many wait, or have given up and have not been passed yet.
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

  /// The next turn; the line rests where there is none.
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

/// One change that waits for its turn. It is made, or given up, once and never both.
private final class Turn: Sendable {
  private struct State {
    var isOver = false
    /// Rings when the time of waiting is over.
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

  /// Makes the change, if its time is not over.
  func take(_ store: Store) {
    guard deadline > .now else { return giveUp(DatabaseError.busy(store.place)) }
    if begin() { make(store.waiting(until: deadline)) }
  }

  func giveUp(_ error: any Error) {
    if begin() { refuse(error) }
  }

  /// - Returns: whether nobody has begun or given it up yet.
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
