import HTTPTypes
import NIOCore
import NIOHTTP1

/// Enforces HTTP/1.1 rules that the decoder does not check, before the version is lost.
///
/// If a connection must end after a request, it sets exactly `Connection: close`, the only form that Hummingbird recognizes.
final class HeadRules: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let connection: ConnectionGuard
  private var isFaulty = false

  init(_ connection: ConnectionGuard) {
    self.connection = connection
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // After a fault, the input is undefined.
    guard !isFaulty else { return }
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    if let fault = Self.fault(of: head) {
      isFaulty = true
      connection.headIsWrong(fault, acceptLanguage: head.headers.first(name: "accept-language"))
      // Hummingbird answers only decoder errors.
      return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
    }
    // After a request to upgrade, the decoder reads nothing more, although we do not upgrade.
    let isLast = !head.isKeepAlive || head.method == .CONNECT || head.headers.contains(name: "upgrade")
    guard isLast || head.version == .http1_0 else { return context.fireChannelRead(data) }
    if isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
    // HTTP/1.0 has no interim answers.
    if head.version == .http1_0 { head.headers.remove(name: "expect") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  private static func fault(of head: HTTPRequestHead) -> Problem? {
    if let fault = faultOfCoding(head) { return fault }
    return faultOfHeaders(head).map { ConnectionGuard.noRequest($0.chinese, $0.english) }
  }

  /// RFC 9112, 6.1: an unknown transfer coding gets 501. The decoder takes `xchunked` for `chunked`.
  private static func faultOfCoding(_ head: HTTPRequestHead) -> Problem? {
    let codings = head.headers[canonicalForm: "transfer-encoding"].map { $0.lowercased() }
    guard head.headers.contains(name: "transfer-encoding"), codings != ["chunked"] else { return nil }
    // The end of the body is undefined (6.3).
    if codings.isEmpty || codings.dropLast().contains("chunked") {
      return ConnectionGuard.noRequest(
        "最後一個 Transfer-Encoding 必須是 chunked，其他的不能是", "the last Transfer-Encoding must be chunked, and no other may")
    }
    let names = codings.joined(separator: ", ").prefix(50)
    return Problem(
      .notImplemented, .unknownTransferCoding, "這裡不支援 Transfer-Encoding \(names)：請用 chunked",
      "the Transfer-Encoding \(names) is not known here: chunked is")
  }

  private static func faultOfHeaders(_ head: HTTPRequestHead) -> Wording? {
    var hosts = 0
    for (name, value) in head.headers {
      if name.utf8.count == 4, name.lowercased() == "host" { hosts += 1 }
      // RFC 9112, 5.2: folded values must be refused or joined by blanks; the decoder joins them without.
      if value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) {
        return Wording("標頭 \(name.prefix(50)) 含有換行", "the header \(name.prefix(50)) has a line end in it")
      }
    }
    // RFC 9112, 3.2: a server must refuse a request with no host or several.
    guard hosts != 1, hosts != 0 || head.version != .http1_0 else { return nil }
    return Wording("有 \(hosts) 個 Host 標頭，而必須是一個", "it has \(hosts) Host headers instead of one")
  }
}
