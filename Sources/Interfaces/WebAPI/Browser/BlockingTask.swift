import Dispatch
import Synchronization

/// Waits for a task on a thread that may block: one of a job, or the main thread of a command.
package enum BlockingTask {
  package static func value<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () async throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let ending = Ending<Value, Failure>()
    Task {
      do throws(Failure) { ending.set(.success(try await body())) } catch { ending.set(.failure(error)) }
    }
    return try ending.wait().get()
  }

  /// A lock and not an actor, because the waiting thread cannot await.
  private final class Ending<Value: Sendable, Failure: Error>: Sendable {
    private let result = Mutex<Result<Value, Failure>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func set(_ value: Result<Value, Failure>) {
      result.withLock { $0 = value }
      isThere.signal()
    }

    func wait() -> Result<Value, Failure> {
      while true {
        isThere.wait()
        if let value = result.withLock({ $0 }) { return value }
      }
    }
  }
}
