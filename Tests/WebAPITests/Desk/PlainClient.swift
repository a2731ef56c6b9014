import Foundation
import Glibc

/// Speaks HTTP/1.1 to a server on this machine over a socket of its own: a connection for each request, and the bytes as the test has
/// them. A client that others wrote would mend what a test breaks on purpose.
struct PlainClient: Sendable {
  let port: Int

  /// No answer takes this long, also on a busy machine; a test must not wait for ever.
  private static let patienceSeconds = 300

  /// Sends a request and reads its answer.
  ///
  /// - Parameters:
  ///   - target: path and query as they stand in the request line.
  ///   - headers: besides Host and Connection, and Content-Length where there is a body.
  func ask(
    _ method: String, _ target: String, _ headers: [(String, String)] = [], body: [UInt8]? = nil
  ) async throws -> Reply {
    var head = "\(method) \(target) HTTP/1.1\r\nConnection: close\r\n"
    if !headers.contains(where: { $0.0.lowercased() == "host" }) { head += "Host: 127.0.0.1:\(port)\r\n" }
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if let body { head += "Content-Length: \(body.count)\r\n" }
    let bytes = try await exchange(Array((head + "\r\n").utf8) + (body ?? []))
    return try Reply(bytes)
  }

  /// Sends bytes and reads all that comes until the server closes the connection.
  func exchange(_ bytes: [UInt8]) async throws -> [UInt8] {
    let port = port
    // Reading waits, and the threads of Swift's pool are the server's too.
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try Self.exchange(bytes, port) })
      }
    }
  }

  private static func exchange(_ bytes: [UInt8], _ port: Int) throws -> [UInt8] {
    let descriptor = try connection(to: port)
    defer { Glibc.close(descriptor) }
    // A server that has said enough does not read the rest, which is no fault.
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EAGAIN { throw SocketError(what: "the server said nothing for \(patienceSeconds) s") }
      guard count > 0 else { return answer }
      answer += buffer[..<count]
    }
  }

  private static func connection(to port: Int) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isOpen = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    var patience = timeval(tv_sec: patienceSeconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    guard isOpen else {
      let reason = errno
      Glibc.close(descriptor)
      throw SocketError(what: "no connection to port \(port): errno \(reason)")
    }
    return descriptor
  }
}

struct SocketError: Error, CustomStringConvertible {
  let what: String
  var description: String { what }
}
