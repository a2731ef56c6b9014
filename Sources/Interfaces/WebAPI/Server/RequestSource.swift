import Addresses
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// The number and origin of a request.
struct RequestSource: Sendable {
  /// The request ID in the log and the answer: the client's own if it is safe to log; otherwise random, because a counter would disclose the
  /// load.
  let id: String
  /// The requested host if it is valid; the client can send any.
  let authority: String?
  private let method: HTTPRequest.Method
  /// Nil for requests of this process.
  private let channel: (any Channel)?
  /// The X-Forwarded-For header.
  private let forwarded: String?
  private let trustedProxies: Int

  init(_ request: Request, _ channel: any Channel, _ configuration: APIConfiguration) {
    let given = request.headers[.requestID] ?? ""
    let isFit = (1...64).contains(given.utf8.count) && given.utf8.allSatisfy(Self.isFit)
    id = isFit ? given : Self.randomID()
    method = request.method
    self.channel = channel
    forwarded = request.headers[.forwardedFor]
    trustedProxies = configuration.trustedProxies
    authority = request.head.authority.flatMap { name in
      (1...255).contains(name.utf8.count) && name.utf8.allSatisfy { Self.isFit($0) || "[]:".utf8.contains($0) }
        ? name : nil
    }
  }

  /// The source of requests that this process makes itself.
  static var ofThisProcess: RequestSource { RequestSource() }

  private init() {
    (id, authority, method, channel, forwarded, trustedProxies) = (Self.randomID(), nil, .post, nil, nil, 0)
  }

  /// 128 random bits in hexadecimal digits.
  static func randomID() -> String {
    let digits = Array("0123456789abcdef".utf8)
    var bits = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
    return String(unsafeUninitializedCapacity: 32) { characters in
      for place in 0..<16 {
        characters.initializeElement(at: place, to: digits[Int(bits.0 & 15)])
        characters.initializeElement(at: place + 16, to: digits[Int(bits.1 & 15)])
        bits = (bits.0 >> 4, bits.1 >> 4)
      }
      return 32
    }
  }

  /// The client's address behind the trusted proxies.
  var address: String {
    if trustedProxies > 0, let forwarded {
      let chain = forwarded.split(separator: ",")
      // Each proxy appends an address; a client may have forged those before the trusted ones.
      if chain.count >= trustedProxies { return chain[chain.count - trustedProxies].filter { $0 != " " } }
    }
    return peer
  }

  /// The address at the other end of the connection.
  private var peer: String { channel?.remoteAddress?.ipAddress ?? "unknown" }

  private static func isFit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// The body of a request.
  ///
  /// - Returns: nil if it has more bytes than the limit.
  func body(of request: Request, limit: Int) async throws -> [UInt8]? {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { return nil }
    await inviteBody(of: request)
    var bytes: [UInt8] = []
    for try await part in request.body {
      guard bytes.count + part.readableBytes <= limit else { return nil }
      bytes.append(contentsOf: part.readableBytesView)
    }
    return bytes
  }

  /// Sends 100 Continue if the client waits for it (RFC 9110, 10.1.1).
  private func inviteBody(of request: Request) async {
    guard request.headers[.expect]?.lowercased() == "100-continue" else { return }
    // If the connection is closed, reading the body reports it.
    try? await channel?.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)))
  }

  /// For IPv6 the /64 network, which one customer has.
  var limitKey: String {
    switch InternetAddress(parsing: address) {
    case .v4, nil: address
    // A server that listens on all addresses gets IPv4-mapped addresses (RFC 4291, 2.5.5.2).
    case .v6(let bits) where bits >> 32 == 0xFFFF: InternetAddress.v4(UInt32(truncatingIfNeeded: bits)).description
    case .v6(let bits): InternetAddress.v6((bits >> 64) << 64).description + "/64"
    }
  }

  /// The method as a metrics label; unknown methods share one.
  var methodLabel: String {
    switch method {
    case .get, .head, .post, .put, .patch, .delete, .options: method.rawValue
    default: "other"
    }
  }

  /// Logs the request with its endpoint, not its URL, which may contain tokens and places.
  func log(
    _ logger: Logger, _ request: Request, _ response: Response, route: String, caller: Caller, seconds: Double
  ) {
    guard logger.logLevel <= .info else { return }
    logger.info(
      "request",
      metadata: [
        "request_id": "\(id)", "method": "\(methodLabel)", "route": "\(route)", "status": "\(response.status.code)",
        "milliseconds": "\((seconds * 1_000_000).rounded() / 1_000)", "address": "\(address)",
        "caller": "\(caller.limitKey ?? "-")", "bytes": "\(response.headers[.contentLength] ?? "0")",
      ])
  }
}
