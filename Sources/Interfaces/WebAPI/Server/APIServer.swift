import Database
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
package import ServiceLifecycle
import Store
import UnixSignals

/// The HTTP server: the API, the feeds and the pages.
package struct APIServer: Sendable {
  private let service: APIService

  package init(_ service: APIService) {
    self.service = service
  }

  /// The longest time that running requests and other services get to finish after SIGTERM or SIGINT.
  private static let graceSeconds = 9

  /// Listens until SIGTERM or SIGINT, then finishes running requests.
  ///
  /// - Parameters:
  ///   - others: services that begin once connections are accepted, and end together with the server.
  ///   - onListening: called with the port once connections are accepted.
  /// - Throws: if it cannot listen on the port.
  package func run(
    beside others: [any Service] = [], onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }
  ) async throws {
    try await services(endingOn: [.sigterm, .sigint], others, onListening).run()
  }

  /// Listens until the task is cancelled; for tests, which send no signals.
  package func runUntilCancelled(onListening: @escaping @Sendable (_ port: Int) -> Void) async throws {
    try await services(endingOn: [], [], onListening).run()
  }

  private func services(
    endingOn signals: [UnixSignal], _ others: [any Service],
    _ onListening: @escaping @Sendable (_ port: Int) -> Void
  ) -> ServiceGroup {
    let configuration = service.configuration
    // Headers may have 16 KB; browsers send at most half of that.
    let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 100)
    let limits = ConnectionGuard.Limits(configuration)
    let monitor = service.monitor
    let channel = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionGuard(limits, monitor)],
      idleTimeout: .seconds(Int64(configuration.idleSeconds)), httpDecoderConfiguration: decoder)
    var logger = service.logger
    // The request log already has what Hummingbird logs.
    logger.logLevel = max(logger.logLevel, .notice)
    let responder = APIResponder(service: service)
    let (listening, isListening) = AsyncStream<Void>.makeStream()
    let server = HTTP1Channel(
      responder: { request, writer, channel in
        let response = try await responder.respond(to: request, by: channel)
        do {
          try await writer.write(response: response.head, body: response.body)
        } catch is HTTPParserError {
          // Hummingbird would answer this error a second time.
          throw ChannelError.inputClosed
        }
      }, configuration: channel
    ).server(
      configuration: ServerConfiguration(
        address: .hostname(configuration.host, port: configuration.port), backlog: 1_024, reuseAddress: true,
        availableConnectionsDelegate: .maximum(configuration.connectionLimit, logger: logger)),
      onServerRunning: {
        onListening($0.localAddress?.port ?? configuration.port)
        isListening.finish()
      },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    let all = ServicesSideBySide(
      services: [RefreshLoop(service: service), server], later: others, listening: listening)
    var group = ServiceGroupConfiguration(services: [all], gracefulShutdownSignals: signals, logger: logger)
    group.maximumGracefulShutdownDuration = .seconds(Self.graceSeconds)
    return ServiceGroup(configuration: group)
  }
}

/// Reloads the public data when another program has changed them.
private struct RefreshLoop: Service {
  let service: APIService

  /// - Throws: `DatabaseError.replaced`; the service manager then restarts the program with the new database.
  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown {
        let hints = Task {
          for await _ in service.store.news() { _ = try? await service.keeper.refresh() }
        }
        defer { hints.cancel() }
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
