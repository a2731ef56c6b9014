internal import Foundation
internal import Synchronization

extension PostgreSQLDatabase {
  /// The server removes deleted rows itself.
  package func forget() {}

  /// LISTEN and NOTIFY on a connection of its own. A pooler may not pass notifications on, and a lost connection misses some, so news are a hint:
  /// who waits for them asks again by itself.
  package func news() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let end = End()
    continuation.onTermination = { _ in end.set() }
    Thread.detachNewThread {
      while !end.isSet {
        do {
          let link = try pool.connect()
          try link.run("LISTEN \(PostgreSQLConnection.channel)")
          // Something may have happened before.
          continuation.yield()
          while !end.isSet {
            if try link.waitForNotification(milliseconds: 1_000) { continuation.yield() }
          }
        } catch {
          Thread.sleep(forTimeInterval: 1)
        }
      }
    }
    return stream
  }
}

/// Whether anybody still listens.
private final class End: Sendable {
  private let state = Mutex(false)

  var isSet: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
}
