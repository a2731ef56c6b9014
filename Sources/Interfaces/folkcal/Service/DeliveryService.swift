import Logging
import Reminders
import ServiceLifecycle

/// Sends due reminders while the server runs, as `folkcal remind deliver --follow` does.
struct DeliveryService: Service {
  let logger: Logger
  /// Makes a worker that reports by the given closure; each runs once.
  let makeWorker: @Sendable (_ report: @escaping @Sendable (DeliveryReport) -> Void) -> DeliveryWorker

  /// The pause after which a worker that gave up is replaced.
  private static let pause = Duration.seconds(5)

  /// Runs until the service stops: messages under way finish, and the rest is released.
  func run() async throws {
    while !Task.isCancelled, !Task.isShuttingDownGracefully {
      let worker = makeWorker(report)
      do {
        try await withGracefulShutdownHandler {
          try await worker.run(.untilStopped)
        } onGracefulShutdown: {
          Task { await worker.stop() }
        }
      } catch {
        logger.error("sending failed and is tried again: \(error)")
        await cancelWhenGracefulShutdown { try? await Task.sleep(for: Self.pause) }
      }
    }
  }

  @Sendable
  private func report(_ report: DeliveryReport) {
    switch report {
    case .trouble(let text): logger.warning("\(text)")
    case .progress(let tally):
      let counts = tally.parts.filter { $0.count > 0 }.map { ($0.name, Logger.MetadataValue.string("\($0.count)")) }
      logger.info("reminders", metadata: Logger.Metadata(counts) { $1 })
    }
  }
}
