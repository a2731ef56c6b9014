import Dispatch
import Logging
import ServiceLifecycle
import Store

/// Does pieces of work at the start and then regularly, one after another, on a thread of its own.
///
/// Requests do not wait for them, because the thread is not one of the server's.
struct Upkeep: Service {
  /// A piece of work.
  struct Work: Sendable {
    /// The name in the log.
    let name: String
    /// The time until it is done again.
    let every: Duration
    /// The pause after a failure.
    var retry = Duration.seconds(60)
    let body: @Sendable () throws -> Void
  }

  let works: [Work]
  let store: Store
  let logger: Logger
  private let queue = DispatchQueue(label: "folkcal.upkeep")

  init(_ works: [Work], _ store: Store, _ logger: Logger) {
    (self.works, self.store, self.logger) = (works, store, logger)
  }

  /// Runs until the service stops. What is under way then finishes; it is interrupted when the time for stopping is over.
  func run() async throws {
    await withTaskCancellationHandler {
      await cancelWhenGracefulShutdown { await repeatAll() }
    } onCancel: {
      store.interrupt()
    }
  }

  private func repeatAll() async {
    var due = works.map { _ in ContinuousClock.now }
    while !Task.isCancelled {
      for (index, work) in works.enumerated() where due[index] <= .now && !Task.isCancelled {
        due[index] = .now + (await attempt(work) ? work.every : work.retry)
      }
      try? await Task.sleep(until: due.min() ?? .now + .seconds(60), clock: .continuous)
    }
  }

  /// - Returns: false after an error, which is logged.
  private func attempt(_ work: Work) async -> Bool {
    await withCheckedContinuation { continuation in
      queue.async {
        do {
          try work.body()
          continuation.resume(returning: true)
        } catch {
          logger.error("\(work.name) failed and is tried again: \(error)")
          continuation.resume(returning: false)
        }
      }
    }
  }
}
