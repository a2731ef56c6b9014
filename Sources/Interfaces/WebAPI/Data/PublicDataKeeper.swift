import NIOPosix
import Store
import Synchronization

/// Keeps the public data, and reloads them after changes by any program.
actor PublicDataKeeper {
  private let store: Store
  private let threads: NIOThreadPool
  private var reading: (number: Int, task: Task<PublicData, any Error>)?
  /// The number of readings started.
  private var readings = 0
  /// Outside the actor's isolation, because every request reads it.
  private nonisolated let held = Mutex<PublicData?>(nil)

  init(store: Store, threads: NIOThreadPool) {
    self.store = store
    self.threads = threads
  }

  /// The data; read at the first call.
  nonisolated func current() async throws -> PublicData {
    if let data = held.withLock({ $0 }) { return data }
    return try await read()
  }

  /// Reloads the data if they changed before this call.
  @discardableResult
  func refresh() async throws -> PublicData {
    // A reading that started earlier may have missed the change.
    let begun = readings
    let store = store
    let mark = try await threads.runIfActive { try store.publicMark() }
    while true {
      if let data = held.withLock({ $0 }), data.mark == mark { return data }
      guard let reading, reading.number <= begun else { return try await read() }
      _ = try? await reading.task.value
      if self.reading?.number == reading.number { self.reading = nil }
    }
  }

  /// One reading at a time; other callers wait for it.
  private func read() async throws -> PublicData {
    if let reading { return try await reading.task.value }
    let (store, threads) = (store, threads)
    readings += 1
    let number = readings
    let former = held.withLock { $0 }
    let task = Task {
      let data = try await threads.runIfActive { try PublicData.present(store, after: former) }
      // Set before waiting callers continue, so that their next request uses it.
      held.withLock { $0 = data }
      return data
    }
    reading = (number, task)
    defer { if reading?.number == number { reading = nil } }
    return try await task.value
  }
}
