import NIOPosix
import Store
import Synchronization

/// Holds the public data, and reads it anew when it has changed, by this program or another.
actor PublicDataKeeper {
  private let store: Store
  private let threads: NIOThreadPool
  private var reading: Task<PublicData, any Error>?
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
    // What is being read may have begun before the change.
    if let reading { _ = try? await reading.value }
    let store = store
    let mark = try await threads.runIfActive { try store.publicMark() }
    if let data = held.withLock({ $0 }), data.mark == mark { return data }
    return try await read()
  }

  /// One reading at a time; all who come meanwhile wait for it.
  private func read() async throws -> PublicData {
    if let reading { return try await reading.value }
    let (store, threads) = (store, threads)
    let task = Task { try await threads.runIfActive { try PublicData(store) } }
    reading = task
    defer { reading = nil }
    let data = try await task.value
    held.withLock { $0 = data }
    return data
  }
}
