internal import Glibc

/// One connection of a sink, on its own thread.
struct SinkConnection {
  private let descriptor: Int32
  private let house: House

  init(_ descriptor: Int32, _ house: House) {
    self.descriptor = descriptor
    self.house = house
  }

  /// Reads and answers requests until one side closes the connection.
  func serve() {
    var unread: [UInt8] = []
    while let (head, body) = readRequest(&unread) {
      let request = house.record(head: head, body: body)
      for step in house.script(request).steps where !perform(step) { return }
    }
  }
}

// MARK: - Reading

extension SinkConnection {
  private func readRequest(_ unread: inout [UInt8]) -> (head: [UInt8], body: [UInt8])? {
    while true {
      if let end = Self.endOfHead(unread) {
        let head = Array(unread[..<end])
        let length = Self.bodyLength(head)
        while unread.count < end + length { guard read(into: &unread) else { return nil } }
        let body = Array(unread[end..<(end + length)])
        unread.removeFirst(end + length)
        return (head, body)
      }
      guard read(into: &unread) else { return nil }
    }
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      for end in bytes.indices.dropFirst(3) where bytes[end] == 0x0A {
        if bytes[end - 1] == 0x0D, bytes[end - 2] == 0x0A, bytes[end - 3] == 0x0D { return end + 1 }
      }
      return nil
    }
  }

  private static let lengthHeader = Array("\ncontent-length:".utf8)

  private static func bodyLength(_ head: [UInt8]) -> Int {
    head.withUnsafeBufferPointer { head in
      for start in head.indices where head[start] == 0x0A {
        let line = head[start...]
        let isLength = zip(line, lengthHeader).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
        guard isLength, line.count > lengthHeader.count else { continue }
        let digits = line.dropFirst(lengthHeader.count).drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) }
        return digits.prefix(10).reduce(0) { $0 * 10 + Int($1 - 0x30) }
      }
      return 0
    }
  }

  /// False at the end of the input.
  private func read(into bytes: inout [UInt8]) -> Bool {
    var (size, pause) = (16_384, Duration.zero)
    if case .slowly(let bytes, let rest) = house.reading { (size, pause) = (bytes, rest) }
    if pause > .zero { guard wait(pause) else { return false } }
    let before = bytes.count
    let piece = [UInt8](unsafeUninitializedCapacity: size) { space, count in
      count = max(recv(descriptor, space.baseAddress, size, 0), 0)
    }
    bytes += piece
    return bytes.count > before
  }
}

// MARK: - Answering

extension SinkConnection {
  /// False if the connection has ended.
  private func perform(_ step: SinkAnswer.Step) -> Bool {
    switch step {
    case .send(let bytes): return send(bytes)
    case .wait(let duration): return wait(duration)
    case .sendForever(let bytes):
      while send(bytes) {}
      return false
    case .fallSilent:
      while wait(.seconds(60)) {}
      return false
    case .hangUp: return false
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
      return false
    }
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let count = Glibc.send(descriptor, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// False if the client has disconnected or the sink has stopped.
  private func wait(_ duration: Duration) -> Bool {
    // POLLRDHUP of <poll.h>, which Swift does not import: the peer has closed its half.
    var watched = pollfd(fd: descriptor, events: 0x2000, revents: 0)
    return poll(&watched, 1, Int32(duration / .milliseconds(1))) == 0
  }
}
