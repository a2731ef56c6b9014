import HTTPTypes
import NIOCore
import NIOHTTP1

/// Holds heads to what HTTP/1.1 asks and the decoder lets through, before their version is forgotten.
///
/// Where a connection must end behind a request, the head says `Connection: close` in exactly these words afterwards: Hummingbird looks
/// for no others.
final class HeadRules: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let connection: ConnectionGuard
  private var isFaulty = false

  init(_ connection: ConnectionGuard) {
    self.connection = connection
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // What follows a fault may be anything.
    guard !isFaulty else { return }
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    if let fault = Self.fault(of: head) {
      isFaulty = true
      connection.headIsWrong(fault)
      // Hummingbird answers errors of the decoder, and no others.
      return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
    }
    // Behind a request to go on with another protocol the decoder reads nothing more, though we go on with none.
    let isLast = !head.isKeepAlive || head.method == .CONNECT || head.headers.contains(name: "upgrade")
    guard isLast || head.version == .http1_0 else { return context.fireChannelRead(data) }
    if isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
    // HTTP/1.0 knows no answer before the answer.
    if head.version == .http1_0 { head.headers.remove(name: "expect") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  private static func fault(of head: HTTPRequestHead) -> Problem? {
    if let fault = faultOfCoding(head) { return fault }
    return faultOfHeaders(head).map(ConnectionGuard.noRequest)
  }

  /// RFC 9112, 6.1: what is sent in a coding that the server does not know gets 501. The decoder takes `xchunked` for `chunked`.
  private static func faultOfCoding(_ head: HTTPRequestHead) -> Problem? {
    let codings = head.headers[canonicalForm: "transfer-encoding"].map { $0.lowercased() }
    guard head.headers.contains(name: "transfer-encoding"), codings != ["chunked"] else { return nil }
    // Where it ends cannot be told (6.3).
    if codings.isEmpty || codings.dropLast().contains("chunked") {
      return ConnectionGuard.noRequest("the last Transfer-Encoding must be chunked, and no other may")
    }
    return Problem(
      .notImplemented,
      "the Transfer-Encoding \(codings.joined(separator: ", ").prefix(50)) is not known here: chunked is")
  }

  private static func faultOfHeaders(_ head: HTTPRequestHead) -> String? {
    var hosts = 0
    for (name, value) in head.headers {
      if name.utf8.count == 4, name.lowercased() == "host" { hosts += 1 }
      // RFC 9112, 5.2: a value that goes on in the next line is refused, or joined by blanks; the decoder joins it by what it finds.
      if value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) {
        return "the header \(name.prefix(50)) has a line end in it"
      }
    }
    // RFC 9112, 3.2: a server must refuse what names no host, or several.
    return hosts == 1 || (hosts == 0 && head.version == .http1_0) ? nil : "it has \(hosts) Host headers instead of one"
  }
}
