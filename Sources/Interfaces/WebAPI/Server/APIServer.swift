import Database
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import Store
import UnixSignals

/// The HTTP server: the API, the feeds and the pages.
package struct APIServer: Sendable {
  private let service: APIService

  package init(_ service: APIService) {
    self.service = service
  }

  /// Listens until SIGTERM or SIGINT; what runs then is finished first.
  ///
  /// - Parameter onListening: called with the port once connections are accepted.
  /// - Throws: where the port cannot be listened on.
  package func run(onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }) async throws {
    try await services(endingOn: [.sigterm, .sigint], onListening).run()
  }

  /// Listens until the task is cancelled: for tests, which have no signals.
  package func runUntilCancelled(onListening: @escaping @Sendable (_ port: Int) -> Void) async throws {
    try await services(endingOn: [], onListening).run()
  }

  private func services(
    endingOn signals: [UnixSignal], _ onListening: @escaping @Sendable (_ port: Int) -> Void
  ) -> ServiceGroup {
    let configuration = service.configuration
    // 16 KB of headers are twice what browsers send at most.
    let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 100)
    let limits = ConnectionGuard.Limits(configuration)
    let monitor = service.monitor
    let channel = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionGuard(limits, monitor)],
      idleTimeout: .seconds(Int64(configuration.idleSeconds)), httpDecoderConfiguration: decoder)
    var logger = service.logger
    // Hummingbird tells of its own what the log of requests tells already.
    logger.logLevel = max(logger.logLevel, .notice)
    let responder = APIResponder(service: service)
    let server = HTTP1Channel(
      responder: { request, writer, channel in
        let response = try await responder.respond(to: request, by: channel)
        do {
          try await writer.write(response: response.head, body: response.body)
        } catch is HTTPParserError {
          // Hummingbird would answer such an error once more.
          throw ChannelError.inputClosed
        }
      }, configuration: channel
    ).server(
      configuration: ServerConfiguration(
        address: .hostname(configuration.host, port: configuration.port), backlog: 1_024, reuseAddress: true,
        availableConnectionsDelegate: .maximum(configuration.connectionLimit, logger: logger)),
      onServerRunning: { onListening($0.localAddress?.port ?? configuration.port) },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    return ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [RefreshLoop(service: service), server], gracefulShutdownSignals: signals, logger: logger))
  }
}

/// Sees from time to time whether another program has changed what everybody reads.
private struct RefreshLoop: Service {
  let service: APIService

  /// - Throws: `DatabaseError.replaced`: whoever starts the program again has it serve the database that is there now.
  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown {
        while !Task.isCancelled {
          do {
            try await service.keeper.refresh()
            try await service.completeReplans()
          } catch DatabaseError.replaced(let path) {
            throw DatabaseError.replaced(path)
          } catch {
            service.logger.error("the public data cannot be read: \(error)")
          }
          try await Task.sleep(for: .seconds(service.configuration.refreshSeconds))
        }
      }
    } catch is CancellationError {}
  }
}
