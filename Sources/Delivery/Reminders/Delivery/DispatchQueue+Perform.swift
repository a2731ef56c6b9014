internal import Dispatch

extension DispatchQueue {
  /// Runs a closure that blocks on this queue, so that no thread of the concurrency pool waits for it.
  func perform<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      async { continuation.resume(with: Result { try body() }) }
    }
  }
}
