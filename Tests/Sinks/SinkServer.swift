internal import Foundation
internal import Glibc
internal import Synchronization

/// An HTTP server for tests on 127.0.0.1. It stores every request and answers by a script, also with faulty answers.
///
///     let sink = try SinkServer { request in request.number == 0 ? .status(503) : .status(204) }
///     …post to sink.url…
///     sink.requests[0].header("webhook-id")
///
/// Each connection has its own thread, so a slow one does not delay others. The server ends with `stop()` or with its deinitialization.
public final class SinkServer: Sendable {
  public typealias Script = @Sendable (SinkRequest) -> SinkAnswer

  /// `http://127.0.0.1:54321`, without a slash at the end.
  public let url: String
  public let port: Int
  private let house: House

  /// - Parameters:
  ///   - keepsRequests: false for benchmarks: requests are only counted and passed to the script.
  ///   - machine: the last number of the address, 127.0.0.1 to 127.0.0.254, to simulate another host.
  ///   - reading: the speed of reading requests.
  ///   - script: returns the answer to a request; many threads call it at once.
  public init(
    keepsRequests: Bool = true, machine: UInt8 = 1, reading: Reading = .atOnce,
    answering script: @escaping Script = { _ in .status(200) }
  ) throws {
    let listener = try ListeningSocket(machine: machine)
    port = listener.port
    url = "http://127.0.0.\(machine):\(listener.port)"
    house = House(listener, keepsRequests, reading, script)
    Thread.detachNewThread { [house] in house.receive() }
  }

  deinit {
    house.close()
  }

  public enum Reading: Sendable {
    case atOnce
    /// A number of bytes, then a pause.
    case slowly(bytes: Int, pause: Duration)
  }

  /// The complete requests, in the order of arrival.
  public var requests: [SinkRequest] { house.state.withLock { $0.requests } }
  public var requestCount: Int { house.state.withLock { $0.requestCount } }
  /// The number of accepted connections.
  public var connectionCount: Int { house.state.withLock { $0.connectionCount } }
  /// The number of open connections.
  public var openConnectionCount: Int { house.state.withLock { $0.open.count } }

  /// Closes all connections; the port then refuses new ones.
  public func stop() {
    house.close()
  }
}

/// The shared state of a sink's threads.
final class House: Sendable {
  struct State {
    var requests: [SinkRequest] = []
    var requestCount = 0
    var connectionCount = 0
    var open: Set<Int32> = []
    var isClosed = false
  }

  let state = Mutex(State())
  let reading: SinkServer.Reading
  let script: SinkServer.Script
  private let keepsRequests: Bool
  private let listener: ListeningSocket

  init(
    _ listener: ListeningSocket, _ keepsRequests: Bool, _ reading: SinkServer.Reading,
    _ script: @escaping SinkServer.Script
  ) {
    self.listener = listener
    self.keepsRequests = keepsRequests
    self.reading = reading
    self.script = script
  }

  func receive() {
    while let connection = listener.accept() {
      let isOpen = state.withLock { state in
        guard !state.isClosed else { return false }
        state.connectionCount += 1
        state.open.insert(connection)
        return true
      }
      guard isOpen else {
        Glibc.close(connection)
        continue
      }
      Thread.detachNewThread { [self] in
        SinkConnection(connection, self).serve()
        // Removed from the list first, because `close` must not shut down a reused descriptor.
        state.withLock { _ = $0.open.remove(connection) }
        Glibc.close(connection)
      }
    }
  }

  /// Numbers and stores a request.
  func record(head: [UInt8], body: [UInt8]) -> SinkRequest {
    state.withLock { state in
      let request = SinkRequest(number: state.requestCount, head: head, body: body)
      state.requestCount += 1
      if keepsRequests { state.requests.append(request) }
      return request
    }
  }

  func close() {
    listener.close()
    state.withLock { state in
      state.isClosed = true
      for connection in state.open { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }
}
