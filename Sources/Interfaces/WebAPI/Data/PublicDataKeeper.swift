import NIOPosix
import Store
import Synchronization

/// Holds the public data, and reads it anew when it has changed, by this program or another.
actor PublicDataKeeper {
  private let store: Store
  private let threads: NIOThreadPool
  private var reading: (number: Int, task: Task<PublicData, any Error>)?
  /// How many have begun.
  private var readings = 0
  /// Beside the actor, because every request asks for it.
  private nonisolated let held = Mutex<PublicData?>(nil)

  init(store: Store, threads: NIOThreadPool) {
    self.store = store
    self.threads = threads
  }

  /// The data, read where nobody has read it yet.
  nonisolated func current() async throws -> PublicData {
    if let data = held.withLock({ $0 }) { return data }
    return try await read()
  }

  /// Reads the data anew if it has changed before this was called.
  @discardableResult
  func refresh() async throws -> PublicData {
    // A reading that has begun already may have passed what has changed since.
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

  /// One reading at a time; all who come meanwhile wait for it.
  private func read() async throws -> PublicData {
    if let reading { return try await reading.task.value }
    let (store, threads) = (store, threads)
    readings += 1
    let number = readings
    let task = Task {
      let data = try await threads.runIfActive { try PublicData(store) }
      // Before anybody who waits goes on: their next request must find it.
      held.withLock { $0 = data }
      return data
    }
    reading = (number, task)
    defer { if reading?.number == number { reading = nil } }
    return try await task.value
  }
}
