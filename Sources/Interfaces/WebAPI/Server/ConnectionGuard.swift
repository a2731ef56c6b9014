import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Closes connections whose request takes too long (head, body or reading the answer), and connections that cannot be reused.
///
/// Hummingbird closes only silent connections, so a client that sends a byte now and then would hold one for ever (Slowloris). It also reads
/// unwanted bodies to the end, and keeps HTTP/1.0 connections open. This handler runs after the decoder, where it sees heads and ends;
/// `ByteWatch` runs before it, `HeadRules` beside it.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limits: Limits
  private let monitor: Monitor
  /// Requests whose heads have arrived and that are not answered.
  private var unanswered = 0
  /// True if a head has arrived in part.
  private var isInHead = false
  /// True if a body has not ended yet.
  private var isInBody = false
  /// True if the last received request asks to close the connection.
  private var isLastRequest = false
  /// The reason why the input cannot be read; nothing is read after it.
  private var fault: Problem?
  /// The language of the fault: that of the last head that could be read, otherwise English.
  private var language = Language.english
  /// True if the answer being written is the last.
  private var isLastAnswer = false
  /// True if all is sent and the client has yet to close.
  private var isLingering = false

  private var deadline: NIODeadline?
  private var look: Scheduled<Void>?

  struct Limits: Sendable {
    let head: TimeAmount
    let request: TimeAmount
    let linger: TimeAmount

    init(_ configuration: APIConfiguration) {
      head = .seconds(Int64(configuration.headSeconds))
      request = .seconds(Int64(configuration.requestSeconds))
      linger = .seconds(Int64(configuration.lingerSeconds))
    }

    var shortest: TimeAmount { min(head, request, linger) }
  }

  init(_ limits: Limits, _ monitor: Monitor) {
    self.limits = limits
    self.monitor = monitor
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    do {
      try pipeline.addHandler(ByteWatch(self, context), position: .first)
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(HeadRules(self), position: .after(decoder))
    } catch {
      // Without the handlers the connection has no limits, so it is closed.
      context.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    look?.cancel()
    look = nil
  }
}

// MARK: - Inbound

extension ConnectionGuard {
  /// - Returns: whether the bytes are to be decoded.
  fileprivate func bytesCame(_ context: ChannelHandlerContext) -> Bool {
    guard !isLingering else { return false }
    if !isInBody, !isInHead {
      isInHead = true
      // Bytes after an unanswered request share its deadline.
      if unanswered == 0 { setDeadline(limits.head, context) }
    }
    return true
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      unanswered += 1
      isInHead = false
      isInBody = true
      isLastRequest = head.headerFields[.connection] == "close"
      language = head.headerFields[.acceptLanguage].flatMap(APIResponder.preferred(in:)) ?? .english
      if unanswered == 1 { setDeadline(limits.request, context) }
    case .body: break
    case .end: isInBody = false
    }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if fault == nil, let error = error as? HTTPParserError {
      fault =
        error == .headerOverflow
        ? Problem(
          .requestHeaderFieldsTooLarge, .headerTooLarge, "請求的網址和標頭最多 16 KB、100 行",
          "the target and the headers of a request are 16 KB and 100 lines at most")
        : Self.noRequest("讀不懂：\(error.debugDescription)", error.debugDescription)
    }
    context.fireErrorCaught(error)
  }

  /// Called before the error is fired.
  func headIsWrong(_ problem: Problem, acceptLanguage: String?) {
    guard fault == nil else { return }
    fault = problem
    language = acceptLanguage.flatMap(APIResponder.preferred(in:)) ?? .english
  }

  static func noRequest(_ chinese: String, _ english: String) -> Problem {
    Problem(
      .badRequest, .malformedRequest, "這不是 HTTP/1.1 的請求（RFC 9112）：\(chinese)",
      "this is no request of HTTP/1.1 (RFC 9112): \(english)")
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case ChannelEvent.inputClosed where isLingering, is ChannelShouldQuiesceEvent where isLingering:
      context.close(promise: nil)
    case is ChannelShouldQuiesceEvent where unanswered > 0:
      // Running requests are finished, but the client gets only this long.
      let end = context.eventLoop.now + limits.head
      deadline = min(deadline ?? end, end)
    default: break
    }
    context.fireUserInboundEventTriggered(event)
  }
}

// MARK: - Outbound

extension ConnectionGuard {
  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    // Hummingbird reports a body error even if the answer did not need the body.
    guard !isLingering, !(isLastAnswer && unanswered == 0) else {
      return promise?.fail(ChannelError.alreadyClosed) ?? ()
    }
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.kind != .informational:
      isLastAnswer = unanswered <= 1 && (isLastRequest || isInBody || fault != nil)
      guard isLastAnswer else { return context.write(data, promise: promise) }
      head.headerFields[.connection] = "close"
      guard let fault, head.headerFields[.requestID] == nil else {
        return context.write(wrapOutboundOut(.head(head)), promise: promise)
      }
      let body = explain(fault, &head)
      context.write(wrapOutboundOut(.head(head)), promise: promise)
      context.write(wrapOutboundOut(.body(body)), promise: nil)
    case .end: answered(context, data, promise)
    case .head, .body: context.write(data, promise: promise)
    }
  }

  private func answered(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
    unanswered = max(0, unanswered - 1)
    guard isLastAnswer else {
      if unanswered > 0 { setDeadline(limits.request, context) }
      return context.write(data, promise: promise)
    }
    let taken = promise ?? context.eventLoop.makePromise()
    taken.futureResult.assumeIsolated().whenSuccess { self.linger(context) }
    context.write(data, promise: taken)
  }

  /// Ends the output and reads remaining input for a while; an immediate close could discard the answer (RFC 9112, 9.6).
  private func linger(_ context: ChannelHandlerContext) {
    guard !isLingering else { return }
    isLingering = true
    setDeadline(limits.linger, context)
    context.close(mode: .output, promise: nil)
  }

  /// Adds an explanation to Hummingbird's empty 400 answer.
  private func explain(_ problem: Problem, _ head: inout HTTPResponse) -> ByteBuffer {
    let id = RequestSource.randomID()
    let body = ByteBuffer(bytes: problem.json(instance: id, in: language).bytes)
    head.status = problem.status
    head.headerFields[.contentType] = MediaType.problem.rawValue
    head.headerFields[.contentLanguage] = language.rawValue
    head.headerFields[.cacheControl] = Endpoint.Caching.none.header
    head.headerFields[.contentLength] = "\(body.readableBytes)"
    head.headerFields[.requestID] = id
    monitor.refused(status: problem.status.code)
    return body
  }
}

// MARK: - Deadlines

extension ConnectionGuard {
  /// Deadlines change several times per request and rarely expire, so setting one only stores it. A task checks it at intervals of at most the
  /// shortest limit.
  private func setDeadline(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    let now = context.eventLoop.now
    deadline = now + time
    if look == nil { scheduleLook(at: min(now + time, now + limits.shortest), context) }
  }

  private func scheduleLook(at time: NIODeadline, _ context: ChannelHandlerContext) {
    look = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) { self.lookAtDeadline(context) }
  }

  private func lookAtDeadline(_ context: ChannelHandlerContext) {
    look = nil
    guard let deadline, context.channel.isActive else { return }
    // Between requests there is no deadline once the answer is read; Hummingbird closes idle connections.
    let buffered = (try? context.channel.syncOptions?.getOption(ChannelOptions.bufferedWritableBytes)) ?? 0
    if unanswered == 0, !isInHead, !isLingering, buffered == 0 {
      self.deadline = nil
      return
    }
    let now = context.eventLoop.now
    if now >= deadline {
      context.close(promise: nil)
    } else {
      scheduleLook(at: min(deadline, now + limits.shortest), context)
    }
  }
}

/// Sees the bytes before the decoder and drops late ones, which the decoder would store.
private final class ByteWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  private let connection: ConnectionGuard
  private let connectionContext: ChannelHandlerContext

  init(_ connection: ConnectionGuard, _ context: ChannelHandlerContext) {
    self.connection = connection
    connectionContext = context
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if connection.bytesCame(connectionContext) { context.fireChannelRead(data) }
  }
}
