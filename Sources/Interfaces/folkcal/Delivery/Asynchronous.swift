import Foundation
import Synchronization
import WebAPI

/// Runs a task from a command and waits for it. Commands are synchronous, because an asynchronous `main` would start the task system even to
/// convert a date. The waiting main thread runs no tasks.
enum Asynchronous {
  static func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    try BlockingTask.value(body)
  }
}

/// Handles SIGTERM and SIGINT while it exists.
final class StopSignals {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter body: called for each signal with its number and the number of earlier ones.
  init(_ body: @escaping @Sendable (_ number: Int32, _ before: Int) -> Void) {
    let count = Counter()
    sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { body(number, count.next()) }
      source.resume()
      return source
    }
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
  }
}
