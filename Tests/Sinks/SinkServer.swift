internal import Foundation
internal import Glibc
internal import Synchronization

/// An HTTP server for tests, on 127.0.0.1: it takes every request, keeps it, and answers by a script, as badly as the
/// script wants.
///
///     let sink = try SinkServer { request in request.number == 0 ? .status(503) : .status(204) }
///     …post to sink.url…
///     sink.requests[0].header("webhook-id")
///
/// Each connection has a thread of its own, so that one that is slow holds up no other. It ends with `stop()` or with
/// the value.
public final class SinkServer: Sendable {
  public typealias Script = @Sendable (SinkRequest) -> SinkAnswer

  /// `http://127.0.0.1:54321`, without a slash at the end.
  public let url: String
  public let port: Int
  private let house: House

  /// - Parameters:
  ///   - keepsRequests: false for benchmarks: requests are only counted, and given to the script.
  ///   - machine: the last number of its address, 127.0.0.1 to 127.0.0.254: another host.
  ///   - reading: how fast requests are read.
  ///   - script: what each request is answered with; many threads call it at once.
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
    /// So many bytes, then a pause.
    case slowly(bytes: Int, pause: Duration)
  }

  /// The complete requests so far, in the order of arrival.
  public var requests: [SinkRequest] { house.state.withLock { $0.requests } }
  public var requestCount: Int { house.state.withLock { $0.requestCount } }
  /// How many connections have been accepted.
  public var connectionCount: Int { house.state.withLock { $0.connectionCount } }
  /// How many connections are open now.
  public var openConnectionCount: Int { house.state.withLock { $0.open.count } }

  /// Ends every connection and takes no more. Its port refuses connections then.
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
        // Out of the list first: `close` must not shut down a number that has been given to somebody else.
        state.withLock { _ = $0.open.remove(connection) }
        Glibc.close(connection)
      }
    }
  }

  /// Numbers a request and keeps it.
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
