internal import Addresses
internal import CCurl
internal import Glibc

// libcurl calls these on the client's thread with the exchange as context. The loop keeps the exchange while libcurl has its handle, so the
// unretained reference is valid.
extension Exchange {
  private static func of(_ context: UnsafeMutableRawPointer?) -> Exchange? {
    context.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
  }

  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static let takesBody: ccurl_bytes_callback = { bytes, size, count, context in
    guard let bytes, let exchange = of(context) else { return 0 }
    return exchange.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
  }

  static let takesHeader: ccurl_bytes_callback = { bytes, size, count, context in
    guard let bytes, let exchange = of(context) else { return 0 }
    return exchange.takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
  }

  static let givesMail: ccurl_bytes_callback = { bytes, size, count, context in
    guard let bytes, let exchange = of(context) else { return Int(CURL_READFUNC_ABORT) }
    return exchange.giveMail(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
  }

  static let opensSocket: ccurl_socket_callback = { context, _, address in
    guard let address, let exchange = of(context) else { return -1 }
    return exchange.openSocket(address)
  }

  /// False ends the transfer.
  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bodyBytes += bytes.count
    job.progress?(bodyBytes)
    if body.count < limits.keptBodyBytes { body.append(contentsOf: bytes.prefix(limits.keptBodyBytes - body.count)) }
    isTooLarge = bodyBytes > limits.largestBodyBytes
    return !isTooLarge
  }

  private func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    headerBytes += line.count
    guard headerBytes <= 65_536 else { return false }
    if case .mail = job.kind {
      reply.append(line)
      return true
    }
    // A status line starts a new answer; 100 Continue and 103 Early Hints precede the final one.
    if line.starts(with: "HTTP/".utf8) {
      headers = []
      isInterim = line.split(separator: 0x20).dropFirst().first?.first == UInt8(ascii: "1")
    } else if line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
      hasHead = !isInterim
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      let value = line[(colon + 1)...].drop { $0 <= 0x20 }
      let length = value.count - value.reversed().prefix { $0 <= 0x20 }.count
      headers.append(
        HTTPRequest.Header(
          String(decoding: line[..<colon], as: UTF8.self), String(decoding: value.prefix(length), as: UTF8.self)))
    }
    return true
  }

  private func giveMail(_ space: UnsafeMutableRawBufferPointer) -> Int {
    guard case .mail(let mail) = job.kind else { return Int(CURL_READFUNC_ABORT) }
    let bytes = mail.message[sentBytes...].prefix(space.count)
    space.copyBytes(from: bytes)
    sentBytes += bytes.count
    return bytes.count
  }

  /// Checks the address of this connection; an earlier lookup may have given another.
  private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    let family = address.pointee.family
    let bytes = withUnsafePointer(to: &address.pointee.addr) {
      UnsafeRawBufferPointer(start: $0, count: Int(address.pointee.addrlen))
    }
    let internet = InternetAddress(socketAddress: bytes, family: family)
    if limits.addresses == .publicOnly {
      guard let internet else { return -1 }
      guard internet.isPublic else {
        refusedAddress = internet
        return -1
      }
    }
    // A proxy's address says nothing of the server behind it.
    if let share = job.share, let network = internet?.network, !limits.usesEnvironmentProxies {
      // A name whose address is busy waits for it, and does not try its other addresses.
      guard busyNetwork == nil else { return -1 }
      share.connecting(network.description)
      guard network.description == share.known || othersCount(network) < share.limit else {
        busyNetwork = network
        return -1
      }
      self.network = network
    }
    hasOpenedSocket = true
    return socket(family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
  }
}
