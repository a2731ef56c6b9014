internal import Glibc

/// A listening TCP socket on 127.0.0.1, or another loopback address, at a port chosen by the system.
final class ListeningSocket: Sendable {
  let port: Int
  private let descriptor: Int32

  /// - Parameter machine: the last number of the address, 127.0.0.1 to 127.0.0.254.
  init(machine: UInt8 = 1) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SinkError(what: "no socket: errno \(errno)") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = (0x7F00_0000 | UInt32(machine)).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (descriptor, size) = (descriptor, length)
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 1_024) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard isReady else { throw SinkError(what: "no port on 127.0.0.1: errno \(errno)") }
  }

  deinit {
    Glibc.close(descriptor)
  }

  /// The next connection; nil after `close`.
  func accept() -> Int32? {
    while true {
      let connection = Glibc.accept(descriptor, nil, nil)
      if connection >= 0 {
        var yes: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        return connection
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// Ends a waiting `accept`; the port then refuses connections.
  func close() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}

public struct SinkError: Error, CustomStringConvertible {
  public let what: String
  public var description: String { what }
}

/// A port of 127.0.0.1 without a listener.
public func closedPort() throws -> Int {
  let socket = try ListeningSocket()
  defer { socket.close() }
  return socket.port
}
